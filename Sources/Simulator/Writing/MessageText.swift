internal import LogReading
package import RuleLanguage
internal import TextWriting

/// A writer of records in the words that the catalogue gives for their events.
///
/// It writes what the recogniser reads: a new wording in `rules/catalog` is written as well as read
/// without a change here. Codes aside, which stand in the place of the tag that is written here.
package struct MessageText: Sendable {
  private var kinds: [String: Int] = [:]
  private var events: [EventWords]

  package init(catalogue: Catalogue) {
    events = catalogue.events.map { EventWords($0, of: catalogue) }
    for (index, entry) in catalogue.events.enumerated() { kinds[entry.name] = index }
    for shape in catalogue.shapes where !shape.isAmbiguous && !shape.isCode {
      let kind = Int(shape.kind.rawValue)
      if kind < events.count { events[kind].add(shape, of: catalogue) }
    }
  }

  /// Returns the level of an event; nil for a name that the catalogue does not hold.
  package func level(of event: String) -> LogLevel? {
    kinds[event].map { events[$0].level }
  }

  /// Returns the tag of a record; empty for an event that carries none.
  package func tag(of record: TraceRecord) -> String {
    record.tag ?? kinds[record.event].map { events[$0].tag } ?? ""
  }

  /// Returns the record in words; one of the wordings that tell it best, if there are several.
  package func text(of record: TraceRecord, random: inout Random) -> [UInt8]? {
    guard let kind = kinds[record.event] else { return nil }
    if events[kind].isDocument { return document(of: record, as: events[kind]) }
    var best: [Int] = []
    var least = Int.max
    for (index, wording) in events[kind].wordings.enumerated() {
      guard let loss = wording.loss(for: record), loss <= least else { continue }
      if loss < least {
        best = [index]
        least = loss
      } else if let first = best.first, wording.sets == events[kind].wordings[first].sets {
        // Wordings that say different things of a field are not the same in other words.
        best.append(index)
      }
    }
    guard let chosen = random.pick(best) else { return nil }
    return write(record, as: events[kind].wordings[chosen], of: events[kind], random: &random)
  }

  private func write(
    _ record: TraceRecord, as wording: EventWords.Wording, of event: EventWords,
    random: inout Random
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(160)
    var isListEmpty = false
    for part in wording.parts {
      switch part {
      case .literal(let literal):
        // An empty list leaves its brackets out too.
        let closes = isListEmpty && literal.first == UInt8(ascii: ")")
        bytes += closes ? literal.dropFirst() : literal[...]
        isListEmpty = false
      case .field(let name, let unit):
        if let value = record[name] { bytes.append(value, unit: unit) }
      case .fields:
        isListEmpty = true
        for field in record.fields where !wording.tells(field.name) {
          if !isListEmpty { bytes.append(utf8: ", ") }
          isListEmpty = false
          let entry = event.field(field.name)
          bytes.append(utf8: random.pick(entry?.aliases ?? []) ?? field.name)
          bytes.append(UInt8(ascii: "="))
          bytes.append(field.value, unit: entry?.unit ?? .seconds)
        }
        if isListEmpty { bytes.removeListOpening() }
      case .samples: writeSamples(of: record, to: &bytes)
      }
    }
    return bytes
  }

  /// Writes samples of the counters; the first has its prefix already.
  private func writeSamples(of record: TraceRecord, to bytes: inout [UInt8]) {
    var prefix = ""
    for field in record.fields {
      guard let name = Self.samples.first(where: { $0.field == field.name })?.name else { continue }
      bytes.append(utf8: prefix)
      bytes.append(utf8: name)
      bytes.append(UInt8(ascii: " "))
      bytes.append(field.value, unit: .seconds)
      prefix = " dnp_prefetch_"
    }
  }

  /// The names of the counters in the Prometheus notation, behind their common prefix.
  private static let samples: [(field: String, name: String)] = [
    ("reportedScheduled", "scheduled_total"), ("reportedExecuted", "executed_total"),
    ("reportedSuccess", "success_total"),
    ("reportedFailureNetwork", "failure_total{reason=\"NETWORK\"}"),
    ("reportedFailureAuth", "failure_total{reason=\"AUTH\"}"),
    ("reportedFailureSystem", "failure_total{reason=\"SYSTEM\"}"),
    ("reportedFailureOther", "failure_total{reason=\"PERMISSIONS\"}"),
    ("reportedUsed", "used_for_notification_total"),
  ]

  /// Returns a document as the log holds it, under the keys of its sender.
  private func document(of record: TraceRecord, as event: EventWords) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      for field in record.fields {
        let entry = event.field(field.name)
        writer.member(entry?.aliases.first ?? field.name, field.value, of: entry)
      }
    }
    return writer.bytes
  }

  /// Returns the record as a JSON object, with its time.
  package func json(of record: TraceRecord) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    let event = kinds[record.event].map { events[$0] }
    writer.object { writer in
      writer.member("event", record.jsonName ?? record.event)
      for field in record.fields {
        let entry = event?.field(field.name)
        // A seed that gives the record gives its keys.
        let key = record.jsonName == nil ? field.name : entry?.aliases.first ?? field.name
        writer.member(key, field.value, of: entry)
      }
      for field in record.jsonFields { writer.member(field.name, field.value, of: nil) }
      if !record.jsonFields.contains(where: { $0.name == "timestamp" }) {
        writer.member("timestamp", time: record.time)
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func member(
    _ key: String, _ value: TraceValue, of field: EventWords.Field?
  ) {
    switch value {
    case .text(let text) where field?.isList == true:
      strings(key, text.split(separator: ",").map(String.init))
    case .text(let text): member(key, text)
    case .int(let number): member(key, number)
    case .bool(let truth): member(key, truth)
    case .instant(let instant): member(key, time: instant)
    // Only the words of a text count minutes.
    case .duration(let micros):
      member(key, micros / (field?.unit == .milliseconds ? .millisecond : .second))
    case .age(let micros): member(key, micros / .second)
    case .object(let fields):
      object(key) { writer in
        for field in fields { writer.member(field.name, field.value, of: nil) }
      }
    case .list(let texts): strings(key, texts)
    }
  }
}

extension [UInt8] {
  /// Appends a value as it stands in the plugin's text.
  fileprivate mutating func append(_ value: TraceValue, unit: DurationUnit) {
    switch value {
    case .text(let text): append(utf8: text)
    case .int(let number): append(number: number)
    case .bool(let truth): append(utf8: truth ? "true" : "false")
    case .instant(let instant): append(iso: instant)
    case .duration(let micros):
      switch unit {
      case .seconds: append(number: micros / .second)
      case .milliseconds: append(number: micros / .millisecond)
      case .minutes: append(number: micros / .minute)
      }
    case .age(let micros):
      append(number: micros / .second)
      append(UInt8(ascii: "s"))
    // No line of text tells such a value.
    case .object, .list: break
    }
  }

  /// Takes off ` (` or `: ` before a list that has no elements.
  fileprivate mutating func removeListOpening() {
    while let last,
      last == UInt8(ascii: " ") || last == UInt8(ascii: "(") || last == UInt8(ascii: ":")
    {
      removeLast()
    }
  }
}
