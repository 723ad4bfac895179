internal import YAMLReading

/// The numbers or durations that a parameter may be set to.
package struct ParameterRange: Sendable, Equatable {
  package var least: Value?
  package var most: Value?
  /// The range in words: `0 to 1`, `1s or more`, `5m or less`.
  package var text: String
  package init(least: Value? = nil, most: Value? = nil, text: String) {
    self.least = least
    self.most = most
    self.text = text
  }

  func contains(_ value: Value) -> Bool {
    (least.map { Self.inOrder($0, value) } ?? true)
      && (most.map { Self.inOrder(value, $0) } ?? true)
  }

  private static func inOrder(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)), (.duration(let left), .duration(let right)):
      left <= right
    case (.double(let left), .double(let right)): left <= right
    default: false
    }
  }
}

extension ParameterRange {
  /// Reads the range that a pack gives a parameter, if any.
  ///
  /// Without a least value in the pack, a default not below zero makes zero the least.
  init?(of node: YAMLNode, _ type: ValueType, default value: Value) throws(SourceError) {
    var least = try Self.bound("least", of: node, type)
    let most = try Self.bound("most", of: node, type)
    let zero = type == .duration ? "0s" : "0"
    if least == nil, let none = ParameterText.value(of: zero, as: type), Self.inOrder(none, value) {
      least = (none, zero)
    }
    let text: String
    switch (least?.text, most?.text) {
    case (let least?, let most?): text = "\(least) to \(most)"
    case (let least?, nil): text = "\(least) or more"
    case (nil, let most?): text = "\(most) or less"
    case (nil, nil): return nil
    }
    self.init(least: least?.value, most: most?.value, text: text)
    if !contains(value), let node = node["default"] {
      throw node.error("the default is out of range", advice: "give \(text)")
    }
  }

  private static func bound(
    _ key: String, of node: YAMLNode, _ type: ValueType
  ) throws(SourceError) -> (value: Value, text: String)? {
    guard let entry = node.entry(key) else { return nil }
    guard [.int, .double, .duration].contains(type) else {
      throw entry.keyError("\(type.description) has no '\(key)'", advice: "leave it out")
    }
    let text = try entry.value.string()
    guard let value = ParameterText.value(of: text, as: type) else {
      throw entry.value.error(
        "'\(text)' is not \(type.description)",
        advice: type == .duration ? "write 30s, 5m or 250ms" : "")
    }
    return (value, text)
  }
}
