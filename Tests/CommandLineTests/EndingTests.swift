import TestSupport
import Testing

/// The program ends well when others end it.
struct EndingTests {
  private static let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }

  /// A pipe that stays open brings the log, then the user presses control-C.
  private static let interrupt = """
    mkfifo pipe; exec 3<> pipe; "$0" "$@" - < pipe & child=$!
    cat device.log >&3; ready; kill -INT $child; wait $child
    """

  @Test func `an interruption prints what is known so far`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.lines.prefix(13).joined())
    let result = try Dnplog.shell(
      Self.interrupt, ["validate", "--format", "json", "--export", "prometheus=m.prom"],
      in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["interrupted"] == .bool(true))
    #expect(summary["verdict"] == .string("inconclusive"))
    #expect(summary["exitStatus"].int == 130)
    #expect(summary["inputs"][0]["events"].int == 13)
    #expect(summary["inputs"][0]["bytes"].int == Self.lines.prefix(13).joined().utf8.count)
    #expect(result.exitCode == 130)
    let metrics = try run("/bin/cat", ["m.prom"], directory: directory.path)
    #expect(metrics.output.contains("\ndnplog_last_run_success 0\n"))
  }

  /// A pipe that stays open and silent, of which the program waits for a list of paths or for a log.
  @Test(arguments: ["--paths-from -", "-"])
  func `an interruption before anything came is one`(words: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; echo 'dnplog_last_run_success 1' > m.prom
      "$0" validate -q --export prometheus=m.prom \(words) < pipe & child=$!
      ready; kill -INT $child; wait $child
      """, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 130)
    let metrics = try run("/bin/cat", ["m.prom"], directory: directory.path)
    #expect(metrics.output.contains("dnplog_last_run_success 0\n"))
  }

  @Test(arguments: ["--env", "--testrun"])
  func `an interruption while a file of an option is read is one`(option: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; "$0" validate -q \(option) pipe device.log & child=$!
      ready; kill -INT $child; wait $child
      """, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 130)
  }

  @Test func `a list may come from a pipe that nobody waits for`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; (sleep 0.5; echo device.log > pipe) &
      /usr/bin/python3 -c 'import os; os.set_blocking(3, False)'
      "$0" validate -q --paths-from - <&3 & child=$!
      ready; sleep 0.5; kill -INT $child; wait $child
      """, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 130)
  }

  @Test func `an interruption behind a few lines reports them`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.lines.prefix(2).joined())
    let result = try Dnplog.shell(Self.interrupt, ["validate", "--format", "json"], in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["interrupted"] == .bool(true))
    #expect(summary["inputs"][0]["events"].int == 2)
    #expect(result.exitCode == 130)
  }

  @Test func `an interrupted gzip stream is not damaged`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", bytes: gzip(Array(Samples.happyCycle.utf8)).dropLast(30))
    let result = try Dnplog.shell(Self.interrupt, ["validate", "--format", "json"], in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["interrupted"] == .bool(true))
    #expect(summary["inputs"][0]["damage"] == .null)
    #expect(result.exitCode == 130)
  }

  @Test(arguments: ["validate -v", "validate --format json", "events", "rules list", "rules test"])
  func `a closed pipe ends the program quietly`(command: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let logs = command.hasPrefix("rules") ? "" : "device.log"
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe 4> pipe 3<&-
      "$0" \(command) \(logs) >&4; echo $? > status
      """, in: directory)
    #expect(result.errors == "")
    let status = try run("/bin/cat", ["status"], directory: directory.path)
    #expect(status.output == "141\n")
  }

  @Test func `many events into head are no error`() throws {
    let directory = try TemporaryDirectory()
    // More than a pipe holds: a cycle a day for two months.
    let days = ["11", "12"].flatMap { month in (10...30).map { "2025-\(month)-\($0)" } }
    let log = days.map { Samples.happyCycle.replacing("2025-11-14", with: $0) }.joined()
    try directory.add("device.log", log)
    let result = try run(
      Dnplog.path, ["events", "device.log"], directory: directory.path, closesOutputAfter: 10)
    #expect(result.errors == "")
    #expect(result.ending == .signalled(13))
  }

  @Test(arguments: ["validate", "events"])
  func `a full device is said`(command: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell("\"$0\" \(command) device.log > /dev/full", in: directory)
    #expect(
      result.errors
        == "dnplog: standard output: No space left on device: what was printed is not complete\n")
    #expect(result.exitCode == 2)
  }
}
