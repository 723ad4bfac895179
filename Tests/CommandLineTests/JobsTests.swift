import TestSupport
import Testing

/// `--jobs`: several inputs at the same time, and the same comes out.
struct JobsTests {
  /// Everything that a fleet may hand over: many samples, twice, and inputs of which something is wrong.
  private static func mixedInputs() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("cut.log.gz", bytes: gzip(Array(Samples.happyCycle.utf8)).dropLast(40))
    try directory.add("picture.log", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
    let made = try Dnplog.shell(
      """
      set -e
      mkdir samples
      for area in archives exports inject robust; do cp -r "\(Samples.folder)/$area" samples; done
      mkdir d e; cp a.log d/1.log; head -5 a.log > d/2.log; echo other > d/3.log
      sed 's/2025-11-14/2025-11-15/g' a.log > d/4.log
      tar czf d.tgz d/1.log d/2.log d/3.log d/4.log; tar cf none.tar d/3.log
      tar cf empty.tar --files-from /dev/null
      for n in 1 2 3 4 5 6 7 8 9; do sed "s/2025-11-14/2025-11-2$n/g" a.log > "e/$n.log"; done
      cp a.log e/r.log.1; head -3 a.log > e/r.log
      printf 'DNP-FETCH: half a line' > half.log
      find samples/ -type f | LC_ALL=C sort > list
      printf '%s\\n' gone.log e picture.log ./a.log d.tgz a.log none.tar cut.log.gz half.log empty.tar >> list
      """, in: directory)
    try #require(made.exitCode == 0, "\(made.errors)")
    return directory
  }

  /// The ways to name inputs: a list that is a file, one through a pipe, and words.
  private static let calls = [
    "exec \"$0\" \"$@\" --paths-from list < /dev/null",
    "cat list | \"$0\" \"$@\" --paths-from -",
    """
    exec "$0" "$@" samples e gone.log d.tgz a.log ./a.log none.tar cut.log.gz half.log < /dev/null
    """,
  ]

  @Test(arguments: [
    (["--format", "json"], 3), (["--each", "--format", "json"], 3), (["--each", "-q"], 3),
    (["-q"], 1),
    (["--each", "--format", "ndjson"], 1),
    (["--format", "json", "--strict", "--max-details", "7"], 1),
    (["--format", "junit"], 1), (["--each", "--format", "template"], 1),
  ])
  func `the same comes out of one job and of several`(options: [String], calls: Int) throws {
    let directory = try Self.mixedInputs()
    for call in Self.calls.prefix(calls) {
      func run(_ jobs: String) throws -> SpawnResult {
        try Dnplog.shell(
          "SOURCE_DATE_EPOCH=1; export SOURCE_DATE_EPOCH; \(call)",
          ["validate", "--jobs", jobs] + options, in: directory)
      }
      let one = try run("1")
      #expect(one.stdout.count > 100)
      #expect(one.errors.contains("gone.log: no such file"))
      #expect(one.errors.contains("cut.log.gz: "))
      #expect(one.exitCode == 2)
      for jobs in ["2", "7"] {
        let several = try run(jobs)
        let isSame = several.stdout == one.stdout
        #expect(isSame, "\(call) --jobs \(jobs)")
        #expect(several.errors == one.errors)
        #expect(several.ending == one.ending)
      }
    }
  }

  @Test func `a baseline is used up in the order of the inputs`() throws {
    let directory = try Self.mixedInputs()
    let words = ["validate", "--format", "json", "samples"]
    let known = try Dnplog.run(words, in: directory)
    try directory.add("known.json", known.output)
    let one = try Dnplog.run(words + ["--baseline", "known.json", "--jobs", "1"], in: directory)
    let two = try Dnplog.run(words + ["--baseline", "known.json", "--jobs", "2"], in: directory)
    #expect(one.output.contains("\"known\": true"))
    let isSame = two.stdout == one.stdout
    #expect(isSame)
  }

  @Test(arguments: [
    ("0", "0 is out of range: give a whole number from 1 to 256"),
    ("-1", "-1 is out of range: give a whole number from 1 to 256"),
    ("257", "257 is out of range: give a whole number from 1 to 256"),
    ("1000", "1000 is out of range: give a whole number from 1 to 256"),
    ("two", "'two' is not a whole number: give a whole number from 1 to 256"),
    ("", "'' is not a whole number: give a whole number from 1 to 256"),
    ("1.5", "'1.5' is not a whole number: give a whole number from 1 to 256"),
    (
      "99999999999999999999",
      "'99999999999999999999' is not a whole number: give a whole number from 1 to 256"
    ),
  ])
  func `a number of jobs that cannot be is refused`(jobs: String, message: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", "--jobs=\(jobs)", "a.log"], in: directory)
    #expect(result.errors.hasPrefix("dnplog: option '--jobs': \(message)"), "\(result.errors)")
    #expect(result.exitCode == 2)
  }

