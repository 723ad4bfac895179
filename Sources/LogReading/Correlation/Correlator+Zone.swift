internal import RuleLanguage

/// A line that tells of a change of the time zone.
struct ZoneChange: Sendable {
  let time: Int64?
  let sequence: Int64
  /// The plugin says that its schedule did not change.
  let deniesMove: Bool
}

/// A schedule that was stored for another time.
struct Move: Sendable {
  /// The cycle that it was of, and the one that it is of now, each with its first event: slots are
  /// used again.
  let from, to: (slot: Int32, firstSequence: Int64)
  let time: Int64?
  let sequence: Int64
}

// A change of the time zone moves no notification (S4:60-62): what moves by whole quarters of an hour
// beside one was moved by it, whatever the log calls it, and not by the user.
extension Correlator {
  /// How far apart the change of the zone and the storing of what it moved may lie.
  private static let zoneBurst: Int64 = 60_000_000
  /// The same, in events, where lines have no times.
  private static let zoneBurstEvents: Int64 = 8

  /// Remembers a change of the zone, and takes back what it moved just before.
  mutating func noteZoneChange(_ event: ScopedEvent) {
    let deniesMove = event.part == .timezoneNoted
    guard deniesMove || isChangeOfZone(event) else { return }
    let change = ZoneChange(
      time: event.knownTime, sequence: event.sequence, deniesMove: deniesMove)
    zoneChange = change
    guard let move = lastMove, isBeside(move.time, move.sequence, change) else { return }
    lastMove = nil
    let (old, new) = (Int(move.from.slot), Int(move.to.slot))
    guard cycleBook[old].firstSequence == move.from.firstSequence, cycleBook[old].isMoved,
      cycleBook[new].firstSequence == move.to.firstSequence,
      let planned = cycleBook[old].notificationTime, let time = cycleBook[new].notificationTime,
      mayBeZone(from: planned, to: time)
    else { return }
    cycleBook[new].shift = time &- planned
    cycleBook[old].isMoved = false
    cycleBook[old].isTaskCancelled = false
    cycleBook[old].isCancelled = false
    cycleBook[old].takenBy = nil
  }

  /// Forgets the change of the zone: a call says that the user schedules anew.
  mutating func forgetZoneChange(atCall event: ScopedEvent) {
    if store.string(known.method, event)?.hasPrefix("schedule") == true { zoneChange = nil }
  }

  /// Forgets the change of the zone where a schedule begins that cannot be the zone's doing.
  mutating func forgetZoneChange(atSchedule event: ScopedEvent) {
    if let change = zoneChange, !isBeside(event.knownTime, event.sequence, change) {
      zoneChange = nil
    }
  }

  /// Whether a change of the zone answers for what an event stores. What the plugin denies to have
  /// moved it answers for until something is scheduled anew.
  func isInForce(_ change: ZoneChange, at event: ScopedEvent) -> Bool {
    change.deniesMove || isBeside(event.knownTime, event.sequence, change)
  }

  /// Whether two times lie as far apart as two zones may.
  func mayBeZone(from old: Int64, to new: Int64) -> Bool {
    let (shift, overflow) = new.subtractingReportingOverflow(old)
    return !overflow && shift != 0 && shift % Self.zoneStep == 0
      && shift.magnitude <= Self.widestZoneShift
  }

  private func isBeside(_ time: Int64?, _ sequence: Int64, _ change: ZoneChange) -> Bool {
    if let time, let other = change.time {
      return Cycle.span(from: other, to: time).map { $0.magnitude <= Self.zoneBurst } ?? false
    }
    return (sequence - change.sequence).magnitude <= Self.zoneBurstEvents
  }

  private mutating func isChangeOfZone(_ event: ScopedEvent) -> Bool {
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

extension Move {
  init(from old: Int32, to new: Int32, of event: ScopedEvent, in cycles: [Cycle]) {
    from = (old, cycles[Int(old)].firstSequence)
    to = (new, cycles[Int(new)].firstSequence)
    time = event.knownTime
    sequence = event.sequence
  }
}
