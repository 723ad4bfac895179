internal import LogQuery
internal import LogReading
internal import RuleEngine
internal import RunAnalysis
internal import RunReport

/// One call of `query`: check the statements, load the logs, print what the statements find.
struct QueryRun {
  /// What asks for the tables instead of rows.
  static let schemaWord = ".schema"
  /// The most cycles, and the most findings, of a run that are in the tables.
  private static let detailLimit = 200_000

  private let settings: Settings
  private var statements: [String] { settings.query.statements }

  init(_ settings: Settings) { self.settings = settings }

  func run() throws(Failure) -> ExitStatus {
    try settings.checkCombinations()
    guard !statements.isEmpty else {
      throw Failure(
        Problem(
          "there is no query",
          advice: "give one with -e, e.g. -e 'SELECT event, count(*) FROM events GROUP BY event'"))
    }
    let database = try open()
    // A long log is not read for a query that cannot run.
    for number in statements.indices where statements[number] != Self.schemaWord {
      do throws(QueryError) {
        try database.check(statements[number])
      } catch {
        throw failure(error, of: number)
      }
    }
    var problems: [Problem] = []
    if statements.contains(where: { $0 != Self.schemaWord }) { problems = try load(into: database) }
    QueryAlarm.watch(seconds: settings.query.limits.seconds)
    var output = StandardOutput()
    for number in statements.indices {
      do throws(Problem) {
        if number > 0 { try output.append(settings.query.format.divider) }
      } catch {
        throw Failure(error)
      }
      try print(number, from: database, to: &output)
    }
    return try output.end(problems)
  }

  private func open() throws(Failure) -> LogDatabase {
    do throws(QueryError) {
      return try LogDatabase(
        limits: settings.query.limits, isInterrupted: { Interruption.isRequested })
    } catch {
      throw Failure(Problem(error.message, advice: error.advice))
    }
  }

  // MARK: Loading

  /// Reads and judges the logs into the tables, and returns which could not be read.
  private func load(into database: LogDatabase) throws(Failure) -> [Problem] {
    let rules = try Pipeline.judgingRules(for: settings)
    var options = try settings.resolvedAnalysis(for: rules)
    options.maxDetails = Self.detailLimit
    let sources = try InputChoice.sources(for: settings)
    let plan = try AnalysisPlan(sources: sources, book: rules.book, options: options)
    var problems = plan.inputs.problems.map { Problem($0) } + plan.problems
    var archives = ArchiveTally(plan.inputs.archives)
    try loading { () throws(QueryError) in try database.beginLoading() }
    for unit in plan.units where archives.wants(unit) && !Interruption.isRequested {
      try plan.read(
        unit,
        begin: { (analyser) throws(Failure) in
          try loading { () throws(QueryError) in
            analyser.onEvent(try database.beginRun(), withText: true)
          }
          return { database.hasFailed }
        },
        then: { (run, analyser, _) throws(Failure) in
          let facts = ReadFacts(analyser)
          problems += archives.problems(of: facts)
          let isJudged = archives.isJudged(facts, in: run)
          let isUnread = facts.isUnreadable
          let summary = analyser.finish()
          DamageNotice.print(of: summary.inputs)
          try loading { () throws(QueryError) in
            if isJudged, !isUnread {
              try database.endRun(summary)
            } else {
              try database.dropOpenRun()
            }
          }
        })
    }
    problems += archives.withoutLogs().problems
    if Interruption.isRequested {
      let problem = Problem("interrupted", advice: "the logs were not read to their end")
      throw Failure(problems + [problem], status: .interrupted)
    }
    if database.runCount == 0, !problems.isEmpty { throw Failure(problems) }
    try loading { () throws(QueryError) in try database.endLoading() }
    return problems
  }

  private func loading(_ work: () throws(QueryError) -> Void) throws(Failure) {
    do throws(QueryError) {
      try work()
    } catch {
      throw Failure(Problem(error.message, at: "the database of the query", advice: error.advice))
    }
  }

  // MARK: Printing

  private func print(
    _ number: Int, from database: LogDatabase, to output: inout StandardOutput
  ) throws(Failure) {
    if statements[number] == Self.schemaWord {
      do throws(Problem) {
        return try output.append(Array(QuerySchema.text.utf8))
      } catch {
        throw Failure(error)
      }
    }
    var rows: QueryRows
    do throws(QueryError) {
      rows = try database.rows(of: statements[number])
    } catch {
      throw failure(error, of: number)
    }
    var printer = settings.query.format.printer(of: rows.columns)
    while try advance(&rows, of: number, &printer, to: &output) {
      printer.add(rows)
      if printer.bytes.count >= 1 << 16 { try hand(&printer, to: &output) }
    }
    printer.end()
    try hand(&printer, to: &output)
  }

  /// Goes to the next row; what was printed before a mistake goes out first.
  private func advance(
    _ rows: inout QueryRows, of number: Int, _ printer: inout any ResultPrinter,
    to output: inout StandardOutput
  ) throws(Failure) -> Bool {
    QueryAlarm.mark()
    defer { QueryAlarm.mark() }
    do throws(QueryError) {
      return try rows.next()
    } catch {
      try hand(&printer, to: &output)
      do throws(Problem) { try output.flush() } catch { throw Failure(error) }
      throw failure(error, of: number)
    }
  }

  private func hand(
    _ printer: inout any ResultPrinter, to output: inout StandardOutput
  ) throws(Failure) {
    let bytes = printer.bytes
    printer.bytes = []
    do throws(Problem) { try output.append(bytes) } catch { throw Failure(error) }
  }

  /// Returns a mistake in a statement with its place.
  private func failure(_ error: QueryError, of number: Int) -> Failure {
    var place = statements.count > 1 ? "SQL \(number + 1)" : "SQL"
    if let (line, column) = error.place { place += ":\(line):\(column)" }
    return Failure(
      Problem(error.message, at: place, advice: error.advice),
      status: error.isInterruption ? .interrupted : .usage)
  }
}
