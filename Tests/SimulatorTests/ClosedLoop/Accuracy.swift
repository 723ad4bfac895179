import RunReport
import Simulator

/// How often what was put into logs was found in them, by area of the matrix.
struct Accuracy {
  /// The counts of one area; a fault counts once in each area whose rows it breaks.
  struct Area {
    /// Faults of which a finding of the area speaks.
    var found = 0
    /// Faults of which none speaks, although there is a rule for one of their rows in the area.
    var missed = 0
    /// Faults for whose rows in the area there is no rule yet.
    var withoutRule = 0
    /// Findings that nothing put into the log explains.
    var unexplained = 0
  }

  /// By the first three letters of a row.
  private(set) var areas: [String: Area] = [:]
  private(set) var logs = 0
  private(set) var faultyLogs = 0
  private(set) var faults = 0
  private(set) var faultsFound = 0
  /// Rows by fault, of those that no finding speaks of yet.
  private(set) var silent: [String: [String]] = [:]

  /// The titles of the areas, in the order of the matrix.
  static let titles: [(code: String, title: String)] = [
    ("LOG", "Log lines"), ("SEQ", "Sequences"), ("HNT", "Hints"), ("TIM", "Time and lead"),
    ("ENV", "Environments"), ("INJ", "Failure injections"), ("OSL", "Limits of the system"),
    ("BKT", "Buckets"), ("TEL", "Telemetry"), ("SCH", "Events and documents"),
    ("INT", "Integrity"), ("CLI", "Marker script"), ("TST", "Test strategy"), ("REC", "Recovery"),
    ("PER", "Persistence"), ("PUL", "Pull notifications"), ("BGT", "Background tasks"),
    ("API", "Requests"), ("AUT", "Authentication"), ("CAC", "Cache"), ("RES", "Resilience"),
    ("CFG", "Configuration"),
  ]

  mutating func add(_ run: SimulatedRun, _ judgement: Judgement) throws {
    let covered = try Judgement.coveredRows(of: run.plan.scenario)
    logs += 1
    let shown = run.trace.entries.filter {
      $0.injected.outcome == .violated && $0.isShown(in: run)
    }
    if !shown.isEmpty { faultyLogs += 1 }
    faults += shown.count
    faultsFound += judgement.found.count
    for entry in shown {
      let findings = judgement.found.first { $0.entry == entry }?.findings ?? []
      if findings.isEmpty { silent[entry.injected.name] = entry.injected.rows }
      let spoken = Set(findings.flatMap(\.covers))
      let rows = Dictionary(grouping: Set(entry.injected.rows)) { String($0.prefix(3)) }
      for (code, rows) in rows {
        if !spoken.isDisjoint(with: rows) {
          areas[code, default: Area()].found += 1
        } else if covered.isDisjoint(with: rows) {
          areas[code, default: Area()].withoutRule += 1
        } else {
          areas[code, default: Area()].missed += 1
        }
      }
    }
    for finding in judgement.unexplained {
      areas[String((finding.covers.first ?? "?").prefix(3)), default: Area()].unexplained += 1
    }
  }

  /// Adds what other logs came to.
  mutating func add(_ other: Accuracy) {
    for (code, area) in other.areas {
      areas[code, default: Area()].found += area.found
      areas[code, default: Area()].missed += area.missed
      areas[code, default: Area()].withoutRule += area.withoutRule
      areas[code, default: Area()].unexplained += area.unexplained
    }
    logs += other.logs
    faultyLogs += other.faultyLogs
    faults += other.faults
    faultsFound += other.faultsFound
    silent.merge(other.silent) { _, last in last }
  }

  /// The table, in Markdown.
  var table: String {
    var text = """
      | area | | found | missed | no rule yet | false | precision | recall | recall with a rule |
      |---|---|---:|---:|---:|---:|---:|---:|---:|

      """
    for (code, title) in Self.titles {
      guard let area = areas[code] else { continue }
      let all = area.found + area.missed + area.withoutRule
      text += "| \(code) | \(title) | \(area.found) | \(area.missed) | \(area.withoutRule)"
      text += " | \(area.unexplained)"
      text += " | \(Self.ratio(area.found, of: area.found + area.unexplained))"
      text += " | \(Self.ratio(area.found, of: all))"
      text += " | \(Self.ratio(area.found, of: area.found + area.missed)) |\n"
    }
    return text
  }

  /// A share with two decimals, rounded down, so that 1.00 means all.
  static func ratio(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "–" }
    let hundredths = part * 100 / whole
    let digits = hundredths % 100
    return "\(hundredths / 100)." + (digits < 10 ? "0" : "") + "\(digits)"
  }
}
