internal import TextWriting
internal import YAMLReading

/// A field as an event of the catalogue declares it, before its name has a number.
struct CatalogueField {
  let name: String
  let type: FieldType
  private(set) var form: FieldForm
  let privacy: FieldPrivacy
  let node: YAMLNode
  private let key: YAMLNode.Entry
  private var unit = DurationUnit.seconds
  private var isOptional = false
  private var choices: [String] = []
  private var summary = ""

  var location: SourceLocation { key.keyLocation }

  /// Reads `name: int`, `name: int?` or `name: {type: …}`.
  init(_ entry: YAMLNode.Entry) throws(SourceError) {
    key = entry
    node = entry.value
    name = entry.key
    guard Self.isName(name) else {
      throw entry.keyError("'\(name)' cannot name a field", advice: "use letters and digits")
    }
    guard case .mapping = node.content else {
      let short = try node.string()
      isOptional = short.hasSuffix("?")
      let word = isOptional ? String(short.dropLast()) : short
      (type, form, privacy) = try Self.type(word, at: node)
      return
    }
    _ = try node.mapping(allowed: RuleKeys.field)
    let typeNode = try node.required("type")
    (type, form, privacy) = try Self.type(typeNode.string(), at: typeNode)
    if let optional = node["optional"] { isOptional = try optional.bool() }
    if let text = node["summary"] { summary = try text.string() }
    if let unitNode = node["unit"] {
      guard type == .duration else { throw unitNode.error("only a duration has a unit") }
      unit = try Self.unit(unitNode)
    }
    if let words = node["choices"] {
      guard type == .string else { throw words.error("only a string has choices") }
      choices = try words.strings()
      guard !choices.isEmpty else { throw words.error("no choice is left") }
      if form == .plain, !choices.contains(where: { $0.contains(" ") }) { form = .word }
    }
  }

  /// The field in an event, under the number of its name.
  func entry(named name: FieldName) -> FieldEntry {
    FieldEntry(
      name: name, type: type, form: form, unit: unit, isOptional: isOptional, choices: choices,
      summary: summary)
  }

  /// A mistake in the declaration, shown at its name.
  func error(_ message: String, advice: String) -> SourceError {
    key.keyError(message, advice: advice)
  }

  /// Whether an expression can spell the name.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || $0.isDigit }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The words for types: ids, hashes, addresses and lists are strings, with a form by the word.
  private static let types: KeyValuePairs<String, FieldType> = [
    "string": .string, "id": .string, "text": .string, "hex": .string, "url": .string,
    "list": .string, "array": .string, "query": .string, "document": .string,
    "counters": .string, "int": .int, "double": .double, "bool": .bool, "instant": .instant,
    "duration": .duration, "count": .int, "presence": .bool, "day": .instant,
  ]

  private static func type(
    _ word: String, at node: YAMLNode
  ) throws(SourceError) -> (FieldType, FieldForm, FieldPrivacy) {
    guard let type = types.first(where: { $0.key == word })?.value else {
      throw node.error(
        "unknown type '\(word)'", advice: Spelling.suggestion(for: word, among: types.map(\.key)))
    }
    let form: FieldForm =
      switch word {
      case "id", "hex", "url": .word
      case "list": .list
      case "array": .array
      case "query": .query
      case "document": .document
      case "counters": .counters
      case "count": .count
      case "presence": .presence
      case "day": .day
      default: .plain
      }
    return (type, form, word == "id" ? .id : word == "text" ? .text : .none)
  }

  private static func unit(_ node: YAMLNode) throws(SourceError) -> DurationUnit {
    switch try node.word(of: ["s", "ms", "minutes"]) {
    case "ms": .milliseconds
    case "minutes": .minutes
    default: .seconds
    }
  }
}

extension FieldType {
  /// The type with its article, for messages.
  var phrase: String {
    switch self {
    case .string: "a string"
    case .int: "an int"
    case .double: "a double"
    case .bool: "a bool"
    case .instant: "an instant"
    case .duration: "a duration"
    }
  }
}
