import Foundation
import RuleLanguage
import RunAnalysis
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
    let analyser = try LogAnalyser(Judge.prepared.get(), options: RunOptions())
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

  @Test func `of many cycles those are kept that would be if all had waited for the end`() throws {
    var lines: [PlainLine] = []
    for number in 0..<40 {
      let due = CycleLog.midnight + Int64(number) * CycleLog.day + 353 * CycleLog.minute
      let log = CycleLog(due: due, id: "day\(number)")
      if number == 0 { lines += log.launch(at: log.begin - 48 * CycleLog.minute, pending: false) }
      lines += log.schedule(at: log.begin - 47 * CycleLog.minute) + log.execution()
      switch number % 4 {
      case 0, 1: lines += log.delivery
      case 2: lines += log.fallback
      default: break
      }
    }
    let text = CycleLog.text(lines)
    var all = try Judge.summary(text)
    #expect(all.cycles.count == 40)
    let few = try Judge.summary(text) { $0.maxDetails = 3 }
    all.sortDetails(keeping: 3)
    #expect(few.cycles == all.cycles)
    #expect(few.omittedCycles == 37)
    #expect(few.cycleCounts == all.cycleCounts)
    // If not all are kept, nobody knows which follow from others; the rules are the same.
    func rules(_ summary: RunSummary) -> [Substring] {
      summary.reasons.compactMap { $0.split(separator: ": ", maxSplits: 1).last }
    }
    #expect(rules(few) == rules(all))
  }
}
