import BuiltinRules
import LogReading
import RuleLanguage
import Testing

/// A list without a field is a list.
struct EmptyListTests {
  private static let catalogue = Result { try BuiltinRules.book().catalogue }

  /// The words before a list that opens with them.
  private static func words(of shape: TextShape, _ catalogue: Catalogue) -> String? {
    guard shape.parts.count > 1, shape.parts[1] == .fields || shape.parts.contains(.fields),
      case .literal(let first)? = shape.parts.first
    else { return nil }
    var text = ""
    for part in shape.parts {
      switch part {
      case .literal(let literal): text += literal
      case .field(let index):
        let name = catalogue[shape.kind].fields[Int(index)].name
        text += catalogue.fieldTypes[Int(name.rawValue)] == .instant ? "2025-11-14T05:53:00Z" : "7"
      case .fields: break
      case .samples: return nil
      }
    }
    // Codes have their fields behind a blank.
    return first.hasPrefix("DN|") ? nil : text
  }

  @Test(arguments: ["", " ", "  "]) func `a list without a field is the event without it`(
    blank: String
  ) throws {
    let catalogue = try Self.catalogue.get()
    var scanner = EventScanner(catalogue: catalogue)
    var lists = 0
    for shape in catalogue.shapes {
      guard let text = Self.words(of: shape, catalogue)?.replacing("()", with: "(\(blank))"),
        text.contains("(") || text.hasSuffix(": ")
      else { continue }
      lists += 1
      let tag = catalogue[shape.kind].tags.first.map { catalogue.tags[Int($0)] } ?? "DNP-PLUGIN"
      let line = "[\(tag)] \(text)"
      var batch = EventBatch()
      var tally = ScanTally()
      scanner.scan(Array("\(line)\n".utf8).span, firstLine: 1, into: &batch, tally: &tally)
      let kinds = batch.events.map { catalogue.name(of: $0.kind) }
      #expect(kinds == [catalogue.name(of: shape.kind)], "\(line)")
    }
    #expect(lists > 60)
  }
}