  @Test func `the most jobs are more than there are inputs`() throws {
    let directory = try Self.mixedInputs()
    let result = try Dnplog.run(
      ["validate", "-q", "--jobs", "256", "e/1.log", "e/2.log"], in: directory)
    #expect(result.output == "PASS  2 cycles: delivered prefetched content\n")
    #expect(result.exitCode == 0)
  }

  @Test func `a configuration file sets the jobs`() throws {
    let directory = try Self.mixedInputs()
    try directory.add(".dnplog.yaml", "jobs: 300\n")
    let refused = try Dnplog.run(["validate", "-q", "a.log"], in: directory)
    #expect(refused.errors.contains(".dnplog.yaml:1:7: error: 300 is out of range"))
    try directory.add(".dnplog.yaml", "jobs: 2\n")
    let taken = try Dnplog.run(["validate", "-q", "a.log", "e/1.log"], in: directory)
    #expect(taken.output == "PASS  2 cycles: delivered prefetched content\n")
    #expect(taken.errors == "")
  }

  /// The first input stays silent until the second one was read.
  @Test func `an input that stalls holds up no other`() throws {
    let directory = try Self.mixedInputs()
    let result = try Dnplog.shell(
      """
      mkfifo first second
      (cat a.log > second; cat a.log > first) &
      "$0" validate -q --each --jobs 2 first second
      """, in: directory)
    #expect(
      result.output == """
        first: PASS  1 cycle: delivered prefetched content
        second: PASS  1 cycle: delivered prefetched content

        """)
    #expect(result.exitCode == 0)
  }

  @Test(arguments: ["1", "2", "7"])
  func `standard input may stand among others`(jobs: String) throws {
    let directory = try Self.mixedInputs()
    let result = try Dnplog.shell(
      "(sleep 0.3; cat a.log) | \"$0\" validate -q --each --jobs \(jobs) e/1.log - e/2.log e/3.log",
      in: directory)
    #expect(
      result.output.split(separator: "\n").map { $0.prefix(7) }
        == ["e/1.log", "<stdin>", "e/2.log", "e/3.log"])
    #expect(result.exitCode == 0)
  }

  /// A pipe with a name that nobody opens to write, behind a log.
  @Test(arguments: ["1", "2", "7"])
  func `an interruption reports the inputs before it`(jobs: String) throws {
    let directory = try Self.mixedInputs()
    let result = try Dnplog.shell(
      """
      mkfifo pipe; : > out
      "$0" validate --each --format json --jobs \(jobs) a.log e/1.log pipe e/2.log > out & child=$!
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        test "$(wc -l < out)" -ge 3 && break; sleep 0.5
      done
      sleep 0.3; kill -INT $child; wait $child; echo $?; cat out
      """, in: directory)
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count >= 4)
    #expect(lines[0] == "130")
    #expect(result.errors == "")
    let names = try lines.dropFirst(2).map { try JSONText($0)["inputs"][0]["name"].string }
    #expect(names.prefix(2) == ["a.log", "e/1.log"])
    #expect(!names.contains("e/2.log"))
    let end = try JSONText(lines[lines.count - 1])
    #expect(end["schema"] == .string("dnplog.end/1"))
    #expect(end["interrupted"] == .bool(true))
    #expect(end["exitStatus"].int == 130)
    #expect(end["summaries"].int == lines.count - 3)
  }

  @Test(arguments: ["1", "2"])
  func `a closed pipe ends all jobs quietly`(jobs: String) throws {
    let directory = try Self.mixedInputs()
    let result = try TestSupport.run(
      Dnplog.path, ["validate", "--each", "--format", "json", "--jobs", jobs, "samples/", "e"],
      directory: directory.path, closesOutputAfter: 10)
    #expect(result.errors == "")
    #expect(result.ending == .signalled(13))
  }

  @Test(arguments: ["1", "2"])
  func `a full device ends all jobs`(jobs: String) throws {
    let directory = try Self.mixedInputs()
    let result = try Dnplog.shell(
      "\"$0\" validate --each --format json --jobs \(jobs) e > /dev/full", in: directory)
    #expect(
      result.errors
        == "dnplog: standard output: No space left on device: what was printed is not complete\n")
    #expect(result.exitCode == 2)
  }
}
