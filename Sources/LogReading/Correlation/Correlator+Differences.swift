internal import RuleLanguage

// The two records of one event must say the same of it: what they say otherwise is told as an event.
extension Correlator {
  /// What two records of an event say of one field.
  private struct Difference {
    let member: String
    let text: String
    let json: String
  }

  /// Hands on an event of its own behind a second record that says something else than the first.
  ///
  /// Only asked of second records, which are few, so what it takes does not matter.
  mutating func tellDifference(of event: ScopedEvent, from first: ScopedEvent) {
    guard known.twinDiffers.rawValue != .max,
      let difference = difference(first, event), !duplicates.mayBeOfAnother(event, first)
    else { return }
    tell(
      known.twinDiffers, behind: event,
      [
        (known.told, plan.catalogue.name(of: event.kind)), (known.member, difference.member),
        (known.textValue, difference.text), (known.jsonValue, difference.json),
      ])
  }

  /// Hands on an event that no line tells by itself, behind the one whose line it is about.
  mutating func tell(
    _ kind: EventKind, behind event: ScopedEvent, _ words: [(name: FieldName, word: String)]
  ) {
    let shown = event.shown
    let line = Array(store.bytes(at: shown.text, count: Int(shown.length)) ?? [])
    var scratch: [UInt8] = []
    var fields: [Field] = []
    for (name, word) in words {
      let start = UInt32(clamping: line.count + scratch.count)
      scratch += word.utf8
      fields.append(
        Field(name: name, type: .string, start: start, length: UInt32(clamping: word.utf8.count)))
    }
    var told = event
    told.event.kind = kind
    told.role = role(of: kind)
    told.event.textLength = UInt32(clamping: line.count)
    told.event.messageStart = 0
    told.event.messageLength = event.event.messageLength
    told.event.scratchLength = UInt32(clamping: scratch.count)
    told.event.fieldCount = UInt16(clamping: fields.count)
    told.phase = .none
    told.reason = .none
    keep(&told, line: line.span, scratch: scratch.span, fields: fields)
    if isHeard { tell(of: told, isTwin: false) }
    output.append(.event(told))
  }

  /// The first field of which both records say something, and not the same; nil where they name
  /// different things, and so are no records of one event.
  private func difference(_ first: ScopedEvent, _ second: ScopedEvent) -> Difference? {
    let entries = plan.catalogue[second.kind].fields
    var found: Difference?
    for entry in entries {
      guard let one = store.field(entry.name, of: first),
        let other = store.field(entry.name, of: second), one.type == other.type,
        differ(one, in: first, other, in: second)
      else { continue }
      if entry.name == known.scheduleId || entry.name == known.notificationId { return nil }
      // Words that are not given can say one thing in several ways.
      if entry.type == .string, entry.choices.isEmpty { continue }
      if found == nil {
        found = told(
          plan.catalogue.name(of: entry.name), (first, shown(one, of: entry, in: first)),
          (second, shown(other, of: entry, in: second)))
      }
    }
    return found ?? differenceOfReasons(first, second)
  }

  /// Whether a failure that had no answer, or a bad one, is told as one of the token, or the other
  /// way round. What else went wrong may be called by more than one word.
  private func differenceOfReasons(
    _ first: ScopedEvent, _ second: ScopedEvent
  ) -> Difference? {
    guard second.part == .fetchFailure else { return nil }
    let (one, other) = (toldReason(first), toldReason(second))
    guard [one, other] == [.network, .auth] || [one, other] == [.auth, .network] else { return nil }
    return told("reason", (first, one.name), (second, other.name))
  }

  private func told(
    _ member: String, _ one: (event: ScopedEvent, value: String),
    _ other: (event: ScopedEvent, value: String)
  ) -> Difference {
    one.event.event.form == .text
      ? Difference(member: member, text: one.value, json: other.value)
      : Difference(member: member, text: other.value, json: one.value)
  }

  /// Whether two values differ by more than the digits that a form writes.
  private func differ(
    _ one: Field, in first: ScopedEvent, _ other: Field, in second: ScopedEvent
  ) -> Bool {
    if let mine = one.instant, let theirs = other.instant {
      return one.state == .value && other.state == .value && Self.isApart(mine, theirs)
    }
    guard one.state == .value, other.state == .value else { return false }
    return switch one.type {
    case .string:
      store.text(of: one, in: first).lowercased() != store.text(of: other, in: second).lowercased()
    case .int, .bool: one.value != other.value
    case .duration: Self.isApart(one.value, other.value)
    default: false
    }
  }

  /// A second or more: a form may write whole ones only.
  private static func isApart(_ one: Int64, _ other: Int64) -> Bool {
    let (distance, overflows) = one.subtractingReportingOverflow(other)
    return overflows || distance.magnitude >= 1_000_000
  }

  /// A value as the report shows it.
  private func shown(_ field: Field, of entry: FieldEntry, in event: ScopedEvent) -> String {
    let text = store.text(of: field, in: event)
    if !text.isEmpty { return text }
    return field.type == .bool ? field.value == 0 ? "false" : "true" : "\(field.value)"
  }
}
