extension Scenario {
  /// What is stored and set when the log ends: in the log itself nothing need be wrong.
  static let state: [Scenario] =
    [
      Scenario(
        "state", "All that is due is set once, and what was due is stored as delivered",
        source: "S2:123-149", in: .state, on: .android, profile: "android-recovery"
      ) { $0.liveToState() },
      Scenario(
        "state-recovered", "What was missed is told, stored as missed, and set for the next day",
        source: "S2:131-149", in: .state, on: .android, profile: "android-recovery"
      ) { device in
        device.liveToState { $0.missAndOpen(erring: []) }
      },
    ]
    + (stateEvents + setFaults).map { injected, change in
      Scenario(of: injected, in: .state, on: .android, profile: "android-recovery") { device in
        device.liveToState(injecting: injected, change)
      }
    }
    + [
      Scenario(of: .missOverlooked, in: .state, on: .android, profile: "android-recovery") {
        device in
        device.liveToState { $0.missAndOpen(erring: [.missOverlooked]) }
      },
      Scenario(
        "state-status-left", "A recovery tells what was missed, and leaves it pending",
        source: "S2:145", in: .state, on: .android, profile: "android-recovery",
        injects: [.statusNotUpdated]
      ) { device in
        device.liveToState { $0.missAndOpen(erring: [.statusNotUpdated]) }
      },
      Scenario(of: .nextRunKept, in: .state, on: .android, profile: "android-recovery") { device in
        device.liveToState { $0.missAndOpen(erring: [.nextRunKept]) }
      },
    ]
    + rowFaults.map { injected, faults in
      Scenario(of: injected, in: .state, on: .android, profile: "android-recovery") { device in
        device.liveToState(injecting: injected) { $0.recovery.faults = faults($0) }
      }
    }
    + iosState

  private static let iosState: [Scenario] =
    [
      Scenario(
        "state-ios", "All reminders to come are pending, and the one that was due is shown",
        source: "S2:404-444", in: .state, profile: "ios-recovery"
      ) { $0.liveToReminders { _ in } }
    ]
    + reminderChanges.map { injected, change in
      Scenario(of: injected, in: .state, on: .ios, profile: "ios-recovery") { device in
        device.liveToReminders(injecting: injected, change)
      }
    }

  typealias Change = @Sendable (inout Device) -> Void

  private static let stateEvents: [(Injected, Change)] = [
    (.stateForceStop, { $0.forceStop() }),
    (
      .stateForceStopKept,
      { device in
        let alarms = device.recovery.alarms
        device.forceStop()
        device.recovery.alarms = alarms
      }
    ),
    (.stateReboot, { $0.reboot(at: $0.now + 5 * .minute, downFor: 2 * .minute) }),
    (
      .stateUpdate,
      { device in
        device.wait(until: device.now + 5 * .minute)
        device.loseAlarms()
      }
    ),
    (.stateSwipe, { $0.swipeAway() }),
    (.stateMissed, { $0.missMorning() }),
    (
      .stateHeldBack,
      { device in
        for index in device.recovery.alarms.indices
        where device.recovery.alarms[index].scheduleId == "notify-evening" {
          device.recovery.alarms[index].delay = 3 * .day
        }
      }
    ),
  ]

  private static let setFaults: [(Injected, Change)] = [
    (
      .stateAlarmMissing,
      { $0.recovery.alarms.removeAll { $0.scheduleId == "notify-evening" } }
    ),
    (
      .stateAlarmOrphaned,
      { device in
        device.recovery.alarms.append(
          StateSnapshot.Alarm(scheduleId: "notify-deleted", triggerAt: device.now + 7 * .hour))
      }
    ),
    (
      .stateAlarmOfDisabled,
      { device in
        for index in device.recovery.schedules.indices
        where device.recovery.schedules[index].id == "notify-evening" {
          device.recovery.schedules[index].isEnabled = false
        }
        device.recovery.notifications.removeAll {
          $0.scheduleId == "notify-evening" && $0.status == .pending
        }
      }
    ),
    (
      .stateAlarmTwice,
      { device in
        device.recovery.alarms += device.recovery.alarms.filter {
          $0.scheduleId == "notify-evening"
        }
      }
    ),
    (
      .stateAlarmLate,
      { device in
        for index in device.recovery.alarms.indices
        where device.recovery.alarms[index].scheduleId == "notify-evening" {
          device.recovery.alarms[index].triggerAt += 2 * .hour
        }
      }
    ),
  ]

