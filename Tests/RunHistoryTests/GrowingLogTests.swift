import LogReading
import RunReport
import TestSupport
import Testing

@testable import RunHistory

/// Two processes that judge one log as it is being written, in each order of what they do.
struct GrowingLogTests {
  private static let shorter = String(repeating: "a line of the log\n", count: 400)
  private static let longer = shorter + String(repeating: "and some more of it\n", count: 400)

  /// Reads a log now, and returns the run that is recorded later.
  private func read(_ path: String, lines: Int64, for database: String) throws -> RecordedRun {
    let ledger = ContentLedger(lookUp: History.lookUp(in: database))
    var limits = ChunkReader.Limits()
    limits.content = ledger.begin(.file(path))
    var reader = try ChunkReader(.file(path), limits: limits)
    while try reader.next() != nil {}
    var summary = RunSummary()
    var input = InputSummary()
    input.name = path
    input.lines = lines
    summary.inputs = [input]
    return RecordedRun(summary, contents: ledger.inputs, now: 0)
  }

  @Test func `the one that read less and records last is part of the other's`() throws {
    let directory = try TemporaryDirectory()
    let database = "\(directory.path)/h.db"
    let history = try History(database, for: .recording)
    let path = try directory.add("device.log", Self.shorter)
    let first = try read(path, lines: 400, for: database)
    try directory.add("device.log", Self.longer)
    let second = try read(path, lines: 800, for: database)
    #expect(try history.record(second) == .added(1))
    #expect(try history.record(first) == .contained(in: 1))
    #expect(try history.totals().lines == 800)
  }

  @Test func `the one that read more replaces what was recorded while it read`() throws {
    let directory = try TemporaryDirectory()
    let database = "\(directory.path)/h.db"
    let history = try History(database, for: .recording)
    let path = try directory.add("device.log", Self.shorter)
    let first = try read(path, lines: 400, for: database)
    try directory.add("device.log", Self.longer)
    // Nothing is recorded yet as it reads, so it takes no digest on the way.
    let second = try read(path, lines: 800, for: database)
    #expect(try history.record(first) == .added(1))
    #expect(try history.record(second) == .replaced(1))
    #expect(try history.totals().lines == 800)
  }

  @Test func `a log whose first bytes are another's is one of its own`() throws {
    let directory = try TemporaryDirectory()
    let database = "\(directory.path)/h.db"
    let history = try History(database, for: .recording)
    for (number, tail) in ["one\n", "two\n", "three\n"].enumerated() {
      let path = try directory.add("\(number).log", Self.longer + tail)
      #expect(
        try history.record(read(path, lines: 1, for: database)) == .added(Int64(number + 1)))
    }
    #expect(try history.totals().lines == 3)
  }

  @Test func `an empty log is the beginning of none`() throws {
    let directory = try TemporaryDirectory()
    let database = "\(directory.path)/h.db"
    let history = try History(database, for: .recording)
    let empty = try directory.add("empty.log", "")
    let full = try directory.add("full.log", Self.shorter)
    #expect(try history.record(read(empty, lines: 0, for: database)) == .empty)
    #expect(try history.record(read(full, lines: 400, for: database)) == .added(1))
    #expect(try history.record(read(empty, lines: 0, for: database)) == .empty)
    #expect(try history.totals().lines == 400)
  }
}
