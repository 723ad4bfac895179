import Foundation
import RuleEngine
import RunReport
import Testing

/// A run that holds more open than there is room for does not pass by silence.
struct BoundedRunTests {
  @Test func `cycles that are let go are inconclusive, and the assumptions say how many`() throws {
    var lines = (0..<1_100).map { number in
      let due = String(format: "2025-11-10T%02d:%02d:00Z", number / 60, number % 60)
      return "2025-11-09 05:00:00.000000+0000 App[201:1] [DNP-SCHEDULER] "
        + "Scheduling notification for \(due) (scheduleId=s\(number))"
    }
    lines.append(
      "2025-11-12 05:00:00.000000+0000 App[201:1] [DNP-PLUGIN] "
        + "Startup complete (hasPendingSchedules=false)")
    let analyser = try LogAnalyser(book: try Judge.book.get(), options: RunOptions())
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "log")
    let summary = analyser.finish()
    let evicted = summary.findings.filter {
      $0.rule == "prefetch-cycle/notification-is-delivered" && $0.reason == "evicted"
    }
    #expect(!evicted.isEmpty)
    #expect(evicted.allSatisfy { $0.outcome == .inconclusive })
    let memory = summary.assumptions.first { $0.what == "memory" }
    #expect(memory?.value == "76 cycles and 0 keys let go")
    #expect(summary.verdict == .inconclusive)
  }
}
