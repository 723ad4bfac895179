extension Scenario {
  static let healthy = [
    Scenario(
      "happy", "Every day the prefetch runs in time and the notification uses it",
      source: "S4:376-476", in: .healthy
    ) { device in
      device.launch()
      for day in 0..<device.days { device.liveThroughDay(day) }
    }
  ]
}

extension Device {
  /// A day on which nothing is injected: scheduling, prefetch, delivery.
  mutating func liveThroughDay(_ day: Int) {
    scheduleNotification(at: notificationTime(onDay: day))
    runTask()
    fireNotification()
    pass(1000...20_000)
  }
}
