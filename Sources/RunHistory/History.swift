internal import Database

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open history of runs.
///
///     let history = try History("history.db", for: .recording)
///     let outcome = try history.record(run)
///     style.totals = try history.totals()
package final class History {
  package enum Purpose: Sendable {
    case reading
    /// It is made where it is not there.
    case recording
    case pruning
  }

  package let path: String
  private let purpose: Purpose
  let database: Database

  /// How long to wait for another process, in milliseconds.
  private static let patience: Int32 = 5000

  package init(_ path: String, for purpose: Purpose) throws(HistoryError) {
    try Self.checkPlace(path, purpose)
    self.path = path
    self.purpose = purpose
    do throws(DatabaseError) {
      let access: Database.Access =
        switch purpose {
        case .reading: .read
        case .recording: .create
        case .pruning: .write
        }
      if purpose == .reading { try Self.undoKilledWrite(in: path) }
      database = try Database(path, access, busyTimeout: Self.patience)
    } catch {
      throw HistoryError(path, error, isReading: purpose == .reading)
    }
    // What is not SQLite's shows with the first statement; until it is known to be ours nothing is
    // written.
    let isNew = try attempt { () throws(DatabaseError) in try Self.isNew(database) }
    switch isNew {
    case nil:
      throw HistoryError(
        path, "this database belongs to another program",
        advice: "name another file; it is left alone")
    case true? where purpose == .reading || purpose == .pruning:
      throw HistoryError(
        path, "this database is empty: nothing was recorded yet",
        advice: "'dnplog validate --history FILE' records into it")
    default: break
    }
    try checkVersion()
    if purpose == .reading { return }
    try attempt { () throws(DatabaseError) in
      try database.run("PRAGMA foreign_keys = ON")
      try migrate()
    }
    // Another process may have made it something else in between.
    try checkVersion()
  }

  /// Undoes what a killed process has left half written, which a reader may not.
  private static func undoKilledWrite(in path: String) throws(DatabaseError) {
    let look = "SELECT count(*) FROM sqlite_schema"
    do throws(DatabaseError) {
      _ = try Database(path, .read, busyTimeout: patience).number(look)
    } catch {
      // Any other mistake shows again, with its words, when the database is read.
      guard error.kind == .readOnly else { return }
      _ = try Database(path, .write, busyTimeout: patience).number(look)
    }
  }

  /// How long the header of a database is.
  private static let headerLength: Int64 = 100

  /// Refuses what cannot be a database before SQLite waits for it or makes it.
  private static func checkPlace(_ path: String, _ purpose: Purpose) throws(HistoryError) {
    var status = stat()
    // stat(2) reads the path and fills the status during the call.
    guard unsafe stat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT, purpose == .recording {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe access(folder, F_OK) != 0 else { return }
        throw HistoryError(path, "its directory does not exist", advice: "create it first")
      }
      if code == ENOENT {
        throw HistoryError(
          path, "it does not exist", advice: "'dnplog validate --history FILE' records into it")
      }
      throw HistoryError(
        path, "it cannot be opened (\(unsafe String(cString: strerror(code))))",
        advice: "check the path")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // SQLite takes a file of a few bytes for an empty one, and would write over it.
      if 1..<Self.headerLength ~= Int64(status.st_size) {
        throw HistoryError(
          path, "this is no history of dnplog", advice: "name another file; it is left alone")
      }
    case S_IFDIR: throw HistoryError(path, "this is a directory", advice: "name a file in it")
    default:
      throw HistoryError(path, "this is a device or a pipe", advice: "name a file")
    }
  }

  /// Whether it holds nothing at all; nil where it is another program's.
  private static func isNew(_ database: borrowing Database) throws(DatabaseError) -> Bool? {
    // One transaction, since another process may be making it: what is read is of one moment.
    try database.run("BEGIN")
    defer { try? database.run("COMMIT") }
    let application = try database.number("PRAGMA application_id")
    if application == Schema.application { return false }
    let version = try database.number("PRAGMA user_version")
    let parts = try database.number("SELECT count(*) FROM sqlite_schema")
    return application == 0 && version == 0 && parts == 0 ? true : nil
  }

  /// Refuses a history that a newer program has changed, which may hold what this one would lose.
  private func checkVersion() throws(HistoryError) {
    let version = try attempt { () throws(DatabaseError) in
      try database.number("PRAGMA user_version")
    }
    guard version > Schema.version else { return }
    throw HistoryError(
      path,
      "a newer dnplog has changed its form to \(version), and this one knows \(Schema.version)",
      advice: "use that dnplog; it is left alone")
  }

  /// Takes a history of an older version out of the form in which a log of changes stays beside it: one that
  /// a reader makes shuts others out, and without leave to make it nobody can read. A journal, as a new
  /// history has it, is there for as long as a run is being written.
  ///
  /// It is called where something was written: a file that cannot be used is left as it is.
  func leaveLog() {
    var mode = ""
    try? database.each("PRAGMA journal_mode") { (row) throws(DatabaseError) in mode = row.text(0) }
    guard mode == "wal" else { return }
    // SQLite does not wait for others here, but fails; then the next recording will do it.
    for _ in 0..<20 {
      do throws(DatabaseError) {
        return try database.run("PRAGMA journal_mode = DELETE")
      } catch {
        guard error.kind == .busy else { return }
        _ = usleep(20_000)
      }
    }
  }

  /// Goes through the steps that it lacks, all or none of them.
  private func migrate() throws(DatabaseError) {
    if try database.number("PRAGMA user_version") >= Schema.version { return }
    try database.transaction { () throws(DatabaseError) in
      // Another process may have done it while this one waited.
      let version = try database.number("PRAGMA user_version")
      guard version < Schema.version, version >= 0 else { return }
      for step in Schema.migrations[Int(version)...] { try database.run(step) }
      try database.run("PRAGMA application_id = \(Schema.application)")
      try database.run("PRAGMA user_version = \(Schema.version)")
    }
  }

  /// Does some work, and says of what database an error is.
  func attempt<Result>(_ work: () throws(DatabaseError) -> Result) throws(HistoryError) -> Result {
    do throws(DatabaseError) {
      return try work()
    } catch {
      throw HistoryError(path, error, isReading: purpose == .reading)
    }
  }
}
