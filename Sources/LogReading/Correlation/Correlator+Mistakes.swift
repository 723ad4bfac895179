internal import RuleLanguage
internal import TextWriting

// A record in JSON says of each value what it is, so it is held to what the catalogue says: what a
// member is not is told as an event behind its record.
extension Correlator {
  /// How a member of a record is wrong, by the words of the plan.catalogue.
  private enum Mistake: String {
    /// It is not there.
    case missing
    /// It is of another type.
    case type
    /// It is none of the words that it may be.
    case choice
    /// It is a time, and not in UTC.
    case zone
    /// It is another time than that of the notification.
    case schedule
    /// It is an id that no line of the notification has.
    case id
  }

  /// Whether an event is held to its types: a record in JSON, and what lines of text tell to scripts,
  /// the samples of counters and the summary of a cycle.
  @inline(__always)
  func isHeldToTypes(_ event: ScopedEvent) -> Bool {
    event.event.form == .json || event.kind == known.telemetry || event.part == .cycleComplete
  }

  /// Hands on an event of its own behind a record for each member that is not as it should be.
  ///
  /// Most records have none, and of those only the states of their fields are looked at.
  mutating func tellMistakes(of event: ScopedEvent) {
    guard known.recordMistake.rawValue != .max else { return }
    // The form of its records is asked for where it lies: a copy counts its references.
    let kind = Int(event.kind.rawValue)
    // Of other events, rules ask whether an instant is in UTC.
    let mustBeUTC = plan.records[kind].timesAreTexts && event.event.isPrescribed
    for index in 0..<Int(event.event.fieldCount) {
      // What is told takes room in the store, so each is looked up anew.
      let first = store.firstField(of: event)
      guard first >= 0 else { return }
      let field = store.field(at: first + index)
      if field.state == .malformed || field.state == .misformed {
        tell(.type, field, of: event)
      } else if field.state == .zoneless || field.state == .offset && mustBeUTC {
        tell(.zone, field, of: event)
      } else if field.state == .value, field.type == .string, isOtherWord(field, of: event) {
        tell(.choice, field, of: event)
      }
    }
    tellTime(of: event)
    if isOfOtherNotification(event), let field = store.field(known.scheduledFor, of: event),
      let due = cycleBook[event.cycle].notificationTime
    {
      tell(.schedule, field, of: event, wanted: InstantText.iso(due))
    }
    if let other = otherId(in: event), let field = store.field(other.member, of: event) {
      tell(.id, field, of: event, wanted: other.wanted)
    }
    guard event.event.isPrescribed || event.part == .cycleComplete else { return }
    for requirement in plan.records[kind].required {
      let isTold = requirement.fields.contains { store.field($0, of: event) != nil }
      if isTold { continue }
      let entries = plan.catalogue[event.kind].fields.filter {
        requirement.fields.contains($0.name)
      }
      let names = entries.map { plan.catalogue.name(of: $0.name) }.joined(separator: " or ")
      tell(
        .missing, names, key: names, found: "nothing", wanted: entries.first?.wanted ?? "",
        of: event)
    }
  }

  private func isOtherWord(_ field: Field, of event: ScopedEvent) -> Bool {
    let choices = plan.records[Int(event.kind.rawValue)].choices
    guard let choice = choices.first(where: { $0.name == field.name }),
      store.holdsText(at: event.text)
    else { return false }
    return !choice.words.contains { store.hasText($0.span, in: field, of: event) }
  }

  /// Whether a record of a fetch names another time than that of the notification it is for.
  private func isOfOtherNotification(_ event: ScopedEvent) -> Bool {
    guard event.part == .fetchSuccess || event.part == .fetchFailure, event.cycle >= 0,
      let due = cycleBook[event.cycle].notificationTime,
      let told = store.field(known.scheduledFor, of: event),
      told.state == .value || told.state == .offset || told.state == .misformed
    else { return false }
    let (distance, overflows) = told.value.subtractingReportingOverflow(due)
    // One form of a time may be in whole seconds.
    return overflows || distance.magnitude >= 1_000_000
  }

