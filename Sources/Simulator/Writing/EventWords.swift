internal import RuleLanguage

/// The catalogue's entry for one event, laid out for writing.
struct EventWords: Sendable {
  let level: LogLevel
  /// The canonical tag; empty for an event that carries none.
  let tag: String
  let fields: [Field]
  /// Whether it is a document: a JSON object without a name, and without words.
  let isDocument: Bool
  var wordings: [Wording] = []

  /// A field with the names that a seed gives it in this event.
  struct Field: Sendable {
    let name: String
    let unit: DurationUnit
    /// Whether a record tells it as a list.
    let isList: Bool
    let aliases: [String]
  }

  /// One of the event's shapes.
  struct Wording: Sendable {
    let parts: [Part]
    /// The fields that the words say without a value.
    let sets: [Setting]
    /// The fields that stand in the words on their own.
    let names: [String]
    let hasList: Bool
  }

  enum Part: Sendable {
    case literal([UInt8])
    case field(String, DurationUnit)
    case fields, samples
  }

  struct Setting: Sendable, Equatable {
    let name: String
    let setting: FieldSetting

    func isEqual(_ value: TraceValue) -> Bool {
      switch value {
      case .text(let text): setting.type == .string && text == setting.text
      case .bool(let truth): setting.type == .bool && setting.value == (truth ? 1 : 0)
      case .int(let number), .instant(let number), .duration(let number), .age(let number):
        setting.value == number
      case .object, .list: false
      }
    }
  }

  init(_ entry: EventEntry, of catalogue: Catalogue) {
    level = entry.level
    let kind = catalogue.events.firstIndex { $0.name == entry.name }
    isDocument =
      !entry.jsonKeys.isEmpty && !catalogue.shapes.contains { Int($0.kind.rawValue) == kind }
    tag = entry.tags.first.map { catalogue.tags[Int($0)] } ?? "DNP-PLUGIN"
    fields = entry.fields.map { field in
      Field(
        name: catalogue.name(of: field.name), unit: field.unit,
        isList: field.form.isList,
        aliases: entry.aliases.filter { $0.field == field.name }.map(\.key))
    }
  }

  mutating func add(_ shape: TextShape, of catalogue: Catalogue) {
    var names: [String] = []
    var hasList = false
    let parts = shape.parts.map { part -> Part in
      switch part {
      case .literal(let text): return .literal(Array(text.utf8))
      case .field(let number):
        let field = fields[Int(number)]
        names.append(field.name)
        return .field(field.name, field.unit)
      case .fields:
        hasList = true
        return .fields
      case .samples: return .samples
      }
    }
    let sets = shape.sets.map { Setting(name: catalogue.name(of: $0.name), setting: $0) }
    wordings.append(Wording(parts: parts, sets: sets, names: names, hasList: hasList))
  }

  func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

extension EventWords.Wording {
  /// Returns the misfit of the wording, by the fields that it leaves out or adds; nil where it does
  /// not fit.
  func loss(for record: TraceRecord) -> Int? {
    var held = names.count
    var added = 0
    for setting in sets {
      if let value = record[setting.name] {
        guard setting.isEqual(value) else { return nil }
        held += 1
      } else {
        added += 1
      }
    }
    for name in names where !record.fields.contains(where: { $0.name == name }) { return nil }
    let lost = added + (hasList ? 0 : record.fields.count - held)
    // Of two that tell it all, the one with a place of its own for more of the fields.
    return lost * 16 - min(held, 15)
  }

  /// Whether the words tell the field, so that the list need not.
  func tells(_ name: String) -> Bool {
    names.contains(name) || sets.contains { $0.name == name }
  }
}
