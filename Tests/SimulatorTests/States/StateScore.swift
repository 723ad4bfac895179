import RuleLanguage
import RunReport
import Simulator

/// Which rules of states the state of some scenario kills.
struct StateScore {
  static let pack = "stored-state"

  /// What no scenario has: a list of jobs, a prefetch beside a database, a request for another time, an id
  /// of a notification twice, one that is shown though it is stored as missed, a log of the plugin that is
  /// too long or has half an entry, a database without a table, and a day left out of several.
  private static let unshown: Set = [
    "stored-state/force-stop-takes-all-jobs", "stored-state/scheduled-item-is-stored",
    "stored-state/set-item-has-its-time", "stored-state/notification-id-is-stored-once",
    "stored-state/shown-notification-is-not-missed", "stored-state/stored-log-is-trimmed",
    "stored-state/log-entry-is-whole", "stored-state/store-has-all-tables",
    "stored-state/window-has-no-gap",
    // Columns that no scenario empties; each has its logs in the rule, and BadColumnTests.
    "stored-state/schedule-has-an-id", "stored-state/schedule-has-its-switch",
    "stored-state/notification-has-an-id", "stored-state/notification-has-a-body",
    "stored-state/notification-has-a-time", "stored-state/notification-has-a-priority",
    "stored-state/notification-says-whether-it-vibrates",
    "stored-state/notification-was-changed-before-it-was-read",
    "stored-state/content-has-its-fetch-time",
  ]

  private struct Line {
    let rule: String
    let severity: Severity
    var killedBy: [String] = []
  }

  private var lines: [Line]
  private(set) var states = 0

  init() throws {
    let book = try SimulatedRun.book
    lines = book.rules.compactMap { rule in
      let pack = book.packs[Int(rule.pack)].name
      let name = pack + "/" + rule.id
      guard pack == Self.pack, !Self.unshown.contains(name) else { return nil }
      return Line(rule: name, severity: rule.severity)
    }
  }

  mutating func add(_ scenario: Scenario, _ rules: Set<String>) {
    states += 1
    for index in lines.indices
    where rules.contains(lines[index].rule) && !lines[index].killedBy.contains(scenario.name) {
      lines[index].killedBy.append(scenario.name)
    }
  }

  /// Rules that no state kills.
  var unkilled: [String] { lines.filter { $0.killedBy.isEmpty }.map(\.rule) }

  /// The table, in Markdown.
  var table: String {
    var text = "| rule | severity | states of scenarios | such as |\n|---|---|---:|---|\n"
    for line in lines {
      // One that is made for it tells more than one of recovery.
      let first = line.killedBy.first { $0.hasPrefix("state-") } ?? line.killedBy.first
      text += "| \(line.rule) | \(line.severity) | \(line.killedBy.count) |"
      text += " \(first ?? "not killed") |\n"
    }
    return text
  }
}
