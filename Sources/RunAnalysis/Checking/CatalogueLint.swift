internal import LogReading
package import RuleEngine
package import RuleLanguage

/// Looks for wordings that are read as another event than the one that they stand under.
package enum CatalogueLint {
  /// One for each shape whose own text another shape takes.
  package static func warnings(_ catalogue: Catalogue) -> [RuleWarning] {
    var scanner = EventScanner(catalogue: catalogue)
    return catalogue.shapes.compactMap { shape in
      let entry = catalogue[shape.kind]
      let tag = entry.tags.first.map { catalogue.tags[Int($0)] } ?? "DNP-PLUGIN"
      let text = example(of: shape, entry, catalogue)
      let line = Array(((shape.isUntagged ? "" : "[\(tag)] ") + text + "\n").utf8)
      var batch = EventBatch()
      var tally = ScanTally()
      scanner.begin(LogShape(head: line.span))
      scanner.scan(line.span, firstLine: 1, into: &batch, tally: &tally)
      guard let event = batch.events.first, event.kind != shape.kind else { return nil }
      let other = catalogue[event.kind].name
      return RuleWarning(
        at: nil, "event '\(entry.name)'", "'\(text)' is read as '\(other)'",
        advice: "tell the two shapes apart")
    }
  }

  /// The text of a shape, with a value in each hole.
  private static func example(
    of shape: TextShape, _ entry: EventEntry, _ catalogue: Catalogue
  ) -> String {
    shape.parts.map { part in
      switch part {
      case .literal(let text): text
      case .field(let index): value(of: entry.fields[Int(index)])
      case .fields: fields(of: entry, catalogue)
      case .samples: "dnp_prefetch_scheduled_total=1"
      }
    }.joined()
  }

  private static func fields(of entry: EventEntry, _ catalogue: Catalogue) -> String {
    entry.fields.map { "\(catalogue.name(of: $0.name))=\(value(of: $0))" }.joined(separator: ", ")
  }

  private static func value(of field: FieldEntry) -> String {
    if let choice = field.choices.first { return choice }
    return switch field.type {
    case .string: "a1b2"
    case .int, .duration: "3"
    case .double: "0.5"
    case .bool: "true"
    case .instant: "2025-11-14T05:53:00Z"
    }
  }
}
