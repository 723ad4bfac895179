import BuiltinRules
import Foundation
import RuleLanguage
import Testing

/// `docs/lines.md`, the lines that are understood, against the catalogue.
///
/// `make lines` writes the page anew.
@Suite struct LinesPageTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/lines.md").standardizedFileURL
  private static let heading = "## Process and registration\n"
  /// Groups of the matrix, by their letters in the catalogue.
  private static let titles = [
    "A": "Process and registration", "B": "Scheduling", "C": "Execution", "D": "Delivery",
    "E": "Telemetry", "F": "Environment", "G": "Recovery", "H": "API", "I": "Pull", "J": "Sync",
    "K": "Fallback", "L": "Documents", "M": "Android", "N": "The operating system",
    "O": "The state of a device", "P": "A feed of messages",
    "Q": "Documents of the app and its server",
  ]

  private let catalogue: Catalogue

  init() throws { catalogue = try BuiltinRules.book().catalogue }

  @Test func `page has all lines of the catalogue`() throws {
    let stored = try String(contentsOf: Self.page, encoding: .utf8)
    let head = stored.range(of: Self.heading).map { stored[..<$0.lowerBound] } ?? stored[...]
    let text = head + sections
    guard stored != text else { return }
    guard ProcessInfo.processInfo.environment["DNPLOG_RECORD"] == "1" else {
      Issue.record("docs/lines.md is out of date: run 'make lines'")
      return
    }
    try text.write(to: Self.page, atomically: true, encoding: .utf8)
    Issue.record("docs/lines.md was written anew")
  }

  @Test func `each group has a title`() {
    #expect(Set(catalogue.events.map(\.group)) == Set(Self.titles.keys))
  }

  private var sections: String {
    Self.titles.keys.sorted().map { group in
      "## \(Self.titles[group] ?? group)\n\n"
        + catalogue.events.indices.filter { catalogue.events[$0].group == group }.map(section)
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private func section(_ index: Int) -> String {
    let event = catalogue.events[index]
    let lines = catalogue.shapes.filter { Int($0.kind.rawValue) == index }.map { line($0, event) }
    let forms = lines.isEmpty ? [record(event)] : lines
    let origin = event.origin == .proposed ? " *Proposed.*" : ""
    return """
      **`\(event.name)`**: \(event.summary)\(origin)

      ```text
      \(forms.joined(separator: "\n"))
      ```

      """
  }

  private func line(_ shape: TextShape, _ event: EventEntry) -> String {
    var named: Set<FieldName> = Set(shape.sets.map(\.name))
    for case .field(let index) in shape.parts { named.insert(event.fields[Int(index)].name) }
    let message = shape.parts.map { part in
      switch part {
      case .literal(let text): text
      case .field(let index): "<\(catalogue.name(of: event.fields[Int(index)].name))>"
      case .fields:
        event.fields.filter { !named.contains($0.name) }.map { pair($0, event) }
          .joined(separator: ", ")
      case .samples: "<samples>"
      }
    }.joined()
    let tag = event.tags.first.map { "[\(catalogue.tags[Int($0)])] " } ?? ""
    return (shape.column.isEmpty ? tag : "\(shape.column): ") + message
  }

  /// An event that stands in records alone.
  private func record(_ event: EventEntry) -> String {
    let name = event.jsonNames.first ?? event.name
    let members = event.fields.map { "\"\(catalogue.name(of: $0.name))\":<\(value($0))>" }
    return "{" + (["\"event\":\"\(name)\""] + members).joined(separator: ",") + "}"
  }

  /// A value by the key that the plugin's documents write, if they do: `id` for `taskId`.
  private func pair(_ field: FieldEntry, _ event: EventEntry) -> String {
    let keys = event.origin == .seed ? event.aliases.filter { $0.field == field.name } : []
    let key = keys.first { $0.key == "id" } ?? keys.first
    return "\(key?.key ?? catalogue.name(of: field.name))=<\(value(field))>"
      + (field.isOptional ? "?" : "")
  }

  private func value(_ field: FieldEntry) -> String {
    guard field.choices.isEmpty else { return field.choices.joined(separator: "|") }
    return switch field.type {
    case .string: field.form.isList ? "list" : field.form == .query ? "query" : "text"
    case .int, .double: "number"
    case .bool: "true|false"
    case .instant: "time"
    case .duration:
      switch field.unit {
      case .seconds: "seconds"
      case .milliseconds: "ms"
      case .minutes: "minutes"
      }
    }
  }
}
