internal import LogReading
internal import RuleLanguage

// Lines without a zone are read as UTC where nothing tells it. What they come to beside an instant of
// the log may then be the assumption's doing, and proves nothing against the plugin.
extension Engine {
  /// Zones differ by whole quarters of an hour, from 12 hours behind UTC to 14 ahead.
  private static let quarter: Int64 = 900_000_000
  private static let quartersBehind = 48
  private static let quartersAhead = 56

  /// Whether a condition would have come to the other truth, had the lines been written in another
  /// zone; false where their zone is told, or the log has shown it. Whether it does later is known at
  /// its end.
  ///
  /// Only asked of what is about to count against the plugin, and of the moment at hand.
  mutating func restsOnZone(_ condition: Expression, _ index: Int?) -> Bool {
    guard correlator.clock.assumedZone, !correlator.showsZone, isOfWallClock(index),
      readsWallClock(condition), let holds = condition.isTrue(self)
    else { return false }
    defer { zoneShift = 0 }
    // The zone that made the difference before first: a log has one.
    for shift in [decisiveZone] + Self.zones where shift != 0 {
      zoneShift = shift
      if condition.isTrue(self) == !holds {
        decisiveZone = shift
        return true
      }
    }
    return false
  }

  /// Whether a condition holds the time of a line against an instant that was planned before the clock
  /// was set back.
  func restsOnEpoch(_ condition: Expression, _ index: Int) -> Bool {
    let cycle = cycle(of: instances[index].scope)
    return cycle >= 0 && correlator.cycles[Int(cycle)].sawClockStep && readsWallClock(condition)
  }

  /// By how much zones differ from UTC, the whole hours first: nearly all are such.
  private static let zones: [Int64] = [true, false].flatMap { isWhole in
    (-quartersAhead...quartersBehind).filter { $0 != 0 && ($0 % 4 == 0) == isWhole }
      .map { Int64($0) * quarter }
  }

  /// Whether it reads the time of a line beside an instant; to the times of two lines no zone matters.
  private func readsWallClock(_ condition: Expression) -> Bool {
    let references = condition.references
    let types = book.catalogue.fieldTypes
    return references.contains(where: Self.isWallClock)
      && (references.contains { Self.isInstant($0, types) }
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

  private static func isWallClock(_ reference: Reference) -> Bool {
    switch reference {
    case .candidateTime, .roleTime, .cycle(.handlerTime), .cycle(.deliveredTime),
      .cycle(.fetchTime):
      true
    default: false
    }
  }

  /// Whether all events that take part are of lines without a zone.
  private func isOfWallClock(_ index: Int?) -> Bool {
    if moment.hasCandidate, !candidateReference.lacksZone { return false }
    guard let index else { return true }
    return instances.witnesses(of: index).allSatisfy(\.event.lacksZone)
  }

  /// A value as it would be in the zone that is tried.
  func shifted(_ reference: Reference, _ value: Value) -> Value {
    guard case .instant(let time) = value, Self.isWallClock(reference) else { return value }
    return .instant(time &+ zoneShift)
  }
}
