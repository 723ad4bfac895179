extension Scenario {
  static let healthy: [Scenario] = [
    Scenario(
      "happy", "Every day the prefetch runs in time and the notification uses it",
      source: "S4:376-476", in: .healthy
    ) { device in
      let ways = PluginHabits.NextDay.allCases
      device.plugin.habits.nextDay = device.random.pick(ways) ?? .user
      device.liveHealthily()
    },
    Scenario(
      "restarts", "The system ends the app after each step and starts it again for the next task",
      source: "S4:306-317", in: .healthy, fewestDays: 2
    ) { device in
      device.plugin.habits.nextDay = device.random.isOne(in: 2) ? .inHandler : .afterDelivery
      device.openApp(onDay: 0)
      device.scheduleNotification(at: device.firstNotification)
      for _ in 0..<device.days {
        device.end()
        device.runTask()
        device.fireNotification()
      }
    },
    Scenario(
      "two-schedules", "Two notifications a day, with one task outstanding at a time",
      source: "S4:1,327", in: .healthy
    ) { device in
      for day in 0..<device.days { device.liveThroughTwoSchedules(day) }
    },
    Scenario(
      "phase-2", "In phase 2 all days are scheduled ahead, and every run submits the next task",
      source: "S4:327", in: .healthy, arguments: ["--env", "phase=2"]
    ) { device in
      device.openApp(onDay: 0)
      device.liveScheduledAhead(days: device.days + 1)
    },
    .of(.leadCapped, in: .healthy) { $0.live { $0.liveThroughTinyLead($1, .leadCapped) } },
    .of(.leadDisabled, in: .healthy) { device in
      device.plugin.habits.disablesShortLeads = true
      device.live { $0.liveThroughTinyLead($1, .leadDisabled) }
    },
    .of(.leadAtBoundary, in: .healthy) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        // The steps before the submission take less than a second.
        device.wait(until: device.notificationTime(onDay: day) - device.lead - 61 * .second)
        device.note(.leadAtBoundary)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.runTask()
        device.fireNotification()
        device.closeDay()
      }
    },
    Scenario(
      "markers", "One day that holds each line which the original script looks for",
      source: "S4:644-664", in: .healthy, profile: "legacy-markers"
    ) { device in
      for day in 0..<device.days { device.liveThroughDay(day) }
    },
    .of(.simulatedLaunch, in: .healthy) { device in
      device.beSimulator()
      for day in 0..<device.days {
        device.openApp(onDay: day)
        let time = device.notificationTime(onDay: day)
        device.scheduleNotification(at: time)
        device.log("app_state", ["state": .text("background"), "by": .text("user")])
        device.wait(until: time - device.random.number(in: 40...58) * .second)
        device.note(.simulatedLaunch)
        device.simulateLaunch()
        device.fireNotification()
        device.closeDay()
      }
    },
  ]
}

extension Device {
  /// Lives through days without a fault, each scheduled by whom the plugin's habit says.
  mutating func liveHealthily() {
    guard plugin.habits.nextDay != .user else {
      for day in 0..<days { liveThroughDay(day) }
      return
    }
    openApp(onDay: 0)
    scheduleNotification(at: firstNotification)
    for _ in 0..<days {
      rest()
      runTask()
      fireNotification()
      closeDay()
    }
  }

  /// Lives through a day with two notifications, scheduled together.
  mutating func liveThroughTwoSchedules(
    _ day: Int, between: (inout Device) -> Void = { _ in }
  ) {
    let first = notificationTime(onDay: day)
    let second = first + max(2 * .hour, 2 * lead)
    openApp(onDay: day)
    scheduleNotification(at: first)
    pass(3000...20_000)
    scheduleNotification(at: second, id: trace.cycles[trace.cycles.count - 1].scheduleId + "-b")
    runTask()
    fireNotification()
    between(&self)
    runTask()
    fireNotification()
    closeDay()
  }

  /// Lives through a day on which the user asks for a notification in half a minute.
  mutating func liveThroughTinyLead(_ day: Int, _ injected: Injected) {
    openApp(onDay: day)
    let time = notificationTime(onDay: day)
    wait(until: time - 30 * .second)
    note(injected)
    scheduleNotification(at: time)
    fireNotification(isTaskDue: true)
    runTask(after: 2...40)
    closeDay()
  }

  /// Makes the device a simulator, as the first line tells.
  mutating func beSimulator() {
    world.isSimulator = true
    tell(["platform": .text("ios"), "simulator": .bool(true)])
  }
}
