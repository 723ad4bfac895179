internal import CSQLite

/// An open SQLite database, closed with this value.
///
/// Unsafe are calls with the connection, which is open as long as this value lives; a statement that
/// outlives it keeps SQLite's part of it open (`sqlite3_close_v2`).
@safe
package struct Database: ~Copyable {
  /// How a database is opened.
  package enum Access: Sendable {
    case read
    /// It must be there.
    case write
    /// It is made where it is not there.
    case create
    /// A file of its own in the folder for temporary files, which has no name and ends with this value.
    case temporary
  }

  let handle: OpaquePointer

  /// Opens the database at a path.
  ///
  /// - Parameter busyTimeout: How long to wait for another process that writes, in milliseconds.
  package init(_ path: String, _ access: Access, busyTimeout: Int32 = 5000) throws(DatabaseError) {
    let mode =
      switch access {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      // A million rows are forty million calls, and a lock in each would be a tenth of their time. The
      // value is of one thread.
      case .temporary: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
      }
    var opened: OpaquePointer?
    // A path that begins with "file:" is a path too; an empty one is a temporary database.
    let code = unsafe sqlite3_open_v2(
      access == .temporary ? "" : Self.path(path), &opened, mode | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle = unsafe opened else {
      throw DatabaseError(code: SQLITE_NOMEM, message: "out of memory")
    }
    guard code == SQLITE_OK else {
      let message = unsafe String(cString: sqlite3_errmsg(handle))
      _ = unsafe sqlite3_close_v2(handle)
      throw DatabaseError(code: code, message: message)
    }
    unsafe self.handle = unsafe handle
    _ = unsafe sqlite3_busy_timeout(handle, busyTimeout)
  }

  deinit { _ = unsafe sqlite3_close_v2(handle) }

  /// The path as SQLite takes it for nothing else: `:memory:` and an empty one mean something.
  private static func path(_ path: String) -> String {
    path.hasPrefix("/") ? path : "./" + path
  }

  /// Runs statements that take no values and whose rows nobody wants.
  package func run(_ statements: String) throws(DatabaseError) {
    try check(unsafe sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Runs a body in a transaction that writes, and undoes all of it where the body throws.
  package func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try run("BEGIN IMMEDIATE")
    do throws(DatabaseError) {
      try body()
      try run("COMMIT")
    } catch {
      // Some errors have ended it already.
      try? run("ROLLBACK")
      throw error
    }
  }

  /// How many rows the last statement changed.
  package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// The row that was inserted last.
  package var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// Throws what a result code says.
  func check(_ code: Int32) throws(DatabaseError) {
    if code == SQLITE_OK { return }
    throw DatabaseError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
  }
}
