import TestSupport
import Testing

/// The sign-off of a campaign: what shows an item, what does not, and what is lacking.
struct SignOffTests {
  private static let good = "simulator=false,power=plugged,network=wifi"
  private static let onSimulator = "simulator=true"

  struct Case: Sendable, CustomTestStringConvertible {
    var item: String
    var isDone: Bool
    var scenario: String
    var env: String
    /// What is done to the log with sed or head.
    var edit: String
    /// What it lacks, where it is not done.
    var lacks: [String]

    init(
      _ item: String, _ isDone: Bool, _ scenario: String, _ env: String = "", edit: String = "cat",
      lacks: [String] = []
    ) {
      (self.item, self.isDone, self.scenario) = (item, isDone, scenario)
      (self.env, self.edit, self.lacks) = (env, edit, lacks)
    }

    var testDescription: String { "\(item) \(scenario) \(env) \(edit)" }
  }

  private static func record(
    _ scenario: String, _ env: String, edit: String = "cat", options: String = "",
    in directory: borrowing TemporaryDirectory
  ) throws {
    let stated = env.isEmpty ? "" : "--env \(env)"
    let result = try Dnplog.shell(
      """
      "$0" simulate \(scenario) --container nslog -o s.log && \(edit) s.log > \(scenario).log
      "$0" validate -q --history h.db \(stated) \(options) \(scenario).log > /dev/null; test $? -le 1
      """, in: directory)
    try #require(result.exitCode == 0, "\(result.errors)")
  }

  private static func signOff(in directory: borrowing TemporaryDirectory) throws -> JSONText {
    try JSONText(
      Dnplog.run(["history", "signoff", "--format", "json", "h.db"], in: directory).output)
  }

  private static let cases: [Case] = [
    Case("simulator", true, "simulated-launch", onSimulator),
    Case("simulator", true, "happy", onSimulator),
    Case("simulator", false, "happy", lacks: ["simulator_not_stated"]),
    Case("simulator", false, "happy", "simulator=false", lacks: ["on_device"]),
    // From the handler on, nothing shows a schedule (S4:573).
    Case(
      "simulator", false, "simulated-launch", onSimulator, edit: "sed -n '/handler invoked/,$p'",
      lacks: ["no_schedule"]),
    Case("device", true, "happy", good),
    Case("device", true, "late-25-minutes", good),
    Case("device", false, "happy", "simulator=false,network=wifi", lacks: ["power_not_stated"]),
    Case("device", false, "happy", good + ",forceQuit=true", lacks: ["force_quit"]),
    Case("device", false, "task-not-completed", good, lacks: ["step_missing"]),
    // The log says that the user ended the app, and its task ran all the same.
    Case(
      "device", false, "happy", good,
      edit:
        "awk '{print} /Persisted schedule/ {sub(/\\[DNP-.*/, \"[DNP-TEST] App state (state=terminated, by=user)\"); print}'",
      lacks: ["force_quit", "step_missing"]),
    Case(
      "device", true, "happy", good,
      edit:
        "awk '{print} END {sub(/\\[DNP-.*/, \"[DNP-TEST] App state (state=terminated, by=user)\"); print}'"
    ),
    Case("failure", true, "network-off"), Case("failure", true, "permission-denied"),
    Case("failure", true, "permission-revoked"),
    Case("failure", false, "happy", lacks: ["no_failure"]),
    Case("failure", false, "jwt-expired", lacks: ["no_failure"]),
    Case(
      "failure", false, "network-off", edit: "grep -v 'Task completed\\|Task marked'",
      lacks: ["violation"]),
    Case("small-lead", true, "lead-capped"), Case("small-lead", true, "lead-disabled"),
    Case("small-lead", false, "lead-at-boundary", lacks: ["no_small_lead"]),
    Case("small-lead", false, "lead-not-capped", lacks: ["no_small_lead"]),
    Case("timezone", true, "zone-change"),
    Case("timezone", false, "zone-shifts-notification", lacks: ["violation"]),
    Case("timezone", false, "dst-spring", lacks: ["no_zone_change"]),
    Case("telemetry", true, "happy"),
    Case("telemetry", false, "happy", edit: "grep -v dnp_prefetch", lacks: ["no_counters"]),
    Case(
      "telemetry", false, "happy", edit: "sed 's/notification_total 1/notification_total 7/'",
      lacks: ["violation"]),
    Case("majority", true, "happy", good),
    // It asks that the prefetch ran, whatever came of it (S4:337).
    Case("majority", true, "server-down", good), Case("majority", true, "jwt-expired", good),
    Case("majority", false, "late-after-notification", good, lacks: ["not_in_time"]),
    Case("majority", false, "force-quit", good, lacks: ["force_quit"]),
    Case("majority", false, "network-off", good, lacks: ["not_on_wifi"]),
  ]

  @Test(arguments: cases)
  func `an item is done by a run that did what it should there`(shown: Case) throws {
    let directory = try TemporaryDirectory()
    try Self.record(shown.scenario, shown.env, edit: shown.edit, in: directory)
    let row = try Self.signOff(in: directory)["items"].elements.first {
      $0["item"].string == shown.item
    }
    #expect(row?["status"].string == (shown.isDone ? "done" : "missing"))
    if !shown.isDone {
      #expect(row?["lacks"].elements.compactMap(\.string) == shown.lacks)
      #expect(row?["nearest"].int == 1)
    }
  }

  @Test(arguments: ["0", "1"])
  func `evidence does not depend on the details that are kept`(kept: String) throws {
    let directory = try TemporaryDirectory()
    try Self.record("happy", Self.good, options: "--max-details \(kept)", in: directory)
    let report = try Self.signOff(in: directory)
    #expect(report["majority"]["inTime"].int == 1)
    #expect(report["items"][1]["status"].string == "done")
  }

  @Test func `the conditions are those that runs had, and not how they ended`() throws {
    let directory = try TemporaryDirectory()
    for scenario in [
      "low-power-skipped", "refresh-off", "force-quit", "zone-change", "reboot", "multi-day",
    ] {
      try Self.record(scenario, "", in: directory)
    }
    let conditions = try Self.signOff(in: directory)["conditions"].elements.map {
      "\($0["key"].string ?? "")=\($0["value"].string ?? "") \($0["runs"].int ?? 0)"
    }
    for wanted in [
      "lowPower=true 1", "backgroundRefresh=off 1", "forceQuit=true 1", "zoneChanged=true 1",
      "reboot=true 1",
    ] {
      #expect(conditions.contains(wanted), "\(conditions)")
    }
    #expect(conditions.contains { $0.hasPrefix("multiDay=true") })
  }

  @Test func `what is missing is told with what the nearest run lacks`() throws {
    let directory = try TemporaryDirectory()
    try Self.record("happy", "", in: directory)
    let text = try Dnplog.run(["history", "signoff", "h.db"], in: directory).output
    #expect(text.contains("missing     nearest run  what it lacks\n"), "\(text)")
    #expect(
      text.contains(
        "simulator   1            nothing says that it was on a simulator (state it with --env simulator=true)\n"
      ))
    #expect(
      text.contains(
        "(state it with --env power=plugged); nothing says that the device was on Wi-Fi"))
    _ = try Dnplog.run(["history", "prune", "--keep-runs", "0", "h.db"], in: directory)
    let pruned = try Dnplog.run(["history", "signoff", "h.db"], in: directory).output
    #expect(pruned.contains("\n1 pruned run takes no part.\n"))
    #expect(pruned.contains("simulator   -            no run is recorded\n"))
  }
}
