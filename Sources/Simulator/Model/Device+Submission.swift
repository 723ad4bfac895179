// The background task on its way to the system.
extension Device {
  /// Submits the task for the first notification that waits for its prefetch.
  ///
  /// There is one active task: the one that is outstanding makes room for it.
  /// - Parameter call: The cycle of the schedule call that leads here.
  mutating func submitTask(forCall call: Int? = nil) {
    let isLatest = call != nil && plugin.waiting.count > 1 && errs(.laterTaskReplacesEarlier)
    guard let first = isLatest ? call : plugin.waiting.first else { return }
    let target = trace.cycles[first]
    guard let begin = beginDate(for: target) else {
      plugin.waiting.removeAll { $0 == first }
      return
    }
    replaceOutstanding(cause: "replace")
    announceTask(at: begin, for: first)
    if plugin.habits.logsPlan, first == call, begin == target.notificationTime - lead,
      lead % .minute == 0
    {
      pass(5...30)
      log(
        "prefetch_planned",
        [
          "leadSeconds": .duration(lead), "notificationTime": .instant(target.notificationTime),
        ], cycle: first)
    }
    pass(10...60)
    if isRefused() { return }
    log("bgtask_scheduled", Self.submission(begin), cycle: first)
    plugin.outstandingTask = begin
    plugin.counters.scheduled += 1
    reportCounters()
  }

  mutating func announceTask(at begin: Int64, for cycle: Int? = nil) {
    log("bgtask_submit", Self.submission(begin), cycle: cycle)
  }

  static func submission(_ begin: Int64) -> KeyValuePairs<String, TraceValue> {
    ["kind": .text("refresh"), "earliestBeginDate": .instant(begin)]
  }

  /// Takes back the outstanding task, if there is one.
  mutating func replaceOutstanding(cause: String) {
    guard plugin.outstandingTask != nil else { return }
    if !errs(.outstandingTaskKept) {
      log("bgtask_cancelled", ["taskId": .text(PluginState.taskId), "cause": .text(cause)])
    }
    plugin.outstandingTask = nil
    pass(5...40)
  }

  /// Returns the task's earliest begin: the lead before the notification, yet not within a minute.
  private mutating func beginDate(for target: TruthCycle) -> Int64? {
    let wanted = target.notificationTime - lead
    if wanted >= now + .minute {
      if errs(.beginDateAnHourOff) { return wanted - .hour }
      return errs(.leadNotKept) ? wanted - .minute : wanted
    }
    if errs(.leadNotCapped) { return wanted }
    if plugin.habits.disablesShortLeads {
      log("prefetch_disabled", ["reason": .text("too_soon")])
      return nil
    }
    if !errs(.leadCappedSilently) {
      log("lead_capped", ["minLeadSeconds": .duration(.minute)])
      pass(5...30)
    }
    let begin = now + .minute
    return begin + (.second - begin % .second)
  }

  /// Whether the system refuses the submission; logs the line about it.
  private mutating func isRefused() -> Bool {
    let domain = TraceValue.text("BGTaskSchedulerErrorDomain")
    if errs(.tooManyTasks) {
      log("bgtask_submit_failed", ["domain": domain, "code": .int(2)])
    } else if errs(.taskNotPermitted) {
      log("bgtask_submit_failed", ["domain": domain, "code": .int(3)])
    } else if world.isSimulator {
      log("bgtask_submit_failed", ["domain": domain, "code": .int(1)])
      pass(1...10)
      log("bgtask_submit_failed", ["expected": .bool(true)])
    } else if !world.backgroundRefresh {
      log(
        "bgtask_submit_failed",
        ["domain": domain, "code": .int(1), "codeName": .text("notPermitted")])
    } else {
      return false
    }
    plugin.refusals += 1
    reportCounters()
    return true
  }
}
