// Mishaps of a device in several scenarios.
extension Device {
  /// Brings the network back, and logs it as the tester does.
  mutating func restoreNetwork() {
    guard world.network == .down else { return }
    pass(200...4000)
    world.network = .up
    tell(["network": .text("wifi")])
  }

  mutating func grantNotifications() {
    pass(4000...30_000)
    world.mayNotify = true
    tell(["notificationPermission": .text("granted")])
  }

  /// Takes the permission back, as the user does between prefetch and notification.
  mutating func revoke(noting injected: Injected) {
    inject("permission_revoked")
    note(injected)
    world.mayNotify = false
  }

  /// Tampers with the stored content, as the harness does.
  mutating func corruptCache(noting injected: Injected? = nil) {
    inject("cache_corrupt")
    if let injected { note(injected) }
    for index in plugin.cache.indices { plugin.cache[index].isCorrupt = true }
  }

  /// Moves the device to another zone, which the plugin notices.
  mutating func travel() {
    let zones: [(name: String, minutes: Int64)] = [
      ("Asia/Manila", 480), ("America/Bogota", -300), ("Africa/Lagos", 60), ("UTC", 0),
    ]
    let others = zones.filter { $0.minutes * .minute != zone.offset(at: now) }
    guard let next = random.pick(others) else { return }
    moveToZone(minutes: next.minutes, named: next.name)
    if !isAlive { launch() }
    noteZone()
  }

  /// Calls five times in a row for one notification, as the app does.
  mutating func callFiveTimes(onDay day: Int) {
    let replacesTask = random.isOne(in: 2)
    scheduleNotification(at: notificationTime(onDay: day))
    let cycle = trace.cycles.count - 1
    for _ in 0..<4 { repeatCall(of: cycle, replacesTask: replacesTask) }
  }

  /// Lives through a day on which the handler sleeps until the system ends its time.
  mutating func liveThroughSleep(_ day: Int, noting injected: Injected? = nil) {
    // The half minute of a task must lie before the notification.
    lead = max(lead, 240 * .second)
    liveThroughDay(day) { device in
      device.inject("sleep", parameters: "40s")
      if let injected { device.note(injected) }
      device.world.handlerSleeps = true
    }
    world.handlerSleeps = false
  }

  /// Lives through a day with a notification every hour, of which five find the network down.
  mutating func liveThroughFiveFailures(_ day: Int) {
    openApp(onDay: day)
    note(.repeatedFailures)
    world.network = .down
    let first = notificationTime(onDay: day)
    for hour in 0..<Int64(5) {
      let gap = max(.hour, 2 * lead)
      if hour > 0 { pass(60_000...90_000) }
      let id = "notif-\(day)-\(hour)"
      scheduleNotification(at: first + hour * gap, id: id)
      runTask()
      fireNotification()
    }
    world.network = .up
    closeDay()
  }
}
