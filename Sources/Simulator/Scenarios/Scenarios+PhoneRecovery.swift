extension Scenario {
  static let iosRecovery: [Scenario] =
    [
      Scenario(
        "ios-reminders", "Every reminder is shown, and each start of the app finds all in order",
        source: "S2:404-470", in: .recovery, profile: "ios-recovery"
      ) { device in
        device.liveThroughReminderDays { _ in .none }
      }
    ]
    + reminderEvents.map { injected, course in
      Scenario(of: injected, in: .recovery, on: .ios, profile: "ios-recovery") { device in
        device.liveThroughReminderDays(injecting: injected) { $0 ? course : .none }
      }
    }
    + [Injected.missedTaskFound, .missedTaskIgnored, .missedTaskNotResubmitted].map { injected in
      Scenario(of: injected, in: .recovery, on: .ios, profile: "ios-recovery") { device in
        device.liveThroughTaskDays(injecting: injected, after: 1000...2600)
      }
    } + [
      Scenario(of: .taskMissedTooEarly, in: .recovery, on: .ios, profile: "ios-recovery") {
        device in
        device.liveThroughTaskDays(injecting: .taskMissedTooEarly, after: 330...800)
      }
    ]

  /// The injected events, each with the course of a day that lets it show.
  private static let reminderEvents: [(Injected, ReminderCourse)] = [
    (.threeWayRecovery, .lost), (.reminderSwipe, .swipe), (.reminderReboot, .reboot),
    (.onlyTaskChecked, .lost), (.threeWayCompareMissing, .lost),
    (.missedNotificationIgnored, .lost), (.missedNotificationTwice, .lost),
    (.missedRepeatNotRescheduled, .lost), (.lostNotRescheduled, .lostLater),
    (.launchRecoveryLate, .lost),
  ]
}

/// The events of a day for the reminders of an iPhone.
enum ReminderCourse: Sendable {
  case none, swipe, reboot
  /// The notification centre loses those that are due today.
  case lost
  /// It loses one that is due much later.
  case lostLater
}

extension Device {
  /// Lives through days on which the notification centre shows reminders and the app is opened
  /// some hours later.
  mutating func liveThroughReminderDays(
    injecting injected: Injected? = nil, _ course: @Sendable (_ isChosen: Bool) -> ReminderCourse
  ) {
    setUpReminders()
    liveThroughDays(injecting: injected) { device, day, isChosen in
      device.liveThroughReminderDay(day, course(isChosen))
    }
    keepSnapshot()
  }

  mutating func liveThroughReminderDay(_ day: Int, _ course: ReminderCourse) {
    let morning = notificationTime(onDay: day)
    showReminders(until: morning - random.number(in: 30...50) * .minute)
    openAppOnPhone()
    add("reminder-\(day + 1)", at: morning + 2 * .hour, repeats: false)
    goToBackground()
    switch course {
    case .none: break
    case .swipe:
      shows(.reminderSwipe)
      log("app_state", ["state": .text("terminated"), "by": .text("user")], tag: "DNP-TEST")
    case .reboot:
      wait(until: morning - 10 * .minute)
      process.boot += 1
      process.pid = Int32(random.number(in: 300...900))
      shows(.reminderReboot)
      log("device_reboot")
    case .lost:
      recovery.pending.removeAll { $0.id != "reminder-later" }
      shows(.threeWayRecovery)
    case .lostLater:
      recovery.pending.removeAll { $0.id == "reminder-later" }
    }
    showReminders(until: morning + random.number(in: 180...300) * .minute)
    openAppOnPhone()
    goToBackground()
  }

  /// Lives through days with a prefetch each; on a chosen one the system does not run its task, as
  /// the app is in the foreground, and the app starts again so many seconds after its begin.
  mutating func liveThroughTaskDays(
    injecting injected: Injected, after delay: ClosedRange<Int64>
  ) {
    liveThroughDays(injecting: injected) { device, day, isChosen in
      device.liveThroughTaskDay(day, isMissed: isChosen, after: delay)
    }
    keepSnapshot()
  }

  private mutating func liveThroughTaskDay(
    _ day: Int, isMissed: Bool, after delay: ClosedRange<Int64>
  ) {
    let morning = notificationTime(onDay: day)
    wait(until: morning - lead - random.number(in: 30...50) * .minute)
    openAppOnPhone()
    if plugin.pending.isEmpty { scheduleWithTask(at: morning) }
    guard isMissed else {
      goToBackground()
      runTaskInTime()
      showWithContent()
      return
    }
    let begin = recovery.taskBegin ?? now
    pass(1000...9000)
    log("app_state", ["state": .text("foreground")])
    plugin.outstandingTask = nil
    showWithContent()
    wait(until: begin + random.number(in: delay) * .second)
    shows(.missedTaskFound)
    openAppOnPhone()
  }
}
