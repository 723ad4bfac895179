internal import TextWriting
internal import YAMLReading

extension YAMLNode {
  /// The value of a member of a document; nil for an object or a list.
  var stateValue: StateValue? {
    guard case .scalar(let text, let isQuoted) = content else { return nil }
    if isQuoted { return .text(text) }
    switch text {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      if let number = Int64(text) { return .int(number) }
      return Double(text).map(StateValue.double) ?? .text(text)
    }
  }

  /// What kind of value it is, in the words of JSON.
  var kindInJSON: String {
    switch content {
    case .mapping: "object"
    case .sequence: "list"
    case .scalar:
      switch stateValue {
      case .bool?: "truth value"
      case .int?, .double?: "number"
      case .null?, nil: "null"
      default: "text"
      }
    }
  }

  /// The text of a scalar, whatever stands for it.
  var plainText: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// The value as JSON without blanks, as programs write it.
  func compactJSON(sortsKeys: Bool, escapesSlashes: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, sortsKeys, escapesSlashes)
    return bytes
  }

  private func write(to bytes: inout [UInt8], _ sortsKeys: Bool, _ escapesSlashes: Bool) {
    switch content {
    case .scalar(let text, let isQuoted):
      bytes += isQuoted ? Self.quoted(text, escapesSlashes) : Array(text.utf8)
    case .sequence(let nodes):
      bytes.append(UInt8(ascii: "["))
      for (index, node) in nodes.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        node.write(to: &bytes, sortsKeys, escapesSlashes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .mapping(let entries):
      bytes.append(UInt8(ascii: "{"))
      for (index, entry) in (sortsKeys ? entries.sorted { $0.key < $1.key } : entries).enumerated()
      {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += Self.quoted(entry.key, escapesSlashes)
        bytes.append(UInt8(ascii: ":"))
        entry.value.write(to: &bytes, sortsKeys, escapesSlashes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func quoted(_ text: String, _ escapesSlashes: Bool) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.string(text)
    guard escapesSlashes else { return writer.bytes }
    return writer.bytes.flatMap { $0 == UInt8(ascii: "/") ? [UInt8(ascii: "\\"), $0] : [$0] }
  }
}
