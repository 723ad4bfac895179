internal import Simulator

// The start of a process.
extension MutationTable {
  /// A line that is there twice needs times finer than a second to be seen.
  static let twice: Injected.Needs = [.text, .times, .fractions]

  /// The start of a process is seen by its number.
  private static let processes: Injected.Needs = [.text, .processes]

  static let launch = [
    // A log that begins behind the line may have lost it, but shows the rest of the launch.
    MutationRow("bgtask_register", .drop, if: [.first], .inconclusive, ["SEQ-01", "SEQ-09"]),
    MutationRow(
      "bgtask_register", .drop, .breaks, ["HNT-05", "SEQ-01", "SEQ-09", "LOG-01"],
      needs: processes),
    MutationRow(
      "bgtask_register", .swap(with: "plugin_startup"), .breaks,
      ["SEQ-01", "HNT-05", "LOG-01", "HNT-07"], needs: processes),
    // The second registration begins a process anew; the first has none of its start-up.
    MutationRow(
      "bgtask_register", .duplicate, .breaks, ["HNT-01", "SEQ-01", "LOG-02"], needs: twice),
    MutationRow(
      "bgtask_register", .delay(past: "plugin_startup", by: 20 * .millisecond), .breaks,
      ["SEQ-01", "HNT-05", "LOG-01", "HNT-07"], needs: processes),
    MutationRow(
      "bgtask_register", .rekey("taskId", .otherCase), if: [.process("bgtask_handler_invoked")],
      .breaks, ["HNT-21", "LOG-11"], needs: processes),

    MutationRow(
      "plugin_startup", .drop,
      .open("only one of the seeds' three lists of expected lines holds the start-up line")),
    MutationRow("plugin_startup", .duplicate, .harmless, ["LOG-02"]),
    MutationRow(
      "plugin_startup", .delay(past: "plugin_startup", by: .minute),
      .open("nothing tells whether a call may come before the start-up is complete")),
    // A process that is started for its task works on what was stored before.
    MutationRow(
      "plugin_startup", .alter("hasPendingSchedules", .negated), as: "stored",
      if: [
        .equal("hasPendingSchedules", true), .process("notification_resolved"),
      ], .breaks, ["LOG-02"], needs: processes),
    MutationRow(
      "plugin_startup", .alter("hasPendingSchedules", .negated),
      .open("it depends on what was stored before the log begins")),

    MutationRow("app_launch", .drop, .harmless, ["SEQ-26"]),
    MutationRow("app_launch_finished", .drop, .harmless, ["HNT-07"]),
    MutationRow(
      "app_launch_finished", .swap(with: "bgtask_register"), .breaks, ["HNT-07", "LOG-01"]),
    MutationRow("app_launch_finished", .duplicate, .harmless, ["HNT-07"]),
    MutationRow("storage_ready", .drop, .harmless, ["HNT-16"]),
    MutationRow("storage_ready", .duplicate, .harmless, ["HNT-16"]),
  ]
}
