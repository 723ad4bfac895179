import RunReport
import Testing

@testable import LogQuery

struct LogDatabaseTests {
  private static func database(
    _ change: (inout QueryLimits) -> Void = { _ in },
    isInterrupted: @escaping () -> Bool = { false }
  ) throws -> LogDatabase {
    var limits = QueryLimits()
    change(&limits)
    return try LogDatabase(limits: limits, isInterrupted: isInterrupted)
  }

  /// Returns what a query comes to in a form, or what is wrong with it.
  private static func answer(
    _ sql: String, _ format: ResultFormat = .csv, in database: LogDatabase
  ) throws(QueryError) -> String {
    var rows = try database.rows(of: sql)
    var printer = format.printer(of: rows.columns)
    while try rows.next() { printer.add(rows) }
    printer.end()
    return String(decoding: printer.bytes, as: UTF8.self)
  }

  private static func mistake(in sql: String, _ database: LogDatabase) -> QueryError? {
    do throws(QueryError) {
      _ = try answer(sql, in: database)
    } catch {
      return error
    }
    return nil
  }

  // MARK: What a query may do

  @Test(arguments: [
    "DELETE FROM events", "INSERT INTO runs (run) VALUES (1)", "UPDATE runs SET run = 2",
    "REPLACE INTO runs (run) VALUES (1)", "DROP TABLE runs", "CREATE TABLE t (a)",
    "CREATE TEMP TABLE t (a)", "CREATE VIEW v AS SELECT 1", "ALTER TABLE runs ADD COLUMN a",
    "CREATE VIRTUAL TABLE t USING fts5(a)", "CREATE TRIGGER t DELETE ON runs BEGIN SELECT 1; END",
    "UPDATE sqlite_master SET sql = ''", "ATTACH '/tmp/other.db' AS other", "DETACH main",
    "PRAGMA query_only = off", "PRAGMA temp_store_directory = '/tmp'", "PRAGMA table_info = runs",
    "VACUUM", "VACUUM INTO '/tmp/copy.db'", "ANALYZE", "BEGIN", "COMMIT", "SAVEPOINT s",
    "SELECT load_extension('x')", "SELECT fts3_tokenizer('a')", "SELECT readfile('/etc/passwd')",
    "WITH a AS (SELECT 1) DELETE FROM runs",
  ])
  func `what writes or reaches out is refused`(sql: String) throws {
    let database = try Self.database()
    if sql == "PRAGMA table_info = runs" {
      // The same as table_info(runs): it reads.
      #expect(Self.mistake(in: sql, database) == nil)
    } else {
      let mistake = try #require(Self.mistake(in: sql, database))
      #expect(!mistake.message.isEmpty && !mistake.advice.isEmpty)
    }
    #expect(try Self.answer("SELECT count(*) AS n FROM runs", in: database) == "n\r\n0\r\n")
    #expect(try Self.answer("PRAGMA table_list", in: database).contains("runs"))
  }

  @Test(arguments: [
    "SELECT 1;", "SELECT 1; -- done", "SELECT json('[1]')", "SELECT value FROM json_each('[1]')",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n",
    "PRAGMA table_info(runs)", "EXPLAIN SELECT 1", "VALUES (1)", "SELECT name FROM sqlite_schema",
  ])
  func `what reads is run`(sql: String) throws {
    #expect(Self.mistake(in: sql, try Self.database()) == nil)
  }

  @Test(
    arguments: [
      ("", "there is no statement", nil), (" -- nothing", "there is no statement", nil),
      ("SELECT 1; SELECT 2", "there is a second statement", "1:10"),
      ("SELECT evnt\nFROM events", "no such column: evnt", "1:8"),
      ("SELECT event\nFROM events\nWHERE é = lin", "no such column: é", "3:7"),
      ("SELECT * FROM event", "no such table: event", nil),
      ("SELECT (1", "incomplete input", nil), ("SELECT ?", "a parameter has no value", nil),
      ("SELECT $x", "a parameter has no value", nil),
      ("SELECT run FROM events, lines", "ambiguous column name: run", "1:8"),
    ] as [(String, String, String?)])
  func `a mistake has its place`(sql: String, message: String, place: String?) throws {
    let mistake = try #require(Self.mistake(in: sql, try Self.database()))
    #expect(mistake.message == message)
    #expect(mistake.place.map { "\($0.line):\($0.column)" } == place)
    #expect(!mistake.advice.isEmpty)
  }

