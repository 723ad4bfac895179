package import LogReading
internal import TextWriting

/// Puts records into the words that the catalogue gives for their events.
///
/// It writes what the recogniser reads: a new wording in `rules/catalog` is written as well as read
/// without a change here.
package struct MessageText: Sendable {
  private let catalogue: Catalogue
  private var kinds: [String: EventKind] = [:]
  private var shapes: [[TextShape]]

  package init(catalogue: Catalogue) {
    self.catalogue = catalogue
    shapes = Array(repeating: [], count: catalogue.events.count)
    for (index, entry) in catalogue.events.enumerated() {
      kinds[entry.name] = EventKind(rawValue: UInt16(truncatingIfNeeded: index))
    }
    for shape in catalogue.shapes where Int(shape.kind.rawValue) < shapes.count {
      shapes[Int(shape.kind.rawValue)].append(shape)
    }
  }

  /// The catalogue's entry of an event; nothing for a name that it does not hold.
  package func entry(of event: String) -> EventEntry? {
    kinds[event].map { catalogue[$0] }
  }

  /// The tag of a record; empty for an event that carries none.
  package func tag(of record: TraceRecord) -> String {
    if let tag = record.tag { return tag }
    guard let entry = entry(of: record.event) else { return "" }
    guard let number = entry.tags.first else { return "DNP-PLUGIN" }
    return catalogue.tags[Int(number)]
  }

  /// The record in words; one of the wordings that tell it best, if there are several.
  package func text(of record: TraceRecord, random: inout Random) -> [UInt8]? {
    guard let kind = kinds[record.event] else { return nil }
    if shapes[Int(kind.rawValue)].isEmpty { return document(of: record) }
    let fitting = shapes[Int(kind.rawValue)].filter { !$0.isAmbiguous }
      .compactMap { shape in loss(of: shape, for: record).map { (shape, $0) } }
    guard let least = fitting.map(\.1).min(),
      let shape = random.pick(fitting.filter { $0.1 == least })?.0
    else { return nil }
    return write(record, as: shape, random: &random)
  }

  /// How ill a wording fits, by the fields that it leaves out or adds; nothing where it does not.
  private func loss(of shape: TextShape, for record: TraceRecord) -> Int? {
    var held = 0
    var added = 0
    for setting in shape.sets {
      if let value = record[catalogue.name(of: setting.name)] {
        guard isEqual(value, setting) else { return nil }
        held += 1
      } else {
        added += 1
      }
    }
    let names = catalogue[shape.kind].fields
    var hasList = false
    for part in shape.parts {
      switch part {
      case .field(let number):
        guard record[catalogue.name(of: names[Int(number)].name)] != nil else { return nil }
        held += 1
      case .fields: hasList = true
      case .literal, .samples: break
      }
    }
    let lost = added + (hasList ? 0 : record.fields.count - held)
    // Of two that tell it all, the one with a place of its own for more of the fields.
    return lost * 16 - min(held, 15)
  }

  private func isEqual(_ value: TraceValue, _ setting: FieldSetting) -> Bool {
    switch value {
    case .text(let text): setting.type == .string && text == setting.text
    case .bool(let truth): setting.type == .bool && setting.value == (truth ? 1 : 0)
    case .int(let number), .instant(let number), .duration(let number), .age(let number):
      setting.value == number
    }
  }

  private func write(
    _ record: TraceRecord, as shape: TextShape, random: inout Random
  ) -> [UInt8] {
    let entry = catalogue[shape.kind]
    var rest = record.fields
    for setting in shape.sets { rest.removeAll { $0.name == catalogue.name(of: setting.name) } }
    for case .field(let number) in shape.parts {
      rest.removeAll { $0.name == catalogue.name(of: entry.fields[Int(number)].name) }
    }
    var bytes: [UInt8] = []
    var isListEmpty = false
    for part in shape.parts {
      switch part {
      case .literal(let literal):
        // An empty list leaves its brackets out too.
        let text = isListEmpty && literal.hasPrefix(")") ? String(literal.dropFirst()) : literal
        bytes.append(utf8: text)
        isListEmpty = false
      case .field(let number):
        let field = entry.fields[Int(number)]
        if let value = record[catalogue.name(of: field.name)] {
          bytes.append(utf8: text(value, unit: field.unit))
        }
      case .fields:
        isListEmpty = rest.isEmpty
        if rest.isEmpty { bytes.removeListOpening() }
        for (index, field) in rest.enumerated() {
          if index > 0 { bytes.append(utf8: ", ") }
          bytes.append(utf8: key(of: field.name, in: entry, random: &random) + "=")
          let unit = entry.fields.first { catalogue.name(of: $0.name) == field.name }?.unit
          bytes.append(utf8: text(field.value, unit: unit ?? .seconds))
        }
      case .samples: writeSamples(of: record, to: &bytes)
      }
    }
    return bytes
  }

  /// The key of a field: one of the names that a seed gives it in this event, or its own.
  private func key(of field: String, in entry: EventEntry, random: inout Random) -> String {
    let names = entry.aliases.filter { catalogue.name(of: $0.field) == field }.map(\.key)
    return random.pick(names) ?? field
  }

  private func text(_ value: TraceValue, unit: DurationUnit) -> String {
    switch value {
    case .text(let text): text
    case .int(let number): "\(number)"
    case .bool(let truth): truth ? "true" : "false"
    case .instant(let instant): InstantText.iso(instant)
    case .duration(let micros): "\(Self.number(micros, unit))"
    case .age(let micros): "\(micros / .second)s"
    }
  }

  private static func number(_ micros: Int64, _ unit: DurationUnit) -> Int64 {
    switch unit {
    case .seconds: micros / .second
    case .milliseconds: micros / .millisecond
    case .minutes: micros / .minute
    }
  }

  /// Samples of the counters; the first has its prefix already.
  private func writeSamples(of record: TraceRecord, to bytes: inout [UInt8]) {
    var prefix = ""
    for field in record.fields {
      guard let name = Self.samples.first(where: { $0.field == field.name })?.name else { continue }
      bytes.append(utf8: prefix + name + " " + text(field.value, unit: .seconds))
      prefix = " dnp_prefetch_"
    }
  }

  /// What the counters are called in the Prometheus notation, behind their common prefix.
  private static let samples: [(field: String, name: String)] = [
    ("reportedScheduled", "scheduled_total"), ("reportedExecuted", "executed_total"),
    ("reportedSuccess", "success_total"),
    ("reportedFailureNetwork", "failure_total{reason=\"NETWORK\"}"),
    ("reportedFailureAuth", "failure_total{reason=\"AUTH\"}"),
    ("reportedFailureSystem", "failure_total{reason=\"SYSTEM\"}"),
    ("reportedUsed", "used_for_notification_total"),
  ]

  /// A document as the log holds it, under the keys of its sender: it has neither words nor name.
  private func document(of record: TraceRecord) -> [UInt8]? {
    guard let entry = entry(of: record.event), !entry.jsonKeys.isEmpty else { return nil }
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      for field in record.fields {
        let alias = entry.aliases.first { catalogue.name(of: $0.field) == field.name }?.key
        write(field, of: entry, as: alias ?? field.name, to: &writer)
      }
    }
    return writer.bytes
  }

  /// The record as a JSON object, with its time.
  package func json(of record: TraceRecord) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    let entry = entry(of: record.event)
    writer.object { writer in
      writer.member("event", record.jsonName ?? record.event)
      for field in record.fields { write(field, of: entry, as: field.name, to: &writer) }
      writer.member("timestamp", time: record.time)
    }
    return writer.bytes
  }

  private func write(
    _ field: TraceField, of entry: EventEntry?, as key: String, to writer: inout JSONWriter
  ) {
    switch field.value {
    case .text(let text): writer.member(key, text)
    case .int(let number): writer.member(key, number)
    case .bool(let truth): writer.member(key, truth)
    case .instant(let instant): writer.member(key, time: instant)
    case .duration(let micros):
      let type = entry?.fields.first { catalogue.name(of: $0.name) == field.name }
      // Only the words of a text count minutes.
      let unit = type?.unit == .milliseconds ? DurationUnit.milliseconds : .seconds
      writer.member(key, Self.number(micros, unit))
    case .age(let micros): writer.member(key, micros / .second)
    }
  }
}

extension [UInt8] {
  /// Takes off ` (` or `: ` before a list that has no elements.
  fileprivate mutating func removeListOpening() {
    while let last,
      last == UInt8(ascii: " ") || last == UInt8(ascii: "(") || last == UInt8(ascii: ":")
    {
      removeLast()
    }
  }
}
