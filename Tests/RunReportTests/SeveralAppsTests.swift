import Foundation
import RunAnalysis
import RuleLanguage
import RunReport
import Testing

/// Lines of several apps that have the plugin are never judged as one app's.
@Suite struct SeveralAppsTests {
  /// Two apps of one log, by the text that stands for the app in its lines and what another one has there.
  struct Pair: CustomTestStringConvertible {
    var name: String
    var lines: [String]
    /// What is replaced to make the other app's lines.
    var changes: [(String, String)]
    var app: String
    var other: String

    var testDescription: String { name }

    var others: [String] {
      lines.map { line in changes.reduce(line) { $0.replacing($1.0, with: $1.1) } }
    }

    /// Their lines by turns, as one log of the device has them.
    var mixed: [String] { zip(lines, others).flatMap { [$0, $1] } }
  }

  private static let iOS = (try? WhoseLineTests.lines("prefetch/happy-device.log")) ?? []
  private static let start =
    "11-15 06:09:59.900  1382  1701 I ActivityManager: Start proc 4211:com.example.wallet/u0a99 for top-activity"
  private static let android = [start] + WhoseLineTests.android

  static let pairs = [
    Pair(
      name: "iOS, two flavours", lines: iOS, changes: [("App(", "AppDev("), ("[201]", "[305]")],
      app: "App", other: "AppDev"),
    Pair(
      name: "Android, by the system's word", lines: android,
      changes: [
        ("4211", "9055"), ("4230", "9071"), ("com.example.wallet", "com.example.wallet.debug"),
      ],
      app: "com.example.wallet", other: "com.example.wallet.debug"),
    Pair(
      name: "Android Studio",
      lines: WhoseLineTests.android.map {
        "2025-"
          + $0.replacing("  4211  4230 I ", with: "  4211-4230  ")
          .replacing(": ", with: "  com.example.wallet  I  ", maxReplacements: 1)
      },
      changes: [("4211-4230", "9055-9071"), ("com.example.wallet", "org.example.other")],
      app: "com.example.wallet", other: "org.example.other"),
  ]

  private static func judge(_ lines: [String], apps: [String] = []) throws -> RunSummary {
    let isAndroid = lines.contains { $0.contains("Recovery begin") }
    return try WhoseLineTests.judge(
      lines, profile: isAndroid ? "android-recovery" : nil, apps: apps)
  }

  @Test(arguments: pairs)
  func `lines of two apps pass nothing and blame nobody`(pair: Pair) throws {
    #expect(pair.lines.count >= 8)
    let summary = try Self.judge(pair.mixed)
    #expect(summary.verdict == .inconclusive)
    #expect(summary.reasons.contains { $0.contains(pair.app) && $0.contains(pair.other) })
    #expect(!summary.findings.contains { $0.outcome == .violated })
  }

  @Test(arguments: pairs)
  func `an option takes one of them as if it had written the log alone`(pair: Pair) throws {
    let alone = try Self.judge(pair.lines)
    #expect(alone.verdict == .pass)
    for app in [pair.app, pair.other] {
      let summary = try Self.judge(pair.mixed, apps: [app])
      #expect(WhoseLineTests.judged(summary) == WhoseLineTests.judged(alone), "\(app)")
      let note = try #require(summary.assumptions.first { $0.what == "other app" })
      #expect(note.value == (app == pair.app ? pair.other : pair.app))
    }
  }

  @Test(arguments: pairs)
  func `a fault of one app is found when it is named, and is not the other one's`(pair: Pair) throws
  {
    let secret = " jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
    var mixed = pair.mixed
    let place = mixed.lastIndex { $0 == pair.others.last } ?? 0
    mixed[place] += secret
    #expect(try Self.judge(mixed, apps: [pair.other]).verdict == .fail)
    #expect(try Self.judge(mixed, apps: [pair.app]).verdict == .pass)
    // A line that is wrong by itself needs no other one.
    #expect(try Self.judge(mixed).verdict == .fail)
  }

