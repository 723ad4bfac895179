// The background task that the system did not run in time.
extension Device {
  /// A task counts as missed so long after its earliest begin.
  static let taskWindow = 15 * Int64.minute

  /// At set-up the plugin looks whether its task is overdue, and submits it again.
  mutating func checkTask() {
    guard let begin = recovery.taskBegin else { return }
    let isMissed = now - begin > Self.taskWindow
    let isWrong = isMissed ? errs(.missedTaskIgnored) : begin < now && errs(.taskMissedTooEarly)
    pass(20...200)
    log("recovery_begin", ["trigger": .text(RecoveryState.Trigger.taskSetup.rawValue)])
    var tally = RecoveryState.Tally()
    if isMissed != isWrong {
      pass(5...40)
      tally.missed = 1
      log(
        "missed_detected",
        [
          "kind": .text("bgtask"), "taskId": .text(PluginState.taskId),
          "scheduledTime": .instant(begin), "lateSeconds": .duration(now - begin),
        ])
      recovery.taskBegin = nil
      if !errs(.missedTaskNotResubmitted) {
        tally.rescheduled = 1
        submitMissedTask()
      }
    }
    endRecovery(tally)
  }

  /// Submits the task for the next notification that the plugin serves.
  private mutating func submitMissedTask() {
    let next = nextNotification
    pass(5...40)
    log(
      "alarm_rescheduled",
      [
        "kind": .text("bgtask"), "nextRunAt": .instant(next - lead),
        "cause": .text("missed_bgtask"),
      ])
    scheduleNotification(at: next)
    recovery.taskBegin = plugin.outstandingTask
  }

  private var nextNotification: Int64 {
    var next = firstNotification
    while next - lead <= now { next += .day }
    return next
  }
}
