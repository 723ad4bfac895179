internal import TextWriting

// Scheduling a notification and its prefetch.
extension Device {
  /// Asks for a notification, as the app does; the plugin schedules it with its prefetch.
  mutating func scheduleNotification(at time: Int64, id: String? = nil) {
    pass(40...200)
    guard world.mayNotify else {
      refuseSchedule(at: time)
      return
    }
    let cycle = addCycle(at: time, id: id ?? "notif-" + InstantText.date(time))
    logSchedule(of: cycle)
  }

  /// Makes a cycle that waits for its prefetch and its notification.
  private mutating func addCycle(at time: Int64, id: String) -> Int {
    let cycle = trace.cycles.count
    trace.cycles.append(TruthCycle(scheduleId: id, notificationTime: time))
    plugin.pending.append(cycle)
    plugin.waiting.append(cycle)
    plugin.pending.sort { trace.cycles[$0].notificationTime < trace.cycles[$1].notificationTime }
    plugin.waiting.sort { trace.cycles[$0].notificationTime < trace.cycles[$1].notificationTime }
    return cycle
  }

  /// Logs the schedule stage of a cycle.
  private mutating func logSchedule(of cycle: Int) {
    let handled = plugin.currentCycle
    plugin.currentCycle = cycle
    let target = trace.cycles[cycle]
    log("prefetch_schedule_begin", ["notificationTime": .instant(target.notificationTime)])
    pass(20...120)
    if errs(.taskNotSubmitted) {
      plugin.waiting.removeAll { $0 == cycle }
    } else {
      submitTask(forCall: cycle)
    }
    pass(20...90)
    log("notification_scheduling", ["notificationTime": .instant(target.notificationTime)])
    pass(20...90)
    persist(target)
    hashSchedule(of: cycle, phase: "schedule")
    if isExecuting { plugin.currentCycle = handled }
  }

  private mutating func persist(_ target: TruthCycle) {
    if !world.canWriteStorage || errs(.scheduleNotPersisted) {
      world.canWriteStorage = false
      log(
        "plugin_error",
        ["component": .text("storage"), "message": .text("database is locked")],
        tag: "DNP-STORAGE")
      return
    }
    log("schedule_persisted", ["scheduleId": .text(target.scheduleId), "type": .text("DAILY")])
  }

  /// Logs the hash over what was scheduled; a task that runs for it logs it again.
  mutating func hashSchedule(of cycle: Int, phase: String, id: String? = nil) {
    guard plugin.habits.hashesSchedules else { return }
    let target = trace.cycles[cycle]
    let isExecution = phase == "execute"
    let id = id ?? target.scheduleId
    let words = "\(InstantText.iso(target.notificationTime))|\(lead / .second)|\(id)"
    let differs = isExecution && errs(.scheduleHashMismatch)
    pass(2...20)
    log(
      "schedule_hash",
      [
        "phase": .text(phase), "scheduleId": .text(id),
        "notificationTime": .instant(target.notificationTime), "leadSeconds": .duration(lead),
        "algo": .text("md5"), "hash": .text(Digest.md5(differs ? words + "|" : words)),
      ], tag: isExecution ? "DNP-FETCH" : "DNP-SCHEDULER")
  }

  /// Refuses the call because the user does not allow notifications.
  private mutating func refuseSchedule(at time: Int64) {
    plugin.currentCycle = nil
    let method = TraceValue.text("scheduleDailyNotification")
    log("permission_denied", ["method": method, "permission": .text("notifications")])
    pass(5...30)
    log(
      "plugin_call",
      ["method": method, "outcome": .text("error"), "error": .text("notifications_denied")])
    if errs(.refusedYetSubmitted) {
      pass(10...60)
      announceTask(at: time - lead)
      plugin.counters.scheduled += 1
      pass(10...60)
      log("bgtask_scheduled", Self.submission(time - lead))
    }
  }

  /// Calls again for a notification that is scheduled, as the app does.
  ///
  /// - Parameter replacesTask: This build replaces the task by the same again.
  mutating func repeatCall(of cycle: Int, replacesTask: Bool) {
    pass(30...150)
    if errs(.repeatedCallsAccepted) {
      announceTask(at: plugin.outstandingTask ?? now)
      pass(10...60)
      plugin.counters.scheduled += 1
      log("bgtask_scheduled", Self.submission(plugin.outstandingTask ?? now))
    } else if replacesTask {
      logSchedule(of: cycle)
    } else {
      log(
        "plugin_call",
        ["method": .text("scheduleDailyNotification"), "outcome": .text("ok")])
    }
  }
}
