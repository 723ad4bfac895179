internal import CSQLite

/// What may be spent on one file: tables that lead in a circle would be read without end.
@safe
struct StoreBudget {
  /// The instructions of SQLite between two looks at the budget.
  static let stride = 100
  /// A million rows of each table take fewer than half as many.
  private var strides = 256_000_000 / stride
  private var fetches: Int64
  // The connection owns the budget, and so outlives it.
  private let database: OpaquePointer

  /// - Parameter pages: the number of pages in the file. A sound table is read once, so its pages
  ///   are fetched a few times each: that of a row's end for each of its columns.
  @unsafe
  init(database: OpaquePointer, pages: Int64) {
    unsafe self.database = database
    fetches = min(pages.multipliedReportingOverflow(by: 64).partialValue, 16_000_000) + 100_000
  }

  /// Pays for the last instructions, and tells whether it can be afforded to go on.
  mutating func pay() -> Bool {
    strides -= 1
    // SAFETY: the connection is open as long as it calls this.
    fetches -= unsafe taken(SQLITE_DBSTATUS_CACHE_HIT) + taken(SQLITE_DBSTATUS_CACHE_MISS)
    return strides > 0 && fetches > 0
  }

  @unsafe
  private func taken(_ counter: Int32) -> Int64 {
    var current: Int32 = 0
    var highest: Int32 = 0
    // The one at the end sets the counter to zero again.
    let code = unsafe sqlite3_db_status(database, counter, &current, &highest, 1)
    return code == SQLITE_OK ? Int64(current) : 0
  }
}
