/// A value of a YAML file, with its place there.
package struct YAMLNode: Sendable, Equatable {
  /// The content of a node.
  package indirect enum Content: Sendable, Equatable {
    /// Text, and whether it was quoted (a quoted `30` is not a number).
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  /// A key of a mapping, its place, and its value.
  package struct Entry: Sendable, Equatable {
    package var key: String
    package var keyLocation: SourceLocation
    package var value: YAMLNode
    package init(key: String, keyLocation: SourceLocation, value: YAMLNode) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }

    /// A mistake in the key, not in its value.
    package func keyError(_ message: String, advice: String = "") -> SourceError {
      value.source.error(message, advice: advice, at: keyLocation)
    }
  }

  package var content: Content
  package var location: SourceLocation
  /// The file of the value.
  package var source: SourceText

  package init(
    _ content: Content, at location: SourceLocation, in source: SourceText = SourceText()
  ) {
    self.content = content
    self.location = location
    self.source = source
  }

  /// The value of a key of a mapping.
  package subscript(key: String) -> YAMLNode? { entry(key)?.value }

  /// A key of a mapping, with its value.
  package func entry(_ key: String) -> Entry? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }
  }

  /// A mistake in this value.
  package func error(_ message: String, advice: String = "") -> SourceError {
    source.error(message, advice: advice, at: location)
  }
}
