import Foundation
import TestSupport
import Testing

@testable import dnplog

/// The line that says how far the reading is.
struct ProgressTests {
  private static let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }
  /// A log that takes longer to come than the program to start, by over a second, in a terminal where `script` makes one.
  private static let slow = "(cat a; sleep 4; cat b)"

  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.add("a", lines[..<5].joined())
    try directory.add("b", lines[5...].joined())
    return directory
  }

  @Test(arguments: [("", false), ("--progress never", false), ("--progress always", true)])
  func `no pipe is written to unless asked`(words: String, isShown: Bool) throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      "\(Self.slow) | \"$0\" validate -q \(words) -", in: directory)
    #expect(result.output == "PASS  1 cycle: delivered prefetched content\n")
    let line = /^dnplog: [0-9.]+ kB read, [0-9.]+ k?B\/s, 0 violations so far\n$/
    #expect(result.errors.contains(line) == isShown, "\(result.errors)")
    if !isShown { #expect(result.errors == "") }
  }

  @Test func `short work shows nothing`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      "cat a b | \"$0\" validate -q --progress always -", in: directory)
    #expect(result.errors == "")
  }

  #if !canImport(Darwin)
    @Test(.enabled(if: findProgram("script") != nil))
    func `a terminal is cleared before the report`() throws {
      let directory = try Self.directory()
      let result = try Dnplog.shell(
        "TERM=xterm script -qec \"\(Self.slow) | '$0' validate -q --color never -\" /dev/null",
        in: directory)
      #expect(
        result.output.contains("0 violations so far\u{1B}[K\r\u{1B}[KPASS"), "\(result.output)")
      let dumb = try Dnplog.shell(
        "TERM=dumb script -qec \"\(Self.slow) | '$0' validate -q --color never -\" /dev/null",
        in: directory)
      #expect(dumb.output.hasPrefix("PASS"))
    }
  #endif

  @Test(arguments: [
    (
      Int64(450_000_000), Int64?(1_000_000_000), 1.5, Int64(3),
      "45 % of 1.0 GB, 300 MB/s, 2 s left, 3 violations so far"
    ),
    (999, nil, 1, 1, "999 B read, 999 B/s, 1 violation so far"),
    (999_600, nil, 2, 0, "1.0 MB read, 500 kB/s, 0 violations so far"),
    (10, 1_000_000, 1, 0, "0 % of 1.0 MB, 10 B/s, 27 h 46 min left, 0 violations so far"),
    (1, 1_000_000, 1, 0, "0 % of 1.0 MB, 1 B/s, days left, 0 violations so far"),
    (600_000, 6_000_000, 20, 0, "10 % of 6.0 MB, 30.0 kB/s, 3 min 0 s left, 0 violations so far"),
    // A file that grew while it was read.
    (2000, 1000, 1, 0, "100 % of 1.0 kB, 2.0 kB/s, 0 violations so far"),
    (0, 0, 1, 0, "0 B read, 0 B/s, 0 violations so far"),
  ])
  func `the line says bytes, rate and time left`(
    read: Int64, total: Int64?, seconds: Double, violations: Int64, expected: String
  ) {
    #expect(
      ProgressText.line(read: read, total: total, after: seconds, violations: violations)
        == expected)
  }
}
