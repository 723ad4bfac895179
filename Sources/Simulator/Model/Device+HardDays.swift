// Days that test the plugin, which may fail.
extension Device {
  /// Lives through a day with the network down at the prefetch, and up for the notification.
  mutating func liveOffline(_ day: Int) {
    liveThroughDay(day) {
      $0.world.network = .down
    } beforeDelivery: {
      $0.world.network = .up
    }
  }

  mutating func liveWithExpiredToken(_ day: Int) {
    liveThroughDay(day) { device in
      device.inject("jwt_expired")
      device.world.token = .expired
    } beforeDelivery: {
      $0.world.token = .valid
    }
  }

  /// Lives through a day on which the content expires before its notification.
  mutating func liveWithShortTTL(_ day: Int) {
    world.ttl = 10 * .second
    liveThroughDay(day)
    world.ttl = .day
  }

  /// Lives through a day with a call so late that the lead is too long by half a minute.
  mutating func liveThroughHurry(_ day: Int) {
    openApp(onDay: day)
    let time = notificationTime(onDay: day)
    wait(until: time - lead - random.number(in: 20...40) * .second)
    scheduleNotification(at: time)
    runTask()
    fireNotification()
    closeDay()
  }

  /// Lives through a day whose first call finds notifications not allowed, the second allowed.
  mutating func liveThroughRefusal(_ day: Int, noting injected: Injected? = nil) {
    openApp(onDay: day)
    let time = notificationTime(onDay: day)
    inject("permission_denied")
    world.mayNotify = false
    if let injected { note(injected) }
    scheduleNotification(at: time)
    grantNotifications()
    scheduleNotification(at: time)
    runTask()
    fireNotification()
    closeDay()
  }

  /// Lives through a day on which the user takes the permission back before the notification.
  mutating func liveThroughRevocation(_ day: Int) {
    liveThroughDay(day, beforeTask: { _ in }) { device in
      device.inject("permission_revoked")
      device.world.mayNotify = false
    }
    grantNotifications()
  }

  /// Lives through a move west; the notification fires by the old local time, hours later.
  mutating func liveThroughShift(_ day: Int) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    runTask()
    let before = zone.offset(at: now)
    moveToZone(minutes: before / .minute - 60, named: "Atlantic/Azores")
    noteZone()
    if errs(.zoneShiftsNotification) { wait(until: notificationTime(onDay: day) + .hour) }
    fireNotification()
    closeDay()
  }

  /// Shows content out of the cache, and only then lets the system run the task.
  mutating func liveThroughEarlyUse(_ day: Int) {
    openApp(onDay: day)
    scheduleNotification(at: notificationTime(onDay: day))
    let cycle = trace.cycles.count - 1
    var content = content(for: trace.cycles[cycle])
    content.fetchedAt = notificationTime(onDay: day) - lead + .minute / 2
    plugin.cache.append(content)
    if errs(.deliveredBeforeHandler) { fireNotification(isTaskDue: true) }
    runTask(after: (lead / .second + 120)...(lead / .second + 1200))
    closeDay()
  }
}
