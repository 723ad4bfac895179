// Days under bad conditions.
extension Device {
  /// Asks for a longer lead, as the app does, and says so.
  mutating func plan(lead wanted: Int64) {
    let longer = max(0, wanted - lead)
    lead += longer
    now -= longer
    plugin.habits.logsPlan = true
  }

  /// Lives through a day on which the tester sets conditions, and the system runs no task.
  mutating func liveUnder(
    _ conditions: KeyValuePairs<String, TraceValue>, _ injected: Injected, onDay day: Int,
    _ change: (inout Device) -> Void = { _ in }
  ) {
    openApp(onDay: day)
    tell(conditions)
    change(&self)
    note(injected)
    scheduleNotification(at: notificationTime(onDay: day))
    fireNotification()
    closeDay()
  }

  /// Lets the conditions hold for some minutes after the notification.
  mutating func relax() { pass(240_000...600_000) }

  /// Lives through a day on which the system runs the task some seconds after its begin.
  mutating func liveThroughLateTask(_ day: Int, after delay: ClosedRange<Int64>) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    runTask(after: delay)
    fireNotification()
    closeDay()
  }

  /// Lives through a day on which the user ends the app; the system shows the notification without
  /// it.
  mutating func liveThroughForceQuit(_ day: Int, noting injected: Injected? = nil) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    if let injected { note(injected) }
    forceQuit()
    fireNotification()
    // The user opens the app by it, which shows that it was there.
    trace.cycles[trace.cycles.count - 1].outcome = .fallback
    pass(300_000...7_200_000)
    let cycle = trace.cycles[trace.cycles.count - 1]
    launch(.notification)
    logOpening(of: cycle)
    // The user reads on; the log shows what the launch did and did not do.
    pass(60_000...180_000)
    rest()
  }

  private mutating func logOpening(of cycle: TruthCycle) {
    pass(20...200)
    log(
      "notification_interaction",
      ["notificationId": .text(cycle.scheduleId), "action": .text("tapped")])
  }

  /// Lives through a day on which the system ends the app between prefetch and notification.
  mutating func liveThroughDeadApp(_ day: Int, _ injected: Injected, isOpened: Bool) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    runTask()
    end()
    note(injected)
    fireNotification()
    pass(300_000...7_200_000)
    launch(isOpened ? .notification : .user)
    guard isOpened else { return }
    let cycle = trace.cycles.count - 1
    logOpening(of: trace.cycles[cycle])
    pass(20...200)
    trace.cycles[cycle].outcome = .usedPrefetch
    plugin.counters.used += 1
    logSummary(of: cycle, true, true)
    plugin.fetched.removeAll { $0 == cycle }
  }

  /// Lives through a day on which the device starts again before the notification.
  mutating func liveThroughReboot(_ day: Int, noting injected: Injected? = nil) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    if let injected { note(injected) }
    reboot()
    launch()
    let cycle = plugin.waiting.first
    plugin.currentCycle = cycle
    runTask()
    fireNotification()
    closeDay()
  }

  /// Lives through a day on which the tasks of two notifications run within a minute.
  mutating func liveThroughBatch(_ day: Int) {
    let first = notificationTime(onDay: day)
    openApp(onDay: day)
    scheduleNotification(at: first)
    pass(3000...20_000)
    let id = trace.cycles[trace.cycles.count - 1].scheduleId + "-b"
    scheduleNotification(at: first + .minute, id: id)
    runTask(after: 200...240)
    note(.batching)
    runTask(after: 200...240)
    fireNotification()
    fireNotification()
    closeDay()
  }

  /// Lives through days of which the first changes the clocks shortly before its notification.
  mutating func liveThroughChange(noting injected: Injected) {
    tell(["timezone": .text("America/New_York"), "dstTransition": .bool(true)])
    for day in 0..<days {
      if day == 0 { note(injected) }
      liveThroughDay(day)
    }
  }
}
