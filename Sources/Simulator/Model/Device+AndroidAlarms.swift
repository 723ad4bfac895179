internal import TextWriting

// An Android phone: schedules in a database, alarms held by the system, and actions of the user and
// the system on both.
extension Device {
  /// Sets up schedules before the log begins, with their alarms.
  mutating func setUpSchedules() {
    let morning = firstNotification
    recovery.schedules = [
      daily("fetch-morning", .fetch, at: morning - lead),
      daily("notify-morning", .notify, at: morning),
      daily("notify-evening", .notify, at: morning + 10 * .hour),
      StateSnapshot.Schedule(
        id: "notify-once", kind: .notify, nextRunAt: morning + Int64(days + 2) * .day + 3 * .hour),
      StateSnapshot.Schedule(
        id: "notify-old", kind: .notify, isEnabled: false, nextRunAt: morning + 4 * .hour),
    ]
    for index in recovery.schedules.indices where recovery.schedules[index].isEnabled {
      setAlarm(index)
      storeNotification(index)
    }
  }

  private func daily(
    _ id: String, _ kind: StateSnapshot.Schedule.Kind, at time: Int64
  ) -> StateSnapshot.Schedule {
    let wall = WallClock(time + zone.offset(at: time))
    let clock = NumberText.padded(wall.hour, to: 2) + ":" + NumberText.padded(wall.minute, to: 2)
    return StateSnapshot.Schedule(id: id, kind: kind, clockTime: clock, nextRunAt: time)
  }

  /// Hands a schedule's next run to the system; an alarm of that schedule makes room for it.
  mutating func setAlarm(_ index: Int) {
    let schedule = recovery.schedules[index]
    recovery.alarms.removeAll { $0.scheduleId == schedule.id }
    recovery.alarms.append(
      StateSnapshot.Alarm(scheduleId: schedule.id, triggerAt: schedule.nextRunAt))
  }

  /// Stores the notification of a schedule's next run.
  mutating func storeNotification(_ index: Int) {
    let schedule = recovery.schedules[index]
    guard schedule.kind == .notify else { return }
    recovery.notifications.append(
      StateSnapshot.StoredNotification(
        id: notificationId(of: schedule), scheduledTime: schedule.nextRunAt,
        scheduleId: schedule.id, createdAt: now, updatedAt: now))
  }

  func notificationId(of schedule: StateSnapshot.Schedule) -> String {
    schedule.id + "-" + InstantText.date(schedule.nextRunAt)
  }

  /// Moves a schedule to its next run after now; one that runs once is over.
  mutating func advance(_ index: Int) {
    guard recovery.schedules[index].clockTime != nil else {
      recovery.schedules[index].isEnabled = false
      return
    }
    while recovery.schedules[index].nextRunAt <= now { recovery.schedules[index].nextRunAt += .day }
    storeNotification(index)
  }

  /// Changes the stored status of the notification of a schedule's present run.
  mutating func setStatus(
    _ status: StateSnapshot.StoredNotification.Status, ofSchedule index: Int
  ) {
    let schedule = recovery.schedules[index]
    guard schedule.kind == .notify else { return }
    setStatus(status, of: notificationId(of: schedule))
  }

  mutating func setStatus(_ status: StateSnapshot.StoredNotification.Status, of id: String) {
    guard let row = recovery.notifications.firstIndex(where: { $0.id == id }) else { return }
    pass(2...15)
    recovery.notifications[row].status = status
    recovery.notifications[row].updatedAt = now
    if status == .delivered { recovery.notifications[row].lastDeliveryAttempt = now }
    log(
      "delivery_status",
      ["notificationId": .text(id), "deliveryStatus": .text(status.rawValue)])
  }

  // MARK: What the system does

