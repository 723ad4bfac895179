import TestSupport
import Testing

/// What `dnplog merge` says of streams that are not whole, and of what is no summary.
struct MergeStreamTests {
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.add("good.log", Samples.happyCycle)
    try directory.add("bad.log", Samples.text("hints/fetch-no-success.log"))
    let made = try Dnplog.shell(
      """
      "$0" validate --each --format json good.log bad.log > each; "$0" validate --format json good.log > one
      "$0" validate --each --format json good.log > single; true
      """, in: directory)
    try #require(made.exitCode == 0, "\(made.errors)")
    return directory
  }

  @Test(arguments: [
    // Killed between two records.
    ("head -1 each | \"$0\" merge -q -", "there is no summary in what was named"),
    (
      "head -2 each | \"$0\" merge -q -", "<stdin>:1: the stream that begins here has no end record"
    ),
    (
      "head -3 each | \"$0\" merge -q -", "<stdin>:1: the stream that begins here has no end record"
    ),
    // The beginning is gone, or something in the middle.
    (
      "tail -n +2 each | \"$0\" merge -q -",
      "<stdin>:3: the stream that ends here has no begin record: it was cut"
    ),
    (
      "sed 2d each | \"$0\" merge -q -",
      "<stdin>:3: the stream that ends here holds 1 summaries where its end record says 2"
    ),
    ("(head -2 each; cat each) | \"$0\" merge -q -", "<stdin>:1: the stream that begins here has"),
    (
      "sed 's/\"interrupted\":false}$/\"interrupted\":true}/' single | \"$0\" merge -q -",
      "<stdin>:3: the call that wrote the stream which ends here was interrupted"
    ),
    (
      "sed 's/\"exitStatus\":0,\"sources\"/\"exitStatus\":2,\"sources\"/' single | \"$0\" merge -q -",
      "<stdin>:3: the call that wrote the stream which ends here ended with status 2"
    ),
  ])
  func `a stream of which something is cut off is never green`(
    call: String, says: String
  ) throws {
    let result = try Dnplog.shell(call, in: try Self.directory())
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("dnplog: ") && result.errors.contains(says), "\(result.errors)")
  }

  @Test(arguments: [
    ("\"$0\" merge -q - < single", 0, 1), ("\"$0\" merge -q one", 0, 1),
    ("cat single single | \"$0\" merge -q -", 0, 2), ("cat one one | \"$0\" merge -q -", 0, 2),
    ("cat one single one | \"$0\" merge -q -", 0, 3), ("\"$0\" merge -q - < each", 1, 0),
    ("grep run/1 each | \"$0\" merge -q -", 1, 0),
  ])
  func `whole streams and single summaries may follow each other`(
    call: String, status: Int32, cycles: Int
  ) throws {
    let result = try Dnplog.shell(call, in: try Self.directory())
    #expect(result.errors == "")
    #expect(result.exitCode == status)
    if cycles > 0 { #expect(result.output.hasPrefix("PASS  \(cycles) cycle"), "\(result.output)") }
  }

  @Test func `a call that is killed between two logs does not merge as a pass`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      """
      mkfifo list; exec 3<> list; echo good.log >&3
      "$0" validate --each --format json --paths-from list > cut & child=$!
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        test "$(wc -l < cut)" -ge 2 && break; sleep 0.5
      done
      kill -KILL $child; wait $child; "$0" merge -q cut; echo $?
      """, in: directory)
    #expect(result.output.hasSuffix("\n2\n"), "\(result.output)")
    #expect(result.errors.contains("cut:1: the stream that begins here has no end record"))
  }

  @Test(arguments: ["empty", "/dev/null", "gone"])
  func `a list without a path has a stream with both ends`(list: String) throws {
    let directory = try Self.directory()
    try directory.add("empty", "\n")
    let result = try Dnplog.run(
      ["validate", "--each", "--format", "json", "--paths-from", list], in: directory)
    let records = try result.output.split(separator: "\n").map { try JSONText(String($0)) }
    #expect(records.map { $0["schema"].string } == ["dnplog.begin/1", "dnplog.end/1"])
    #expect(records.last?["exitStatus"].int == 2)
    #expect(result.exitCode == 2)
  }

  @Test(arguments: [
    ("merge -q one one", "dnplog: one: is the same file as one, which is added up once\n"),
    ("merge -q one ./one", "dnplog: ./one: is the same file as one, which is added up once\n"),
    ("merge -q one link", "dnplog: link: is the same file as one, which is added up once\n"),
    ("merge -q one hard", "dnplog: hard: is the same file as one, which is added up once\n"),
    ("merge -q - - < one", "dnplog: -: is the same file as <stdin>, which is added up once\n"),
    ("merge -q - one < one", "dnplog: one: is the same file as <stdin>, which is added up once\n"),
  ])
  func `a file that is named twice counts once`(call: String, says: String) throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell("ln -s one link; ln one hard; \"$0\" \(call)", in: directory)
    #expect(result.output == "PASS  1 cycle: delivered prefetched content\n")
    #expect(result.errors == says)
    #expect(result.exitCode == 0)
    let copy = try Dnplog.shell("cp one copy; \"$0\" merge -q one copy", in: directory)
    #expect(copy.output.hasPrefix("PASS  2 cycles"))
  }

  @Test(arguments: [
    "good.log", "bad.log", "lines.log",
  ])
  func `a log in the place of a summary has one message`(name: String) throws {
    let directory = try Self.directory()
    try directory.add("lines.log", String(repeating: "{\"level\": \"info\"}\n", count: 300))
    let result = try Dnplog.run(["merge", "-q", name, "one"], in: directory)
    #expect(
      result.errors
        == "dnplog: \(name):1: is no summary of a run, but a log or another text: judge a log with"
        + " 'dnplog validate --format json' first\n")
    #expect(result.output.hasPrefix("PASS  1 cycle"))
    #expect(result.exitCode == 2)
  }

  @Test func `many broken records among summaries are told once they are many`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      "(cat one; for i in $(seq 50); do echo '{}'; done) > mixed; \"$0\" merge -q mixed",
      in: directory)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "dnplog: mixed: 30 more mistakes of this kind")
    #expect(result.exitCode == 2)
  }

  @Test func `findings line by line are no summaries, with and without findings`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      """
      : > empty.log; "$0" validate --format ndjson empty.log > none; "$0" merge -q none one; echo $?
      "$0" validate --format ndjson bad.log > some; "$0" merge -q some one; echo $?
      """, in: directory)
    #expect(result.output.split(separator: "\n").filter { $0 == "2" }.count == 2)
    #expect(result.errors.contains("none:1: holds 'dnplog.end/1' of the format ndjson"))
    #expect(result.errors.contains("some:1: "))
  }

  @Test func `a call without a file names the hyphen`() throws {
    let result = try Dnplog.shell("\"$0\" merge -q < one", in: try Self.directory())
    #expect(result.errors.contains("or - for standard input"))
    #expect(result.exitCode == 2)
  }

  @Test func `what was allowed to be inconclusive is no contradiction`() throws {
    let result = try Dnplog.shell(
      "head -6 good.log > cut.log; \"$0\" validate --allow-inconclusive --format json cut.log | \"$0\" merge -q -",
      in: try Self.directory())
    #expect(result.output.hasPrefix("INCONCLUSIVE"))
    #expect(result.errors == "" && result.exitCode == 0)
  }

  @Test(arguments: [
    ("s/\"exitStatus\": 1/\"exitStatus\": 0/", "is 0, which no run has whose verdict is 'fail'"),
    ("s/\"exitStatus\": 1/\"exitStatus\": 77/", "is 77, which no run has whose verdict is 'fail'"),
    (
      "s/\"verdict\": \"fail\"/\"verdict\": \"pass\"/",
      "is 1, which no run has whose verdict is 'pass'"
    ),
    ("s/\"line\": 9/\"line\": -9/", "has -9 where 'line' is 0 or more"),
    ("s/\"exitStatus\": 1/\"exitStatus\": -1/", "has -1 where 'exitStatus' is 0 or more"),
  ])
  func `a status that contradicts its verdict is refused`(edit: String, says: String) throws {
    let result = try Dnplog.shell(
      "\"$0\" validate --format json bad.log | sed '\(edit)' > odd; \"$0\" merge -q odd",
      in: try Self.directory())
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.output == "" && result.exitCode == 2)
  }
}
