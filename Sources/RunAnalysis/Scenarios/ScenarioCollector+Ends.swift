internal import LogReading
internal import RunReport

// Scenarios come to their ends, and to rows.
extension ScenarioCollector {
  /// Ends the run, and returns the rows of all scenarios that it showed.
  ///
  /// - Parameter isAsked: The run is judged as one whose log tells of recoveries.
  mutating func finish(at last: Int64?, isAsked: Bool) -> [ScenarioSummary] {
    if isAsked { tellsRecovery = true }
    if let last { start?.last = last }
    closeAll(at: last)
    // A plugin that logs its fetcher has no line for a recovery that finds nothing to do.
    if hasFetcher { silent.removeAll { $0.kind == .coldStart || $0.kind == .warmStart } }
    if !tellsRecovery {
      for index in silent.indices {
        silent[index].doubt(
          "No line tells of a recovery at all: use --profile android-recovery if some should.")
      }
    }
    if tellsRecovery || isTested { rows = ScenarioSummary.merged(rows, silent) }
    silent = []
    return rows
  }

  /// Ends the log here and goes on with another one: what stood in between is lost.
  mutating func breakOff() {
    start?.hasEnded = true
    closeAll(at: nil)
    recovered = nil
    booted = nil
    received = nil
    leftAt = nil
    isAppKnown = false
    plans = []
  }

  private mutating func closeAll(at last: Int64?) {
    finishRecovery()
    settleStart()
    closeSwipe(at: last)
    closeReboot(at: last)
    closeStop(nil, nil)
  }

  mutating func add(_ row: ScenarioSummary) { rows = ScenarioSummary.merged(rows, [row]) }

  private mutating func addSilent(_ row: ScenarioSummary) {
    silent = ScenarioSummary.merged(silent, [row])
  }

  // MARK: Doubt

  /// What stood fast before a part of the log.
  struct Checkpoint: Codable {
    fileprivate var rows, silent: [ScenarioSummary]
    fileprivate var tellsRecovery: Bool
  }

  var checkpoint: Checkpoint {
    Checkpoint(rows: rows, silent: silent, tellsRecovery: tellsRecovery)
  }

  /// Takes back what was found since a checkpoint: any line from there on may be wrong.
  mutating func doubt(since before: Checkpoint) {
    let found = rows
    rows = before.rows
    silent = before.silent
    tellsRecovery = before.tellsRecovery
    for row in found {
      let known = before.rows.first { $0.kind == row.kind }?.times.all ?? 0
      guard row.times.all > known else { continue }
      add(
        ScenarioSummary(
          row.kind, .inconclusive, observed: "Any line that shows it may be wrong",
          remark: "The checksum of that part of the log is another one.",
          times: row.times.all - known))
    }
  }

  // MARK: Starts

  /// Ends a start of the app: its recovery is over, or something else begins.
  mutating func settleStart(_ given: SeenRecovery? = nil) {
    var seen = given
    if seen == nil, owner == .start {
      seen = recovery
      recovery = nil
      owner = .none
    }
    guard let open = start else { return }
    start = nil
    if open.isAfterStop {
      closeStop(open, seen)
    } else if let row = row(of: open, seen) {
      if seen == nil { addSilent(row) } else { add(row) }
    }
    // What is set anew says nothing of what was set before; else it may still go off.
    let isSet = seen.map { $0.setAgain > 0 } ?? false
    if swipe?.opening?.begin == open.begin { swipe?.recovery = seen }
    if swipe?.opening != nil, isSet || swipe?.fired != nil || swipe?.missed != nil { closeSwipe() }
    if reboot?.opening?.begin == open.begin { reboot?.recovery = seen }
    let isOver = isPhone != true || reboot?.fired != nil || reboot?.missed != nil
    if reboot?.opening != nil, isSet || isOver { closeReboot() }
  }

  // MARK: The others

  mutating func closeSwipe(at last: Int64? = nil) {
    guard let swipe else { return }
    self.swipe = nil
    // An app that the user ended and that has nothing to show is no case of this table.
    if swipe.isOnlyEnd, !tellsRecovery, swipe.due == nil, swipe.fired == nil { return }
    add(row(ofSwipe: swipe, last))
  }

  mutating func closeReboot(at last: Int64? = nil) {
    if owner == .boot { finishRecovery() }
    guard let reboot else { return }
    self.reboot = nil
    // Without a word of the plugin nobody knows which system it is.
    guard let isPhone else {
      if reboot.boot != nil { add(row(ofDeviceReboot: reboot)) }
      return
    }
    if isPhone { return add(row(ofPhoneReboot: reboot, last)) }
    isTested = true
    if reboot.boot == nil, reboot.takenForStop == nil {
      addSilent(row(ofDeviceReboot: reboot))
    } else {
      add(row(ofDeviceReboot: reboot))
    }
  }

  mutating func closeStop(_ opening: Start?, _ seen: SeenRecovery?) {
    guard let stop else { return }
    self.stop = nil
    let row = row(ofStop: stop, opening, seen)
    if opening != nil, seen == nil { addSilent(row) } else { add(row) }
    if let seen, let recovery = self.row(ofStopRecovery: stop, seen) { add(recovery) }
  }
}
