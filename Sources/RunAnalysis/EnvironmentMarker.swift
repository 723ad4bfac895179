internal import RuleLanguage
internal import TextWriting
internal import YAMLReading

/// A line by which a tester or a harness tells a condition of the device, as
/// `[DNP-TEST] Env (lowPower=true)`.
struct EnvironmentMarker {
  /// A word of a marker that says nothing, because it cannot be read.
  struct Mistake: Sendable, Equatable, Codable {
    var word: String
    /// Where it stands, what is wrong, what to do.
    var why: String
  }

  private let fields: [(name: String, choices: [String])]

  init(_ event: EventEntry, _ catalogue: Catalogue) {
    fields = event.fields.map { (catalogue.name(of: $0.name), $0.choices) }
  }

  /// The words of a line that name no condition, or none of its values.
  func mistakes(in text: String, line: UInt64, file: String) -> [Mistake] {
    guard let start = text.firstRange(of: "Env (")?.upperBound, let end = text.lastIndex(of: ")"),
      start <= end
    else { return [] }
    return text[start..<end].split(separator: ",").compactMap { part in
      let words = part.split(separator: "=", maxSplits: 1).map { Self.trimmed($0) }
      guard words.count == 2 else { return nil }
      let place = "line \(line) of \(file): "
      guard let field = fields.first(where: { $0.name == words[0] }) else {
        return Mistake(
          word: words[0],
          why: place + advice("no condition of a device", words[0], fields.map(\.name)))
      }
      let choices = field.choices.isEmpty ? boolWords(of: field.name) : field.choices
      guard !choices.isEmpty, !choices.contains(words[1]) else { return nil }
      return Mistake(
        word: "\(words[0])=\(words[1])",
        why: place + "no value of \(words[0]), which is \(choices.joined(separator: ", "))")
    }
  }

  private func boolWords(of name: String) -> [String] {
    let key = EnvironmentKey.allCases.first { $0.name == name }
    return key?.type == .bool ? ["true", "false"] : []
  }

  private func advice(_ what: String, _ name: String, _ names: [String]) -> String {
    let nearest = Spelling.slip(of: name, among: names)
    return what + (nearest.map { "; did you mean '\($0)'?" } ?? "")
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
