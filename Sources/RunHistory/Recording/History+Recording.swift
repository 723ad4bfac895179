internal import Database
internal import LogReading
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension History {
  /// Records a run, whole or not at all.
  ///
  /// What was read before is never counted twice: a log that was recorded, perhaps when it was shorter,
  /// or judged with other options, makes room for this run.
  package func record(_ run: RecordedRun) throws(HistoryError) -> Recording {
    let inputs = run.filled
    if let input = inputs.first(where: { !$0.wasLookedUp }) {
      // What is wrong with the history says itself.
      _ = try attempt { () throws(DatabaseError) in try candidates(head: input.head) }
      throw HistoryError(
        path, "it could not be asked whether \(input.member.name) was recorded before",
        advice: "see that it can be opened, and judge again")
    }
    var refusal: HistoryError?
    var outcome = Recording.added(0)
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        if inputs.isEmpty, run.states.isEmpty {
          outcome = .empty
          return
        }
        let known = try Acquaintance(of: inputs, in: self)
        refusal = self.refusal(of: known)
        if refusal != nil { return }
        if let container = known.container, known.replaced.isEmpty {
          outcome = .contained(in: container)
          return
        }
        outcome = try write(run, in: known.replaced)
      }
    }
    if let refusal { throw refusal }
    leaveLog()
    return outcome
  }

  private func refusal(of known: Acquaintance) -> HistoryError? {
    if let name = known.unclear {
      return HistoryError(
        path, "another process has recorded a part of \(name) meanwhile", advice: "judge it again")
    }
    if let (run, name) = known.overlap {
      return HistoryError(
        path,
        "\(name) was counted in run \(run), with other files that are not here: nothing is recorded,"
          + " since it would be counted twice",
        advice: "judge each file of a rotation by itself, with --paths-from")
    }
    return nil
  }

  /// Writes a run in the place of others.
  private func write(
    _ run: RecordedRun, in replaced: [Int64]
  ) throws(DatabaseError) -> Recording {
    let identity = run.identity
    var older = replaced
    let same = try database.number("SELECT id FROM runs WHERE identity = ?", .blob(identity))
    if same != 0, !older.contains(same) { older.append(same) }
    var begun = run.now
    var times: Int64 = 1
    var highest: [StoredCount.Series: Int64] = [:]
    for id in older {
      begun = min(begun, try database.number("SELECT begun FROM runs WHERE id = ?", .int(id)))
      times += try database.number("SELECT times FROM runs WHERE id = ?", .int(id))
      try takeHighest(of: id, into: &highest)
      try uncount(id)
      try database.change("DELETE FROM runs WHERE id = ?", .int(id))
    }
    // A log keeps its number as it grows.
    var id = try database.number("SELECT coalesce(max(id), 0) + 1 FROM runs")
    if let oldest = older.min() { id = oldest }
    try insert(run, id: id, identity: identity, begun: begun, times: times)
    try insertCounts(of: run.summary, id, notBelow: highest)
    return older.isEmpty ? .added(id) : .replaced(id)
  }

  /// Adds the highest counts of a run, which makes room for another one, to those of others that do.
  private func takeHighest(
    of run: Int64, into highest: inout [StoredCount.Series: Int64]
  ) throws(DatabaseError) {
    var found: [(StoredCount.Series, Int64)] = []
    try database.each(
      "SELECT name, labels, most FROM counts WHERE run = ? AND most > 0", [.int(run)]
    ) { (row) throws(DatabaseError) in
      found.append((StoredCount.Series(name: row.text(0), labels: row.text(1)), row.int(2)))
    }
    for (series, count) in found {
      highest[series] = (highest[series] ?? 0).addingSaturated(count)
    }
  }

  /// Takes the counts of a run out of the totals.
  private func uncount(_ run: Int64) throws(DatabaseError) {
    try database.change(
      """
      UPDATE totals SET value = totals.value - counts.most FROM counts
      WHERE counts.run = ? AND counts.name = totals.name AND counts.labels = totals.labels
      """, .int(run))
  }

  private func insert(
    _ run: RecordedRun, id: Int64, identity: [UInt8], begun: Int64, times: Int64
  ) throws(DatabaseError) {
    let summary = run.summary
    let json = String(decoding: JSONRenderer.report(of: summary), as: UTF8.self)
    let simulator = summary.word(of: "simulator").map { $0 == "true" ? Int64(1) : 0 }
    try database.change(
      """
      INSERT INTO runs(id, identity, begun, recorded, times, tool, name, verdict, logic, timing,
        profile, first_time, last_time, platform, device, os, build, simulator, summary)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .int(id), .blob(identity), .int(begun), .int(run.now), .int(times),
      .text(summary.toolVersion), .text(summary.inputs.first?.name ?? ""),
      .text(summary.verdict.rawValue), .text(summary.logic.rawValue),
      .text(summary.timing.rawValue), .text(summary.profile),
      .init(summary.inputs.compactMap(\.firstTime).min().dated),
      .init(summary.inputs.compactMap(\.lastTime).max().dated),
      .init(summary.word(of: "platform")), .init(summary.word(of: "device")),
      .init(summary.word(of: "osVersion")), .init(summary.word(of: "build")), .init(simulator),
      .text(json))
    try insertInputs(run.contents, of: id)
    try insertCycles(summary.cycles, of: id)
    try insertFindings(summary.findings, of: id)
    for entry in summary.environment {
      guard let word = entry.value.word else { continue }
      try database.change(
        "INSERT OR IGNORE INTO conditions VALUES(?, ?, ?)", .int(id), .text(entry.key),
        .text(word))
    }
    if let evidence = run.evidence { try insert(evidence, of: id) }
    guard let events = run.events else { return }
    var statement = try Statement(database, "INSERT INTO events VALUES(?, ?, ?)")
    try events.each { (number, event) throws(DatabaseError) in
      try statement.run(.int(id), .int(number), .text(event))
    }
  }

  private func insertInputs(_ inputs: [InputContent], of run: Int64) throws(DatabaseError) {
    for (place, input) in inputs.enumerated() {
      let head = input.head
      try database.change(
        "INSERT INTO inputs VALUES(?, ?, ?, ?, ?, ?, ?)", .int(run), .int(Int64(place)),
        .text(input.member.name), .int(input.length), .blob(input.digest),
        .int(Int64(head.count)), .blob(ContentDigest.of(head.span)))
    }
  }

  private func insert(_ evidence: RunEvidence, of run: Int64) throws(DatabaseError) {
    for item in RunEvidence.Item.allCases {
      guard let lacks = evidence.lacks[item] else { continue }
      try database.change(
        "INSERT INTO evidence VALUES(?, ?, ?)", .int(run), .text(item.rawValue),
        .text(lacks.map(\.rawValue).joined(separator: ",")))
    }
    for condition in evidence.conditions {
      try database.change(
        "INSERT INTO varied VALUES(?, ?, ?)", .int(run), .text(condition.key),
        .text(condition.value))
    }
  }

  /// Writes what a run counts, and adds it to the totals: of each series the highest count that any
  /// recording of its log had, since some of what a log shows by and by takes back what it showed before.
  private func insertCounts(
    of summary: RunSummary, _ run: Int64, notBelow highest: [StoredCount.Series: Int64]
  ) throws(DatabaseError) {
    let totals = RunTotals(of: summary)
    var highest = highest
    var statement = try Statement(
      database, "INSERT INTO counts(run, name, labels, value, most) VALUES(?, ?, ?, ?, ?)")
    for count in totals.stored {
      let most = max(highest.removeValue(forKey: count.series) ?? 0, count.accumulated)
      try statement.run(
        .int(run), .text(count.name), .text(count.labels), .int(count.value), .int(most))
    }
    for (series, most) in highest {
      try statement.run(
        .int(run), .text(series.name), .text(series.labels), .int(0), .int(most))
    }
    for measure in Measure.allCases {
      let stored = totals.distributions[measure].stored
      guard let least = stored.least, let most = stored.most else { continue }
      try database.change(
        "INSERT INTO extremes VALUES(?, ?, ?, ?)", .int(run), .text(measure.key), .int(least),
        .int(most))
    }
    try database.change(
      """
      INSERT INTO totals SELECT name, labels, most FROM counts WHERE run = ? AND most > 0
      ON CONFLICT(name, labels) DO UPDATE SET value = value + excluded.value
      """, .int(run))
  }

  private func insertCycles(_ cycles: [CycleSummary], of run: Int64) throws(DatabaseError) {
    var statement = try Statement(
      database, "INSERT INTO cycles VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (number, cycle) in cycles.enumerated() {
      try statement.run(
        .int(run), .int(Int64(number + 1)), .init(cycle.scheduleId),
        .init(cycle.notificationTime.dated), .text(cycle.outcome.rawValue),
        .init(cycle.leadSeconds), .init(cycle.executionDelaySeconds),
        .init(cycle.deliveryDriftSeconds), .init(cycle.fetchDurationSeconds),
        .init(cycle.leadAtExecutionSeconds), .init(cycle.failureReason), .init(cycle.isHealthy))
    }
  }

  private func insertFindings(_ findings: [Finding], of run: Int64) throws(DatabaseError) {
    var statement = try Statement(
      database, "INSERT INTO findings VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (number, finding) in findings.enumerated() {
      try statement.run(
        .int(run), .int(Int64(number + 1)), .text(finding.rule), .text(finding.outcome.name),
        .text(finding.fault.name), .text(finding.severity.name), .text(finding.bucket.name),
        .init(finding.scope.cycle), .text(finding.message), .text(finding.fingerprint),
        .init(finding.isKnown))
    }
  }
}

extension Int64? {
  /// The instant, unless its year is not known.
  fileprivate var dated: Int64? { flatMap { WallClock.lacksYear($0) ? nil : $0 } }
}

extension RunSummary {
  /// The value of a condition of the device as a word; nil where it is not known, or varies.
  func word(of condition: String) -> String? {
    environment.first { $0.key == condition }?.value.word
  }
}

extension EnvironmentValue {
  var word: String? {
    switch self {
    case .bool(let value): value ? "true" : "false"
    case .string(let value): value
    case .int(let value): "\(value)"
    case .varies: nil
    }
  }
}
