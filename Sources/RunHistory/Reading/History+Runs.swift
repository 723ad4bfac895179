internal import Database
internal import RunReport

extension History {
  private static let columns = """
    SELECT id, begun, recorded, times, tool, name, verdict, logic, timing, profile, first_time,
      last_time, platform, device, os, build, simulator FROM runs
    """

  /// All runs that are not pruned, the oldest first.
  package func runs() throws(HistoryError) -> [RunEntry] {
    try attempt { () throws(DatabaseError) in
      var entries: [RunEntry] = []
      try database.each("\(Self.columns) WHERE pruned = 0") { (row) throws(DatabaseError) in
        entries.append(Self.entry(row))
      }
      let totals = try totalsOfRuns()
      for index in entries.indices {
        entries[index].totals = totals[entries[index].id] ?? RunTotals()
      }
      return entries.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }
  }

  /// How many runs only their counts are left of.
  package func prunedCount() throws(HistoryError) -> Int64 {
    try attempt { () throws(DatabaseError) in
      try database.number("SELECT count(*) FROM runs WHERE pruned = 1")
    }
  }

  /// A run with all that is kept of it; nil where there is none of that number.
  package func run(_ id: Int64) throws(HistoryError) -> RunDetails? {
    try attempt { () throws(DatabaseError) in
      var details: RunDetails?
      try database.each("\(Self.columns) WHERE id = ? AND pruned = 0", [.int(id)]) {
        (row) throws(DatabaseError) in details = RunDetails(entry: Self.entry(row))
      }
      guard var details else { return nil }
      details.entry.totals = try totalsOfRuns(only: id)[id] ?? RunTotals()
      try database.each("SELECT summary FROM runs WHERE id = ?", [.int(id)]) {
        (row) throws(DatabaseError) in details.summary = row.text(0)
      }
      try database.each("SELECT name, length FROM inputs WHERE run = ? ORDER BY place", [.int(id)])
      {
        (row) throws(DatabaseError) in details.inputs.append((row.text(0), row.int(1)))
      }
      try database.each("SELECT key, value FROM conditions WHERE run = ? ORDER BY key", [.int(id)])
      {
        (row) throws(DatabaseError) in details.conditions.append((row.text(0), row.text(1)))
      }
      try database.each(
        """
        SELECT rule, outcome, class, severity, message, count(*) FROM findings WHERE run = ?
        GROUP BY rule, outcome, class, severity, message ORDER BY min(number)
        """, [.int(id)]
      ) { (row) throws(DatabaseError) in
        details.findings.append(
          RunDetails.Finding(
            rule: row.text(0), outcome: row.text(1), fault: row.text(2), severity: row.text(3),
            message: row.text(4), count: row.int(5)))
      }
      details.events = try database.number("SELECT count(*) FROM events WHERE run = ?", .int(id))
      return details
    }
  }

  private static func entry(_ row: borrowing Statement) -> RunEntry {
    RunEntry(
      id: row.int(0), begun: row.int(1), recorded: row.int(2), times: row.int(3),
      tool: row.text(4), name: row.text(5), verdict: row.text(6), logic: row.text(7),
      timing: row.text(8), profile: row.text(9), firstTime: row.optionalInt(10),
      lastTime: row.optionalInt(11), platform: row.optionalText(12), device: row.optionalText(13),
      system: row.optionalText(14), build: row.optionalText(15),
      isSimulator: row.optionalInt(16).map { $0 == 1 })
  }
}

/// A recorded run with all that is kept of it.
package struct RunDetails {
  /// Findings of one rule that say the same.
  package struct Finding {
    package var rule: String
    package var outcome: String
    package var fault: String
    package var severity: String
    package var message: String
    package var count: Int64
  }

  package var entry: RunEntry
  /// The JSON summary, as `validate --format json` printed it.
  package var summary = ""
  package var inputs: [(name: String, length: Int64)] = []
  package var conditions: [(key: String, value: String)] = []
  package var findings: [Finding] = []
  /// How many events are kept.
  package var events: Int64 = 0

  init(entry: RunEntry) { self.entry = entry }
}
