internal import RuleLanguage

/// A schedule that was stored for another time.
struct Move: Sendable, Codable {
  /// The cycle that it was of, and the one that it is of now, each with its first event: slots are
  /// used again.
  let from, to: Place
  let time: Int64?
  let sequence: Int64

  struct Place: Sendable, Codable {
    let slot: Int32
    let firstSequence: Int64
  }
}

/// Changes of the time zone, and what they moved.
///
/// A change of the zone moves no notification (S4:60-62): what moves by whole quarters of an hour
/// beside one was moved by it, whatever the log calls it, and not by the user.
struct ZoneMoves: Sendable, Codable {
  /// A line that tells of a change of the time zone.
  private struct Change: Sendable, Codable {
    let time: Int64?
    let sequence: Int64
    /// The plugin says that its schedule did not change.
    let deniesMove: Bool

    func isBeside(_ time: Int64?, _ sequence: Int64) -> Bool {
      if let time, let other = self.time {
        return Cycle.span(from: other, to: time).map { $0.magnitude <= ZoneMoves.burst } ?? false
      }
      return (sequence - self.sequence).magnitude <= ZoneMoves.burstEvents
    }
  }

  /// The change that the schedule has to outlive.
  private var change: Change?
  private var lastMove: Move?
  /// The zone that the device was last said to be in.
  private var lastZone: String?

  /// How far apart the change of the zone and the storing of what it moved may lie.
  private static let burst: Int64 = 60_000_000
  /// The same, in events, where lines have no times.
  private static let burstEvents: Int64 = 8

  /// Remembers a change of the zone.
  ///
  /// - Returns: What was moved just before, which the change answers for.
  mutating func note(_ event: ScopedEvent) -> Move? {
    let change = Change(
      time: event.knownTime, sequence: event.sequence, deniesMove: event.part == .timezoneNoted)
    self.change = change
    guard let move = lastMove, change.isBeside(move.time, move.sequence) else { return nil }
    lastMove = nil
    return move
  }

  mutating func note(_ move: Move) { lastMove = move }

  /// Forgets the change: the user schedules anew.
  mutating func forgetChange() { change = nil }

  /// Forgets the change where a schedule begins that cannot be its doing.
  mutating func forgetChange(atSchedule event: ScopedEvent) {
    if let change, !change.isBeside(event.knownTime, event.sequence) { self.change = nil }
  }

  /// Whether a change answers for what an event stores. What the plugin denies to have moved it
  /// answers for until something is scheduled anew.
  func answers(for event: ScopedEvent) -> Bool {
    guard let change else { return false }
    return change.deniesMove || change.isBeside(event.knownTime, event.sequence)
  }

  /// Whether two times lie as far apart as two zones may.
  static func mayBeZone(from old: Int64, to new: Int64) -> Bool {
    let (shift, overflow) = new.subtractingReportingOverflow(old)
    return !overflow && shift != 0 && shift % Correlator.zoneStep == 0
      && shift.magnitude <= Correlator.widestZoneShift
  }

  /// Whether an event tells of a change of the zone.
  mutating func isChange(
    _ event: ScopedEvent, _ known: KnownEvents, in store: borrowing EventStore
  ) -> Bool {
    if event.part == .timezoneNoted { return true }
    if event.kind == known.faultInjected {
      return store.isWord("timezone_change", known.kindName, event)
    }
    guard event.kind == known.environment, let zone = store.string(known.timezone, event) else {
      return false
    }
    defer { lastZone = zone }
    return lastZone.map { $0 != zone } ?? false
  }
}

extension Correlator {
  /// Remembers a change of the zone, and takes back what it moved just before.
  mutating func noteZoneChange(_ event: ScopedEvent) {
    guard zoneMoves.isChange(event, known, in: store) else { return }
    if let time = event.knownTime, !event.event.timeGaps.isDisjoint(with: .lineZones) {
      times.resolver.noteJump(at: time)
    }
    guard let move = zoneMoves.note(event) else { return }
    let (old, new) = (move.from.slot, move.to.slot)
    guard cycleBook[old].firstSequence == move.from.firstSequence, cycleBook[old].schedule.isMoved,
      cycleBook[new].firstSequence == move.to.firstSequence,
      let planned = cycleBook[old].notificationTime, let time = cycleBook[new].notificationTime,
      ZoneMoves.mayBeZone(from: planned, to: time)
    else { return }
    cycleBook[new].schedule.shift = time &- planned
    cycleBook[old].schedule.isMoved = false
    cycleBook[old].task.isCancelled = false
    cycleBook[old].schedule.isCancelled = false
    cycleBook[old].takenBy = nil
  }
}
