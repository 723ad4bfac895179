// The search for missed alarms on Android: the database against the system's alarms.
extension Device {
  /// Opens the app: a warm start where its process lives, else a cold one.
  mutating func openApp() {
    if isAlive { openWarm() } else { openCold() }
  }

  private mutating func openWarm() {
    pass(300...900)
    log("app_launch", ["start": .text("warm"), "cause": .text("user")])
    pass(20...90)
    log("app_state", ["state": .text("foreground")])
    if errs(.warmWithoutCheck) { return }
    recoverAlarms(errs(.forceStopInWarmStart) ? .forceStop : .warm)
  }

  private mutating func openCold() {
    pass(300...900)
    startProcess()
    log(
      "app_launch",
      ["start": .text("cold"), "cause": .text("user"), "platform": .text("android")])
    pass(150...600)
    if errs(.loadMissing) {
      // Nobody calls the plugin's load method, and yet its parts are at work.
    } else {
      log("plugin_load")
    }
    pass(40...250)
    let isEarly = errs(.recoveryBeforeStorage)
    if isEarly { recoverAfterLaunch() }
    log("storage_ready", ["backend": .text("room")])
    let isLate = errs(.recoveryLate)
    if !isEarly, !isLate { recoverAfterLaunch() }
    pass(40...200)
    log(
      "plugin_startup", ["hasPendingSchedules": .bool(recovery.schedules.contains { $0.isEnabled })]
    )
    guard isLate else { return }
    pass(75_000...240_000)
    recoverAfterLaunch()
  }

  private mutating func recoverAfterLaunch() {
    if errs(.recoveryMissing) { return }
    if errs(.warmRecoveryAfterColdStart) {
      recoverAlarms(.warm)
      return
    }
    var trigger = stoppedByForce ? RecoveryState.Trigger.forceStop : .cold
    if trigger == .forceStop, errs(.forceStopIgnored) { trigger = .cold }
    if trigger == .cold, !recovery.alarms.isEmpty, errs(.forceStopInvented) { trigger = .forceStop }
    recoverAlarms(trigger)
    if errs(.recoveryTwice) { recoverAlarms(trigger) }
  }

  /// Whether every alarm is gone though a schedule is still to run, and no reboot explains it.
  private var stoppedByForce: Bool {
    recovery.alarms.isEmpty && !recovery.hasRebooted
      && recovery.schedules.contains { $0.isEnabled && $0.nextRunAt >= now }
  }

  /// Finds what was missed, sets the alarms that are due, and compares both sides.
  mutating func recoverAlarms(_ trigger: RecoveryState.Trigger) {
    pass(30...400)
    log("recovery_begin", ["trigger": .text(trigger.rawValue)])
    let isSilent = errs(.compareMissing)
    if !isSilent { compareAlarms() }
    var tally = RecoveryState.Tally()
    if trigger == .forceStop {
      pass(5...40)
      log("force_stop_detected")
    }
    let stopsThere = trigger == .forceStop && errs(.forceStopWithoutRecovery)
    if !stopsThere {
      for index in recovery.schedules.indices where isMissed(index) {
        recoverMissed(index, trigger, &tally)
      }
      restoreFuture(trigger, &tally)
    }
    if !isSilent { compareAlarms() }
    tally.verified = Int64(recovery.alarms.count)
    endRecovery(tally)
    recovery.hasRebooted = false
  }

  private func isMissed(_ index: Int) -> Bool {
    recovery.schedules[index].isEnabled && recovery.schedules[index].nextRunAt < now
  }

  private mutating func recoverMissed(
    _ index: Int, _ trigger: RecoveryState.Trigger, _ tally: inout RecoveryState.Tally
  ) {
    if trigger == .boot, errs(.bootIgnoresMissed) { return }
    let due = recovery.schedules[index].nextRunAt
    tally.missed += 1
    tally.handled.append(recovery.schedules[index].id)
    let isNotify = recovery.schedules[index].kind == .notify
    let isOverlooked = isNotify && errs(.missOverlooked)
    if isOverlooked || isNotify && errs(.missedNotReported) {
      // Counted, and nobody is told.
    } else {
      logMissed(index, due: due)
    }
    if isOverlooked || errs(.statusNotUpdated) {
      // The row keeps its old status.
    } else {
      setStatus(.missed, ofSchedule: index)
    }
    if recovery.schedules[index].clockTime != nil, errs(.nextRunInThePast) {
      reschedule(index, cause: "missed_repeat", &tally)
      return
    }
    if errs(.nextRunKept) { return }
    advance(index)
    guard recovery.schedules[index].isEnabled else { return }
    if errs(.repeatNotRescheduled) { return }
    if trigger == .boot, recovery.schedules[index].kind == .fetch, errs(.bootRestoresNotifyOnly) {
      return
    }
    reschedule(index, cause: "missed_repeat", &tally)
  }

  private mutating func logMissed(_ index: Int, due: Int64) {
    for _ in 0..<(errs(.missedReportedTwice) ? 2 : 1) {
      pass(5...60)
      log(
        "missed_detected",
        [
          "kind": .text("alarm"), "scheduleId": .text(recovery.schedules[index].id),
          "scheduledTime": .instant(due), "lateSeconds": .duration(now - due),
        ])
    }
  }

  /// Sets the alarms of schedules that are still to run; on a warm start only those that are gone.
  private mutating func restoreFuture(
    _ trigger: RecoveryState.Trigger, _ tally: inout RecoveryState.Tally
  ) {
    let cause =
      switch trigger {
      case .boot: "boot"
      case .warm: "verify"
      default: "future"
      }
    let restoresAll = trigger == .boot && errs(.bootRestoresDisabled)
    for index in recovery.schedules.indices
    where recovery.schedules[index].isEnabled || restoresAll {
      let schedule = recovery.schedules[index]
      if tally.handled.contains(schedule.id) || isMissed(index) { continue }
      let isSet = recovery.alarms.contains { $0.scheduleId == schedule.id }
      if trigger == .warm, isSet { continue }
      if schedule.clockTime == nil, !isSet, errs(.futureNotRescheduled) { continue }
      if trigger == .warm { note(.alarmRepaired) }
      reschedule(index, cause: cause, &tally)
    }
  }

  private mutating func reschedule(
    _ index: Int, cause: String, _ tally: inout RecoveryState.Tally
  ) {
    pass(5...50)
    setAlarm(index)
    tally.rescheduled += 1
    let schedule = recovery.schedules[index]
    log(
      "alarm_rescheduled",
      [
        "kind": .text(schedule.kind.rawValue), "scheduleId": .text(schedule.id),
        "nextRunAt": .instant(schedule.nextRunAt), "cause": .text(cause),
      ])
  }

  private mutating func compareAlarms() {
    pass(10...80)
    let stored = recovery.schedules.count { $0.isEnabled }
    log(
      "state_compare",
      ["db": .int(Int64(stored)), "active": .int(Int64(recovery.alarms.count))])
  }

  mutating func endRecovery(_ tally: RecoveryState.Tally) {
    pass(5...40)
    log(
      "recovery_end",
      [
        "missed": .int(tally.missed), "rescheduled": .int(tally.rescheduled),
        "verified": .int(tally.verified), "errors": .int(0),
      ])
    recovery.recoveredAt = now
  }
}
