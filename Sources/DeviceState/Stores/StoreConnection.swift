internal import CSQLite

/// An open database that only answers questions about tables: it cannot be changed by them, and no
/// view, trigger or function of the file comes to run.
///
/// Unsafe are calls with the connection, which is open from the first to the last of them.
@safe
struct StoreConnection: ~Copyable {
  enum Access {
    /// The file as it lies there, which nobody may change meanwhile and beside which nothing is made.
    case immutable
    /// A private copy with a log.
    case copy
    /// A private copy with a journal, by which SQLite mends it first.
    case mendedCopy
  }

  /// The largest value or row that is read, in bytes.
  static let largestValue: Int32 = 16 << 20

  let handle: OpaquePointer
  // SQLite keeps the address, so it must not move with this value.
  private let budget: UnsafeMutablePointer<StoreBudget>

  private init(_ opened: OpaquePointer, pages: Int64) {
    unsafe handle = unsafe opened
    unsafe budget = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe budget.initialize(to: StoreBudget(database: opened, pages: pages))
    unsafe sqlite3_progress_handler(
      opened, Int32(StoreBudget.stride),
      { context in
        unsafe context?.assumingMemoryBound(to: StoreBudget.self).pointee.pay() == true ? 0 : 1
      }, budget)
  }

  /// Opens a database at an absolute path.
  static func open(
    _ location: String, _ access: Access, pages: Int64
  ) throws(StoreFailure) -> StoreConnection {
    let options = access == .immutable ? "immutable=1" : "cache=private"
    let mode = access == .mendedCopy ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      StorePath.uri(of: location, options: options), &opened,
      mode | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, nil)
    // Where opening fails there is a connection too, to be closed.
    guard let handle = unsafe opened else { throw .noMemory }
    guard code == SQLITE_OK else {
      _ = unsafe sqlite3_close(handle)
      throw StoreFailure(code)
    }
    let connection = unsafe StoreConnection(handle, pages: pages)
    connection.limit()
    for setting in [
      "query_only=1", "trusted_schema=0", "cell_size_check=1", "mmap_size=0", "temp_store=2",
    ] {
      var statement = try StoreStatement(connection, "PRAGMA " + setting)
      while try statement.next() {}
    }
    unsafe sqlite3_set_authorizer(handle, { unsafe permission($1, $2, $5) }, nil)
    return connection
  }

  deinit {
    // One with a statement left would live on, and its budget must live as long.
    if unsafe sqlite3_close(handle) == SQLITE_OK {
      unsafe budget.deallocate()
    }
  }

  /// Lowers what SQLite lets a file ask of it.
  private func limit() {
    let limits = [
      (SQLITE_LIMIT_LENGTH, Self.largestValue), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 10),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (name, value) in limits { _ = unsafe sqlite3_limit(handle, name, value) }
  }
}

/// Permits to read columns of tables and to list them, and nothing else.
///
/// - Parameter view: the view or trigger that asks, nil for a statement of dnplog.
private func permission(
  _ action: Int32, _ subject: UnsafePointer<CChar>?, _ view: UnsafePointer<CChar>?
) -> Int32 {
  guard unsafe view == nil else { return SQLITE_DENY }
  switch action {
  case SQLITE_SELECT, SQLITE_READ: return SQLITE_OK
  case SQLITE_PRAGMA:
    // SAFETY: SQLite gives the pragma's name as a terminated text.
    guard let subject = unsafe subject else { return SQLITE_DENY }
    return unsafe String(cString: subject) == "table_xinfo" ? SQLITE_OK : SQLITE_DENY
  default: return SQLITE_DENY
  }
}
