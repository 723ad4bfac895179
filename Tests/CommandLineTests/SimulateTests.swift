import Foundation
import TestSupport
import Testing

/// The logs that `simulate` writes, and where it writes them.
struct SimulateTests {
  private static func names(in directory: borrowing TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private static func bytes(
    of name: String, in directory: borrowing TemporaryDirectory
  ) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(directory.path)/\(name)")))
  }

  private static func log(
    _ words: String, in directory: borrowing TemporaryDirectory
  ) throws -> [UInt8] {
    let result = try Dnplog.run(
      ["simulate"] + words.split(separator: " ").map(String.init), in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    return result.stdout
  }

  @Test func `the same seed writes the same bytes`() throws {
    let directory = try TemporaryDirectory()
    let first = try Self.log("happy --days 3", in: directory)
    #expect(try Self.log("happy --days 3 --seed 1", in: directory) == first)
    #expect(try Self.log("happy --days 3 --seed 2", in: directory) != first)
    #expect(first.last == UInt8(ascii: "\n"))
  }

  @Test func `a file holds what standard output would and nothing stays beside it`() throws {
    let directory = try TemporaryDirectory()
    let expected = try Self.log("happy --days 3", in: directory)
    let result = try Dnplog.run(
      ["simulate", "happy", "--days", "3", "-o", "a.log"], in: directory)
    #expect(result.output == "")
    #expect(result.exitCode == 0)
    #expect(try Self.bytes(of: "a.log", in: directory) == expected)
    #expect(try Self.names(in: directory) == ["a.log"])
    #expect(try Self.log("happy --days 3 -o -", in: directory) == expected)
  }

  @Test func `a long log is written whole`() throws {
    let directory = try TemporaryDirectory()
    let log = String(decoding: try Self.log("happy --days 300", in: directory), as: UTF8.self)
    #expect(log.split(separator: "\n").count { $0.contains("Notification delivered") } == 300)
  }

  @Test func `a truth is not written through a link to the log`() throws {
    let directory = try TemporaryDirectory()
    let link = "ln -s a.log link; \"$0\" simulate happy -o a.log --truth link"
    let result = try Dnplog.shell(link, in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("name the same file"))
    let again = try Dnplog.run(["simulate", "happy", "-o", "a.log", "--truth", "b"], in: directory)
    #expect(again.exitCode == 0)
  }

  @Test func `a request to end leaves no part behind`() throws {
    let directory = try TemporaryDirectory()
    let end = """
      "$0" simulate happy --days 100000 -o a.log & p=$!
      while [ ! -s a.log.dnplog-1 ] && kill -0 $p; do sleep 0.05; done
      kill $p; wait $p; echo $?
      """
    let result = try Dnplog.shell(end, in: directory)
    #expect(result.output == "143\n")
    #expect(try Self.names(in: directory) == [])
  }

  @Test func `of a healthy device every day passes`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      "\"$0\" simulate happy --days 4 | \"$0\" validate -q", in: directory)
    #expect(
      result.output
        == "PASS  4 cycles: delivered prefetched content; 1 cycle still open when the log ends\n")
    #expect(result.exitCode == 0)
  }

  @Test func `the first notification is where it was set`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.log(
      "happy --start 2024-02-29T20:15:00Z --lead 10m --tz -05:00 -o a.log --truth t.json",
      in: directory)
    let truth = try JSONText(
      String(decoding: Self.bytes(of: "t.json", in: directory), as: UTF8.self))
    let words = truth["validate"].elements.compactMap(\.string)
    let judged = try Dnplog.judge(words + ["a.log"], in: directory)
    #expect(judged.verdict == "pass")
    let cycle = judged.summary?["cycles"][0]
    #expect(cycle?["notificationTime"].string == "2024-02-29T20:15:00Z")
    #expect(cycle?["leadSeconds"].int == 600)
  }

  @Test func `each device has a log of its own`() throws {
    let directory = try TemporaryDirectory()
    _ = try Self.log("happy --devices 3 -o logs --truth t.json", in: directory)
    let names = (1...3).map { "logs/device-000\($0).log" }
    let logs = try names.map { try Self.bytes(of: $0, in: directory) }
    #expect(Set(logs).count == 3)
    #expect(try Self.log("happy", in: directory) == logs[0])
    let truth = try JSONText(
      String(decoding: Self.bytes(of: "t.json", in: directory), as: UTF8.self))
    #expect(truth["devices"].elements.compactMap { "logs/" + ($0["log"].string ?? "") } == names)
    let judged = try Dnplog.judge(["logs"], in: directory)
    #expect(judged.cycles.count { $0 == "used_prefetch" } == 3)
    #expect(judged.status == 0)
  }

  @Test func `the list names everything that can be asked for`() throws {
    let directory = try TemporaryDirectory()
    let list = try Dnplog.run(["simulate", "--list"], in: directory)
    #expect(list.exitCode == 0)
    #expect(list.output.hasPrefix("Everything works\n  happy "))
    #expect(list.output.contains("\nLog formats (--container)\n  bare "))
    #expect(list.output.contains("\n  drop       One event is gone.\n"))
  }

  @Test func `an archive holds the same log`() throws {
    let directory = try TemporaryDirectory()
    let expected = try Self.log("happy --days 3", in: directory)
    let result = try Dnplog.shell("\"$0\" simulate happy --days 3 --gzip | gzip -dc", in: directory)
    #expect(result.stdout == expected)
  }

  @Test(arguments: ["gzip-truncated", "gzip-corrupt", "gzip-checksum", "head-cut", "crlf"])
  func `damage is judged as the truth says`(damage: String) throws {
    let directory = try TemporaryDirectory()
    let words = "happy --days 5 --damage \(damage) -o a.log --truth t.json"
    _ = try Self.log(words + (damage.hasPrefix("gzip") ? " --gzip" : ""), in: directory)
    let truth = try JSONText(
      String(decoding: Self.bytes(of: "t.json", in: directory), as: UTF8.self))
    let judged = try Dnplog.judge(["--year", "2025", "a.log"], in: directory)
    #expect(judged.verdict == truth["expect"]["verdict"].string)
    #expect(Int(judged.status) == truth["expect"]["exitStatus"].int)
    #expect(judged.input["lines"].int == truth["devices"][0]["lines"].int)
  }

  @Test func `noise is as much as was asked for`() throws {
    let directory = try TemporaryDirectory()
    let log = String(
      decoding: try Self.log("happy --days 3 --noise 0.9", in: directory), as: UTF8.self)
    let lines = log.split(separator: "\n")
    let own = lines.count { $0.contains("App(DailyNotification)") }
    #expect(lines.count == own * 10)
  }

  @Test func `an other catalogue writes other words`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "words.yaml",
      """
      catalog: scheduling
      group: B
      events:
        - event: notification_scheduling
          summary: The notification is being scheduled.
          tags: [DNP-SCHEDULER]
          level: info
          origin: seed
          fields:
            notificationTime: instant
          text:
            - "The bell will ring at {notificationTime}"
      """)
    let log = try Self.log("happy --rules words.yaml", in: directory)
    #expect(
      String(decoding: log, as: UTF8.self).contains("The bell will ring at 2025-11-14T05:53:00Z"))
  }

  // MARK: Endings

  /// A call in the background, given a moment, then interrupted as by control-C.
  private static let interrupt = """
    "$0" simulate happy --days 100000 "$@" & child=$!
    ready; kill -INT $child; wait $child
    """

  @Test func `control C leaves the old file and nothing else`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", "old")
    let result = try Dnplog.shell(
      Self.interrupt, ["-o", "a.log", "--truth", "t.json"], in: directory)
    #expect(result.exitCode == 130)
    #expect(result.errors == "")
    #expect(try Self.names(in: directory) == ["a.log"])
    #expect(try Self.bytes(of: "a.log", in: directory) == Array("old".utf8))
  }

  @Test func `a file that cannot be completed leaves the old one`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", "old")
    let result = try Dnplog.shell(
      "trap '' XFSZ; ulimit -f 8; \"$0\" simulate happy --days 300 -o a.log", in: directory)
    #expect(
      result.errors
        == "dnplog: a.log: the file would exceed the size limit: raise it; an older file is"
        + " untouched\n")
    #expect(result.exitCode == 2)
    #expect(try Self.names(in: directory) == ["a.log"])
    #expect(try Self.bytes(of: "a.log", in: directory) == Array("old".utf8))
  }

  @Test(arguments: [
    ("> /dev/full", "standard output: No space left on device: what was printed is not complete"),
    ("-o /dev/full", "/dev/full: no space left: free some; an older file is untouched"),
    (
      "-o a.log --truth /dev/full",
      "/dev/full: no space left: free some; an older file is untouched"
    ),
  ])
  func `a full device is said`(arguments: String, message: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell("\"$0\" simulate happy --days 30 \(arguments)", in: directory)
    #expect(result.errors == "dnplog: \(message)\n")
    #expect(result.exitCode == 2)
  }

  @Test func `a reader that has enough ends it quietly`() throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      Dnplog.path, ["simulate", "happy", "--days", "2000"], directory: directory.path,
      closesOutputAfter: 10)
    #expect(result.errors == "")
    #expect(result.ending == .signalled(13))
  }
}
