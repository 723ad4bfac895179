internal import Database
package import RunAnalysis
package import RunReport

/// A database of the runs of a call: made, filled, then only read.
///
///     let database = try LogDatabase(limits: QueryLimits(), isInterrupted: { false })
///     try database.check("SELECT count(*) FROM events")
///     try database.beginLoading()
///     analyser.onEvent(try database.beginRun(), withText: true)
///     …
///     try database.endRun(analyser.finish())
///     try database.endLoading()
///     var rows = try database.rows(of: "SELECT count(*) FROM events")
package final class LogDatabase {
  private let limits: QueryLimits
  private let watch: QueryWatch
  // Before the database, whose connection asks it.
  private let permissions: QueryGuard
  private let database: Database
  private var loader: Loader?

  /// What fills the tables.
  private final class Loader {
    let events: EventRows
    let runs: RunRows
    var runCount: Int64 = 0
    /// Whether the last run has rows, and no summary yet.
    var hasOpenRun = false

    init(_ database: borrowing Database) throws(DatabaseError) {
      events = try EventRows(database)
      runs = try RunRows(database)
    }
  }

  package init(limits: QueryLimits, isInterrupted: @escaping () -> Bool) throws(QueryError) {
    self.limits = limits
    let watch = QueryWatch(isInterrupted: isInterrupted)
    self.watch = watch
    permissions = QueryGuard { watch.isOver }
    Database.limitMemory(to: limits.memoryBytes)
    do throws(DatabaseError) {
      database = try Database("", .temporary)
      // Nobody ever sees half of it, so nothing has to be undone or to outlast a crash. What a query puts
      // aside stays in memory, which is bounded; temporary files are not.
      try database.run(
        """
        PRAGMA page_size = 16384; PRAGMA journal_mode = off; PRAGMA synchronous = off;
        PRAGMA locking_mode = exclusive; PRAGMA cache_size = -65536; PRAGMA temp_store = memory;
        PRAGMA max_page_count = \(max(1, limits.databaseBytes / 16384));
        """)
      try database.run(QuerySchema.text)
      try database.permitQueriesOnly(watchedBy: permissions)
    } catch {
      throw QueryError(error)
    }
  }

  // MARK: Loading

  /// Lets rows be added.
  package func beginLoading() throws(QueryError) {
    try loading { () throws(DatabaseError) in
      try database.permitWriting()
      try database.run("BEGIN")
      loader = try Loader(database)
    }
  }

  /// Begins a run and returns what takes its events; what an unfinished one left is taken out.
  package func beginRun() throws(QueryError) -> any EventSink {
    try dropOpenRun()
    guard let loader else { throw QueryError("the database is only read", advice: "") }
    loader.events.begin(run: loader.runCount + 1)
    loader.hasOpenRun = true
    return loader.events
  }

  /// Whether rows could not be added: to read on would be in vain.
  package var hasFailed: Bool { loader?.events.failure != nil }

  /// Ends a run with what it came to.
  package func endRun(_ summary: RunSummary) throws(QueryError) {
    try loading { () throws(DatabaseError) in
      guard let loader else { return }
      if let failure = loader.events.failure { throw failure }
      loader.runCount += 1
      loader.hasOpenRun = false
      try loader.runs.add(summary, run: loader.runCount)
    }
  }

  /// Takes out what a run left that does not count, or that is read anew.
  package func dropOpenRun() throws(QueryError) {
    guard let loader, loader.hasOpenRun else { return }
    try loading { () throws(DatabaseError) in
      if let failure = loader.events.failure { throw failure }
      loader.hasOpenRun = false
      if loader.events.sequence == 0 { return }
      let run = loader.runCount + 1
      try database.run(
        "DELETE FROM events WHERE run = \(run); DELETE FROM lines WHERE run = \(run)")
    }
  }

  /// How many runs there are.
  package var runCount: Int { Int(loader?.runCount ?? 0) }

  /// Permits queries alone again.
  package func endLoading() throws(QueryError) {
    try dropOpenRun()
    loader = nil
    try loading { () throws(DatabaseError) in
      try database.run("COMMIT")
      try database.permitQueriesOnly(watchedBy: permissions)
    }
  }

  private func loading(_ work: () throws(DatabaseError) -> Void) throws(QueryError) {
    do throws(DatabaseError) {
      try work()
    } catch {
      throw loadError(error)
    }
  }

  private func loadError(_ error: DatabaseError) -> QueryError {
    switch error.kind {
    // SQLite does not say which of the two it is.
    case .full:
      QueryError(
        "the events take more than \(QueryLimits.text(limits.databaseBytes)), or more than the folder for"
          + " temporary files has room for",
        advice:
          "set TMPDIR to a folder with more room, or load a part of them with --since and --until")
    case .unreadable:
      QueryError(
        "the folder for temporary files cannot be written",
        advice: "set TMPDIR to a folder that can")
    case .noMemory:
      QueryError(
        "the database needs more than \(QueryLimits.text(limits.memoryBytes)) of memory",
        advice: "load a part of the events with --since and --until")
    default: QueryError(error)
    }
  }

  // MARK: Queries

  /// Throws what is wrong with a query, before a long log is read for it.
  package func check(_ sql: String) throws(QueryError) { _ = try statement(of: sql) }

  /// Runs a query and returns its rows, one by one as they are asked for.
  package func rows(of sql: String) throws(QueryError) -> QueryRows {
    let statement = try statement(of: sql)
    watch.start(limit: .seconds(limits.seconds))
    return QueryRows(statement, watch, limits)
  }

  private func statement(of sql: String) throws(QueryError) -> Statement {
    permissions.reset()
    do throws(QueryMistake) {
      var rest = 0
      guard let statement = try Statement.readingFirst(database, sql, rest: &rest) else {
        throw QueryMistake(QueryMistake.empty, at: nil)
      }
      let tail = String(decoding: sql.utf8.suffix(rest), as: UTF8.self)
      var nothing = 0
      // A comment or a space behind the statement is none.
      if try Statement.readingFirst(database, tail, rest: &nothing) != nil {
        throw QueryMistake(QueryMistake.second, at: sql.utf8.count - rest)
      }
      // What has no columns finds nothing, though it may write nothing either, as REINDEX of no index.
      if statement.columnCount == 0 { throw QueryMistake(QueryMistake.rowless, at: nil) }
      // SQLite would take it for null.
      if statement.parameterCount > 0 { throw QueryMistake(QueryMistake.open, at: nil) }
      return statement
    } catch {
      throw QueryError(error, in: sql, refusal: permissions.refusal)
    }
  }
}
