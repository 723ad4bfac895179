import TestSupport
import Testing

/// `dnplog query` from the outside.
struct QueryCommandTests {
  private static func query(
    _ sql: String, _ arguments: [String], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    try Dnplog.run(["query", "-e", sql] + arguments, in: directory)
  }

  @Test(arguments: Samples.logs)
  func `the tables hold what events and summary say`(log: String) throws {
    let directory = try TemporaryDirectory()
    let path = Samples.path(log)
    let events = try Dnplog.run(["events", path], in: directory).output.split(separator: "\n")
    let summary = try #require(
      try Dnplog.judge(["--max-details", "3000", path], in: directory).summary)
    let sql = """
      SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM cycles) AS cycles,
        (SELECT count(*) FROM findings) AS findings, (SELECT group_concat(verdict) FROM runs) AS verdict,
        (SELECT count(*) FROM (SELECT DISTINCT run, file, line FROM events)) AS places,
        (SELECT count(*) FROM lines) AS lines,
        (SELECT count(*) FROM events e LEFT JOIN cycles c USING (run, cycleNumber)
          WHERE e.cycleNumber IS NOT NULL AND c.run IS NULL) AS strays
      """
    let result = try Self.query(sql, ["--format", "json", path], in: directory)
    #expect(result.exitCode == 0)
    let row = try JSONText(result.output)[0]
    #expect(row["events"].int == events.count)
    #expect(row["cycles"].int == summary["cycles"].elements.count)
    #expect(row["findings"].int == summary["findings"].elements.count)
    #expect(row["verdict"].string == summary["verdict"].string)
    #expect(row["lines"] == row["places"])
    #expect(row["strays"].int == 0)
  }

  @Test func `an event has the values that its line of JSON has`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let sql = "SELECT * FROM events WHERE line = 10"
    let row = try JSONText(
      try Self.query(sql, ["--format", "json", "device.log"], in: directory).output)[0]
    #expect(row["event"].string == "fetch_success")
    #expect(row["time"].string == "2025-11-14T05:50:01.300Z")
    #expect(row["timeMs"].int == 1_763_099_401_300)
    #expect(row["format"].string == "nslog")
    #expect(row["pid"].int == 201)
    #expect(row["cycle"].string == "2025-11-14T05:53:00Z")
    #expect(row["window"].string == "execution" && row["delivery"] == .null)
    #expect(row["twin"].int == 0 && row["clockEpoch"].int == 0)
    #expect(row["derived"].string == "{\"fetchDurationSeconds\":1.2,\"fetched\":true}")
    #expect(row["fields"].string == "{\"status\":200,\"bytes\":1234,\"ttl\":86400}")
  }

  @Test func `several logs are several runs`() throws {
    let directory = try TemporaryDirectory()
    let paths = ["prefetch/happy-device.log", "hints/fetch-no-success.log"].map(Samples.path)
    let sql =
      "SELECT run, verdict, (SELECT count(*) FROM events e WHERE e.run = r.run) > 9 FROM runs r"
    let result = try Self.query(sql, ["--format", "csv"] + paths, in: directory)
    #expect(result.output.split(separator: "\r\n").dropFirst() == ["1,pass,1", "2,fail,1"])
    let joined = try Self.query("SELECT count(*) FROM runs", ["--join"] + paths, in: directory)
    #expect(joined.output.hasSuffix("1\n(1 row)\n"))
  }

  @Test func `a rotation set that proves to be two runs is read as such`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("device.log.1", Samples.happyCycle)
    let sql = "SELECT r.run, count(*) FROM runs r JOIN events e USING (run) GROUP BY 1"
    let runs = try Self.query(
      sql, ["--format", "csv", "device.log", "device.log.1"], in: directory)
    let all = try Self.query(
      "SELECT count(*) FROM events", ["--format", "csv", "."], in: directory)
    let told = try Dnplog.run(["events", "."], in: directory).output.split(separator: "\n").count
    #expect(all.output == "count(*)\r\n\(told)\r\n")
    #expect(runs.exitCode == 0)
  }

  @Test func `the tables are told without a log`() throws {
    let directory = try TemporaryDirectory()
    let result = try Self.query(".schema", [], in: directory)
    #expect(result.exitCode == 0)
    for table in ["runs", "events", "cycles", "steps", "findings", "lines"] {
      #expect(result.output.contains("CREATE TABLE \(table) ("))
    }
  }

  @Test(arguments: [
    ([], "there is no query: give one with -e"),
    (["-e"], "option '-e'"),
    (["-e", ""], "SQL: there is no statement: write a SELECT"),
    (["-e", "SELECT 1", "-e", "SELECT a"], "SQL 2:1:8: no such column: a"),
    (
      ["-e", "DELETE FROM events"], "SQL: DELETE is not allowed: write a SELECT: a query only reads"
    ),
    (["-e", "ATTACH 'x.db' AS x"], "SQL: ATTACH is not allowed"),
    (["-e", "SELECT 1", "--format", "xml"], "'xml' is not a choice"),
    (["-e", "SELECT 1", "--timeout", "0"], "0 is out of range"),
  ])
  func `a mistake ends before a log is read`(arguments: [String], words: String) throws {
    let directory = try TemporaryDirectory()
    // It is not there: nobody looks for it.
    let result = try Dnplog.run(["query"] + arguments, in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.hasPrefix("dnplog: "))
  }

  @Test(arguments: [
    ("REINDEX", "the statement returns no rows: write a SELECT"),
    (
      "SELECT 1 WHERE '" + String(repeating: "a", count: 300) + "' LIKE '"
        + String(repeating: "%a", count: 200) + "'",
      "LIKE or GLOB pattern too complex: write a pattern of at most 200 bytes"
    ),
    ("SELECT json_extract('{', '$')", "malformed JSON: not every value is JSON"),
  ])
  func `a mistake has advice of its own`(sql: String, words: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Self.query(sql, ["device.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!result.errors.contains(".schema"))
  }

  @Test func `results are parted as their lines end`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Self.query(
      "SELECT 1 AS a", ["-e", "SELECT 2 AS b", "--format", "csv", "device.log"], in: directory)
    #expect(result.output == "a\r\n1\r\n\r\nb\r\n2\r\n")
  }

  @Test func `a log that cannot be read is told and the others are asked`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let both = try Self.query(
      "SELECT count(*) AS n FROM runs", ["--format", "csv", "none.log", "device.log"], in: directory
    )
    #expect(both.exitCode == 2)
    #expect(both.output == "n\r\n1\r\n")
    #expect(both.errors.contains("none.log"))
    let none = try Self.query("SELECT 1", ["none.log"], in: directory)
    #expect(none.exitCode == 2 && none.output == "")
    let empty = try Dnplog.shell(
      "echo nothing | \"$0\" query -e 'SELECT count(*) FROM runs' -", in: directory)
    #expect(empty.exitCode == 0)
  }

  @Test func `text of a log commands nothing and holds no secret`() throws {
    let directory = try TemporaryDirectory()
    let line =
      "[DNP-FETCH] Odd \u{1B}[31m\"quoted, text\" <b> \0 \u{202E} token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln\n"
    try directory.add("device.log", line)
    for format in ["text", "csv", "json"] {
      let result = try Self.query(
        "SELECT text, understood FROM lines", ["--format", format, "device.log"], in: directory)
      #expect(result.exitCode == 0)
      let scalars = result.output.unicodeScalars
      #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\r" || $0 == "\u{202E}" })
      #expect(result.output.contains("quoted") && !result.output.contains("eyJzdWIi"))
    }
  }

  @Test func `a reader that goes away ends it quietly`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let result = try Dnplog.shell(
      "\"$0\" query --format csv -e '\(sql)' device.log | head -2", in: directory)
    #expect(result.output == "i\r\n1\r\n")
    #expect(result.errors == "")
  }

  @Test func `nothing is left in the folder for temporary files`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      "mkdir tmp; TMPDIR=$PWD/tmp \"$0\" query -e 'SELECT 1 FROM runs' device.log; ls -A tmp",
      in: directory)
    #expect(result.output == "1\n-\n1\n(1 row)\n")
  }

  @Test func `control-C ends a query with what it printed`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    // In the foreground, since timeout else sends the signal to the whole group too, and the second one ends it.
    let result = try Dnplog.shell(
      "timeout --foreground --preserve-status -s INT 3 \"$0\" query -e '\(sql)' device.log",
      in: directory)
    #expect(result.exitCode == 130)
    #expect(result.errors.contains("interrupted"))
  }
}
