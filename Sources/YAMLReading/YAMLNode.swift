/// A value of a YAML file, with the place where it stands.
package struct YAMLNode: Sendable, Equatable {
  package indirect enum Content: Sendable, Equatable {
    /// Text, and whether it was quoted (a quoted `30` is not a number).
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  package struct Entry: Sendable, Equatable {
    package var key: String
    package var keyLocation: SourceLocation
    package var value: YAMLNode
    package init(key: String, keyLocation: SourceLocation, value: YAMLNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  package var content: Content
  package var location: SourceLocation

  package init(_ content: Content, at location: SourceLocation) {
    self.content = content
    self.location = location
  }

  /// The value of a key of a mapping.
  package subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}