  @Test func `a misspelt name is answered with the nearest`() throws {
    let database = try Self.database()
    #expect(Self.mistake(in: "SELECT * FROM event", database)?.advice == "did you mean 'events'?")
    let column = Self.mistake(in: "SELECT e.cycelNumber FROM events e", database)
    #expect(column?.advice.hasPrefix("did you mean 'cycleNumber'?") == true)
  }

  // MARK: Limits

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  @Test(arguments: [
    endless,
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
      + " SELECT count(*) FROM n a, n b, n c WHERE a.i + b.i * c.i = 0",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
      + " SELECT length(replace(zeroblob(100000), x'00', 'ab')) FROM n WHERE i < 0",
  ])
  func `a query that takes too long is ended`(sql: String) throws {
    let database = try Self.database { $0.seconds = 1 }
    let mistake = try #require(Self.mistake(in: sql, database))
    #expect(mistake.message == "the query took more than 1 second")
    #expect(mistake.advice.contains("--timeout"))
    // The next one has its own time.
    #expect(try Self.answer("SELECT 1 AS a", in: database) == "a\r\n1\r\n")
  }

  @Test func `an interrupted query is ended`() throws {
    let database = try Self.database(isInterrupted: { true })
    #expect(Self.mistake(in: Self.endless, database)?.isInterruption == true)
  }

  @Test(arguments: [
    "SELECT length(zeroblob(100000000))", "SELECT length(randomblob(70000000))",
    "SELECT length(hex(zeroblob(40000000)))",
    "WITH RECURSIVE n(t) AS (SELECT 'abcdefgh' UNION ALL SELECT t || t FROM n) SELECT max(t) FROM n",
  ])
  func `a value has a longest length`(sql: String) throws {
    let mistake = try #require(Self.mistake(in: sql, try Self.database()))
    #expect(mistake.message == "a value is longer than 64 MiB")
  }

  @Test(arguments: [
    "SELECT " + String(repeating: "(", count: 600) + "1" + String(repeating: ")", count: 600),
    "SELECT 1" + String(repeating: " + 1", count: 600),
    "SELECT 1" + String(repeating: " UNION SELECT 1", count: 300),
    "SELECT 'a' LIKE '" + String(repeating: "%a", count: 200) + "'",
    "SELECT " + String(repeating: "1, ", count: 2000) + "1",
    "SELECT '" + String(repeating: "a", count: 2 << 20) + "'",
    "SELECT max(" + String(repeating: "1, ", count: 200) + "1)",
  ])
  func `a monster is refused`(sql: String) throws {
    #expect(Self.mistake(in: sql, try Self.database()) != nil)
  }

  // MARK: Forms

  private static let hostile =
    "SELECT 'a,\"b\"' AS \"the, name\", char(27) || '[31m' AS e, 'x' || char(0) || 'y' AS z,"
    + " '' AS empty, NULL AS none, 'two' || char(13, 10) || 'lines' AS l, -7 AS i, 0.1 AS r,"
    + " x'00ff' AS b, 1e999 AS inf, char(8238) AS bidi, '</script>' AS s"

