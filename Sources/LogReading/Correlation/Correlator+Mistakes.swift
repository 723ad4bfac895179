internal import RuleLanguage
internal import TextWriting

// A record in JSON says of each value what it is, so it is held to what the catalogue says: what a
// member is not is told as an event behind its record.
extension Correlator {
  /// How a member of a record is wrong, by the words of the catalogue.
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
  }

  /// Hands on an event of its own behind a record for each member that is not as it should be.
  ///
  /// Most records have none, and of those only the states of their fields are looked at.
  mutating func tellMistakes(of event: ScopedEvent) {
    guard known.recordMistake.rawValue != .max else { return }
    let form = records[Int(event.kind.rawValue)]
    for index in 0..<Int(event.event.fieldCount) {
      // What is told takes room in the store, so each is looked up anew.
      let first = store.firstField(of: event)
      guard first >= 0 else { return }
      let field = store.field(at: first + index)
      if field.state == .malformed {
        tell(.type, field, of: event)
      } else if field.state == .zoneless {
        tell(.zone, field, of: event)
      } else if field.state == .value, field.type == .string, isOtherWord(field, of: event, form) {
        tell(.choice, field, of: event)
      }
    }
    tellTime(of: event)
    if isOfOtherNotification(event), let field = store.field(known.scheduledFor, of: event),
      let due = cycles[Int(event.cycle)].notificationTime
    {
      tell(.schedule, field, of: event, wanted: InstantText.iso(due))
    }
    guard event.event.isPrescribed else { return }
    for requirement in form.required {
      let isTold = requirement.fields.contains { store.field($0, of: event) != nil }
      if isTold { continue }
      let entries = catalogue[event.kind].fields.filter { requirement.fields.contains($0.name) }
      tell(
        .missing, entries.map { catalogue.name(of: $0.name) }.joined(separator: " or "),
        found: "nothing", wanted: entries.first?.wanted ?? "", of: event)
    }
  }

  private func isOtherWord(_ field: Field, of event: ScopedEvent, _ form: RecordForm) -> Bool {
    guard let choice = form.choices.first(where: { $0.name == field.name }),
      store.holdsText(at: event.text)
    else { return false }
    return !choice.words.contains { store.hasText($0.span, in: field, of: event) }
  }

  /// Whether a record of a fetch names another time than that of the notification it is for.
  private func isOfOtherNotification(_ event: ScopedEvent) -> Bool {
    guard event.kind == known.fetchSuccess || event.kind == known.fetchFailure, event.cycle >= 0,
      let due = cycles[Int(event.cycle)].notificationTime,
      let told = store.field(known.scheduledFor, of: event),
      told.state == .value || told.state == .offset
    else { return false }
    let (distance, overflows) = told.value.subtractingReportingOverflow(due)
    // One form of a time may be in whole seconds.
    return overflows || distance.magnitude >= 1_000_000
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
    case .unreadable: (mistake, found) = (.type, "no time")
    }
    tell(mistake, "timestamp", found: found, wanted: "a time in UTC with a Z", of: event)
  }

  private mutating func tell(
    _ mistake: Mistake, _ field: Field, of event: ScopedEvent, wanted: String? = nil
  ) {
    let entry = catalogue[event.kind].fields.first { $0.name == field.name }
    tell(
      mistake, catalogue.name(of: field.name), found: store.source(of: field, in: event),
      wanted: wanted ?? entry?.wanted ?? "a whole number", of: event)
  }

  private mutating func tell(
    _ mistake: Mistake, _ member: String, found: String, wanted: String, of event: ScopedEvent
  ) {
    let entry = catalogue[event.kind]
    tell(
      known.recordMistake, behind: event,
      [
        (known.told, entry.name), (known.member, member), (known.mistake, mistake.rawValue),
        (known.found, found), (known.wanted, wanted),
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
}
