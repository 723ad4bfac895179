internal import TemporaryFiles
internal import TextWriting

/// The refusals of a store: what was recognised, and what to do about it.
enum StoreRefusal {
  /// The refusal of a file that SQLite cannot read as a whole.
  static func of(_ failure: StoreFailure, _ path: String) -> StateError {
    switch failure {
    case .noDatabase: noDatabase(path)
    case .locked: locked(path)
    case .damaged, .tooLarge, .endless: damaged(path)
    case .noMemory: noMemory(path)
    case .unreadable:
      StateError(
        path, "is an SQLite database that cannot be opened here",
        advice: "copy it to a directory of your own, and name the copy")
    }
  }

  static func unreadable(_ path: String, _ error: SystemError) -> StateError {
    if error.isMissing, StorePath.isThere(path + "-wal") {
      return StateError(
        path, "is not there, only its write-ahead log is",
        advice:
          "copy \(StorePath.name(of: path)) beside it: a log without its database tells no rows")
    }
    return StateError(
      path, "cannot be read: \(error.text)",
      advice: error.isMissing
        ? "check the path" : "run as a user who may read it, and check the disk")
  }

  static func folder(_ path: String) -> StateError {
    StateError(path, "is a directory and no database", advice: "name the database in it")
  }

  static func noFile(_ path: String) -> StateError {
    StateError(
      path, "is no regular file, and a database is read at any place of it",
      advice: "write the database to a file and name that")
  }

  static func empty(_ path: String) -> StateError {
    StateError(
      path, "is empty, so the plugin has stored nothing in it or the copy failed",
      advice: "copy the database from the device again, with its -wal file")
  }

  static func noDatabase(_ path: String) -> StateError {
    StateError(
      path, "is no SQLite database, or an encrypted one",
      advice: "name the plugin's database, and of an encrypted one an export without encryption")
  }

  static func cutOff(_ path: String, at size: Int64) -> StateError {
    StateError(
      path, "is the beginning of an SQLite database that was cut off after \(size) bytes",
      advice: "copy the database from the device again")
  }

  static func locked(_ path: String) -> StateError {
    StateError(
      path, "is an SQLite database that another program is writing to and has locked",
      advice: "wait until it is done or end it, or name a copy that was made after that")
  }

  static func tooLarge(_ path: String) -> StateError {
    StateError(
      path, "is an SQLite database of more than 1 GiB, whose log or end needs a copy of it",
      advice: "let sqlite3 run 'PRAGMA wal_checkpoint(TRUNCATE)' on a copy, and name that")
  }

  static func severalDatabases(_ path: String) -> StateError {
    StateError(
      path, "has a journal of a transaction over several databases, which cannot be undone alone",
      advice:
        "open the app once more, so that it finishes the transaction, and copy the database again")
  }

  static func noRoom(_ path: String, _ error: SystemError) -> StateError {
    StateError(
      path,
      "cannot be copied to \(TemporaryFolder.parent), which its log, journal or damage needs:"
        + " \(error.text)",
      advice: "set TMPDIR to a folder with room that may be written to")
  }

  static func damaged(_ path: String, tables: [String] = []) -> StateError {
    let what =
      switch tables.count {
      case 0: "its list of tables cannot be read"
      case 1: "its table \(tables[0]) cannot be read, and it has no other one of the plugin"
      default:
        "its tables \(Spelling.list(tables, "and")) cannot be read, and it has no others of the plugin"
      }
    return StateError(
      path, "is a damaged SQLite database: \(what)",
      advice:
        "copy the database from the device again, with its -wal file, while the app is stopped")
  }

  static func noMemory(_ path: String) -> StateError {
    StateError(path, "needs more memory than there is", advice: "free memory, and read it again")
  }

  /// The refusal of a database that is none of the plugin's.
  static func foreign(_ path: String, tables: [String]) -> StateError {
    let shown = tables.prefix(5).joined(separator: ", ") + (tables.count > 5 ? " and others" : "")
    return StateError(
      path,
      "is an SQLite database without any table of the plugin: "
        + (tables.isEmpty ? "it has no table at all" : "it has \(shown)"),
      advice:
        "name the database that has the table schedules, notification_content or content_cache")
  }

  /// The refusal of a file that SQLite keeps beside a database; nil for a file that is not one.
  static func companion(_ path: String, _ content: StoreHeader.Content) -> StateError? {
    let kinds: [(content: StoreHeader.Content, suffix: String, name: String)] = [
      (.writeAheadLog, "-wal", "write-ahead log"), (.sharedMemory, "-shm", "shared memory"),
      (.journal, "-journal", "rollback journal"),
    ]
    // An empty one is known by its name alone; a database may have any name.
    let kind = kinds.first { kind in
      content == kind.content || content == .unknown && path.hasSuffix(kind.suffix)
    }
    guard let kind else { return nil }
    let database = path.hasSuffix(kind.suffix) ? String(path.dropLast(kind.suffix.count)) : ""
    let name = StorePath.name(of: database)
    if database.isEmpty || database.hasSuffix("/") {
      return StateError(
        path, "is the \(kind.name) of a database, and no database",
        advice: "name the database that it belongs to")
    }
    if StorePath.isThere(database) {
      return StateError(
        path, "is the \(kind.name) of the database \(name), and no database",
        advice: "name \(name): what lies beside it is read with it")
    }
    return StateError(
      path, "is the \(kind.name) of the database \(name), which is not beside it",
      advice: "copy \(name) into the same directory, and name that")
  }
}
