internal import CSQLite

/// What a query may do and how long: it reads, calls functions, and stops when it is told to.
///
/// It must live as long as the database that it is given to.
package final class QueryGuard {
  /// What a query wanted to do besides reading, e.g. `ATTACH`; nil where nothing was refused.
  package private(set) var refusal: String?
  private let isOver: () -> Bool

  /// - Parameter isOver: Asked again and again while a query runs; true ends it.
  package init(isOver: @escaping () -> Bool) { self.isOver = isOver }

  /// Forgets what was refused.
  package func reset() { refusal = nil }

  fileprivate func permits(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION where !Self.harmful.contains(second?.lowercased() ?? ""): return true
    // What functions that return rows do to declare their columns. To write it for real is refused by
    // SQLite itself.
    case SQLITE_UPDATE where first == "sqlite_master": return true
    // They say what columns a table has; with a value they would set something.
    case SQLITE_PRAGMA where Self.harmless.contains(first?.lowercased() ?? ""): return true
    default:
      refusal = Self.word(for: action, first, second)
      return false
    }
  }

  /// Functions that run code of a file, or take an address for one.
  private static let harmful: Set<String> = ["load_extension", "fts3_tokenizer", "edit"]
  private static let harmless: Set<String> = [
    "table_info", "table_xinfo", "table_list", "function_list",
  ]

  /// The words of SQL for what a statement does.
  private static func word(for action: Int32, _ first: String?, _ second: String?) -> String {
    switch action {
    // To make a table is to write to the list of tables first.
    case SQLITE_INSERT where first?.hasPrefix("sqlite_") == true: "CREATE"
    case SQLITE_INSERT: "INSERT"
    case SQLITE_UPDATE: "UPDATE"
    case SQLITE_DELETE where first?.hasPrefix("sqlite_") == true: "DROP"
    case SQLITE_DELETE: "DELETE"
    case SQLITE_ATTACH, SQLITE_DETACH: "ATTACH"
    case SQLITE_PRAGMA: "PRAGMA \(first ?? "")"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: "a transaction"
    case SQLITE_FUNCTION: "\(second ?? "")()"
    case SQLITE_ALTER_TABLE: "ALTER"
    case SQLITE_ANALYZE, SQLITE_REINDEX: "ANALYZE"
    case SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW,
      SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_VIEW,
      SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_VTABLE:
      "DROP"
    default: "CREATE"
    }
  }

  fileprivate func mustEnd() -> Bool { isOver() }
}

// What a database permits of queries. Unsafe are calls that keep a pointer to the guard, which lives
// longer than the database, as its users see to.
extension Database {
  /// Permits queries alone from now on, which the guard watches.
  package func permitQueriesOnly(watchedBy watch: QueryGuard) throws(DatabaseError) {
    try run("PRAGMA query_only = on")
    let context = unsafe Unmanaged.passUnretained(watch).toOpaque()
    unsafe sqlite3_progress_handler(handle, 1000, endsQuery, context)
    try check(unsafe sqlite3_set_authorizer(handle, permitsAction, context))
    for (limit, value) in Self.limits { _ = unsafe sqlite3_limit(handle, limit, value) }
  }

  /// Permits everything again.
  package func permitWriting() throws(DatabaseError) {
    unsafe sqlite3_progress_handler(handle, 0, nil, nil)
    try check(unsafe sqlite3_set_authorizer(handle, nil, nil))
    try run("PRAGMA query_only = off")
  }

  /// The most bytes of a value that a query makes.
  package static var longestValue: Int { 64 << 20 }

  /// What a query may be made of: enough for any that a person writes.
  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, Int32(longestValue)), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
    (SQLITE_LIMIT_COLUMN, 1000), (SQLITE_LIMIT_EXPR_DEPTH, 500),
    (SQLITE_LIMIT_COMPOUND_SELECT, 200), (SQLITE_LIMIT_VDBE_OP, 500_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// Lets SQLite take no more memory than this, in all databases of the program together.
  package static func limitMemory(to bytes: Int64) { _ = sqlite3_hard_heap_limit64(bytes) }
}

/// Handles a question of SQLite, whether a query is to end: a free function, so that it belongs to no
/// actor.
private func endsQuery(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 0 }
  return unsafe Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue().mustEnd() ? 1 : 0
}

/// Handles a question of SQLite, whether a statement may do something.
private func permitsAction(
  _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
  _ second: UnsafePointer<CChar>?, _ database: UnsafePointer<CChar>?,
  _ origin: UnsafePointer<CChar>?
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_DENY }
  let watch = unsafe Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
  let isPermitted = unsafe watch.permits(
    action, first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) })
  return isPermitted ? SQLITE_OK : SQLITE_DENY
}
