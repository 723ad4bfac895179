internal import Database
internal import RunReport
internal import TextWriting

/// Adds what a judged run came to.
final class RunRows {
  private var runs: RowWriter
  private var cycles: RowWriter
  private var steps: RowWriter
  private var findings: RowWriter

  init(_ database: borrowing Database) throws(DatabaseError) {
    runs = try RowWriter(RunTables.runs, database)
    cycles = try RowWriter(RunTables.cycles, database)
    steps = try RowWriter(RunTables.steps, database)
    findings = try RowWriter(RunTables.findings, database)
  }

  func add(_ summary: RunSummary, run: Int64) throws(DatabaseError) {
    try runs.add { $0.fill(from: summary, run: run) }
    for cycle in summary.cycles {
      try cycles.add { $0.fill(from: cycle, run: run) }
      for (place, step) in cycle.steps.enumerated() {
        try steps.add { $0.fill(from: step, of: cycle, place: place, run: run) }
      }
    }
    for (number, finding) in summary.findings.enumerated() {
      try findings.add { $0.fill(from: finding, number: number + 1, run: run) }
    }
  }
}

/// Adds rows to one table.
private struct RowWriter: ~Copyable {
  private var statement: Statement
  private var filler: ColumnFiller

  init(_ table: QueryTable, _ database: borrowing Database) throws(DatabaseError) {
    statement = try Statement(database, table.insertion)
    filler = ColumnFiller(columns: table.stored.count)
  }

  mutating func add(_ fill: (inout ColumnFiller) -> Void) throws(DatabaseError) {
    filler.begin()
    fill(&filler)
    try statement.run(filler.row)
  }
}

/// Gives the columns of a row their values, one after the other in the order of the table.
struct ColumnFiller {
  private(set) var row: RowBuffer
  private var next = 0

  init(columns: Int) { row = RowBuffer(columns: columns) }

  mutating func begin() {
    row.clear()
    next = 0
  }

  private mutating func take() -> Int {
    defer { next += 1 }
    return next
  }

  mutating func add(_ value: Int64?) { row.set(take(), value) }
  mutating func add(_ value: Int) { row.set(take(), Int64(value)) }
  mutating func add(_ value: Bool?) { row.set(take(), value) }
  mutating func add(_ value: Double?) { row.set(take(), value) }
  mutating func add(_ value: String?) { row.set(take(), value) }
  mutating func add(time: Int64?) { row.set(take(), time: time) }
  mutating func add(millisecondsOf time: Int64?) { row.set(take(), millisecondsOf: time) }
  mutating func add(list: [String]) { row.set(take(), json: list) }
  mutating func add(_ write: (inout JSONWriter) -> Void) {
    row.set(take()) { $0.append(json: write) }
  }
}

extension ColumnFiller {
  fileprivate mutating func fill(from summary: RunSummary, run: Int64) {
    add(run)
    add(summary.inputs.first?.name)
    add(summary.verdict.rawValue)
    add(summary.reasons.joined(separator: " "))
    add(summary.profile)
    add(time: summary.inputs.compactMap(\.firstTime).min())
    add(time: summary.inputs.compactMap(\.lastTime).max())
    add(summary.inputs.reduce(0) { $0 + $1.lines })
    add(summary.inputs.reduce(0) { $0 + $1.events })
    add(summary.inputs.reduce(0) { $0 + $1.unclassified })
    add { writer in
      writer.object { writer in
        for entry in summary.environment {
          switch entry.value {
          case .bool(let value): writer.member(entry.key, value)
          case .string(let value): writer.member(entry.key, value)
          case .int(let value): writer.member(entry.key, value)
          case .varies: writer.member(entry.key, nil as String?)
          }
        }
      }
    }
    add(summary.omittedCycles)
    add(summary.omittedFindings)
  }

  fileprivate mutating func fill(from cycle: CycleSummary, run: Int64) {
    add(run)
    add(cycle.number)
    let time = cycle.notificationTime.flatMap { WallClock.lacksYear($0) ? nil : $0 }
    add(time.map { InstantText.iso($0) } ?? cycle.scheduleId)
    add(cycle.scheduleId)
    add(time: time)
    add(millisecondsOf: time)
    add(cycle.outcome.rawValue)
    add(cycle.leadSeconds)
    add(cycle.leadCapped)
    add(cycle.executionDelaySeconds)
    add(cycle.leadAtExecutionSeconds)
    add(cycle.fetchDurationSeconds)
    add(cycle.cacheAgeAtDeliverySeconds)
    add(cycle.deliveryDriftSeconds)
    add(cycle.scheduledAheadSeconds)
    add(cycle.ttlValid)
    add(cycle.fetched)
    add(cycle.usedCached)
    add(cycle.contentHashMatch)
    add(cycle.scheduleHashMatch)
    add(cycle.cachePersistence.rawValue)
    add(cycle.fallbackCause?.rawValue)
    add(cycle.failureReason)
    add(list: cycle.assumed)
    add(cycle.lines.first?.file)
    add(cycle.lines.first?.first)
    add(cycle.lines.first?.last)
  }

  fileprivate mutating func fill(
    from step: CycleSummary.StepSummary, of cycle: CycleSummary, place: Int, run: Int64
  ) {
    add(run)
    add(cycle.number)
    add(place + 1)
    add(step.event)
    add(step.status.rawValue)
    add(time: step.time)
    add(millisecondsOf: step.time)
    add(step.line)
  }
}
