import LogReading
import Testing

/// Epochs, years and zones.
extension CorrelationTests {
  @Test(arguments: [("05:47:59", 0), ("05:47:58", 1)])
  func stepBackOfMoreThanASecondIsAnEpoch(case: (String, Int)) throws {
    let trace = try CorrelationTrace.of([
      Lines.at("14 05:48:00", Lines.register), Lines.at("14 \(`case`.0)", Lines.startup),
    ])
    #expect(trace.correlator.clockSteps == `case`.1)
  }

  @Test func yearComesFromTheFirstFullDateWhateverTheChunk() throws {
    let lines = [
      "Nov 14 05:00:00.000000 App(D)[201] <Notice>: \(Lines.register)",
      "Nov 14 05:00:01.000000 App(D)[201] <Notice>: \(Lines.notification(Lines.first))",
    ]
    let whole = try CorrelationTrace.of(lines)
    let parts = try CorrelationTrace()
    for line in lines { parts.read([line]) }
    parts.finish()
    #expect(whole.times == [1_763_096_400_000_000, 1_763_096_401_000_000])
    #expect(parts.times == whole.times)
    #expect(parts.events == whole.events)
    #expect(parts.correlator.clock.inferredYear == 2025)
  }

  @Test func yearlessLogPassesNewYear() throws {
    let trace = try CorrelationTrace.of([
      "Dec 31 23:59:59.000000 App(D)[201] <Notice>: \(Lines.register)",
      "Jan  1 00:00:01.000000 App(D)[201] <Notice>: \(Lines.startup)",
      "Jan  1 00:00:02.000000 App(D)[201] <Notice>: \(Lines.notification("2026-01-01T05:53:00Z"))",
    ])
    #expect(trace.times == [1_767_225_599_000_000, 1_767_225_601_000_000, 1_767_225_602_000_000])
    #expect(trace.correlator.clockSteps == 0)
  }

  @Test(arguments: [("+08:00", Int64(-8 * 3600)), ("-0330", 12600), ("UTC", 0)])
  func zoneMovesTimesThatNameNone(case: (String, Int64)) throws {
    let line = "11-14 05:00:00.000  201  4211 I DNP-FETCH: Registering BGTaskScheduler task (id=t)"
    let trace = try CorrelationTrace.of([line], zone: `case`.0, year: 2025)
    #expect(trace.times == [(1_763_096_400 + `case`.1) * 1_000_000])
  }
}
