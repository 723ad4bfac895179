import Foundation
import TestSupport
import Testing

@testable import DeviceState

@Suite struct StoreDamageTests {
  @Test func `bytes without any order are an encrypted database or none`() throws {
    let folder = try TemporaryDirectory()
    var numbers = RepeatedNumbers(state: 1)
    let bytes = (0..<8_192).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let path = try folder.add("a.db", bytes: bytes)
    #expect(refusal(of: path)?.message == "is no SQLite database, or an encrypted one")
    // One that keeps the beginning, as some ciphers can.
    let other = try folder.add("b.db", bytes: StoreHeader.databaseMark + bytes)
    #expect(refusal(of: other)?.message == "is no SQLite database, or an encrypted one")
  }

  @Test func `of a file that was cut off the tables that are whole are read`() throws {
    let folder = try TemporaryDirectory()
    let sound = try StoreSamples.makeSmall(in: folder.path)
    let bytes = try #require(sound[""])
    let before = try StoreReader.state(of: folder.path + "/made.db")
    var lost: Set<String> = []
    for count in stride(from: bytes.count - 1, to: 512, by: -300) {
      let path = try folder.add("a.db", bytes: bytes.prefix(count))
      let state: DeviceState
      do throws(StateError) { state = try StoreReader.state(of: path) } catch {
        #expect(error.message.contains("damaged") || error.message.contains("cut off"))
        continue
      }
      // What is read is what was there.
      for table in state.tables where table.name != "a.db:units" {
        #expect(before.rows(String(table.name.dropFirst("a.db:".count))) == table.rows)
      }
      #expect(state.notes.last == "The file is shorter than its header says, so its end is missing")
      lost.formUnion(state.notes.dropLast())
    }
    #expect(lost.contains("The table notification_content is damaged and left out"))
  }

  @Test func `a tree of pages that all lead to one another is given up`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      "PRAGMA page_size = 512; CREATE TABLE schedules (id); INSERT INTO schedules VALUES ('a');")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let leaf = Array(bytes[512..<1024])
    // Fifteen levels, on each of which all branches lead to the next: rows that nobody can count.
    let levels = 15
    let branches = 60
    bytes.removeSubrange(512...)
    for level in 0..<levels {
      let next = UInt8(level + 3)
      let start = 512 - branches * 5
      var page: [UInt8] = [5, 0, 0, 0, UInt8(branches), UInt8(start >> 8), UInt8(start & 0xFF), 0]
      page += [0, 0, 0, next]
      for branch in 0..<branches {
        let place = start + branch * 5
        page += [UInt8(place >> 8), UInt8(place & 0xFF)]
      }
      page += [UInt8](repeating: 0, count: start - page.count)
      for branch in 0..<branches { page += [0, 0, 0, next, UInt8(branch + 1)] }
      bytes += page
    }
    bytes += leaf
    bytes[31] = UInt8(levels + 2)
    try folder.add("a.db", bytes: bytes)
    #expect(
      refusal(of: path)?.message
        == "is a damaged SQLite database: its table schedules cannot be read, and it has no other"
        + " one of the plugin")
  }

  @Test func `a table of more rows than are kept is read to the bound, which is said`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      """
      CREATE TABLE history (id INTEGER PRIMARY KEY, refId, kind, occurredAt, durationMs, outcome);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000001)
      INSERT INTO history (id) SELECT i FROM n;
      """)
    let state = try StoreReader.state(of: path)
    #expect(state.rows("history").count == 1_000_000)
    #expect(state.notes == ["Of the table history only the first 1000000 rows are read"])
  }

  @Test func `a value that is too large costs its table alone`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      StoreSamples.schedules
        + "CREATE TABLE content_cache (payload, id, fetchedAt, ttl);"
        + "INSERT INTO content_cache VALUES (zeroblob(17000000), 1, 2, 3);"
        + "CREATE TABLE history (id, refId, kind, occurredAt, durationMs, outcome);"
        + "INSERT INTO history (refId) VALUES (zeroblob(17000000));")
    let state = try StoreReader.state(of: path)
    #expect(state.lists == [.schedules, .cache])
    // What is not read may have any size.
    #expect(state.values("contentId", of: "content_cache") == [.int(1)])
    #expect(
      state.notes == ["The table history has a value of more than 16 MiB and is left out"])
  }

  @Test func `what a file would compute is not read`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      """
      CREATE TABLE content_cache (id, ttl, fetchedAt AS (length(hex(zeroblob(9999)))));
      INSERT INTO content_cache VALUES ('a', 1);
      CREATE TRIGGER t BEFORE DELETE ON content_cache BEGIN SELECT 1; END;
      """)
    let state = try StoreReader.state(of: path)
    #expect(state.rows("content_cache").first?.members.map(\.name) == ["contentId", "ttl"])
    #expect(state.notes == ["The table content_cache has no column fetchedAt"])
  }
}
