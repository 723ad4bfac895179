import Foundation
import TestSupport
import Testing

/// What a made-up device stores, sets and shows, and what `reconcile` says of it.
struct StateLoopTests {
  /// A scenario of states, and the rules that speak, with `?` for those that leave it open.
  struct Case: Sendable, CustomTestStringConvertible {
    let scenario: String
    let rules: Set<String>
    /// The same where only the snapshot is given, as far as it tells less.
    let rulesOfSnapshot: Set<String>
    let testDescription: String

    init(_ scenario: String, _ rules: String = "", snapshot: String? = nil) {
      self.scenario = scenario
      self.rules = Set(rules.split(separator: " ").map(String.init))
      rulesOfSnapshot = Set((snapshot ?? rules).split(separator: " ").map(String.init))
      testDescription = scenario
    }
  }

  static let cases = [
    Case("state"), Case("state-recovered"), Case("state-swipe"),
    // A snapshot does not tell that the app was stopped.
    Case("state-force-stop", "app-is-not-stopped", snapshot: "alarms-are-there?"),
    Case("state-force-stop-kept", "force-stop-takes-all-alarms?", snapshot: ""),
    Case("state-reboot", "alarms-are-there?"), Case("state-update", "alarms-are-there?"),
    Case("state-missed", "due-item-was-shown?"),
    Case("state-alarm-held-back", "alarm-is-not-held-back", snapshot: ""),
    Case("state-alarm-missing", "future-item-is-set"),
    Case("state-alarm-orphaned", "set-item-is-stored"),
    Case("state-alarm-of-disabled", "set-item-is-stored"),
    Case("state-alarm-twice", "each-item-is-set-once"),
    Case("state-alarm-at-another-time", "future-item-is-set set-item-is-stored"),
    Case("state-miss-not-told", "missed-item-was-told"),
    Case("state-status-left", "told-miss-has-its-status"),
    Case("state-next-run-kept", "overdue-schedule-is-renewed"),
    // Only a database must have all columns.
    Case("state-seconds-among-milliseconds", "column-has-one-unit"),
    Case("state-seconds", "android-stores-milliseconds", snapshot: ""),
    Case("state-title-missing", "notification-has-a-title", snapshot: ""),
    Case("state-kind-missing", "schedule-has-a-kind", snapshot: ""),
    Case("state-next-run-missing", "enabled-schedule-has-a-next-run", snapshot: ""),
    Case("state-repeat-rule-missing", "schedule-repeats-by-a-rule", snapshot: ""),
    Case("state-sound-missing", "notification-says-whether-it-sounds", snapshot: ""),
    Case("state-updated-before-created", "notification-was-made-before-it-was-changed"),
    Case("state-last-run-later", "last-run-is-past"),
    Case("state-content-without-ttl", "content-has-a-life-time", snapshot: ""),
    Case("state-id-twice", "schedule-id-is-stored-once"),
    Case("state-ios"), Case("state-ios-lost", "future-item-is-set"),
    Case("state-ios-orphaned", "set-item-is-stored"),
    Case("state-ios-missed", "due-item-was-shown?"),
  ]

  /// The scenarios under a heading of `simulate --list`.
  private static func names(under heading: String) throws -> [String] {
    let list = try Dnplog.run(["simulate", "--list"], in: TemporaryDirectory()).output
    let groups = list.components(separatedBy: "\n\n")
    let group = groups.first { $0.hasPrefix(heading) } ?? ""
    return group.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
  }

