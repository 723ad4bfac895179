internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A question to a database, and the row of its answer at hand.
///
/// Unsafe are calls with the statement, which lives as long as this value; texts are copied at once.
@safe
struct StoreStatement: ~Copyable {
  private let handle: OpaquePointer

  init(_ connection: borrowing StoreConnection, _ text: String) throws(StoreFailure) {
    var made: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection.handle, text, -1, &made, nil)
    guard code == SQLITE_OK else { throw StoreFailure(code) }
    // None is made of an empty text.
    guard let handle = unsafe made else { throw .damaged }
    unsafe self.handle = unsafe handle
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Goes to the next row; false behind the last one.
  mutating func next() throws(StoreFailure) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw hasReadError ? .unreadable : StoreFailure(code)
    }
  }

  /// Whether the disk failed: SQLite takes EIO for damage of the database, and keeps the number beside.
  private var hasReadError: Bool {
    var number: Int32 = 0
    let connection = unsafe sqlite3_db_handle(handle)
    let code = unsafe sqlite3_file_control(
      connection, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
    return code == SQLITE_OK && (number == EIO || number == ENXIO)
  }

  /// The value of a column of the row, counted from zero.
  func value(_ column: Int32) throws(StoreFailure) -> StateValue {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return unsafe .int(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return unsafe .double(sqlite3_column_double(handle, column))
    case SQLITE_BLOB: return unsafe .blob(Int(sqlite3_column_bytes(handle, column)))
    case SQLITE_NULL: return .null
    default: return .text(try text(column))
    }
  }

  /// The text of a column of the row, with U+FFFD for what is not UTF-8.
  func text(_ column: Int32) throws(StoreFailure) -> String {
    // The count is that of the text, and so must be asked for behind it.
    let start = unsafe sqlite3_column_text(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    guard let start = unsafe start else {
      guard unsafe sqlite3_column_type(handle, column) == SQLITE_NULL else { throw .noMemory }
      return ""
    }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
