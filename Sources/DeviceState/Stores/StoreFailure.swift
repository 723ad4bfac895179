internal import CSQLite

/// What SQLite says where it cannot go on.
enum StoreFailure: Error, Equatable {
  /// SQLITE_IOERR_READ, which Swift does not see.
  private static let failedRead = SQLITE_IOERR | 1 << 8

  case noDatabase, damaged, locked, tooLarge, endless, noMemory, unreadable

  init(_ code: Int32) {
    // The higher bits tell the same more exactly.
    self =
      switch code & 0xFF {
      // What the disk does not give says nothing of the database; what is not there is damage.
      case SQLITE_IOERR where code == Self.failedRead: .unreadable
      case SQLITE_NOTADB: .noDatabase
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_TOOBIG: .tooLarge
      case SQLITE_INTERRUPT: .endless
      case SQLITE_NOMEM: .noMemory
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_READONLY, SQLITE_FULL: .unreadable
      // Schemas that make no sense are errors of SQL, and reading what is not there one of the disk.
      default: .damaged
      }
  }
}
