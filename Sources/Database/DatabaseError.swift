internal import CSQLite

/// What SQLite says where it cannot go on.
package struct DatabaseError: Error, Sendable, Equatable {
  /// What a caller tells apart.
  package enum Kind: Sendable {
    case busy, full, readOnly, notADatabase, damaged, unreadable, interrupted, constraint, tooLarge
    case noMemory, denied
    /// The statement is wrong.
    case statement
  }
  package let kind: Kind
  /// SQLite's own words.
  package let message: String

  /// - Parameter code: A result code of SQLite, extended or not.
  init(code: Int32, message: String) {
    self.message = message
    kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CORRUPT: .damaged
      case SQLITE_CANTOPEN, SQLITE_IOERR: .unreadable
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_CONSTRAINT: .constraint
      case SQLITE_TOOBIG: .tooLarge
      case SQLITE_NOMEM: .noMemory
      case SQLITE_AUTH: .denied
      default: .statement
      }
  }
}
