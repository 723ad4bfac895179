internal import Database
internal import RunReport

/// What all recorded runs show, and what they lack.
struct StoredEvidence {
  private var lacks: [RunEvidence.Item: [SignOffReport.Nearest]] = [:]

  /// Adds a run; the oldest come first.
  mutating func add(_ run: Int64, _ item: RunEvidence.Item, lacks words: String) {
    // A word of a newer version still says that something is lacking.
    let known = words.split(separator: ",").map {
      EvidenceLack(rawValue: String($0)) ?? .violation
    }
    lacks[item, default: []].append(SignOffReport.Nearest(run: run, lacks: known))
  }

  func runs(showing item: RunEvidence.Item) -> [Int64] {
    (lacks[item] ?? []).filter(\.lacks.isEmpty).map(\.run)
  }

  /// The run that lacks the least, of several the latest.
  func nearest(to item: RunEvidence.Item) -> SignOffReport.Nearest? {
    (lacks[item] ?? []).filter { !$0.lacks.isEmpty }
      .min { ($0.lacks.count, -$0.run) < ($1.lacks.count, -$1.run) }
  }
}

extension History {
  /// Holds the runs that are not pruned against the checklist.
  package func signOff(
    deferring deferred: Set<SignOffReport.Item>
  ) throws(HistoryError) -> SignOffReport {
    try attempt { () throws(DatabaseError) in
      let isNew = try database.number("PRAGMA user_version") >= Schema.evidenceVersion
      var evidence = StoredEvidence()
      var conditions: [SignOffReport.Condition] = []
      if isNew {
        try database.each("SELECT run, item, lacks FROM evidence ORDER BY run, item") {
          (row) throws(DatabaseError) in
          guard let item = RunEvidence.Item(rawValue: row.text(1)) else { return }
          evidence.add(row.int(0), item, lacks: row.text(2))
        }
        try database.each(
          "SELECT key, value, count(*) FROM varied GROUP BY key, value ORDER BY key, value"
        ) { (row) throws(DatabaseError) in
          conditions.append(
            SignOffReport.Condition(key: row.text(0), value: row.text(1), runs: row.int(2)))
        }
      }
      var report = SignOffReport(evidence, conditions: conditions, deferred: deferred)
      report.pruned = try database.number("SELECT count(*) FROM runs WHERE pruned = 1")
      let unheard = isNew ? "AND id NOT IN (SELECT run FROM evidence)" : ""
      report.older = try database.number("SELECT count(*) FROM runs WHERE pruned = 0 \(unheard)")
      return report
    }
  }
}
