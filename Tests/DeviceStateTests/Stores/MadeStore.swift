internal import CSQLite
import Foundation
import TestSupport

@testable import DeviceState

/// A database that a test makes, and may leave open.
@safe
struct MadeStore: ~Copyable {
  struct Failure: Error {
    var code: Int32
    var statement: String
  }

  let path: String
  private let handle: OpaquePointer

  private init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      throw Failure(code: code, statement: "open")
    }
    self.path = path
    unsafe self.handle = unsafe handle
  }

  /// Opens or makes a database, and runs statements that a semicolon ends.
  static func open(_ path: String, _ statements: String = "") throws -> MadeStore {
    let store = try MadeStore(path)
    try store.run(statements)
    return store
  }

  deinit { _ = unsafe sqlite3_close(handle) }

  func run(_ statements: String) throws {
    let code = unsafe sqlite3_exec(handle, statements, nil, nil, nil)
    guard code == SQLITE_OK else { throw Failure(code: code, statement: statements) }
  }

  /// Makes a database with these statements and closes it.
  static func write(_ path: String, _ statements: String) throws -> String {
    _ = try open(path, statements)
    return path
  }
}

/// What a folder holds: a reader of its files leaves all of it as it is.
struct FolderPrint: Equatable {
  private var files: [String: Data] = [:]
  private var dates: [String: Date] = [:]

  init(_ folder: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) + ["."] {
      let path = folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      dates[name] = attributes[.modificationDate] as? Date
      if name != "." { files[name] = FileManager.default.contents(atPath: path) }
    }
  }
}

extension DeviceState {
  /// The rows of a table, by its name behind the file's.
  func rows(_ table: String) -> [StateRow] {
    tables.first { $0.name.hasSuffix(":" + table) }?.rows ?? []
  }

  /// One member of each row of a table.
  func values(_ member: String, of table: String) -> [StateValue?] {
    rows(table).map { $0[member] }
  }
}

/// The error of a reading that fails, and nil of one that does not.
func refusal(of path: String) -> StateError? {
  do throws(StateError) {
    _ = try StoreReader.state(of: path)
    return nil
  } catch {
    return error
  }
}

/// Tables as the plugin makes them.
enum StoreSamples {
  static let schedules =
    """
    CREATE TABLE schedules (id TEXT PRIMARY KEY NOT NULL, kind TEXT, cron TEXT, clockTime TEXT,
      enabled INTEGER, lastRunAt INTEGER, nextRunAt INTEGER, jitterMs INTEGER, stateJson TEXT);
    INSERT INTO schedules VALUES
      ('b', 'notify', NULL, '07:00', 1, NULL, 1763184180000, 0, '{"did": "private"}'),
      ('a', 'fetch', '0 6 * * *', NULL, 0, 1763180580, 1763184180000, 0, NULL);
    """
  static let notifications =
    """
    CREATE TABLE notification_content (id TEXT PRIMARY KEY, title TEXT, body TEXT,
      scheduled_time INTEGER, priority INTEGER, delivery_status TEXT, sound_enabled INTEGER,
      vibration_enabled INTEGER, created_at INTEGER, updated_at INTEGER,
      last_delivery_attempt INTEGER, ttl INTEGER);
    INSERT INTO notification_content VALUES
      ('n1', 'Good morning', 'Three new offers', 1763184180000, 2, 'delivered', 1, 0, 1763180000000,
        1763184181000, 1763184180500, 86400);
    """
  static let content =
    """
    CREATE TABLE content_cache (id TEXT PRIMARY KEY, fetchedAt INTEGER, ttlSeconds INTEGER,
      payload BLOB, meta TEXT);
    INSERT INTO content_cache VALUES ('c1', 1763180000000, 86400, x'00FF', 'private');
    """
  static let history =
    """
    CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, refId TEXT, kind TEXT,
      occurredAt INTEGER, durationMs INTEGER, outcome TEXT, diagJson TEXT);
    INSERT INTO history (refId, kind, occurredAt, durationMs, outcome)
      VALUES ('a', 'recovery', 1763180000000, 12, 'success');
    """
  static let room =
    """
    CREATE TABLE android_metadata (locale TEXT);
    CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
    """
  static let coreData =
    """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
    CREATE TABLE ZSCHEDULE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZENABLED INTEGER, ZLASTRUNAT INTEGER, ZNEXTRUNAT TIMESTAMP, ZCLOCKTIME VARCHAR,
      ZCRON VARCHAR, ZID VARCHAR, ZKIND VARCHAR);
    INSERT INTO ZSCHEDULE VALUES
      (1, 1, 1, 1, 1763184180000, 784876980.25, '07:00', NULL, 's1', 'notify'),
      (2, 1, 1, 0, NULL, 784876980, '08:00', NULL, 's2', 'notify');
    CREATE TABLE ZCONTENTCACHE (Z_PK INTEGER PRIMARY KEY, ZFETCHEDAT TIMESTAMP, ZTTLSECONDS INTEGER,
      ZID BLOB, ZPAYLOAD BLOB);
    INSERT INTO ZCONTENTCACHE VALUES (1, 784876980.5, 86400, zeroblob(16), x'01');
    """
}

/// Calls of the C library, which read their texts during the call.
enum SystemCall {
  static func chmod(_ path: String, _ mode: mode_t) -> Bool { unsafe Glibc.chmod(path, mode) == 0 }
  static func makePipe(_ path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }
  /// Locks a folder as long as the process lives, as a program does whose folder it is.
  static func lock(_ path: String) -> Bool {
    flock(unsafe open(path, O_RDONLY | O_DIRECTORY), LOCK_EX) == 0
  }
  static func set(_ variable: String, _ value: String) { unsafe setenv(variable, value, 1) }

  /// Acts as a user who owns no file, where it is the superuser who runs the tests.
  static func becomeNobody() -> Bool { geteuid() != 0 || seteuid(65534) == 0 }
  static func becomeAgain() -> Bool { getuid() != 0 || seteuid(0) == 0 }
}
