package import LogReading
internal import RuleLanguage

/// What an outcome rests on that lines leave out of their times.
package struct ClockRest: Hashable, Sendable, Codable {
  /// Which of the gaps hold an instant and a line's time apart, or two lines' times, where it would have
  /// come out otherwise in another zone.
  package var zones: TimeGaps = []
  /// It holds times without a year against instants.
  package var year = false
  /// It would have come out otherwise if the clock had been set forward between two of its lines.
  package var summer = false

  /// Whether it rests on nothing but a change of the device's zone between two lines.
  package var isOfJump: Bool { zones == .jump && !summer && !year }

  /// The reason to leave it open, for what no line tells.
  func reason(_ open: TimeGaps) -> FindingReason? {
    if year, open.contains(.year) { return .yearAssumed }
    return summer || !zones.isDisjoint(with: open) ? .zoneAssumed : nil
  }
}

// Lines may leave out the year and the zone of their times. What these come to beside an instant of
// the log may then be the doing of what was taken for granted, and proves nothing. How far two of such
// times lie apart is known all the same, unless the device changed its zone between them. What the log tells
// is known at its end: see `openGaps`.
extension Engine {
  /// What the truth of a condition rests on.
  ///
  /// Only asked of what is about to count against the plugin, and of the moment at hand.
  mutating func rest(of condition: Expression, _ index: Int?) -> ClockRest {
    let gaps = gapsOfMoment(index)
    guard !gaps.all.isEmpty else { return ClockRest() }
    var rest = ClockRest()
    if !gaps.all.isDisjoint(with: .lineZones), turnsWithJump(condition) { rest.zones = .jump }
    guard readsWallClock(condition, isMixed: gaps.areMixed) else {
      rest.summer = gaps.all.contains(.zone) && turnsWithSummer(condition)
      return rest
    }
    rest.year = gaps.all.contains(.year) && facts.correlator.clock.year.isUnknown
    let zones = zones(of: gaps.all, until: span(of: condition)?.upperBound)
    guard !zones.isEmpty, let holds = condition.isTrue(facts) else { return rest }
    defer { facts.zone.shift = 0 }
    // The zone that made the difference before first: a log has one.
    for shift in [facts.zone.decisive] + Self.zones where shift != 0 {
      facts.zone.shift = shift
      if condition.isTrue(facts) == !holds {
        facts.zone.decisive = shift
        rest.zones.formUnion(zones)
        break
      }
    }
    return rest
  }

  /// What it rests on that something did not come: by what it was asked for, and until when.
  ///
  /// The event at hand takes part where it shows that the wait is over.
  mutating func restOfWait(_ index: Int, until deadline: Int64?, isAtScopeEnd: Bool) -> ClockRest {
    facts.consider(index, hasCandidate: !isAtScopeEnd)
    let gaps = gapsOfMoment(index)
    let rule = book.rules[Int(facts.instances[index].rule)]
    guard !gaps.all.isEmpty else { return ClockRest() }
    var rest = ClockRest()
    if !gaps.all.isDisjoint(with: .lineZones), expiresWithJump(index, deadline) {
      rest.zones = .jump
    }
    guard rule.waitConditions.contains(where: { readsWallClock($0, isMixed: gaps.areMixed) }) else {
      rest.summer = gaps.all.contains(.zone) && expiresWithSummer(index, deadline)
      return rest
    }
    rest.zones.formUnion(zones(of: gaps.all, until: facts.correlator.lastTime))
    rest.year = gaps.all.contains(.year) && facts.correlator.clock.year.isUnknown
    return rest
  }

  // Between two lines without a zone the clock may have been set forward by an hour, in the night, and
  // only the rules of a place tell whether it was. Where the device changed its zone, the clock may have
  // jumped by as much as zones differ, and nothing tells how far.

  private static let summer: Int64 = 3_600_000_000

  /// Whether a condition on the times of lines would have come out otherwise by such an hour.
  private mutating func turnsWithSummer(_ condition: Expression) -> Bool {
    guard let span = span(of: condition),
      facts.correlator.clock.mayMiss(Self.summer, between: span.lowerBound, and: span.upperBound)
    else { return false }
    return turns(condition, by: CollectionOfOne(-Self.summer), from: span.upperBound)
  }

  /// Whether it would have come out otherwise if the clock had not jumped, or by another span.
  private mutating func turnsWithJump(_ condition: Expression) -> Bool {
    guard !jumps.isEmpty, let span = span(of: condition),
      let jump = jumps.last(between: span.lowerBound, and: span.upperBound)
    else { return false }
    // A line that stands behind another was written later, whatever the clock shows.
    let shifts = Self.zones.filter { $0 >= span.lowerBound &- span.upperBound }
    return turns(condition, by: shifts, from: max(jump, span.lowerBound &+ 1))
  }

  /// Whether a condition would have come out otherwise if the lines from a time on had been written later
  /// by one of some spans.
  private mutating func turns(
    _ condition: Expression, by shifts: some Sequence<Int64>, from start: Int64
  ) -> Bool {
    guard let holds = condition.isTrue(facts) else { return false }
    defer { (facts.zone.shift, facts.zone.start) = (0, .min) }
    facts.zone.start = start
    return shifts.contains { shift in
      facts.zone.shift = shift
      return condition.isTrue(facts) == !holds
    }
  }

  /// The first and the last time of a line that a condition reads.
  private func span(of condition: Expression) -> ClosedRange<Int64>? {
    let times = condition.references.filter(\.isWallClock).compactMap { reference in
      if case .instant(let time) = facts.value(of: reference) { time } else { nil }
    }
    guard let first = times.min(), let last = times.max() else { return nil }
    return first...last
  }