  /// A line of `idevicesyslog` as `log show --style json` has it, on several lines.
  private static func record(_ line: String) -> String {
    let time = line.dropFirst("Nov 14 ".count).prefix { $0 != " " }
    let rest = line.components(separatedBy: " <Notice>: ")
    let message = rest.dropFirst().joined(separator: " <Notice>: ")
    let head = rest[0].split(separator: " ").last ?? ""
    let process = head.prefix { $0 != "(" }
    let pid = head.split(separator: "[").last?.dropLast() ?? ""
    return """
      {
        "eventMessage" : "\(message)",
        "processImagePath" : "\\/private\\/var\\/\(process).app\\/\(process)",
        "processID" : \(pid),
        "timestamp" : "2025-11-14 \(time)+0000",
        "messageType" : "Default"
      },
      """
  }

  @Test
  func `records over several lines name their app`() throws {
    let lines = Self.iOS.map(Self.record)
    let others = Self.pairs[0].others.map(Self.record)
    let mixed = zip(lines, others).flatMap { [$0, $1] }
    let summary = try Self.judge(mixed)
    #expect(summary.inputs.first?.containers.map(\.name) == ["log-json"])
    // Those of one time say the same, and are of two processes.
    #expect(summary.inputs.first?.events == mixed.count)
    #expect(!summary.assumptions.contains { $0.what == "repeats" })
    #expect(summary.verdict == .inconclusive)
    #expect(summary.reasons.contains { $0.contains("App") && $0.contains("AppDev") })
    let alone = try Self.judge(lines)
    #expect(alone.verdict == .pass)
    for app in ["App", "AppDev"] {
      let summary = try Self.judge(mixed, apps: [app])
      #expect(WhoseLineTests.judged(summary) == WhoseLineTests.judged(alone), "\(app)")
    }
    // The same twice of one process is still one.
    let twice = try Self.judge(lines.flatMap { [$0, $0] })
    #expect(twice.verdict == .pass)
    #expect(twice.counters.executed.derived == 1)
  }

  @Test
  func `lines that are all of other apps than the one named are said to be`() throws {
    let summary = try Self.judge(Self.pairs[1].mixed, apps: ["com.nobody"])
    #expect(summary.reasons == ["no line of the plugin is of the app that --app names"])
    #expect(!summary.assumptions.contains { $0.what == "lines" })
    let empty = try Self.judge(["nothing"], apps: ["com.nobody"])
    #expect(empty.reasons.first?.hasPrefix("the log has no line of the plugin") == true)
  }

  @Test
  func `an extension of the app is no other app`() throws {
    var lines = Self.iOS
    let told = try #require(lines.firstIndex { $0.contains("Notification built") })
    lines[told] = lines[told].replacing("App(DailyNotification)[201]", with: "AppService(x)[390]")
    #expect(try Self.judge(lines).verdict == .pass)
  }

  @Test
  func `a number that was another app's when it was ended says nothing of the next process`() throws
  {
    let killed =
      "11-15 05:00:00.000  1382  1701 I ActivityManager: Killing 4211:com.example.cards/u0a88 (adj 905): cached #9"
    let summary = try Self.judge(
      [killed, Self.start.replacing("4211", with: "4200")]
        + Self.android.dropFirst().map { $0.replacing("4211", with: "4200") }
        + WhoseLineTests.android.map { $0.replacing("11-15 06:", with: "11-15 09:") })
    #expect(!summary.reasons.contains { $0.contains("apps write") })
  }

  @Test
  func `a process that begins under the number of another app's is looked at again`() throws {
    let (app, other) = ("com.example.wallet", "com.example.cards")
    let before = Self.android.map {
      $0.replacing(app, with: other).replacing("11-15 06:", with: "11-15 05:")
    }
    let summary = try Self.judge(before + Self.android, apps: [app])
    #expect(
      WhoseLineTests.judged(summary) == WhoseLineTests.judged(try Self.judge(Self.android)))
  }
}
