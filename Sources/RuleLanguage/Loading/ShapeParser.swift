internal import YAMLReading

/// A parser of the wording of an event: literal text with `{holes}`.
///
/// `{name}` is one value, up to the next literal or the end; for an int field it is a sign and
/// digits and ends at the first other byte. `{*}` is a list of `key=value`. `{samples}` is
/// Prometheus samples, of which the first begins with the literal text before the hole.
struct ShapeParser {
  let scope: CatalogueFieldScope

  /// The shortest needle: shorter text occurs in lines that have nothing to do with the event.
  private static let shortestNeedle = 5

  /// Reads a text, or a mapping of a text and the fields it implies.
  func shape(_ node: YAMLNode, of kind: EventKind) throws(SourceError) -> TextShape {
    guard case .mapping = node.content else {
      return TextShape(kind: kind, parts: try parts(node))
    }
    _ = try node.mapping(allowed: RuleKeys.shape)
    let text = try node.required("shape")
    var shape = TextShape(kind: kind, parts: try parts(text))
    if let flag = node["anywhere"] { shape.isFragment = try flag.bool() }
    if let flag = node["untagged"] { shape.isUntagged = try flag.bool() }
    if let flag = node["ambiguous"] { shape.isAmbiguous = try flag.bool() }
    if let settings = node["set"] { shape.sets = try scope.settings(settings) }
    if let column = node["column"] {
      shape.column = try self.column(column)
      // The line is found by its column.
      shape.isUntagged = true
      return shape
    }
    // A line is found by the longest literal in it.
    if shape.isFragment || shape.isUntagged, case .literal(let needle)? = shape.parts.first,
      !shape.parts.contains(where: { Self.isNeedle($0) })
    {
      throw text.error(
        "'\(needle)' is too short to be looked for in any line",
        advice: "begin with at least \(Self.shortestNeedle) bytes of text")
    }
    return shape
  }

  private static func isNeedle(_ part: ShapePart) -> Bool {
    if case .literal(let text) = part { text.utf8.count >= shortestNeedle } else { false }
  }

  private func column(_ node: YAMLNode) throws(SourceError) -> String {
    let text = try node.string()
    guard text.utf8.count >= Self.shortestNeedle else {
      throw node.error(
        "'\(text)' is too short to be looked for in any line",
        advice: "name a tag of at least \(Self.shortestNeedle) bytes")
    }
    return text
  }

  /// The shape with unnamed holes: shapes with the same pattern match the same lines.
  static func pattern(of parts: [ShapePart]) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .field: "{}"
      case .fields: "{*}"
      case .samples: "{samples}"
      }
    }.joined()
  }

  private func parts(_ node: YAMLNode) throws(SourceError) -> [ShapePart] {
    let text = try node.string()
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 != UInt8(ascii: " ") }) else {
      throw node.error("the shape is empty")
    }
    var parts: [ShapePart] = []
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if bytes[index] == UInt8(ascii: "{") {
        let name = try holeName(rest, of: node)
        try refuse(name, at: index, after: parts, of: node)
        parts.append(try hole(name, at: index + 1, of: node, among: parts))
        index += name.utf8.count + 2
      } else {
        let literal = rest.prefix { $0 != UInt8(ascii: "{") }
        parts.append(.literal(String(decoding: literal, as: UTF8.self)))
        index = literal.endIndex
      }
    }
    return parts
  }

  /// The name in the braces with which the bytes begin.
  private func holeName(
    _ bytes: ArraySlice<UInt8>, of node: YAMLNode
  ) throws(SourceError) -> String {
    let inside = bytes.dropFirst()
    guard
      let end = inside.firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "{") }),
      bytes[end] == UInt8(ascii: "}")
    else {
      throw node.error(
        "the hole is not closed", advice: "end it with '}'", atOffset: bytes.startIndex)
    }
    return String(decoding: bytes[inside.startIndex..<end], as: UTF8.self)
  }

  /// Refuses a hole that text does not bound: literals tell lines and values apart.
  private func refuse(
    _ name: String, at offset: Int, after parts: [ShapePart], of node: YAMLNode
  ) throws(SourceError) {
    switch parts.last {
    case .literal: return
    case nil:
      throw node.error(
        "a shape cannot begin with a hole", advice: "put text before it", atOffset: offset)
    default:
      throw node.error(
        "two holes without text between them", advice: "'{\(name)}' has no beginning",
        atOffset: offset)
    }
  }

  private func hole(
    _ name: String, at offset: Int, of node: YAMLNode, among parts: [ShapePart]
  ) throws(SourceError) -> ShapePart {
    let part: ShapePart
    switch name {
    case "*": part = .fields
    case "samples": part = .samples
    default:
      guard let index = scope.index(of: name), let number = UInt16(exactly: index) else {
        throw node.error(
          "unknown field '\(name)'", advice: scope.adviceForUnknown(name), atOffset: offset)
      }
      part = .field(number)
    }
    guard !parts.contains(part) else {
      throw node.error("the shape has '{\(name)}' twice", atOffset: offset)
    }
    return part
  }
}
