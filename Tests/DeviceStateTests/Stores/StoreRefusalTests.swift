import Foundation
import TestSupport
import Testing

@testable import DeviceState

@Suite struct StoreRefusalTests {
  @Test(arguments: [
    ("empty", "", "is empty, so the plugin has stored nothing in it or the copy failed"),
    ("a.log", "[DNP-FETCH] Fetch", "is no SQLite database, or an encrypted one"),
    (
      "a.db", "SQLite format 3\0",
      "is the beginning of an SQLite database that was cut off after 16 bytes"
    ),
    ("b.db-wal", "", "is the write-ahead log of the database b.db, which is not beside it"),
    ("c.db-wal", "", "is the write-ahead log of the database c.db, and no database"),
    ("c.db-shm", "x", "is the shared memory of the database c.db, and no database"),
    ("c.db-journal", "x", "is the rollback journal of the database c.db, and no database"),
    ("-wal", "", "is the write-ahead log of a database, and no database"),
  ])
  func `a file that is no database is named for what it is`(
    name: String, text: String, message: String
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.add("c.db", "x")
    let path = try folder.add(name, text)
    #expect(refusal(of: path)?.message == message)
    #expect(refusal(of: path)?.advice.isEmpty == false)
  }

  @Test func `a log is known by its content under any name`() throws {
    let folder = try TemporaryDirectory()
    let store = try MadeStore.open(
      folder.path + "/a.db", "PRAGMA journal_mode = WAL;" + StoreSamples.schedules)
    for suffix in ["-wal", "-shm"] {
      try FileManager.default.copyItem(
        atPath: store.path + suffix, toPath: folder.path + "/renamed" + suffix.uppercased())
    }
    #expect(
      refusal(of: folder.path + "/renamed-WAL")?.message
        == "is the write-ahead log of a database, and no database")
    #expect(
      refusal(of: folder.path + "/renamed-SHM")?.message
        == "is the shared memory of a database, and no database")
  }

  @Test func `paths that hold no file are refused`() throws {
    let folder = try TemporaryDirectory()
    #expect(refusal(of: folder.path)?.message == "is a directory and no database")
    #expect(
      refusal(of: folder.path + "/none")
        == StateError(
          folder.path + "/none", "cannot be read: No such file or directory",
          advice: "check the path"))
    try folder.add("gone.db-wal", "x")
    #expect(
      refusal(of: folder.path + "/gone.db")
        == StateError(
          folder.path + "/gone.db", "is not there, only its write-ahead log is",
          advice: "copy gone.db beside it: a log without its database tells no rows"))
    #expect(refusal(of: "/dev/null")?.message.hasPrefix("is no regular file") == true)
    try #require(SystemCall.makePipe(folder.path + "/pipe"))
    #expect(refusal(of: folder.path + "/pipe")?.message.hasPrefix("is no regular file") == true)
  }

  @Test func `a database without the plugin's tables is refused with those that it has`() throws {
    let folder = try TemporaryDirectory()
    let none = try MadeStore.write(folder.path + "/a.db", "CREATE TABLE t (a); DROP TABLE t;")
    #expect(refusal(of: none)?.message.hasSuffix(": it has no table at all") == true)
    let path = try MadeStore.write(
      folder.path + "/b.db",
      """
      CREATE TABLE a (x INTEGER PRIMARY KEY AUTOINCREMENT); CREATE TABLE b (x);
      CREATE TABLE c (x); CREATE TABLE d (x); CREATE TABLE e (x); CREATE TABLE f (x);
      CREATE VIEW schedules AS SELECT 'x' AS id;
      CREATE VIRTUAL TABLE history USING fts5 (refId);
      """)
    #expect(
      refusal(of: path)
        == StateError(
          path,
          "is an SQLite database without any table of the plugin: it has a, b, c, d, e and others",
          advice: "name the database that has the table schedules, notification_content or"
            + " content_cache"))
  }

  @Test func `a database that somebody is writing to is refused`() throws {
    let folder = try TemporaryDirectory()
    let store = try MadeStore.open(folder.path + "/a.db", StoreSamples.schedules)
    #expect(refusal(of: store.path) == nil)
    try store.run("BEGIN EXCLUSIVE")
    #expect(
      refusal(of: store.path)
        == StateError(
          store.path,
          "is an SQLite database that another program is writing to and has locked",
          advice: "wait until it is done or end it, or name a copy that was made after that"))
  }

  @Test func `a file of another user is refused`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      let path = try MadeStore.write(folder.path + "/a.db", StoreSamples.schedules)
      try #require(SystemCall.chmod(folder.path, 0o755) && SystemCall.chmod(path, 0))
      try #require(SystemCall.becomeNobody())
      #expect(
        refusal(of: path)
          == StateError(
            path, "cannot be read: Permission denied",
            advice: "run as a user who may read it, and check the disk"))
      try #require(SystemCall.becomeAgain())
    }
  }
}
