internal import CSQLite

/// The values of one row, gathered to be inserted: its texts stand one behind the other, so that a row
/// takes no memory of its own.
package struct RowBuffer: Sendable {
  enum Cell: Sendable {
    case null
    case int(Int64)
    case double(Double)
    /// Bytes from a place on.
    case text(Int, Int)
  }

  private(set) var cells: [Cell]
  private(set) var bytes: [UInt8] = []

  package init(columns: Int) { cells = [Cell](repeating: .null, count: columns) }

  /// Begins the next row: all of its values are null.
  package mutating func clear() {
    for column in cells.indices { cells[column] = .null }
    bytes.removeAll(keepingCapacity: true)
  }

  package mutating func set(_ column: Int, _ value: Int64?) {
    cells[column] = value.map { .int($0) } ?? .null
  }

  package mutating func set(_ column: Int, _ value: Bool?) {
    cells[column] = value.map { .int($0 ? 1 : 0) } ?? .null
  }

  package mutating func set(_ column: Int, _ value: Double?) {
    cells[column] = value.map { .double($0) } ?? .null
  }

  package mutating func set(_ column: Int, _ value: String?) {
    guard let value else { return cells[column] = .null }
    set(column) { $0.append(contentsOf: value.utf8) }
  }

  /// Gives a column the text that the body appends.
  package mutating func set(_ column: Int, _ append: (inout [UInt8]) -> Void) {
    let start = bytes.count
    append(&bytes)
    cells[column] = .text(start, bytes.count - start)
  }
}

extension Statement {
  /// Runs it to its end with the values of a row for its parameters, of which it has as many.
  ///
  /// Unsafe in that SQLite reads the texts where they lie: they stay there until the row is done.
  package mutating func run(_ row: borrowing RowBuffer) throws(DatabaseError) {
    let code = unsafe row.bytes.withUnsafeBytes { texts in
      // An empty array may have no place, and SQLite takes a text without one for null.
      let none = unsafe UnsafeRawPointer(bitPattern: 1)
      let start = unsafe texts.baseAddress ?? none
      for index in row.cells.indices {
        let column = Int32(truncatingIfNeeded: index + 1)
        let code: Int32
        switch row.cells[index] {
        case .null: code = unsafe sqlite3_bind_null(handle, column)
        case .int(let value): code = unsafe sqlite3_bind_int64(handle, column, value)
        case .double(let value): code = unsafe sqlite3_bind_double(handle, column, value)
        case .text(let place, let count):
          let text = unsafe start.map { unsafe ($0 + place).assumingMemoryBound(to: CChar.self) }
          code = unsafe sqlite3_bind_text64(
            handle, column, text, UInt64(count), nil, UInt8(SQLITE_UTF8))
        }
        if code != SQLITE_OK { return code }
      }
      let code = unsafe sqlite3_step(handle)
      return unsafe code == SQLITE_DONE ? sqlite3_reset(handle) : code
    }
    guard code == SQLITE_OK else { throw failure(code) }
  }
}
