import Foundation
import TestSupport
import Testing

/// Counters of a history never fall, whatever its logs come to as they grow.
struct HistoryCountsTests {
  /// A growing log of each takes back what it showed before.
  private static let some = [
    "opened-later", "too-many-tasks", "network-off", "force-quit", "happy", "permission-revoked",
  ]
  /// `DNPLOG_GROWTH=all` grows the logs of all scenarios.
  private static let growsAll = ProcessInfo.processInfo.environment["DNPLOG_GROWTH"] == "all"

  private static let script = """
    grow() {
      "$0" simulate $1 -o $1.log || exit 1
      count=$(wc -l < $1.log); line=$2; rm -f $1.grown
      while [ $line -lt $((count + 3)) ]; do
        head -$line $1.log > $1.grown
        "$0" validate -q --history $1.db --export prometheus=$1.prom $1.grown > /dev/null 2>> errors
        grep -v '^#' $1.prom | grep -v '_last_\\|run_info\\|_inputs' | sed "s/^/$1 $line /" >> series
        line=$((line + $3))
      done
    }
    """

  /// Returns the series that fell.
  private static func falls(in series: String) -> [String] {
    var last: [String: Double] = [:]
    var falls: [String] = []
    for line in series.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, let space = words[2].lastIndex(of: " ") else { continue }
      let key = "\(words[0]) \(words[2][..<space])"
      let value = Double(words[2][words[2].index(after: space)...]) ?? .nan
      if let before = last[key], value < before {
        falls.append("\(key) line \(words[1]): \(before) to \(value)")
      }
      last[key] = value
    }
    return falls
  }

  private static func names(in directory: borrowing TemporaryDirectory) throws -> [String] {
    guard growsAll else { return some }
    return try Dnplog.run(["simulate", "--list"], in: directory).output.split(separator: "\n")
      .filter { $0.hasPrefix("  ") && $0.contains(" S") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `no series falls while a log grows by a few lines`() throws {
    let directory = try TemporaryDirectory()
    let step = Self.growsAll ? 3 : 5
    var count = 0
    for name in try Self.names(in: directory) {
      let result = try Dnplog.shell(
        "\(Self.script)\nrm -f series; grow \(name) 4 \(step); cat series", in: directory)
      #expect(result.exitCode == 0, "\(name): \(result.errors)")
      #expect(Self.falls(in: result.output) == [])
      #expect(!result.output.contains("outcome=\"open\""))
      count += result.output.split(separator: "\n").count
    }
    #expect(count > 500)
  }

  @Test func `the list shows what a log counts now, and metrics the most that it ever counted`()
    throws
  {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      "$0" simulate opened-later -o s.log
      for lines in 19 100; do
        head -$lines s.log > g.log
        "$0" validate -q --history h.db --export prometheus=p.prom g.log > /dev/null
        "$0" history list --format json h.db > list-$lines; cp p.prom prom-$lines
      done
      sqlite3 h.db "SELECT sum(value) - sum(most), (SELECT count(*) FROM totals t WHERE value <>
        (SELECT sum(most) FROM counts c WHERE c.name = t.name AND c.labels = t.labels)) FROM counts
        WHERE name = 'lines'"
      cat list-100
      """, in: directory)
    let lines = result.output.split(separator: "\n", maxSplits: 1).map(String.init)
    #expect(lines.first == "0|0")
    let run = try JSONText(lines[1])["runs"][0]
    #expect(run["times"].int == 2)
    let whole = try Dnplog.judge(["s.log"], in: directory)
    let counts = Dictionary(grouping: whole.cycles) { $0 }.mapValues(\.count)
    for outcome in ["not_delivered", "used_prefetch", "fallback"] {
      #expect(run["cycles"][outcome].int == counts[outcome] ?? 0)
    }
  }

  @Test(arguments: ["idevicesyslog", "nslog"])
  func `a cycle that may not be due yet is open, with a zone and without`(container: String) throws
  {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      "$0" simulate happy --days 4 --container \(container) -o a.log; head -27 a.log > b.log
      """, in: directory)
    #expect(result.exitCode == 0)
    let judged = try Dnplog.judge(["b.log"], in: directory)
    #expect(judged.cycles == ["open", "open"])
    #expect(judged.verdict == "inconclusive")
  }

  @Test func `an empty log is no run`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      : > empty.log; "$0" validate -q --history h.db empty.log; "$0" validate -q --history h.db device.log
      "$0" history list h.db
      """, in: directory)
    #expect(result.output.hasSuffix("\n1 run\n"), "\(result.output)")
    #expect(result.errors.contains("dnplog: h.db: empty.log is empty: it is not recorded"))
  }
}
