internal import TextWriting

// The search for missed notifications on iOS: the store against the notification centre's lists.
extension Device {
  static let reminderId = "reminder-daily"

  /// Sets up reminders before the log begins: one that repeats, one for later.
  mutating func setUpReminders() {
    add(Self.reminderId, at: firstNotification + .hour, repeats: true)
    add("reminder-later", at: firstNotification + Int64(days + 2) * .day, repeats: false)
  }

  /// Stores a reminder and hands it to the notification centre; neither leaves a line.
  mutating func add(_ id: String, at time: Int64, repeats: Bool) {
    recovery.notifications.append(
      StateSnapshot.StoredNotification(
        id: id, scheduledTime: time, repeats: repeats, createdAt: now, updatedAt: now))
    recovery.pending.append(
      StateSnapshot.Pending(id: id, nextTriggerAt: time, repeats: repeats))
  }

  /// Lets the notification centre show what is due, without a line: no code of the plugin runs.
  mutating func showReminders(until instant: Int64) {
    for index in recovery.pending.indices {
      while recovery.pending[index].nextTriggerAt <= instant {
        let due = recovery.pending[index].nextTriggerAt
        recovery.delivered.removeAll { $0.id == recovery.pending[index].id }
        recovery.delivered.append(
          StateSnapshot.Delivered(id: recovery.pending[index].id, deliveredAt: due))
        guard recovery.pending[index].repeats else { break }
        recovery.pending[index].nextTriggerAt += .day
      }
    }
    recovery.pending.removeAll { $0.nextTriggerAt <= instant }
    wait(until: instant)
  }

  /// Opens the app after its process ended: it registers, loads and looks for missed things.
  mutating func openAppOnPhone() {
    isAlive = false
    pass(300...900)
    startProcess()
    plugin.counters = PluginState.Counters()
    log(
      "app_launch", ["start": .text("cold"), "cause": .text("user"), "platform": .text("ios")])
    pass(100...300)
    log("bgtask_register", ["taskId": .text(PluginState.taskId)])
    pass(120...500)
    log("plugin_load")
    pass(40...250)
    log("storage_ready", ["backend": .text("coredata")])
    let isLate = errs(.launchRecoveryLate)
    if !isLate { recoverOnPhone() }
    pass(40...200)
    let hasPending = !plugin.pending.isEmpty || !recovery.pending.isEmpty
    log("plugin_startup", ["hasPendingSchedules": .bool(hasPending)])
    guard isLate else { return }
    pass(20_000...50_000)
    recoverOnPhone()
  }

  private mutating func recoverOnPhone() {
    checkTask()
    if errs(.onlyTaskChecked) {
      // Today's plugin does this: the task is looked at, notifications are not.
    } else {
      recoverNotifications()
    }
  }

  /// Compares what is stored, pending and delivered.
  private mutating func recoverNotifications() {
    pass(30...300)
    log("recovery_begin", ["trigger": .text(RecoveryState.Trigger.cold.rawValue)])
    let isSilent = errs(.threeWayCompareMissing)
    if !isSilent { compareNotifications() }
    var tally = RecoveryState.Tally()
    for index in recovery.notifications.indices
    where recovery.notifications[index].scheduledTime < now
      && recovery.notifications[index].status == .pending
    {
      let id = recovery.notifications[index].id
      if recovery.delivered.contains(where: { $0.id == id }) {
        setStatus(.delivered, of: id)
        moveOn(index)
      } else {
        recoverMissedNotification(index, &tally)
      }
    }
    for index in recovery.notifications.indices where isLost(index) {
      if tally.handled.contains(recovery.notifications[index].id) { continue }
      if errs(.lostNotRescheduled) { continue }
      putBack(index, cause: "future", &tally)
    }
    if !isSilent { compareNotifications() }
    tally.verified = Int64(recovery.pending.count)
    endRecovery(tally)
    // The app clears what the user has seen by opening it.
    recovery.delivered = []
  }

  private func isLost(_ index: Int) -> Bool {
    let row = recovery.notifications[index]
    return row.scheduledTime >= now && !recovery.pending.contains { $0.id == row.id }
  }

  private mutating func recoverMissedNotification(
    _ index: Int, _ tally: inout RecoveryState.Tally
  ) {
    let row = recovery.notifications[index]
    tally.missed += 1
    tally.handled.append(row.id)
    if errs(.missedNotificationIgnored) {
      // Counted, and nobody is told.
    } else {
      for _ in 0..<(errs(.missedNotificationTwice) ? 2 : 1) {
        pass(5...60)
        log(
          "missed_detected",
          [
            "kind": .text("notification"), "notificationId": .text(row.id),
            "scheduledTime": .instant(row.scheduledTime),
            "lateSeconds": .duration(now - row.scheduledTime),
          ])
      }
    }
    setStatus(.missed, of: row.id)
    guard row.repeats else { return }
    moveOn(index)
    if errs(.missedRepeatNotRescheduled) { return }
    putBack(index, cause: "missed_repeat", &tally)
  }

  /// Sets the next time of a notification that repeats.
  private mutating func moveOn(_ index: Int) {
    guard recovery.notifications[index].repeats else { return }
    recovery.notifications[index].status = .pending
    while recovery.notifications[index].scheduledTime <= now {
      recovery.notifications[index].scheduledTime += .day
    }
  }

  private mutating func putBack(
    _ index: Int, cause: String, _ tally: inout RecoveryState.Tally
  ) {
    let row = recovery.notifications[index]
    pass(5...50)
    recovery.pending.removeAll { $0.id == row.id }
    recovery.pending.append(
      StateSnapshot.Pending(id: row.id, nextTriggerAt: row.scheduledTime, repeats: row.repeats))
    tally.rescheduled += 1
    log(
      "alarm_rescheduled",
      [
        "kind": .text("notify"), "scheduleId": .text(row.id),
        "nextRunAt": .instant(row.scheduledTime), "cause": .text(cause),
      ])
  }

  private mutating func compareNotifications() {
    pass(10...80)
    log(
      "state_compare",
      [
        "db": .int(Int64(recovery.notifications.count)),
        "pending": .int(Int64(recovery.pending.count)),
        "delivered": .int(Int64(recovery.delivered.count)),
      ])
  }
}
