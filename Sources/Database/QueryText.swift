internal import CSQLite

/// A statement that SQLite does not take, and where it stumbles over it.
package struct QueryMistake: Error, Sendable, Equatable {
  package let error: DatabaseError
  /// The byte of the text at which it is, where SQLite tells.
  package let offset: Int?
}

extension Statement {
  /// Makes a statement of a text that holds one, which may end with a semicolon and comments.
  ///
  /// - Returns: The rest of the text behind the statement, as the count of its bytes before the end.
  package static func readingFirst(
    _ database: borrowing Database, _ text: String, rest: inout Int
  ) throws(QueryMistake) -> Statement? {
    var text = text
    var made: OpaquePointer?
    var code = SQLITE_OK
    var left = 0
    text.withUTF8 { bytes in
      // The count bounds what SQLite reads, so that the text needs no end of its own.
      let count = Int32(clamping: bytes.count)
      let empty = unsafe UnsafePointer<UInt8>(bitPattern: 1)
      guard let start = unsafe bytes.baseAddress ?? empty else { return }
      unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
        var tail: UnsafePointer<CChar>?
        code = unsafe sqlite3_prepare_v2(database.handle, start, count, &made, &tail)
        if let tail = unsafe tail { left = unsafe bytes.count - (tail - start) }
      }
    }
    rest = left
    guard code == SQLITE_OK else {
      let offset = unsafe Int(sqlite3_error_offset(database.handle))
      let message = unsafe String(cString: sqlite3_errmsg(database.handle))
      throw QueryMistake(
        error: DatabaseError(code: code, message: message), offset: offset < 0 ? nil : offset)
    }
    guard let handle = unsafe made else { return nil }
    return unsafe Statement(taking: handle)
  }
}

extension QueryMistake {
  package static let empty = "there is no statement"
  package static let second = "there is a second statement"
  package static let rowless = "the statement returns no rows"
  package static let open = "a parameter has no value"

  /// Makes a mistake that SQLite does not mind.
  ///
  /// - Parameter offset: The byte of the text at which it is.
  package init(_ message: String, at offset: Int?) {
    self.init(error: DatabaseError(code: SQLITE_ERROR, message: message), offset: offset)
  }
}

extension Statement {
  /// How many values it waits for.
  package var parameterCount: Int32 { unsafe sqlite3_bind_parameter_count(handle) }
}