  /// The id by which a summary, or the record of a fetch, names another notification than the one whose
  /// lines it stands among; nil where it names that, or where they have none.
  func otherId(in event: ScopedEvent) -> (member: FieldName, wanted: String)? {
    guard event.cycle >= 0 else { return nil }
    let cycle = Int(event.cycle)
    let member: FieldName
    let own: String?
    if event.part == .cycleComplete {
      (member, own) = (known.notificationId, cycleBook[cycle].notificationId)
    } else if event.part == .fetchSuccess, event.event.form == .json {
      (member, own) = (known.scheduleId, cycleBook[cycle].scheduleId)
    } else {
      return nil
    }
    guard let own, let id = store.string(member, event), !cycleBook[cycle].ids.contains(id) else {
      return nil
    }
    return (member, own)
  }

  private mutating func tellTime(of event: ScopedEvent) {
    let found: String
    let mistake: Mistake
    switch event.event.recordTime {
    case .told: return
    case .none:
      guard event.event.isPrescribed else { return }
      (mistake, found) = (.missing, "nothing")
    case .offset: (mistake, found) = (.zone, "a time at another offset")
    case .zoneless: (mistake, found) = (.zone, "a time without a zone")
    case .number: (mistake, found) = (.type, "a number")
    case .unreadable: (mistake, found) = (.type, "no time")
    }
    tell(
      mistake, "timestamp", key: "timestamp", found: found, wanted: "a time in UTC with a Z",
      of: event)
  }

  private mutating func tell(
    _ mistake: Mistake, _ field: Field, of event: ScopedEvent, wanted: String? = nil
  ) {
    let entry = plan.catalogue[event.kind].fields.first { $0.name == field.name }
    let name = plan.catalogue.name(of: field.name)
    let isCounter = event.kind == known.telemetry && entry?.type == .int
    tell(
      mistake, name, key: store.key(of: field, in: event) ?? name,
      found: store.source(of: field, in: event),
      wanted: wanted ?? (isCounter ? "a whole number from 0 on" : entry?.wanted ?? ""), of: event)
  }

  private mutating func tell(
    _ mistake: Mistake, _ member: String, key: String, found: String, wanted: String,
    of event: ScopedEvent
  ) {
    let entry = plan.catalogue[event.kind]
    tell(
      known.recordMistake, behind: event,
      [
        (known.told, entry.name), (known.member, member), (known.key, key),
        (known.mistake, mistake.rawValue), (known.found, found), (known.wanted, wanted),
        (known.origin, entry.origin == .seed ? "seed" : "proposed"),
      ])
  }
}

extension EventStore {
  /// A value as the record has it, with the quotes of a text; cut where it is long.
  fileprivate func source(of field: Field, in event: ScopedEvent) -> String {
    let text = text(of: field, in: event)
    let shown = text.utf8.count <= 48 ? text : String(text.prefix(47)) + "…"
    let before = event.text + Int64(field.start) - 1
    let isQuoted = field.start > 0 && bytes(at: before, count: 1)?.first == UInt8(ascii: "\"")
    return isQuoted ? "\"\(shown)\"" : shown
  }

  /// The key that a value stands behind, in quotes or as the name of a sample; nil for a value that was
  /// copied from its place.
  fileprivate func key(of field: Field, in event: ScopedEvent) -> String? {
    let count = min(Int(field.start), 96)
    let place = event.text + Int64(field.start) - Int64(count)
    guard let before = bytes(at: place, count: count).map(Array.init) else { return nil }
    let isText = event.event.form == .text
    let marks = Array((isText ? " =:" : " \":").utf8)
    guard let last = before.lastIndex(where: { !marks.contains($0) }) else { return nil }
    let behind = before[(last + 1)...]
    guard isText ? !behind.isEmpty : behind.first == UInt8(ascii: "\"") && behind.count > 1 else {
      return nil
    }
    let openers = Array((isText ? " (," : "\"").utf8)
    let opener = before[..<last].indices.last { index in
      openers.contains(before[index])
        && (index == before.startIndex || before[index - 1] != UInt8(ascii: "\\"))
    }
    guard let start = opener.map({ $0 + 1 }) ?? (isText ? 0 : nil) else { return nil }
    let key = before[start...last].filter { $0 != UInt8(ascii: "\\") }
    return String(decoding: key, as: UTF8.self)
  }
}
