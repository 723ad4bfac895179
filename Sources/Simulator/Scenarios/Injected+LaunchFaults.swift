// Faults of the plugin when it starts.
extension Injected {
  static let registrationMissing = Injected(
    "registration-missing", "The task is never registered with the system.",
    source: "S4:383-386", .violated, .plugin,
    rows: ["HNT-05", "SEQ-01", "SEQ-26", "LOG-01", "BKT-01"], needs: [.text, .processes])
  static let registrationLate = Injected(
    "registration-late", "The task is registered after the app has finished launching.",
    source: "S4:385", .violated, .plugin, rows: ["HNT-07"], needs: .text)
  static let startupMissing = Injected(
    "startup-missing", "The plugin registers its task and never starts up.",
    source: "S4:379-382", .violated, .plugin, rows: ["HNT-01", "SEQ-01", "LOG-02"],
    needs: [.text, .times])
  static let pendingSchedulesForgotten = Injected(
    "pending-schedules-forgotten",
    "The start-up after a reboot sees no pending schedule, though there is one.",
    source: "S4:328", .violated, .plugin, rows: ["ENV-25"], needs: .text)
  static let taskNotRestored = Injected(
    "task-not-restored", "The start-up after a reboot does not submit the lost task again.",
    source: "S4:328", .violated, .plugin, rows: ["ENV-24"], needs: [.text, .times])
  static let missNotDetected = Injected(
    "miss-not-detected",
    "The launch after a force-quit does not notice that the prefetch never ran.",
    source: "S4:324", .violated, .plugin, rows: ["ENV-12"], needs: [.text, .times])
}
