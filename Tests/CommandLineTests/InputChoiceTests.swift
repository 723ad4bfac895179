import TestSupport
import Testing

/// The inputs that a command chooses, seen from outside.
struct InputChoiceTests {
  private static let pass = "PASS  1 cycle: delivered prefetched content\n"
  private static let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }

  @Test(arguments: [
    "\"$0\" validate -q < device.log", "\"$0\" validate -q - < device.log",
    "cat device.log | \"$0\" validate -q", "cat device.log | \"$0\" validate -q -",
    "gzip -c device.log | \"$0\" validate -q", "\"$0\" validate -q < /dev/null",
    "\"$0\" validate -q device.log", "\"$0\" validate -q .", "\"$0\" validate -q -- device.log",
    "echo device.log | \"$0\" validate -q --paths-from -",
    "printf 'device.log\\r\\n\\n' > list; \"$0\" validate -q --paths-from list",
    "find . -name '*.log' -print0 | \"$0\" validate -q --paths-from -",
    "printf 'device.log\\0\\0' > list; \"$0\" validate -q --paths-from list",
    "ln -s device.log link.log; \"$0\" validate -q link.log device.log",
    "\"$0\" validate -q device.log device.log ./device.log",
    "mkfifo pipe; cat device.log > pipe & \"$0\" validate -q pipe",
  ])
  func `the same log is found in every way`(script: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(script, in: directory)
    let isUnnamed = script.hasSuffix("< /dev/null")
    #expect(
      result.errors == (isUnnamed ? "dnplog: no log is named, so device.log is read\n" : ""))
    #expect(result.output == Self.pass)
    #expect(result.exitCode == 0)
  }

  @Test(arguments: [
    ["rotation"],
    ["--join", "rotation/device.log.2.gz", "rotation/device.log.1", "rotation/device.log"],
    ["rotation/device.log.1", "rotation/device.log", "rotation/device.log.2.gz"],
  ])
  func `a rotation set is one run oldest first`(words: [String]) throws {
    let directory = try TemporaryDirectory()
    _ = try Dnplog.shell("mkdir rotation", in: directory)
    try directory.add(
      "rotation/device.log.2.gz", bytes: gzip(Array(Self.lines[..<5].joined().utf8)))
    try directory.add("rotation/device.log.1", Self.lines[5..<12].joined())
    try directory.add("rotation/device.log", Self.lines[12...].joined())
    let files = ["device.log.2.gz", "device.log.1", "device.log"].map { "rotation/\($0)" }
    let judged = try Dnplog.judge(words, in: directory)
    #expect(judged.verdict == "pass")
    #expect(judged.counters == [1, 1, 1, nil, 1])
    let inputs = judged.summary?["inputs"].elements ?? []
    #expect(inputs.map { $0["name"].string } == files)
    #expect(inputs.map { $0["events"].int } == [5, 7, 7])
    #expect(inputs.map { $0["compression"].string } == ["gzip", "none", "none"])
  }

  @Test(arguments: [
    ["--paths-from", "list"], ["--each", "a.log", "./a.log"], ["a.log", "a.log"],
  ])
  func `what is named twice is judged once`(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("list", "a.log\n./a.log\na.log\n")
    let result = try Dnplog.run(["validate", "-q"] + arguments, in: directory)
    #expect(result.errors == "")
    // With --each the name stands before it.
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    #expect(result.output.hasSuffix("PASS  1 cycle: delivered prefetched content\n"))
  }

  @Test func `separate inputs are not joined`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log.1", Self.lines[..<12].joined())
    try directory.add("device.log", Self.lines[12...].joined())
    try directory.add("list", "device.log.1\ndevice.log\n")
    let each = try Dnplog.run(
      ["validate", "--each", "-q", "device.log.1", "device.log"], in: directory)
    let verdicts = each.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(verdicts.count == 2)
    #expect(verdicts.first?.hasPrefix("device.log.1: INCONCLUSIVE  ") == true)
    #expect(verdicts.last?.hasPrefix("device.log: ") == true)
    #expect(each.exitCode == 1)
    let listed = try Dnplog.judge(["--paths-from", "list"], in: directory)
    #expect(listed.verdict == "inconclusive")
    let joined = try Dnplog.judge(["--join", "device.log.1", "device.log"], in: directory)
    #expect(joined.verdict == "pass")
  }

  @Test func `nul divides a list in which it stands`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("b\nc.log", Samples.text("acceptance/content-hash-mismatch.log"))
    let result = try Dnplog.shell(
      "find . -name '*.log' -print0 | sort -z | \"$0\" validate --format json --paths-from -",
      in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["inputs"].elements.map { $0["name"].string } == ["./a.log", "./b\nc.log"])
    #expect(summary["verdict"].string == "fail")
    #expect(result.exitCode == 1)
  }

  @Test(arguments: [
    ("", "list: the list of paths is empty: look at what was to write it, or name a log"),
    ("\n\n", "list: the list of paths is empty: look at what was to write it, or name a log"),
    ("\0", "list: the list of paths is empty: look at what was to write it, or name a log"),
    ("gone.log\0", "gone.log: no such file: check the path"),
    (
      "a.log\ngone.log\0a.log\0",
      "list: the list has paths that end with NUL, so 'a.log\\ngone.log' is one, and there is no such"
        + " file: end all paths with NUL, as 'find -print0' does, or all with a line"
    ),
    ("\u{FEFF}", "list: the list is UTF-16: write it as UTF-8"),
  ])
  func `a list that cannot be meant is explained`(list: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    let isWide = list == "\u{FEFF}"
    try directory.add("list", bytes: isWide ? [0xFF, 0xFE, 0x61, 0] : Array(list.utf8))
    let result = try Dnplog.run(["validate", "--paths-from", "list"], in: directory)
    #expect(result.errors == "dnplog: \(expected)\n")
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  @Test func `silent standard input is mentioned`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell("(sleep 6; cat /dev/null) | \"$0\" validate -q", in: directory)
    #expect(result.errors == "dnplog: waiting for standard input\n")
    #expect(result.exitCode == 1)
  }

  @Test func `quiet verbose and colour change only the look`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle + "[DNP-FETCH] \u{1B}[2Jnever seen\n")
    func output(_ words: String...) throws -> String {
      try Dnplog.run(["validate", "device.log"] + words, in: directory).output
    }
    let (quiet, normal, verbose) = (try output("-q"), try output(), try output("-v"))
    #expect(quiet.utf8.count < normal.utf8.count)
    #expect(normal.utf8.count < verbose.utf8.count)
    #expect(verbose.contains("[DNP-FETCH] \\x1b[2Jnever seen"))
    #expect(verbose.contains("never triggered"))
    let escape: Character = "\u{1B}"
    #expect(!normal.contains(escape) && !verbose.contains(escape))
    #expect(try output("--color", "always").contains("\u{1B}[32mPASS"))
    #expect(try output("--color", "never") == normal)
    let asked = try Dnplog.shell(
      "NO_COLOR=1 \"$0\" validate --color always device.log", in: directory)
    #expect(asked.output.contains(escape), "what is asked for prevails over the environment")
  }

  @Test(arguments: [
    ("FORCE_COLOR=1", "", true), ("FORCE_COLOR=0", "", false), ("FORCE_COLOR=", "", false),
    ("FORCE_COLOR=1 NO_COLOR=1", "", false), ("FORCE_COLOR=1 TERM=dumb", "", true),
    ("FORCE_COLOR=1", "--color never", false), ("NO_COLOR=1", "--color always", true),
  ])
  func `the option goes before NO_COLOR, and that before FORCE_COLOR`(
    variables: String, words: String, isColoured: Bool
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    // What runs the tests may want no colour itself.
    let result = try Dnplog.shell(
      "unset NO_COLOR FORCE_COLOR; \(variables) \"$0\" validate -q \(words) device.log",
      in: directory)
    #expect(result.output.hasPrefix(isColoured ? "\u{1B}[32mPASS" : "PASS"))
  }

  // The program in a terminal of its own; the forms of `script` differ.
  #if canImport(Darwin)
    private static let inTerminal =
      "script -q /dev/null \"$0\" validate device.log < /dev/null"
  #else
    private static let inTerminal =
      "script -qec \"'$0' validate device.log\" /dev/null < /dev/null"
  #endif

  @Test(.enabled(if: findProgram("script") != nil))
  func `a terminal is coloured unless it wants none`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let coloured = try Dnplog.shell(
      "unset NO_COLOR; TERM=xterm; export TERM; \(Self.inTerminal)", in: directory)
    #expect(coloured.output.contains("\u{1B}[32mPASS"))
    let plain = try Dnplog.shell(
      "TERM=xterm NO_COLOR=1; export TERM NO_COLOR; \(Self.inTerminal)", in: directory)
    #expect(plain.output.contains("PASS"))
    #expect(!plain.output.contains("\u{1B}[32m"))
  }
}
