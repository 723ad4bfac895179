internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// The words that rules are written with, as text: events with their fields, and parameters.
struct VocabularyText {
  private let book: RuleBook
  private var catalogue: Catalogue { book.catalogue }

  init(_ book: RuleBook) {
    self.book = book
  }

  /// Returns all events, one on a line, or whole those whose name begins so.
  func events(_ name: String?) throws(Failure) -> String {
    let all = catalogue.events
    guard let name else {
      let width = all.map(\.name.count).max() ?? 0
      let rows = all.map {
        "\(TextLayout.padded($0.name, to: width))  \(RuleText.oneLine($0.summary))\n"
      }
      return rows.joined() + "\n\(all.count) events; 'dnplog rules events EVENT' shows the fields\n"
    }
    let exact = all.filter { $0.name == name }
    let found = exact.isEmpty ? all.filter { $0.name.hasPrefix(name) } : exact
    if found.isEmpty || name.isEmpty {
      throw Failure(
        Problem(
          "there is no event '\(name)'", at: "rules events",
          advice: Spelling.question(for: name, among: all.map(\.name))
            ?? "'dnplog rules events' lists them"))
    }
    return found.map(whole).joined(separator: "\n")
  }

  /// Returns an event with all that a rule may ask about it.
  private func whole(_ event: EventEntry) -> String {
    var text = "\(event.name)\n  \(RuleText.oneLine(event.summary))\n"
    let tags = event.tags.compactMap { tag in
      catalogue.tags.indices.contains(Int(tag)) ? catalogue.tags[Int(tag)] : nil
    }
    if !tags.isEmpty { text += "  tags    \(tags.joined(separator: ", "))\n" }
    text += "  level   \(event.level)\n"
    if event.fields.isEmpty { return text + "  fields  none\n" }
    text += "  fields\n"
    let width = event.fields.map { catalogue.name(of: $0.name).count }.max() ?? 0
    for field in event.fields {
      let words = field.choices.isEmpty ? type(of: field) : field.choices.joined(separator: " | ")
      text += "    \(TextLayout.padded(catalogue.name(of: field.name), to: width))  \(words)"
      if field.isOptional { text += ", may be missing" }
      if !field.summary.isEmpty { text += ": \(RuleText.oneLine(field.summary))" }
      text += "\n"
    }
    return text
  }

  private func type(of field: FieldEntry) -> String {
    switch field.form {
    case .plain, .presence: "\(field.type)"
    case .count: "\(field.type), or the length of a list"
    case .day: "\(field.type), or a day"
    case .word: "one word"
    case .list, .array: "list, as text with commas"
    case .query: "object, as text like a=1&b=2"
    case .document: "object or list"
    case .counters: "object of counters"
    }
  }

  /// Returns the parameters of a pack, or of all.
  func parameters(of pack: String?) -> String {
    let taken = book.parameters.filter { pack == nil || book.packName($0.pack) == pack }
    let names = taken.map { "\(book.packName($0.pack)).\($0.name)" }
    let width = names.map(\.count).max() ?? 0
    var text = ""
    for (name, parameter) in zip(names, taken) {
      text += "\(TextLayout.padded(name, to: width))  \(RuleText.text(parameter.value))"
      if let range = parameter.range { text += "  (\(range.text))" }
      text += "\n    \(RuleText.oneLine(parameter.doc))\n"
    }
    let count = taken.count == 1 ? "1 parameter" : "\(taken.count) parameters"
    return text + (text.isEmpty ? "" : "\n") + "\(count)\n"
  }
}
