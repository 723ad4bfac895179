extension Scenario {
  static let recovery: [Scenario] = androidRecovery + iosRecovery

  /// Makes a scenario named after what is put into its log.
  init(
    of injected: Injected, in group: Group, on platform: Platform, profile: String,
    arguments: [String] = [], play: @escaping @Sendable (inout Device) -> Void
  ) {
    self.init(
      injected.name, String(injected.what.dropLast()), source: injected.source, in: group,
      on: platform, profile: profile, arguments: arguments, injects: [injected], play: play)
  }

  private static let androidRecovery: [Scenario] =
    [
      Scenario(
        "android-alarms", "Every alarm goes off, and each start of the app finds all in order",
        source: "S2:123-169", in: .recovery, on: .android, profile: "android-recovery"
      ) { device in
        device.liveThroughAndroidDays { _ in .none }
      }
    ]
    + (androidEvents + androidFaults).map { injected, course in
      Scenario(of: injected, in: .recovery, on: .android, profile: "android-recovery") { device in
        device.liveThroughAndroidDays(injecting: injected) { $0 ? course : .none }
      }
    }

  private static let androidEvents: [(Injected, AndroidCourse)] = [
    (.swipeSurvived, .swipe), (.forceStopRecovered, .forceStop), (.bootRecovered, .reboot),
    (.missedFoundAtColdStart, .dropped), (.alarmRepaired, .droppedInBackground),
    (.bootAfterForceStop, .rebootAfterForceStop),
  ]

  /// The faults, each with the course of a day that lets it show.
  private static let androidFaults: [(Injected, AndroidCourse)] = [
    (.swipeCancelsAlarms, .swipe), (.forceStopIgnored, .forceStop),
    (.forceStopInvented, .dropped), (.forceStopInWarmStart, .warm),
    (.forceStopWithoutRecovery, .forceStop), (.futureNotRescheduled, .forceStop),
    (.rebootTakenForForceStop, .reboot), (.bootWithoutRecovery, .reboot),
    (.bootIgnoresMissed, .reboot), (.bootRestoresDisabled, .reboot),
    (.bootRestoresNotifyOnly, .reboot), (.bootRecoveryTwice, .reboot),
    (.recoveryMissing, .dropped), (.recoveryTwice, .dropped), (.recoveryLate, .dropped),
    (.recoveryBeforeStorage, .dropped), (.loadMissing, .none),
    (.warmRecoveryAfterColdStart, .dropped), (.warmWithoutCheck, .warm),
    (.compareMissing, .forceStop), (.missedNotReported, .forceStop),
    (.missedReportedTwice, .dropped), (.statusNotUpdated, .dropped),
    (.repeatNotRescheduled, .dropped), (.nextRunInThePast, .dropped),
  ]
}

/// The events of a day for the app, around the alarms of the morning.
enum AndroidCourse: Sendable {
  /// The user leaves the app open in the background and its process ends later.
  case none
  /// The user comes back to the app while its process lives.
  case warm
  case swipe, forceStop, reboot, rebootAfterForceStop
  /// The system drops the alarm of the morning, and the process.
  case dropped
  /// The system drops the alarm of the evening while the process lives.
  case droppedInBackground
}

extension Device {
  /// Lives through the days on Android, each with its course; the contents of the stores are kept.
  mutating func liveThroughAndroidDays(
    injecting injected: Injected? = nil,
    _ course: @Sendable (_ isChosen: Bool) -> AndroidCourse
  ) {
    setUpSchedules()
    liveThroughDays(injecting: injected) { device, day, isChosen in
      device.liveThroughAndroidDay(day, course(isChosen))
    }
    keepSnapshot()
  }

  mutating func liveThroughAndroidDay(_ day: Int, _ course: AndroidCourse) {
    let morning = notificationTime(onDay: day)
    live(until: morning - lead - random.number(in: 30...50) * .minute)
    openApp()
    goToBackground()
    switch course {
    case .none:
      isAlive = random.isOne(in: 2)
    case .warm:
      live(until: morning + random.number(in: 20...60) * .minute)
      openApp()
      goToBackground()
    case .swipe:
      shows(.swipeSurvived)
      swipeAway()
      live(until: morning + random.number(in: 20...60) * .minute)
      openApp()
      goToBackground()
    case .forceStop:
      forceStop()
      live(until: morning + random.number(in: 60...200) * .minute)
      shows(.forceStopRecovered)
      openApp()
      goToBackground()
    case .reboot:
      reboot(at: morning - 2 * lead, downFor: 2 * lead + random.number(in: 5...40) * .minute)
      shows(.bootRecovered)
      receiveBoot()
      live(until: now + random.number(in: 20...60) * .minute)
      openApp()
      goToBackground()
    case .rebootAfterForceStop:
      forceStop()
      shows(.bootAfterForceStop)
      reboot(at: morning - 2 * lead, downFor: 2 * .minute)
      live(until: morning + random.number(in: 60...200) * .minute)
      openApp()
      goToBackground()
    case .dropped:
      isAlive = false
      recovery.alarms.removeAll { $0.scheduleId == "notify-morning" }
      live(until: morning + random.number(in: 60...200) * .minute)
      shows(.missedFoundAtColdStart)
      openApp()
      goToBackground()
    case .droppedInBackground:
      recovery.alarms.removeAll { $0.scheduleId == "notify-evening" }
      live(until: morning + random.number(in: 60...200) * .minute)
      openApp()
      goToBackground()
    }
    live(until: morning + 11 * .hour)
    isAlive = false
  }
}