  @Test func `each scenario of states has its truth here`() throws {
    #expect(
      try Self.names(under: "What is stored and set").sorted()
        == Self.cases.map(\.scenario).sorted())
  }

  @Test(arguments: cases)
  func `a state is judged by what was put into it`(given: Case) throws {
    for seed in 1...2 {
      let device = try SimulatedDevice(given.scenario, "--seed \(seed) --days \(seed)")
      let snapshot = try device.reconcile(["snapshot.json"])
      #expect(snapshot.rules == given.rulesOfSnapshot)
      #expect(snapshot.items == device.items(of: snapshot))
      // What rules of columns ask is no question to a snapshot.
      if given.rules == given.rulesOfSnapshot { #expect(snapshot.verdict == device.verdict) }
      #expect(snapshot.status == (snapshot.verdict == "pass" ? 0 : 1))
      guard device.isAndroid else { continue }
      let dumps = try device.reconcile(["app.db", "alarms.txt", "package.txt"])
      #expect(dumps.rules == given.rules)
      #expect(dumps.items == device.items(of: dumps))
      #expect(dumps.verdict == device.verdict)
      #expect(dumps.status == device.status)
    }
  }

  @Test func `the state behind each scenario of recovery is that of its device`() throws {
    let names = try Self.names(under: "Recovery")
    #expect(names.count > 40)
    for name in names {
      let device = try SimulatedDevice(name, "--days 2 --seed 3")
      let snapshot = try device.reconcile(["snapshot.json"])
      #expect(snapshot.items == device.items(of: snapshot), "\(name)")
      #expect(snapshot.verdict == device.verdict, "\(name)")
      guard device.isAndroid else { continue }
      let dumps = try device.reconcile(["app.db", "alarms.txt", "package.txt"])
      #expect(dumps.items == device.items(of: dumps), "\(name)")
      #expect(dumps.verdict == device.verdict, "\(name)")
    }
  }

  @Test func `two databases hold what one holds`() throws {
    let one = try SimulatedDevice("android-alarm-dropped", "--days 3")
    let two = try SimulatedDevice("android-alarm-dropped", "--days 3 --stores two")
    let judged = try two.reconcile([
      "daily_notification_database", "daily_notification_plugin.db", "alarms.txt", "package.txt",
    ])
    #expect(judged.items == two.items(of: judged))
    #expect(
      try one.reconcile(["app.db", "alarms.txt", "package.txt"]).items == judged.items)
    #expect(try one.bytes("alarms.txt") == two.bytes("alarms.txt"))
  }

  @Test func `the dump tells the year and the zone of a log that has neither`() throws {
    let device = try SimulatedDevice(
      "state-miss-not-told", "--tz +05:30 --start 2024-02-28T20:00:00Z")
    let dumps = try device.reconcile(["app.db", "alarms.txt", "package.txt"])
    #expect(dumps.rules == ["missed-item-was-told"])
    #expect(dumps.items == device.items(of: dumps))
  }

  @Test func `judging leaves the files as they are`() throws {
    let device = try SimulatedDevice("android-force-stop", "--days 2")
    let before = try device.files()
    #expect(before.keys.sorted() == ["alarms.txt", "app.db", "package.txt", "snapshot.json"])
    _ = try device.reconcile(["alarms.txt", "app.db", "package.txt"])
    _ = try device.reconcile(["snapshot.json"])
    #expect(try device.files() == before)
  }

  @Test func `the same seed gives the same bytes, and another one others`() throws {
    let first = try SimulatedDevice("state-alarm-held-back", "--days 2").files()
    #expect(try SimulatedDevice("state-alarm-held-back", "--days 2").files() == first)
    let other = try SimulatedDevice("state-alarm-held-back", "--days 2 --seed 2").files()
    #expect(first.keys == other.keys)
    for name in ["alarms.txt", "app.db", "snapshot.json"] {
      #expect(other[name] != first[name], "\(name)")
    }
  }

  @Test func `each device has a state of its own`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(
      ["simulate", "state", "--devices", "2", "-o", "logs", "--state-out", "states"], in: directory)
    #expect(result.exitCode == 0)
    for number in 1...2 {
      let folder = "states/device-000\(number)"
      let judged = try Dnplog.run(
        [
          "reconcile", "-q", "--state", folder + "/app.db", "--state", folder + "/alarms.txt",
          "logs/device-000\(number).log",
        ], in: directory)
      #expect(judged.exitCode == 0, "\(judged.output)\(judged.errors)")
    }
  }
}
