import TestSupport
import Testing

/// One processor or several, a file or a pipe, stored or compressed: the same comes out.
struct ThreadsTests {
  /// A log long enough to be read ahead, and mostly of other programs so that it is soon judged.
  private static let log: [UInt8] = {
    let other = "2025-11-14 03:00:00.000000+0000 kernel[0:1] (AppleUSB) port changed its state\n"
    let noise = String(repeating: other, count: 900)
    let days = (10...30).map { "2025-11-\($0)" } + (10...30).map { "2025-12-\($0)" }
    let text = days.map { Samples.happyCycle.replacing("2025-11-14", with: $0) + noise }.joined()
    return Array(text.utf8)
  }()

  /// A run on the last of the processors that there are.
  private static let onOne = """
    exec taskset -c "$(taskset -cp $$ | sed 's/.*[ ,-]//')" "$0" "$@"
    """
  private static let onAll = "exec \"$0\" \"$@\""

  @Test(
    arguments: ["validate --format json", "validate -v", "events"], [false, true])
  func `the same comes out on one processor and on all`(command: String, isCompressed: Bool) throws
  {
    try #require(Self.log.count > 5 << 19)
    let directory = try TemporaryDirectory()
    let stored = isCompressed ? gzip(Self.log) : Self.log
    try directory.add("device.log", bytes: stored)
    let words = command.split(separator: " ").map(String.init)
    let one = try Dnplog.shell("\(Self.onOne) - < device.log", words, in: directory)
    let all = try Dnplog.shell("\(Self.onAll) - < device.log", words, in: directory)
    let pipe = try Dnplog.shell("cat device.log | \(Self.onAll) -", words, in: directory)
    #expect(one.stdout.count > 1_000)
    #expect(one.exitCode == 0)
    for other in [all, pipe] {
      let isSame = other.stdout == one.stdout
      #expect(isSame)
      #expect(other.stderr == one.stderr)
      #expect(other.ending == one.ending)
    }
  }

  @Test func `a cut archive is cut on one processor and on all`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", bytes: gzip(Self.log).dropLast(2_000))
    let words = ["validate", "--format", "json", "device.log"]
    let one = try Dnplog.shell("\(Self.onOne)", words, in: directory)
    let all = try Dnplog.shell("\(Self.onAll)", words, in: directory)
    let isSame = one.stdout == all.stdout
    #expect(isSame)
    #expect(one.errors == all.errors)
    #expect(one.errors.contains("the gzip data end in the middle"))
    #expect(one.exitCode == 1)
    #expect(all.exitCode == 1)
  }

  @Test func `a log that is read ahead ends with its reader`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", bytes: Self.log)
    let result = try run(
      Dnplog.path, ["events", "device.log"], directory: directory.path, closesOutputAfter: 10)
    #expect(result.errors == "")
    #expect(result.ending == .signalled(13))
  }

  /// A pipe that stays open brings a long log, then the user presses control-C.
  @Test func `an interruption ends the wait for more`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", bytes: Self.log)
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; "$0" "$@" - < pipe & child=$!
      cat device.log >&3; ready; kill -INT $child; wait $child
      """, ["validate", "--format", "json"], in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["interrupted"] == .bool(true))
    #expect(summary["inputs"][0]["bytes"].int == Self.log.count)
    #expect(summary["inputs"][0]["events"].int == 42 * 19)
    #expect(result.exitCode == 130)
  }
}
