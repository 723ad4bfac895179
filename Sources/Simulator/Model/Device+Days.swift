// The course of the days.
extension Device {
  /// Lives through a day on which nothing is injected: scheduling, prefetch, delivery.
  mutating func liveThroughDay(_ day: Int) {
    liveThroughDay(day, beforeTask: { _ in }, beforeDelivery: { _ in })
  }

  /// Lives through a day with something that happens before its prefetch or its notification.
  mutating func liveThroughDay(
    _ day: Int, beforeTask: (inout Device) -> Void,
    beforeDelivery: (inout Device) -> Void = { _ in }
  ) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    rest()
    beforeTask(&self)
    runTask()
    if !isAlive {
      // The handler died; the user opens the app again.
      pass(5000...30_000)
      launch()
    }
    beforeDelivery(&self)
    fireNotification()
    closeDay()
  }

  /// Schedules some days at once; then each day has its prefetch and its delivery.
  mutating func liveScheduledAhead(days scheduled: Int) {
    for day in 0..<scheduled {
      scheduleNotification(at: notificationTime(onDay: day))
      pass(3000...20_000)
    }
    for _ in 0..<days {
      rest()
      runTask()
      fireNotification()
      closeDay()
    }
  }

  /// Opens the app in the hour before the prefetch; it may still be running.
  mutating func openApp(onDay day: Int) {
    let early = random.number(in: 20...55) * .minute
    if day > 0 { wait(until: notificationTime(onDay: day) - lead - early) }
    if !isAlive || !random.isOne(in: 3) || hasLaunchFault { launch() }
    pass(500...9000)
  }

  private var hasLaunchFault: Bool {
    [.registrationMissing, .registrationLate, .startupMissing].contains { faults.contains($0) }
  }

  /// Lets some time pass after the notification; the system may end the app.
  mutating func closeDay() {
    pass(1000...20_000)
    let outcome = trace.cycles.last?.outcome
    if outcome == .notDelivered || outcome == .excused {
      // The user opens the app, having waited for the notification.
      pass(240_000...600_000)
      launch()
    }
    if random.isOne(in: 3) { end() }
  }

  /// Lives through the days, of which the seed chooses some, at least one, for what is special.
  mutating func live(from first: Int = 0, _ special: (inout Device, Int) -> Void) {
    let certain = random.number(in: Int64(first)...Int64(max(first, days - 1)))
    for day in first..<max(first, days) {
      if random.isOne(in: 3) || Int64(day) == certain {
        special(&self, day)
      } else {
        liveThroughDay(day)
      }
    }
  }

  /// Lives through the days with a plugin that errs on some of them.
  mutating func live(
    from first: Int = 0, erring fault: Injected, _ special: (inout Device, Int) -> Void
  ) {
    live(from: first) { device, day in
      device.faults = [fault]
      special(&device, day)
      device.faults = []
      device.plugin.miscounts = PluginState.Counters()
    }
  }
}