  /// Lets the alarms go off that are due up to an instant.
  mutating func live(until instant: Int64) {
    while let next = recovery.alarms.min(by: { $0.triggerAt < $1.triggerAt }),
      next.triggerAt <= instant
    {
      wait(until: next.triggerAt)
      pass(5...900)
      recovery.alarms.removeAll { $0.scheduleId == next.scheduleId }
      fire(next)
    }
    wait(until: instant)
  }

  private mutating func fire(_ alarm: StateSnapshot.Alarm) {
    let index = recovery.schedules.firstIndex { $0.id == alarm.scheduleId }
    guard let index else { return }
    let isNew = !isAlive
    if isNew {
      startProcess()
      log("app_launch", ["cause": .text("alarm"), "platform": .text("android")])
      pass(60...300)
    }
    log(
      "alarm_fired",
      ["scheduleId": .text(alarm.scheduleId), "scheduledTime": .instant(alarm.triggerAt)])
    recovery.schedules[index].lastRunAt = now
    if recovery.schedules[index].kind == .fetch { storeContent(of: recovery.schedules[index]) }
    setStatus(.delivered, ofSchedule: index)
    advance(index)
    if recovery.schedules[index].isEnabled { setAlarm(index) }
    // A process that came for an alarm is not kept for long.
    if isNew { isAlive = false }
  }

  /// Stores what a fetch brought, which leaves no line.
  private mutating func storeContent(of schedule: StateSnapshot.Schedule) {
    recovery.cache = [
      StateSnapshot.Cached(
        scheduleId: schedule.id, payload: "{\"items\":[]}", fetchedAt: now, ttl: .day)
    ]
  }

  /// Starts a new process, of which nothing is logged yet.
  mutating func startProcess() {
    isAlive = true
    recovery.isStopped = false
    recovery.hasOtherAlarms = true
    process.pid += Int32(random.number(in: 7...400))
    process.tid = process.pid + Int32(random.number(in: 3...40))
  }

  /// Turns the phone off for a while, which loses every alarm, and on again.
  mutating func reboot(at instant: Int64, downFor length: Int64) {
    wait(until: instant + length)
    isAlive = false
    loseAlarms()
    recovery.hasRebooted = true
    process.boot += 1
    process.pid = Int32(random.number(in: 900...2400))
    process.tid = process.pid
    log("device_reboot")
  }

  /// Tells the plugin of the start, as the system does; after a force stop it may not.
  mutating func receiveBoot() {
    pass(9000...30_000)
    if errs(.bootWithoutRecovery) { return }
    startProcess()
    log("app_launch", ["cause": .text("boot"), "platform": .text("android")])
    pass(80...300)
    log("storage_ready", ["backend": .text("room")])
    let trigger = errs(.rebootTakenForForceStop) ? RecoveryState.Trigger.forceStop : .boot
    recoverAlarms(trigger)
    // It comes twice where the receiver also hears of the start before the phone is unlocked.
    if errs(.bootRecoveryTwice) { recoverAlarms(.boot) }
    isAlive = false
  }

  // MARK: What the user does

  mutating func goToBackground() {
    pass(20_000...90_000)
    log("app_state", ["state": .text("background")])
  }

  /// Swipes the app away, as the user does; its process may live on.
  mutating func swipeAway() {
    pass(2000...20_000)
    log("app_state", ["state": .text("swiped"), "by": .text("user")], tag: "DNP-TEST")
    if !random.isOne(in: 3) { isAlive = false }
    if errs(.swipeCancelsAlarms) {
      loseAlarms()
      isAlive = false
    }
  }

  /// Stops the app for good in the settings, as the user does; the system drops its alarms.
  mutating func forceStop() {
    pass(2000...20_000)
    log("app_state", ["state": .text("force_stopped"), "by": .text("user")], tag: "DNP-TEST")
    isAlive = false
    loseAlarms()
    recovery.isStopped = true
  }

  /// Loses every alarm to the system.
  mutating func loseAlarms() {
    recovery.alarms = []
    recovery.takenAt = now
    recovery.hasOtherAlarms = false
  }
}
