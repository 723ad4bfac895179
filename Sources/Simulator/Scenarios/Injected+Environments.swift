// Conditions of the device, and choices of the system.
extension Injected {
  static let refreshOff = Injected(
    "refresh-off",
    "Background App Refresh is off: the task is refused and the notification fetches for itself.",
    source: "S4:322", .excused, .environment,
    rows: ["ENV-01", "ENV-02", "ENV-03", "ENV-05", "ENV-32", "OSL-10", "HNT-12", "HNT-13"],
    needs: [.text, .times])
  static let lowPowerLate = Injected(
    "low-power-late", "In Low Power Mode the task runs late, yet in time for its notification.",
    source: "S4:323", .satisfied, rows: ["ENV-06", "ENV-08", "OSL-11"])
  static let lowPowerSkipped = Injected(
    "low-power-skipped",
    "In Low Power Mode the task is skipped and the notification fetches for itself.",
    source: "S4:323", .excused, .os, rows: ["HNT-18", "ENV-06", "ENV-07", "OSL-11"],
    needs: [.text, .times])
  static let batteryCritical = Injected(
    "battery-critical", "The battery is critically low: the task does not run.",
    source: "S4:288", .excused, .os, rows: ["HNT-18", "OSL-12"], needs: [.text, .times])
  static let forceQuit = Injected(
    "force-quit", "The user ends the app: no task runs, and the next launch notices it.",
    source: "S4:324", .excused, .os,
    rows: ["HNT-18", "HNT-20", "ENV-09", "ENV-10", "ENV-12", "OSL-09"], needs: .text)
  static let zoneChange = Injected(
    "zone-change", "The device moves to another zone; the notification keeps its UTC time.",
    source: "S4:325", .satisfied, rows: ["ENV-13", "ENV-14", "ENV-15", "LOG-10"])
  static let dstSpring = Injected(
    "dst-spring", "On the day with the lost hour prefetch and notification keep their distance.",
    source: "S4:326", .satisfied, rows: ["TIM-14", "ENV-16", "ENV-17", "ENV-18"])
  static let dstAutumn = Injected(
    "dst-autumn", "On the day with the hour that comes twice the notification fires once.",
    source: "S4:326", .satisfied, rows: ["TIM-14", "ENV-16", "ENV-17", "ENV-18"])
  static let multiDay = Injected(
    "multi-day", "Today and tomorrow are scheduled together; one task is outstanding at a time.",
    source: "S4:327", .satisfied, rows: ["ENV-19", "ENV-20", "ENV-21", "ENV-22"])
  static let reboot = Injected(
    "reboot",
    "The device starts again before the notification; the next launch submits the task again.",
    source: "S4:328", .satisfied, rows: ["ENV-23", "ENV-24", "ENV-25"])
  static let simulatorRefusal = Injected(
    "simulator-code-1",
    "The simulator refuses the task with code 1, and the notification is scheduled all the same.",
    source: "S4:274-280", .excused, .environment,
    rows: ["OSL-02", "OSL-04", "OSL-05", "OSL-07", "HNT-12", "HNT-13"], needs: .text)
  static let lateWithinWindow = Injected(
    "late-within-window",
    "The task runs some minutes late, within the quarter of an hour that is usual.",
    source: "S4:341-342", .satisfied, rows: ["TIM-18", "TIM-19"])
  static let lateByTwentyFive = Injected(
    "late-25-minutes", "The task runs twenty-five minutes late, yet before its notification.",
    source: "S4:290-292", .excused, .os, rows: ["TIM-18", "TIM-19", "OSL-17"],
    needs: [.text, .times])
  static let lateAfterNotification = Injected(
    "late-after-notification",
    "The task runs only after its notification, which has fetched for itself.",
    source: "S4:297", .excused, .os, rows: ["SEQ-15", "SEQ-22", "OSL-18"], needs: .text)
  static let deliveryDrift = Injected(
    "delivery-drift", "The system shows the notification more than three minutes late.",
    source: "S4:293", .excused, .os, rows: ["TIM-21"], needs: [.text, .times])
  static let batching = Injected(
    "batching", "The system runs the tasks of two schedules within a minute.",
    source: "S4:290-292", .satisfied, rows: ["OSL-14"])
  static let shownWithoutApp = Injected(
    "shown-without-app",
    "No process lives at the time of the notification, and nothing tells of it later.",
    source: "S4:324", .inconclusive, rows: ["SEQ-09", "SEQ-20"], needs: [.text, .times])
  static let shownWithoutAppThenOpened = Injected(
    "opened-later", "No process lives at the time of the notification; the user opens it later.",
    source: "S4:324", .satisfied, rows: ["ENV-11"])
  static let handlerNeverRan = Injected(
    "handler-never-ran", "The task never runs, and nothing tells why.",
    source: "S4:411-416", .inconclusive, rows: ["HNT-18", "OSL-22"], needs: [.text, .times])
  static let onlyBackgrounded = Injected(
    "only-backgrounded",
    "The user leaves the app and does not end it; the task never runs, and nothing tells why.",
    source: "S4:331", .inconclusive, rows: ["HNT-18", "HNT-20", "OSL-22"], needs: [.text, .times])
  static let runOnBattery = Injected(
    "on-battery", "On battery the system runs the task some minutes late.",
    source: "S4:330", .satisfied, rows: ["TIM-18", "TIM-19"])
  static let adapting = Injected(
    "adapting", "From day to day the system runs the task later, and at last too late to be usual.",
    source: "S4:332", .excused, .os, rows: ["TIM-18", "TIM-19", "OSL-14"],
    needs: [.text, .times])
  static let timeWarp = Injected(
    "time-warp", "The harness moves the clock an hour ahead.",
    source: "S4:206-207", .satisfied, rows: ["INJ-26"])
  static let forcedReschedule = Injected(
    "forced-reschedule", "The harness has all tasks scheduled anew.",
    source: "S4:208-209", .satisfied, rows: ["INJ-26"])
  static let earlyHandler = Injected(
    "early-handler", "The system runs the task a minute before its begin date.",
    source: "S4:482-483", .inconclusive, rows: ["TIM-20"], needs: [.text, .times, .zones])
  static let leadCapped = Injected(
    "lead-capped",
    "The notification is half a minute ahead: the lead is capped at a minute and cannot help.",
    source: "S4:49-55", .satisfied, rows: ["TIM-08", "TIM-10", "LOG-09"])
  static let leadAtBoundary = Injected(
    "lead-at-boundary", "The task lies just a minute ahead, so that its lead is not capped.",
    source: "S4:594", .satisfied, rows: ["TIM-11"])
  static let leadDisabled = Injected(
    "lead-disabled", "The notification is too near for a prefetch, which is disabled.",
    source: "S4:54-55", .satisfied, rows: ["TIM-09"])
  static let simulatedLaunch = Injected(
    "simulated-launch", "On the simulator the task is refused, and launched from the debugger.",
    source: "S4:174-178", .satisfied, rows: ["OSL-02", "INJ-27", "TST-01"])
}
