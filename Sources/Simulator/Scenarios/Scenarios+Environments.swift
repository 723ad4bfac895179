extension Scenario {
  static let environments: [Scenario] = conditions + timing + changes

  /// Conditions of the device under which the system runs no task, or runs it late.
  private static let conditions: [Scenario] = [
    .of(.refreshOff, in: .environments) { device in
      device.live { device, day in
        device.liveUnder(["backgroundRefresh": .text("off")], .refreshOff, onDay: day) {
          $0.world.backgroundRefresh = false
        }
        device.world.backgroundRefresh = true
        device.tell(["backgroundRefresh": .text("on")])
      }
    },
    .of(.lowPowerLate, in: .environments) { device in
      device.plan(lead: 30 * .minute)
      device.live { device, day in
        device.tell(["lowPower": .bool(true), "power": .text("battery")])
        device.note(.lowPowerLate)
        device.liveThroughLateTask(day, after: 400...1500)
        device.tell(["lowPower": .bool(false)])
      }
    },
    .of(.lowPowerSkipped, in: .environments) { device in
      device.live { device, day in
        device.liveUnder(
          ["lowPower": .bool(true), "power": .text("battery")], .lowPowerSkipped, onDay: day)
        device.relax()
        device.tell(["lowPower": .bool(false)])
      }
    },
    .of(.batteryCritical, in: .environments) { device in
      device.live { device, day in
        device.liveUnder(
          ["power": .text("battery"), "batteryLevel": .text("critical")], .batteryCritical,
          onDay: day)
        device.relax()
        device.tell(["power": .text("plugged"), "batteryLevel": .text("normal")])
      }
    },
    .of(.forceQuit, in: .environments) { device in
      device.live { $0.liveThroughForceQuit($1, noting: .forceQuit) }
    },
    .of(.simulatorRefusal, in: .environments) { device in
      device.beSimulator()
      for day in 0..<device.days {
        device.openApp(onDay: day)
        device.note(.simulatorRefusal)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.fireNotification()
        device.closeDay()
      }
    },
    .of(.handlerNeverRan, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.note(.handlerNeverRan)
        device.fireNotification()
        device.closeDay()
      }
    },
    .of(.onlyBackgrounded, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.note(.onlyBackgrounded)
        device.log("app_state", ["state": .text("background"), "by": .text("user")])
        device.fireNotification()
        device.closeDay()
      }
    },
    .of(.runOnBattery, in: .environments) { device in
      device.plan(lead: 20 * .minute)
      device.tell(["power": .text("battery"), "network": .text("cellular")])
      device.live { device, day in
        device.note(.runOnBattery)
        device.liveThroughLateTask(day, after: 240...880)
      }
    },
    .of(.shownWithoutApp, in: .environments) { device in
      device.live { $0.liveThroughDeadApp($1, .shownWithoutApp, isOpened: false) }
    },
    .of(.shownWithoutAppThenOpened, in: .environments) { device in
      device.live { $0.liveThroughDeadApp($1, .shownWithoutAppThenOpened, isOpened: true) }
    },
  ]

  /// Tasks and notifications that the system runs when it likes.
  private static let timing: [Scenario] = [
    .of(.lateWithinWindow, in: .environments) { device in
      device.plan(lead: 20 * .minute)
      device.live { device, day in
        device.note(.lateWithinWindow)
        device.liveThroughLateTask(day, after: 240...880)
      }
    },
    .of(.lateByTwentyFive, in: .environments) { device in
      device.plan(lead: 40 * .minute)
      device.live { device, day in
        device.note(.lateByTwentyFive)
        device.liveThroughLateTask(day, after: 1500...1560)
      }
    },
    .of(.lateAfterNotification, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.note(.lateAfterNotification)
        device.fireNotification(isTaskDue: true)
        let lead = device.lead / .second
        device.runTask(after: (lead + 120)...(lead + 3000))
        device.closeDay()
      }
    },
    .of(.earlyHandler, in: .environments) { device in
      device.live { device, day in
        device.note(.earlyHandler)
        device.liveThroughLateTask(day, after: -58 ... -40)
      }
    },
    .of(.adapting, in: .environments, fewestDays: 4) { device in
      device.plan(lead: 40 * .minute)
      for day in 0..<device.days {
        let isTooLate = day == 3
        if isTooLate { device.note(.adapting) }
        let delay = isTooLate ? 1500 : Int64(min(day, 3)) * 240 + 60
        device.liveThroughLateTask(day, after: delay...(delay + 60))
      }
    },
    .of(.deliveryDrift, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.runTask()
        device.note(.deliveryDrift)
        device.fireNotification(drift: 195_000...260_000)
        device.closeDay()
      }
    },
    .of(.batching, in: .environments) { device in
      device.plan(lead: 10 * .minute)
      device.live { $0.liveThroughBatch($1) }
    },
    .of(.timeWarp, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.inject("time_warp", parameters: "minutes=60")
        device.note(.timeWarp)
        device.now += .hour
        device.runTask()
        device.fireNotification()
        device.closeDay()
      }
    },
    .of(.forcedReschedule, in: .environments) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.scheduleNotification(at: device.notificationTime(onDay: day))
        device.inject("force_reschedule")
        device.note(.forcedReschedule)
        device.replaceOutstanding(cause: "reschedule")
        device.submitTask()
        device.runTask()
        device.fireNotification()
        device.closeDay()
      }
    },
  ]

  /// Changes between scheduling and notification.
  private static let changes: [Scenario] = [
    .of(.zoneChange, in: .environments) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.note(.zoneChange)
          device.travel()
        }
      }
    },
    .of(.dstSpring, in: .environments, zone: "America/New_York", firstNotification: .lostHour) {
      $0.liveThroughChange(noting: .dstSpring)
    },
    .of(.dstAutumn, in: .environments, zone: "America/New_York", firstNotification: .repeatedHour) {
      $0.liveThroughChange(noting: .dstAutumn)
    },
    .of(.multiDay, in: .environments, fewestDays: 2) { device in
      device.openApp(onDay: 0)
      device.note(.multiDay)
      device.liveScheduledAhead(days: device.days)
    },
    .of(.reboot, in: .environments) { device in
      device.live { $0.liveThroughReboot($1, noting: .reboot) }
    },
  ]
}
