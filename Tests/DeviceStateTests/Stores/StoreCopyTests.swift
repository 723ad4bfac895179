import Foundation
import TestSupport
import Testing

@testable import DeviceState

@Suite struct StoreCopyTests {
  private static let addsRow =
    "INSERT INTO schedules (id, nextRunAt) VALUES ('late', 1763184180000);"

  /// Runs a reading, and expects that the folder of its file is afterwards what it was before.
  private func leavesAlone<Result>(
    _ folder: String, _ reading: () throws -> Result
  ) throws -> Result {
    let before = try FolderPrint(folder)
    let result = try reading()
    #expect(try FolderPrint(folder) == before)
    return result
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a database without a log is read where it lies`(mode: String) throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db", "PRAGMA journal_mode = \(mode);" + StoreSamples.schedules)
    _ = try folder.add("a.db-wal", "")
    let state = try leavesAlone(folder.path) { try StoreReader.state(of: path) }
    #expect(state.rows("schedules").count == 2)
    #expect(state.notes.isEmpty)
  }

  @Test func `rows that stand in the log alone are read`() throws {
    let folder = try TemporaryDirectory()
    let copied = try TemporaryDirectory()
    let path = folder.path + "/a.db"
    let store = try MadeStore.open(path, "PRAGMA journal_mode = WAL;" + StoreSamples.schedules)
    try store.run("PRAGMA wal_checkpoint(TRUNCATE);" + Self.addsRow)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: copied.path + "/b.db" + suffix)
    }
    let ids: [StateValue?] = [.text("b"), .text("a"), .text("late")]
    let state = try leavesAlone(copied.path) { try StoreReader.state(of: copied.path + "/b.db") }
    #expect(state.values("scheduleId", of: "schedules") == ids)
    #expect(state.tables.first?.name == "b.db:schedules")

    // The log lies beside the database itself, and not beside a link to it.
    let link = copied.path + "/link.db"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b.db")
    let linked = try StoreReader.state(of: link)
    #expect(linked.values("scheduleId", of: "schedules") == ids)
    #expect(linked.tables.first?.name == "link.db:schedules")

    // An app that has it open is no reason to refuse it.
    let open = try leavesAlone(folder.path) { try StoreReader.state(of: path) }
    #expect(open.values("scheduleId", of: "schedules") == ids)
  }

  @Test func `what a transaction had written when it was cut off is undone`() throws {
    let folder = try TemporaryDirectory()
    let copied = try TemporaryDirectory()
    let path = folder.path + "/a.db"
    let store = try MadeStore.open(
      path,
      """
      CREATE TABLE schedules (id TEXT, kind, cron, clockTime, enabled, lastRunAt, nextRunAt, x);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO schedules (id, x) SELECT 'old', zeroblob(1000) FROM n;
      """)
    // Too few pages in memory for the transaction, so that it is written before its end.
    try store.run("PRAGMA cache_size = 2; BEGIN; UPDATE schedules SET id = 'new';")
    let old = [StateValue?](repeating: .text("old"), count: 100)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: copied.path + "/b.db" + suffix)
    }
    let state = try leavesAlone(copied.path) { try StoreReader.state(of: copied.path + "/b.db") }
    #expect(state.values("scheduleId", of: "schedules") == old)
    #expect(
      state.notes == ["A transaction that did not end is undone, as the -journal file tells"])

    // Without its journal the same file holds what the transaction wrote.
    try FileManager.default.removeItem(atPath: copied.path + "/b.db-journal")
    let ids = (try? StoreReader.state(of: copied.path + "/b.db"))?.values(
      "scheduleId", of: "schedules")
    #expect(ids != old)
  }

  @Test func `a journal that is done with undoes nothing`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db", "PRAGMA journal_mode = PERSIST;" + StoreSamples.schedules)
    #expect(try Data(contentsOf: URL(filePath: path + "-journal")).first == 0)
    let state = try leavesAlone(folder.path) { try StoreReader.state(of: path) }
    #expect(state.rows("schedules").count == 2)
    #expect(state.notes.isEmpty)
  }

  @Test func `a journal of several databases is refused, and the file that it names stays`() throws
  {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(folder.path + "/a.db", StoreSamples.schedules)
    let other = try folder.add("precious", "text\0")
    // A journal with one page, and a name that SQLite deletes when it has undone it.
    let name = Array(other.utf8)
    var journal = StoreHeader.journalMark + Self.word(0) + Self.word(0) + Self.word(2)
    journal += Self.word(512) + Self.word(4096) + [UInt8](repeating: 0, count: 512 - 28)
    journal += Self.word(0x4000_0000 / 4096 + 1) + name + Self.word(UInt32(name.count))
    journal += Self.word(name.reduce(0) { $0 + UInt32($1) }) + StoreHeader.journalMark
    _ = try folder.add("a.db-journal", bytes: journal)
    let error = try leavesAlone(folder.path) { refusal(of: path) }
    #expect(
      error?.message.hasPrefix("has a journal of a transaction over several databases") == true)
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  @Test func `copies are gone after a reading and after a refusal`() async {
    // The variable is that of a whole process.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      let temporary = try TemporaryDirectory()
      SystemCall.set("TMPDIR", temporary.path)
      let store = try MadeStore.open(
        folder.path + "/a.db", "PRAGMA journal_mode = WAL;" + StoreSamples.schedules)
      #expect(try StoreReader.state(of: store.path).rows("schedules").count == 2)
      let foreign = try MadeStore.open(
        folder.path + "/b.db", "PRAGMA journal_mode = WAL; CREATE TABLE t (a);")
      #expect(refusal(of: foreign.path) != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
      SystemCall.set("TMPDIR", temporary.path + "/none")
      #expect(refusal(of: store.path)?.message.contains("cannot be copied to") == true)
      SystemCall.set("TMPDIR", ".")
      #expect(refusal(of: store.path) == nil)
    }
  }

  @Test func `copies that a killed process left are removed by the next, those of others are not`()
    async
  {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      let temporary = try TemporaryDirectory()
      SystemCall.set("TMPDIR", temporary.path)
      let store = try MadeStore.open(
        folder.path + "/a.db", "PRAGMA journal_mode = WAL;" + StoreSamples.schedules)
      let files = FileManager.default
      func make(_ name: String, _ file: String = "store.db-wal") throws {
        let path = "\(temporary.path)/\(name)"
        try files.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
      }
      try make("dnplog-store-left00")
      try make("dnplog-store-used00")
      try make("dnplog-store-kept00", "other")
      try make("dnplog-storeroom")
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(temporary.path)/dnplog-store-file00"))
      try #require(SystemCall.lock("\(temporary.path)/dnplog-store-used00"))
      #expect(try StoreReader.state(of: store.path).rows("schedules").count == 2)
      #expect(
        try files.contentsOfDirectory(atPath: temporary.path).sorted() == [
          "dnplog-store-file00", "dnplog-store-kept00", "dnplog-store-used00", "dnplog-storeroom",
        ])
    }
  }

  @Test func `files in a folder that may not be written to are read by any user`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryDirectory()
      let store = try MadeStore.open(
        folder.path + "/a.db", "PRAGMA journal_mode = WAL;" + StoreSamples.schedules)
      try #require(SystemCall.chmod(folder.path, 0o555))
      // The superuser may write anywhere.
      try #require(SystemCall.becomeNobody())
      #expect(refusal(of: store.path) == nil)
      try #require(SystemCall.becomeAgain())
      try #require(SystemCall.chmod(folder.path, 0o755))
    }
  }
}
