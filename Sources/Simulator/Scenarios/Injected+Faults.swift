// Faults of the plugin.
extension Injected {
  static let registrationMissing = Injected(
    "registration-missing", "The task is never registered with the system.",
    source: "S4:393-396", .violated, .plugin, rows: ["HNT-05", "SEQ-01"], needs: .text)
  static let startupMissing = Injected(
    "startup-missing", "The plugin registers its task and never starts up.",
    source: "S4:389-392", .violated, .plugin, rows: ["HNT-01", "SEQ-01"], needs: .text)
  static let scheduleNotPersisted = Injected(
    "schedule-not-persisted", "The task is accepted and the schedule is not stored.",
    source: "S4:411-414", .violated, .plugin, rows: ["HNT-14", "SEQ-03"], needs: .text)
  static let taskNotCompleted = Injected(
    "task-not-completed", "The task's handler never reports completion.", source: "S4:423",
    .violated, .plugin, rows: ["SEQ-12"], needs: .text)
}
