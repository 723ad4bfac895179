extension Scenario {
  static let faults: [Scenario] =
    launchFaults + schedulingFaults + executionFaults + contentFaults + deliveryFaults
    + counterFaults

  private static let launchFaults: [Scenario] = [
    // A log that begins with the start-up might have been cut; one with the launch was not.
    fault(.registrationMissing, with: [\.logsLaunch]),
    fault(.registrationLate),
    fault(.startupMissing) { device, day in
      // A process that is running already does not start.
      device.end()
      device.liveThroughDay(day)
    },
    fault(.pendingSchedulesForgotten) { $0.liveThroughReboot($1) },
    fault(.taskNotRestored) { $0.liveThroughReboot($1) },
    fault(.missNotDetected, with: [\.logsAppState]) { $0.liveThroughForceQuit($1) },
  ]

  private static let schedulingFaults: [Scenario] = [
    fault(.taskNotSubmitted),
    fault(.tooManyTasks),
    fault(.taskNotPermitted),
    fault(
      .scheduleNotPersisted, without: [\.logsResolution, \.namesSchedule, \.hashesSchedules]
    ) { device, day in
      device.liveThroughDay(day)
      device.world.canWriteStorage = true
    },
    fault(.leadNotCapped) { $0.liveThroughHurry($1) },
    fault(.leadCappedSilently) { $0.liveThroughHurry($1) },
    fault(.leadNotKept),
    .of(.beginDateAnHourOff, in: .faults, zone: "America/New_York", firstNotification: .lostHour) {
      $0.now -= 2 * .hour
      $0.faults = [.beginDateAnHourOff]
      $0.tell(["timezone": .text("America/New_York"), "dstTransition": .bool(true)])
      for day in 0..<$0.days {
        $0.liveThroughDay(day)
        $0.faults = []
      }
    },
    fault(.laterTaskReplacesEarlier) { $0.liveThroughTwoSchedules($1) },
    fault(.outstandingTaskKept) { device, day in
      // Without a line of what is taken back only the tester's word tells that two are too many.
      device.inject("repeat_calls")
      device.liveThroughTwoSchedules(day)
    },
    fault(.refusedYetSubmitted) { $0.liveThroughRefusal($1) },
    fault(.repeatedCallsAccepted) { device, day in
      device.openApp(onDay: day)
      device.inject("repeat_calls")
      device.callFiveTimes(onDay: day)
      device.runTask()
      device.fireNotification()
      device.closeDay()
    },
    fault(.scheduleHashMismatch, with: [\.hashesSchedules]),
    fault(.zoneNotNoted) { device, day in
      device.liveThroughDay(day) { $0.travel() }
    },
    fault(.zoneShiftsNotification) { $0.liveThroughShift($1) },
  ]

  private static let executionFaults: [Scenario] = [
    fault(.tagMisspelt),
    fault(.identifierInOtherCase),
    fault(.handlerWithoutFetch),
    fault(.otherScheduleExecuted, with: [\.logsResolution]),
    // That its handlers submit the next task shows on the first day.
    .of(.nextTaskNotSubmitted, in: .faults, fewestDays: 2) { device in
      device.liveThroughTwoSchedules(0)
      device.live(from: 1, erring: .nextTaskNotSubmitted) { device, day in
        device.liveThroughTwoSchedules(day) { $0.submitTask() }
      }
    },
    fault(.fetchStartMissing, with: [\.logsResolution]),
    fault(.fetchForOtherNotification, with: [\.logsResolution]),
    fault(.fetchWithoutOutcome),
    fault(.taskNotCompleted),
    fault(.failedTaskNotCompleted) { $0.liveOffline($1) },
    fault(.completedTwice),
    fault(.completedTwiceAfterExpiration) { $0.liveThroughSleep($1) },
    fault(.completedBeforeFetchEnds),
    fault(.successAfterFailure) { $0.liveOffline($1) },
    fault(.successAfterExpiration) { $0.liveThroughSleep($1) },
    fault(.workAfterExpiration) { $0.liveThroughSleep($1) },
    fault(.exceptionNotCompleted) { device, day in
      device.liveThroughDay(day) { device in
        device.inject("handler_exception")
        device.world.handlerThrows = true
      }
      device.world.handlerThrows = false
    },
    fault(.crashInHandler),
    fault(.failureWithoutReason) { $0.liveOffline($1) },
    fault(.reasonUnknown) { $0.liveOffline($1) },
    fault(.refusalCountedAsNetwork) { $0.liveWithExpiredToken($1) },
    fault(.refusalRetried) { $0.liveWithExpiredToken($1) },
    fault(.expiryUnexplained) { $0.liveWithExpiredToken($1) },
  ]
}
