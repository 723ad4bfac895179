@testable import LogReading
import Testing

/// How a log ends, and how one begins that is only its end.
extension CorrelationTests {
  @Test func `window at the end is cut`() throws {
    let lines = [
      Lines.at("14 05:00:00", Lines.notification(Lines.first)),
      Lines.at("14 05:48:00", Lines.handler),
      Lines.at("14 05:48:00", Lines.fetch(Lines.first, "s1")),
    ]
    #expect(try CorrelationTrace.of(lines).ends == ["execution 0 cut", "cycle 0 cut"])
    // A line of another process half a minute later shows that nothing followed.
    let later = lines + [Lines.at("14 05:48:31", Lines.startup)]
    #expect(try CorrelationTrace.of(later).ends == ["execution 0 complete", "cycle 0 open"])
  }

  @Test func `late handler at the end cuts its cycle`() throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.notification(Lines.first)),
      Lines.at("14 05:53:00", Lines.prepare(Lines.first)),
      Lines.at("14 05:53:00", Lines.delivered("n1")), Lines.at("14 06:20:00", Lines.handler),
      Lines.at("14 06:20:00", Lines.fetch(Lines.first, "s1")),
      Lines.at("14 06:20:01", Lines.success),
    ])
    #expect(trace.ends == ["execution 0 cut", "cycle 0 cut"])
    #expect(trace.isTailCut)
  }

  @Test(arguments: [("14 05:55:59", "open"), ("14 05:56:00", "complete")])
  func `cycle is open until its tolerance is over`(case: (String, String)) throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:00:00", Lines.notification(Lines.first)), Lines.at(`case`.0, Lines.startup),
    ])
    #expect(trace.ends == ["cycle 0 \(`case`.1)"])
  }

  @Test func `untimed cycle is open unless its turn came`() throws {
    let scheduling = Lines.notification(Lines.first)
    #expect(try CorrelationTrace.of([scheduling]).ends == ["cycle 0 open"])
    #expect(try CorrelationTrace.of([scheduling, Lines.startup]).ends == ["cycle 0 open"])
    let next = [Lines.prepare(Lines.second), Lines.delivered("n2")]
    let ends = try CorrelationTrace.of([scheduling] + next).ends
    #expect(ends.contains("cycle 0 complete"))
  }

  @Test func `finished cycles of an untimed log make room`() throws {
    let lines = (0..<3000).flatMap { number -> [String] in
      let due =
        "2025-\(10 + number % 3)-\(10 + number / 1440 % 20)T\(10 + number / 60 % 14):\(10 + number % 50):\(10 + number / 50 % 50)Z"
      return [Lines.prepare(due), Lines.delivered("n\(number)")]
    }
    let trace = try CorrelationTrace.of(lines)
    #expect(trace.correlator.cycles.count <= 1025)
    #expect(trace.correlator.evictedCycles == 0)
  }
}
