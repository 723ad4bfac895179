internal import CSQLite

/// A statement of SQL, its values, and the row of its result at hand.
///
/// Unsafe are calls with the statement, which lives as long as this value; texts are copied at once.
@safe
package struct Statement: ~Copyable {
  /// A value as SQLite holds it.
  package enum Value: Sendable, Equatable {
    case null
    case int(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])
  }

  let handle: OpaquePointer

  package init(_ database: borrowing Database, _ text: String) throws(DatabaseError) {
    var made: OpaquePointer?
    try database.check(unsafe sqlite3_prepare_v2(database.handle, text, -1, &made, nil))
    // None is made of an empty text.
    guard let handle = unsafe made else {
      throw DatabaseError(code: SQLITE_ERROR, message: "there is no statement")
    }
    unsafe self.handle = unsafe handle
  }

  /// Takes over a statement that is made.
  init(taking handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Goes to the next row; false behind the last one.
  package mutating func next() throws(DatabaseError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Runs it to its end with these values, and makes it ready to run again.
  package mutating func run(_ values: Value...) throws(DatabaseError) {
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while try next() {}
    reset()
  }

  /// Makes it ready to run again; its values stay.
  package mutating func reset() { _ = unsafe sqlite3_reset(handle) }

  /// Gives a parameter its value; the first one has number 1.
  package mutating func bind(_ value: Value, at index: Int32) throws(DatabaseError) {
    let code: Int32
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, index)
    case .int(let value): code = unsafe sqlite3_bind_int64(handle, index, value)
    case .double(let value): code = unsafe sqlite3_bind_double(handle, index, value)
    case .text(var value):
      code = value.withUTF8 { bytes in
        let start = unsafe UnsafeRawPointer(bytes.baseAddress ?? UnsafePointer(bitPattern: 1))
        return unsafe sqlite3_bind_text64(
          handle, index, start?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
          Self.transient, UInt8(SQLITE_UTF8))
      }
    case .blob(let value):
      code = unsafe value.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob64(
          handle, index, bytes.baseAddress, UInt64(bytes.count), Self.transient)
      }
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Tells SQLite to copy what it is given: the macro has a cast that Swift does not take over.
  private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// How many columns a row has.
  package var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// The name of a column, counted from zero.
  package func name(_ column: Int32) -> String {
    guard let name = unsafe sqlite3_column_name(handle, column) else { return "" }
    return unsafe String(cString: name)
  }

  /// The value of a column of the row at hand, counted from zero.
  package func value(_ column: Int32) -> Value {
    switch unsafe sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .int(int(column))
    case SQLITE_FLOAT: return unsafe .double(sqlite3_column_double(handle, column))
    case SQLITE_TEXT: return .text(text(column))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle, column)
      let count = unsafe Int(sqlite3_column_bytes(handle, column))
      return unsafe .blob(
        [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: return .null
    }
  }

  /// The number in a column of the row; 0 for what is none.
  package func int(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// The text in a column of the row, with U+FFFD for what is not UTF-8; empty for null.
  package func text(_ column: Int32) -> String {
    // The count is that of the text, and so must be asked for behind it.
    let start = unsafe sqlite3_column_text(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    guard let start = unsafe start else { return "" }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func failure(_ code: Int32) -> DatabaseError {
    let database = unsafe sqlite3_db_handle(handle)
    let message = unsafe String(cString: sqlite3_errmsg(database))
    return DatabaseError(code: code, message: message)
  }
}
