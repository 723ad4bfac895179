import Database
import RuleLanguage
import RunReport
import TestSupport
import Testing

@testable import RunHistory

/// What is stored is what is read back.
struct StoredFormTests {
  private func number(_ query: String, in path: String) throws -> Int64 {
    let database = try Database(path, .read)
    var statement = try Statement(database, query)
    return try statement.next() ? statement.int(0) : -1
  }

  @Test func `the file says whose it is, and its tables are strict and go with their run`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/h.db"
    _ = try History(path, for: .recording)
    #expect(try number("PRAGMA user_version", in: path) == Schema.version)
    #expect(try number("PRAGMA application_id", in: path) == Schema.application)
    #expect(
      try number(
        "SELECT count(*) FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite_%'",
        in: path) == 0)
    let tables = try number(
      "SELECT count(*) FROM pragma_table_list WHERE strict = 1", in: path)
    let keys = try number(
      """
      SELECT count(*) FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS key
      WHERE key."table" = 'runs' AND key.on_delete = 'CASCADE'
      """, in: path)
    // All but the runs themselves and the totals.
    #expect(keys == tables - 2)
    let database = try Database(path, .read)
    var mode = try Statement(database, "PRAGMA journal_mode")
    _ = try mode.next()
    #expect(mode.text(0) == "delete")
  }

  @Test func `an interrupted making leaves nothing that keeps the next from it`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("h.db", "")
    _ = try History(path, for: .recording)
    #expect(try number("PRAGMA user_version", in: path) == Schema.version)
    _ = try History(path, for: .recording)
    #expect(try History(path, for: .reading).runs().isEmpty)
  }

  @Test func `counts are read back as they were stored`() throws {
    var totals = RunTotals()
    for (number, counter) in RunTotals.Counter.allCases.enumerated() {
      totals[counter] = Int64(number + 1)
    }
    for (number, outcome) in CycleSummary.Outcome.allCases.enumerated() {
      totals.cycleCounts[outcome] = number
    }
    totals.findingCounts = [
      FindingCount(
        pack: "a,b=c", outcome: .violated, fault: .plugin, severity: .warning, count: 7)
    ]
    for measure in Measure.allCases {
      for value in [-200, 0.05, 4.5, 1e6] { totals.distributions[measure].add(value) }
    }
    var reader = CountReader()
    for count in totals.stored { reader.add(count.name, count.labels, count.value) }
    for measure in Measure.allCases {
      reader.add(extremesOf: measure.key, -200_000_000, 1_000_000_000_000)
    }
    #expect(reader.result == totals)
    #expect(!totals.stored.contains { $0.value == 0 })
  }

  @Test func `a bucket of another version counts below the next edge`() {
    var reader = CountReader()
    reader.add("bucket", "measure=executionDelaySeconds,le=20", 3)
    reader.add("bucket", "measure=executionDelaySeconds,le=5000", 2)
    reader.add("bucket", "measure=unheard,le=20", 3)
    reader.add("unheard", "", 3)
    #expect(reader.result.distributions[.executionDelay].counts == [0, 0, 3, 0, 0, 0, 2])
  }
}
