import Database
import TestSupport
import Testing

/// Recording that is killed at any moment, and by several processes at once.
struct HistoryKillTests {
  /// A small log of its own for each number; every other one lacks the end of its fetch, a finding.
  private static func log(_ number: Int) -> String {
    let lines = Samples.happyCycle.split(separator: "\n").filter {
      number % 2 == 0 || !$0.contains("Fetch success")
    }
    return lines.joined(separator: "\n") + "\n[DNP-PLUGIN] run \(number)\n"
  }

  private static let count = 500

  private func number(_ query: String, in path: String) throws -> Int64 {
    let database = try Database(path, .write)
    var statement = try Statement(database, query)
    return try statement.next() ? statement.int(0) : -1
  }

  private func totals(in path: String) throws -> [String: Int64] {
    let database = try Database(path, .write)
    var statement = try Statement(database, "SELECT name, labels, value FROM totals")
    var totals: [String: Int64] = [:]
    while try statement.next() {
      totals["\(statement.text(0)) \(statement.text(1))"] = statement.int(2)
    }
    return totals
  }

  @Test func `what is recorded is whole and counted once, wherever five hundred runs are killed`()
    throws
  {
    let directory = try TemporaryDirectory()
    for number in 1...Self.count { try directory.add("\(number).log", Self.log(number)) }
    let names = (1...Self.count).map { "\($0).log" }
    let record = ["validate", "-q", "--progress", "never", "--history"]
    // The shortest of a few: the machine may be busy with other tests.
    let usual = try (1...5).map { _ in
      let start = ContinuousClock.now
      _ = try Dnplog.run(record + ["first.db", "1.log"], in: directory)
      return Int(start.duration(to: .now) / .microseconds(1))
    }.min()
    // Four at a time, so that they also meet each other; each is killed within the time of a whole run.
    let script = """
      work() {
        for ((i = $1; i <= \(Self.count); i += 4)); do
          "$0" validate -q --history killed.db $i.log > /dev/null 2>&1 < /dev/null &
          printf -v delay 0.%06d $((RANDOM * \(min(usual ?? 0, 200_000)) / 32768))
          sleep $delay; kill -9 $! 2> /dev/null; wait $! 2> /dev/null
        done
      }
      # One is whole, with its finding, however slow the others are.
      "$0" validate -q --history killed.db 1.log > /dev/null
      RANDOM=1; for start in 1 2 3 4; do work $start & done; wait
      """
    let result = try run("/bin/bash", ["-c", script, Dnplog.path], directory: directory.path)
    #expect(result.exitCode == 0, "\(result.errors)")
    // What a killed process left half written is undone by whoever reads next.
    let listed = try Dnplog.run(["history", "list", "killed.db"], in: directory)
    #expect(listed.exitCode == 0, "\(listed.errors)")

    let path = "\(directory.path)/killed.db"
    #expect(
      try number(
        "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'", in: path) == 1)
    let recorded = try number("SELECT count(*) FROM runs", in: path)
    // Some were early enough, and some were not.
    #expect(recorded > 0 && recorded < Int64(Self.count), "\(recorded)")
    #expect(try number("SELECT count(DISTINCT name) FROM runs", in: path) == recorded)
    #expect(try number("SELECT count(DISTINCT run) FROM inputs", in: path) == recorded)
    #expect(try number("SELECT count(*) FROM cycles", in: path) == recorded)
    #expect(
      try number("SELECT sum(value) FROM counts WHERE name = 'cycles'", in: path) == recorded)
    let findings = try number("SELECT count(*) FROM findings", in: path)
    #expect(findings > 0)
    #expect(
      try number("SELECT sum(value) FROM counts WHERE name = 'findings'", in: path) == findings)
    #expect(
      try number(
        """
        SELECT count(*) FROM (SELECT name, labels, value FROM totals WHERE value <> 0
        EXCEPT SELECT name, labels, sum(most) FROM counts GROUP BY name, labels)
        """, in: path) == 0)

    // Once more without a kill, the history is that of one clean pass.
    let list = try directory.add("list", names.joined(separator: "\n") + "\n")
    for history in ["killed.db", "clean.db"] {
      let whole = try Dnplog.run(record + [history, "--paths-from", list], in: directory)
      #expect(whole.exitCode == 1, "\(whole.errors)")
    }
    #expect(try number("SELECT count(*) FROM runs", in: path) == Int64(Self.count))
    #expect(try totals(in: path) == totals(in: "\(directory.path)/clean.db"))
  }

  @Test func `of one log that twenty processes record at once there is one record`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      for i in $(seq 20); do "$0" validate -q --history h.db device.log > /dev/null & done
      wait; "$0" history list --format json h.db
      """, in: directory)
    let list = try JSONText(result.output)
    #expect(result.errors == "")
    #expect(list["runs"].elements.count == 1)
    #expect(list["runs"][0]["times"].int == 20)
    #expect(list["runs"][0]["cycles"]["used_prefetch"].int == 1)
  }
}