  @Test func `CSV quotes what it must and spells out what commands a terminal`() throws {
    let answer = try Self.answer(Self.hostile, .csv, in: try Self.database())
    #expect(
      answer == "\"the, name\",e,z,empty,none,l,i,r,b,inf,bidi,s\r\n"
        + "\"a,\"\"b\"\"\",\\x1b[31m,x\\x00y,\"\",,\"two\r\nlines\",-7,0.1,x'00ff',inf,\\u{202e},"
        + "</script>\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+cmd|x", "'+cmd|x"), ("-2+3", "'-2+3"), ("@SUM(1)", "'@SUM(1)"),
    ("-7", "-7"), ("+1.5e3", "+1.5e3"), ("a=b", "a=b"), ("over\rwritten", "over\\rwritten"),
    ("a\tb", "a\\tb"),
  ])
  func `a spreadsheet calculates no text of CSV, and a terminal overwrites none`(
    text: String, cell: String
  ) throws {
    let answer = try Self.answer("SELECT '\(text)' AS a", .csv, in: try Self.database())
    #expect(answer == "a\r\n\(cell)\r\n")
  }

  @Test func `JSON keeps numbers and escapes texts`() throws {
    let answer = try Self.answer(Self.hostile, .json, in: try Self.database())
    #expect(
      answer == """
        [
        {"the, name":"a,\\"b\\"","e":"\\u001b[31m","z":"x\\u0000y","empty":"","none":null,\
        "l":"two\\r\\nlines","i":-7,"r":0.1,"b":"x'00ff'","inf":null,"bidi":"\\u202e",\
        "s":"<\\/script>"}
        ]

        """)
  }

  @Test func `JSON tells columns of one name apart`() throws {
    let answer = try Self.answer(
      "SELECT 1 AS a, 2 AS \"a:1\", 3 AS a, 4 AS a", .json, in: try Self.database())
    #expect(answer == "[\n{\"a\":1,\"a:1\":2,\"a:2\":3,\"a:3\":4}\n]\n")
    #expect(
      try Self.answer("SELECT 1 AS a WHERE 0", .json, in: try Self.database()) == "[]\n")
  }

  @Test func `a table for people is aligned and shows what is not there`() throws {
    let sql =
      "SELECT column1 AS name, column2 AS count FROM"
      + " (VALUES ('é', 1), (NULL, 10.5), (char(27, 10) || 'b', NULL))"
    let answer = try Self.answer(sql, .text, in: try Self.database())
    #expect(
      answer == """
        name     count
        -------  -----
        é            1
        NULL      10.5
        \\x1b\\nb   NULL
        (3 rows)

        """)
    let none = try Self.answer("SELECT 1 AS a WHERE 0", .text, in: try Self.database())
    #expect(none == "a\n-\n(0 rows)\n")
  }

  @Test func `a table of any length is printed in little memory`() throws {
    // Wider than the rows that wait, and with a wide cell behind them.
    let sql =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)"
      + " SELECT i, iif(i = 40, zeroblob(1), printf('%.*c', 1000000, 'x')) AS t FROM n"
    let answer = try Self.answer(sql, .text, in: try Self.database())
    #expect(answer.hasSuffix("\n40  x'00'\n(40 rows)\n"))
  }

  // MARK: Loading

  @Test func `a run has a row with what it came to`() throws {
    let database = try Self.database()
    try database.beginLoading()
    _ = try database.beginRun()
    var summary = RunSummary()
    summary.reasons = ["one", "two"]
    var cycle = CycleSummary()
    cycle.number = 3
    cycle.notificationTime = 1_763_099_580_000_000
    cycle.leadSeconds = 300
    summary.cycles = [cycle]
    summary.findings = [Finding()]
    try database.endRun(summary)
    // A run that is begun and does not count leaves nothing.
    _ = try database.beginRun()
    try database.endLoading()
    #expect(
      try Self.answer("SELECT run, verdict, reason FROM runs", in: database)
        == "run,verdict,reason\r\n1,inconclusive,one two\r\n")
    #expect(
      try Self.answer(
        "SELECT cycleNumber, cycle, notificationTime, leadSeconds, outcome FROM cycles",
        in: database)
        == "cycleNumber,cycle,notificationTime,leadSeconds,outcome\r\n"
        + "3,2025-11-14T05:53:00Z,2025-11-14T05:53:00.000Z,300,open\r\n")
    #expect(
      try Self.answer("SELECT count(*), min(evidence) FROM findings", in: database)
        .hasSuffix("1,[]\r\n"))
    #expect(Self.mistake(in: "DELETE FROM runs", database) != nil)
  }

  @Test func `a database that grows too large is named`() throws {
    let database = try Self.database { $0.databaseBytes = 40 * 16384 }
    try database.beginLoading()
    _ = try database.beginRun()
    var summary = RunSummary()
    summary.reasons = [String(repeating: "x", count: 1 << 20)]
    let error = #expect(throws: QueryError.self) { try database.endRun(summary) }
    #expect(error?.message.hasPrefix("the events take more than 640 KiB, or") == true)
  }
}