  /// Whether a deadline would not be over yet by such an hour.
  private func expiresWithSummer(_ index: Int, _ deadline: Int64?) -> Bool {
    guard let wait = wait(of: index, deadline) else { return false }
    return wait.now &- Self.summer <= wait.deadline
      && facts.correlator.clock.mayMiss(Self.summer, between: wait.first, and: wait.now)
  }

  /// Whether it would not be over yet if the clock had not jumped.
  private func expiresWithJump(_ index: Int, _ deadline: Int64?) -> Bool {
    guard !jumps.isEmpty, let wait = wait(of: index, deadline) else { return false }
    return max(wait.first, wait.now &- Self.widest) <= wait.deadline
      && jumps.last(between: wait.first, and: wait.now) != nil
  }

  private func wait(
    of index: Int, _ deadline: Int64?
  ) -> (first: Int64, now: Int64, deadline: Int64)? {
    guard let deadline, let first = facts.instances.trigger(of: facts.instances[index])?.time,
      let now = facts.correlator.lastTime
    else { return nil }
    return (first, now, deadline)
  }

  /// The gaps that hold instants and lines apart; behind a jump the zone may be another one than before.
  private func zones(of gaps: TimeGaps, until last: Int64?) -> TimeGaps {
    let zones = gaps.intersection(.zones)
    guard !jumps.isEmpty, !zones.isDisjoint(with: .lineZones), let last else { return zones }
    return jumps.last(between: .min, and: last) == nil ? zones : zones.union(.jump)
  }

  private var jumps: ClockJumps { facts.correlator.clock.evidence.jumps }

  /// Whether a condition holds the time of a line against an instant that was planned before the clock
  /// was set back.
  func restsOnEpoch(_ condition: Expression, _ index: Int) -> Bool {
    let cycle = facts.cycle(of: facts.instances[index].scope)
    return cycle >= 0 && facts.correlator.cycles[Int(cycle)].sawClockStep
      && readsWallClock(condition, isMixed: false)
  }

  private static let widest = ZoneOffset.mostAhead + ZoneOffset.mostBehind

  /// By how much zones differ from each other, since an option may name any for any; the whole hours
  /// first: nearly all are such.
  private static let zones: [Int64] = {
    let quarter = ZoneOffset.quarter
    let all = (-widest / quarter...widest / quarter).map { $0 * quarter }
    let hours = all.filter { $0 % (4 * quarter) == 0 && $0 != 0 }
    return hours + all.filter { $0 % (4 * quarter) != 0 }
  }()

  /// Whether it reads the time of a line beside an instant; to the times of two lines no zone and no
  /// year matters, unless one of them tells it.
  private func readsWallClock(_ condition: Expression, isMixed: Bool) -> Bool {
    let references = condition.references
    let types = book.catalogue.fieldTypes
    return references.contains(where: \.isWallClock)
      && (isMixed || references.contains { Self.isInstant($0, types) }
        || condition.code.contains(.unary(.toInstant)))
  }

  /// Whether it is an instant that a line tells.
  private static func isInstant(_ reference: Reference, _ types: [FieldType]) -> Bool {
    switch reference {
    case .candidateField(let field), .roleField(_, let field):
      types[Int(field.rawValue)] == .instant
    case .cycle(.notificationTime), .cycle(.beginDate), .cycle(.replacedTime): true
    default: false
    }
  }

  /// What the times of the events that take part leave open: any of them, and whether others do not.
  private func gapsOfMoment(_ index: Int?) -> (all: TimeGaps, areMixed: Bool) {
    var all: TimeGaps = []
    var areMixed = false
    var first: TimeGaps?
    func note(_ event: EventReference) {
      guard event.time != nil else { return }
      all.formUnion(event.timeGaps)
      // The instants of its cycle may be those of another line.
      if event.cycle >= 0 {
        all.formUnion(facts.correlator.cycles[Int(event.cycle)].gaps.intersection(.instant))
      }
      let own = event.timeGaps.subtracting(.instant)
      if own != first ?? own { areMixed = true }
      first = first ?? own
    }
    if facts.moment.hasCandidate { note(facts.current.reference) }
    if let index { for witness in facts.instances.witnesses(of: index) { note(witness.event) } }
    return (all, areMixed)
  }

}

/// Another zone for the lines without one, while it is tried.
struct ZoneTrial: Sendable, Codable {
  /// How much later such lines are taken to be; 0 while none is tried.
  var shift: Int64 = 0
  /// The first time that is taken to be so.
  var start = Int64.min
  /// The zone that made a difference last; 0 for none yet.
  var decisive: Int64 = 0

  /// A value as it would be in that zone.
  func shifted(_ reference: Reference, _ value: Value) -> Value {
    guard case .instant(let time) = value, time >= start, reference.isWallClock else {
      return value
    }
    return .instant(time &+ shift)
  }
}

extension Reference {
  /// Whether it is the time of a line.
  fileprivate var isWallClock: Bool {
    switch self {
    case .candidateTime, .roleTime, .cycle(.handlerTime), .cycle(.deliveredTime),
      .cycle(.fetchTime):
      true
    default: false
    }
  }
}

extension Rule {
  /// The conditions that tell what it waits for, and until when.
  fileprivate var waitConditions: [Expression] {
    var list = patterns.compactMap(\.condition)
    if case .response(_, let steps, _) = obligation {
      list += steps.flatMap { [$0.within, $0.anchor] }.compactMap(\.self)
    }
    return list
  }
}
