internal import LogReading
internal import RunReport

// The lines of a recovery.
extension ScenarioCollector {
  /// Behind its launch a recovery may begin so late, and instants of lines differ from those in them by
  /// so much: as in the packs on recovery.
  static let recoveryLimit: Int64 = 60_000_000
  static let clockTolerance: Int64 = 2_000_000

  mutating func beginRecovery(_ trigger: String?, _ mark: ScenarioMark) {
    // The look for a missed task is none for alarms or notifications.
    if trigger == "bgtask_setup" { return }
    finishRecovery()
    let kind: SeenRecovery.Trigger =
      switch trigger {
      case "cold": .cold
      case "warm": .warm
      case "boot": .boot
      case "force_stop": .forceStop
      default: .unknown
      }
    begin(kind, mark)
  }

  private mutating func begin(_ trigger: SeenRecovery.Trigger, _ mark: ScenarioMark) {
    tellsRecovery = true
    isAppKnown = isAppKnown || trigger != .boot
    var seen = SeenRecovery(trigger, begin: mark)
    if trigger == .boot {
      // The receiver may be called before and after the user unlocks the device.
      if booted == mark.segment, reboot?.boot != nil || reboot == nil {
        owner = .repeated
      } else {
        if reboot == nil || reboot?.boot != nil { beginBoot(at: mark, isAnnotated: false) }
        owner = .boot
        booted = mark.segment
      }
    } else if let open = start, open.begin.segment == mark.segment {
      owner = .start
      seen.isUnclear = open.isUnclear
      seen.isLate = mark.span(since: open.begin).map { $0 > Self.recoveryLimit } ?? false
      if open.form == .unknown || open.form == .loaded, trigger != .unknown {
        start?.form = trigger == .warm ? .warm : .cold
      }
    } else if trigger == .forceStop, start == nil, let reboot, reboot.boot == nil,
      reboot.opening == nil
    {
      // The receiver takes the start of the device for a force stop.
      owner = .boot
      booted = mark.segment
    } else if start == nil, recovered == mark.segment, trigger != .warm {
      owner = .repeated
    } else {
      begin(Start(form: trigger == .warm ? .warm : .cold, begin: mark, last: mark.time))
      owner = .start
    }
    recovery = seen
  }

  mutating func compare(_ comparison: RecoveryCounts.Comparison, _ mark: ScenarioMark) {
    if comparison.pending != nil { isPhone = isPhone ?? true }
    if comparison.active != nil { isPhone = isPhone ?? false }
    tellsRecovery = true
    guard recovery != nil else { return }
    if recovery?.firstSet == nil, recovery?.before == nil {
      recovery?.before = comparison
      recovery?.compared = mark
      noteDelivered(comparison, mark)
    } else {
      recovery?.after = comparison
      if recovery?.compared == nil { recovery?.compared = mark }
    }
  }

  /// On a phone a notification is shown without a line of the plugin, and stands in a list behind that.
  private mutating func noteDelivered(
    _ comparison: RecoveryCounts.Comparison, _ mark: ScenarioMark
  ) {
    guard owner == .start, isPhone == true, let delivered = comparison.delivered, delivered > 0
    else {
      return
    }
    if swipe?.fired == nil { swipe?.fired = mark }
    if reboot?.fired == nil { reboot?.fired = mark }
  }

  mutating func noteStopDetected(_ mark: ScenarioMark) {
    isPhone = isPhone ?? false
    if recovery == nil { begin(.forceStop, mark) }
    if recovery?.detected == nil { recovery?.detected = mark }
    if owner == .start { noteUnseenStop(mark) }
  }

  /// Takes a force stop that only the plugin tells of, unless something else explains what it found.
  private mutating func noteUnseenStop(_ mark: ScenarioMark) {
    if stop != nil { return }
    if let reboot, reboot.boot?.end == nil {
      self.reboot?.takenForStop = reboot.takenForStop ?? mark
      return
    }
    // Then the row of the swipe tells that no alarm was left.
    if swipe != nil, swipe?.fired == nil { return }
    var unseen = Pending(begin: mark, isAnnotated: false)
    unseen.opening = start
    stop = unseen
    start?.isAfterStop = true
  }

  mutating func noteMissed(_ kind: String?, _ due: Int64?, _ mark: ScenarioMark) {
    if kind == "bgtask" {
      recovery?.tasks += 1
      return
    }
    tellsRecovery = true
    if recovery == nil { return }
    recovery?.told += 1
    if recovery?.firstMissed == nil { recovery?.firstMissed = mark }
    guard let due else { return }
    func isBehind(_ begin: ScenarioMark?) -> Bool { begin?.time.map { due > $0 } ?? false }
    if isBehind(swipe?.begin), swipe?.missed == nil { swipe?.missed = mark }
    if isBehind(stop?.begin), stop?.missed == nil { stop?.missed = mark }
    if isBehind(reboot?.begin), reboot?.missed == nil { reboot?.missed = mark }
    // The boot receiver came to its end behind this, and counted nothing.
    if owner == .start, let end = reboot?.boot?.end?.time, reboot?.boot?.missed == 0,
      end.subtractingReportingOverflow(due).partialValue > Self.clockTolerance, end > due
    {
      reboot?.boot?.overlooked = mark
    }
  }

  mutating func noteRescheduled(
    _ kind: String?, _ id: String?, _ next: Int64?, _ cause: String?, _ mark: ScenarioMark,
    _ isComparable: Bool
  ) {
    if kind == "bgtask" { return }
    tellsRecovery = true
    if owner == .boot, kind == "notify", let begin = recovery?.begin.time,
      let boot = reboot?.begin.time, recovery?.lost == nil,
      plans.contains(where: { $0.id == id && $0.due > boot && $0.due < begin - Self.clockTolerance }
      )
    {
      if isComparable { recovery?.lost = mark } else { recovery?.mayBeLost = true }
    }
    recovery?.set += 1
    if cause == "missed_repeat" { recovery?.repeats += 1 }
    if recovery?.firstSet == nil { recovery?.firstSet = mark }
    if kind == "notify", let id, let next { plan(id, next) }
  }

  mutating func endRecovery(_ counts: RecoveryCounts, _ mark: ScenarioMark) {
    tellsRecovery = true
    if recovery == nil {
      // A plugin may tell of a recovery by its end alone, with the kind of start.
      guard let scenario = counts.scenario?.lowercased() else { return }
      let trigger: SeenRecovery.Trigger =
        if scenario.hasPrefix("boot") {
          .boot
        } else if scenario.hasPrefix("force") {
          .forceStop
        } else if scenario.hasPrefix("warm") {
          .warm
        } else {
          scenario.hasPrefix("cold") ? .cold : .unknown
        }
      // Nothing was to do, at a start of any kind.
      if trigger == .unknown, start == nil { return }
      begin(trigger, mark)
    }
    recovery?.counts = counts
    recovery?.end = mark
    finishRecovery()
  }

  /// Hands a recovery to what it belongs to, whether it came to its end or not.
  mutating func finishRecovery() {
    guard let seen = recovery else { return }
    recovery = nil
    defer { owner = .none }
    switch owner {
    case .none, .repeated: return
    case .boot: reboot?.boot = seen
    case .start:
      if seen.detectsStop { noteUnseenStop(seen.detected ?? seen.begin) }
      recovered = start?.begin.segment
      settleStart(seen)
    }
  }
}
