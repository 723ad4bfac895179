// The background task that the system did not run in time.
extension Device {
  /// The time after its earliest begin from which a task counts as missed.
  static let taskWindow = 15 * Int64.minute

  /// Looks at set-up whether the task is overdue, and submits it again.
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
    scheduleWithTask(at: next)
  }

  /// Schedules a notification with its prefetch, and keeps what a start needs to look after both.
  mutating func scheduleWithTask(at time: Int64) {
    scheduleNotification(at: time)
    recovery.taskBegin = plugin.outstandingTask
    guard let id = trace.cycles.last?.scheduleId else { return }
    recovery.notifications.append(
      StateSnapshot.StoredNotification(
        id: id, scheduledTime: time, createdAt: now, updatedAt: now))
    recovery.pending.append(StateSnapshot.Pending(id: id, nextTriggerAt: time, repeats: false))
  }

  /// Runs the task in time; its content stays in the store.
  mutating func runTaskInTime() {
    runTask()
    recovery.taskBegin = nil
    guard let cycle = trace.cycles.last else { return }
    recovery.cache = [
      StateSnapshot.Cached(
        scheduleId: cycle.scheduleId, payload: content(for: cycle).body, fetchedAt: now, ttl: .day)
    ]
  }

  /// Fires the notification that is due while the app runs, so its row says so at once.
  mutating func showWithContent() {
    guard let due = recovery.pending.first else { return }
    fireNotification()
    recovery.pending.removeFirst()
    recovery.delivered.append(StateSnapshot.Delivered(id: due.id, deliveredAt: now))
    for row in recovery.notifications.indices where recovery.notifications[row].id == due.id {
      recovery.notifications[row].status = .delivered
    }
  }

  private var nextNotification: Int64 {
    var next = firstNotification
    while next - lead <= now { next += .day }
    return next
  }
}