  /// Faults of rows: the evening's schedule, and the notification that is due next.
  private static let rowFaults: [(Injected, @Sendable (Device) -> [StoredFault])] = [
    (.stateUnitsMixed, { _ in [StoredFault(evening: "nextRunAt", .seconds)] }),
    (.stateSeconds, { _ in [StoredFault("schedules", "nextRunAt", .seconds)] }),
    (.stateTitleMissing, { [StoredFault(next: $0, "title", .emptied)] }),
    (.stateKindMissing, { _ in [StoredFault(evening: "kind", .emptied)] }),
    (.stateNextRunMissing, { _ in [StoredFault(evening: "nextRunAt", .emptied)] }),
    (
      .stateRuleMissing,
      { _ in
        [StoredFault(evening: "cron", .emptied), StoredFault(evening: "clockTime", .emptied)]
      }
    ),
    (.stateSoundMissing, { [StoredFault(next: $0, "soundEnabled", .emptied)] }),
    (.stateUpdatedEarly, { [StoredFault(next: $0, "updatedAt", .moved(-.day))] }),
    (.stateLastRunLater, { _ in [StoredFault(evening: "lastRunAt", .moved(2 * .day))] }),
    (.stateTTLMissing, { _ in [StoredFault("content_cache", "ttlSeconds", .emptied)] }),
    (.stateIdTwice, { _ in [StoredFault(evening: "id", .doubled)] }),
  ]

  private static let reminderChanges: [(Injected, Change)] = [
    (
      .stateReminderLost,
      { $0.recovery.pending.removeAll { $0.id == "reminder-later" } }
    ),
    (
      .stateReminderOrphaned,
      { $0.recovery.notifications.removeAll { $0.id == "reminder-later" } }
    ),
    (.stateReminderMissed, { $0.recovery.pending.removeAll { $0.id == Device.reminderId } }),
    (
      .stateReminderCleared,
      { device in
        device.showNextReminders()
        device.recovery.delivered = []
      }
    ),
  ]
}

extension StoredFault {
  fileprivate init(evening column: String, _ change: Change) {
    self.init("schedules", column, row: "notify-evening", change)
  }

  fileprivate init(next device: Device, _ column: String, _ change: Change) {
    let next = device.recovery.notifications.last { $0.scheduleId == "notify-evening" }
    self.init("notification_content", column, row: next?.id, change)
  }
}

extension Device {
  /// Lives through healthy days on Android and lets something happen behind them; the state is taken
  /// then.
  mutating func liveToState(
    injecting injected: Injected? = nil, _ change: (inout Device) -> Void = { _ in }
  ) {
    setUpSchedules()
    for day in 0..<max(1, days) { liveThroughAndroidDay(day, .none) }
    if let injected { note(injected) }
    change(&self)
    pass(60_000...300_000)
    keepSnapshot()
  }

  /// Lets the notification of the next morning not come.
  mutating func missMorning() {
    recovery.alarms.removeAll { $0.scheduleId == "notify-morning" }
    live(until: notificationTime(onDay: max(1, days)) + random.number(in: 60...200) * .minute)
  }

  /// The same, and the user opens the app behind it, in which the plugin errs.
  mutating func missAndOpen(erring injected: [Injected]) {
    missMorning()
    faults = injected
    openApp()
    faults = []
    goToBackground()
  }

  /// Lives through healthy days on iOS and up to a reminder behind them; the state is taken then.
  mutating func liveToReminders(
    injecting injected: Injected? = nil, _ change: (inout Device) -> Void
  ) {
    setUpReminders()
    for day in 0..<max(1, days) { liveThroughReminderDay(day, .none) }
    if let injected { note(injected) }
    change(&self)
    showNextReminders()
    pass(60_000...300_000)
    keepSnapshot()
  }

  /// Lets the reminders of the next morning come.
  mutating func showNextReminders() {
    showReminders(until: notificationTime(onDay: max(1, days)) + 90 * .minute)
  }
}
