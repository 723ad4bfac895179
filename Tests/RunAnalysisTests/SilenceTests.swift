import Foundation
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// What is due by the wall clock while a log is silent.
@Suite struct SilenceTests {
  /// The sample of two healthy days without what follows a word.
  private static func run(upTo word: String) throws -> (LiveRun, rest: ArraySlice<UInt8>) {
    let log = try #require(LiveLogs.samples.first { $0.name.hasSuffix("prefetch/two-days.log") })
    let text = String(decoding: log.bytes, as: UTF8.self)
    let place = try #require(text.range(of: word))
    let end = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    let start = log.bytes[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let run = try LiveRun(LiveLogs.prepared, options: log.options, named: "device.log")
    let first = log.bytes[..<start]
    run.add(first.span)
    return (run, log.bytes[start...])
  }

  private static func silence(_ summary: RunSummary) -> Assumption? {
    summary.assumptions.first { $0.what == "silence" }
  }

  @Test func `an open deadline that is past by the wall clock is violated, and says why`() throws {
    let (run, rest) = try Self.run(upTo: "Fetch success")
    let open = run.snapshot(silence: 20)
    #expect(Self.silence(open) == nil)
    #expect(!open.findings.contains { $0.outcome == .violated })

    let late = run.snapshot(silence: 86_400)
    let assumption = try #require(Self.silence(late))
    #expect(assumption.value == "24 h")
    let marked = late.findings.filter { $0.message.contains("by the wall clock") }
    #expect(marked.contains { $0.outcome == .violated })
    #expect(assumption.why.contains("\(marked.count) finding"))

    // A later line corrects it.
    run.add(rest.span)
    let end = run.finish()
    #expect(Self.silence(end) == nil)
    #expect(end.verdict == .pass)
  }

  @Test func `what is not due yet stays open while the log is silent`() throws {
    let (run, _) = try Self.run(upTo: "Fetch success")
    let plain = run.snapshot(silence: nil)
    let soon = run.snapshot(silence: 31)
    #expect(soon.findings == plain.findings)
    #expect(Self.silence(soon)?.why.contains("0 findings rest") == true)
  }

  @Test func `a notification that does not come is due by the wall clock`() throws {
    let (run, rest) = try Self.run(upTo: "05:53:00.000000")
    let plain = run.snapshot(silence: nil)
    let due = try #require(plain.runningDeadlines.first { $0.rule == nil })
    #expect(due.missing == ["notification_delivered"])
    #expect(plain.turningPoints.contains(due.instant))
    let left = Double(due.instant - (plain.lastTime ?? 0)) / 1_000_000
    // Its time and three minutes.
    func outcome(after seconds: Double) -> CycleSummary.Outcome? {
      run.snapshot(silence: seconds).cycles.first { $0.scheduleId == due.scope }?.outcome
    }
    #expect(outcome(after: left + 29) == .open)
    #expect(outcome(after: left + 31) == .notDelivered)
    run.add(rest.span)
    #expect(run.finish().cycles.allSatisfy { $0.outcome == .usedPrefetch })
  }
}
