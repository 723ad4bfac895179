import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// What lines leave out of their times is no fact: nothing is held against the plugin for it, nor
/// excused.
@Suite struct AssumedClockTests {
  /// The containers whose lines have times and lack the year or the zone.
  private static let gapped = LogStyle.all.filter {
    $0.resolution != nil && !($0.hasYear && $0.hasZone)
  }

  /// A scenario in a container by the wall clock of a zone, judged by the options that are left.
  private static func summary(
    _ scenario: Scenario, _ style: LogStyle, minutes: Int64, adjust: (inout RunOptions) -> Void
  ) throws -> RunSummary {
    var plan = SimulatedRun.plan(scenario, seed: 3)
    plan.style = style
    if minutes != 0 { plan.zone = DeviceZone(minutes: minutes) }
    return try SimulatedRun(plan, adjust: adjust).summary
  }

  /// Rules with a finding of an outcome, and the cycle of each.
  private static func named(_ summary: RunSummary, _ outcomes: [Outcome]) -> Set<String> {
    Set(
      summary.findings.filter { outcomes.contains($0.outcome) }
        .map { "\($0.rule) \($0.scope.cycle ?? "-")" })
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `a healthy log passes in every container with times, whatever year and zone nobody told`(
    name: String
  ) throws {
    let scenario = try #require(Scenario.named(name))
    let told = try Self.summary(scenario, .threadtime, minutes: 0) { _ in }
    guard told.verdict == .pass else { return }
    // Where nothing ran and no line shows a delivery as it came, nothing tells whether its time came at all.
    let isTimed = told.cycles.contains { cycle in
      cycle.outcome != .excused && (cycle.outcome != .fallback || cycle.deliveredTime != nil)
    }
    guard told.cycles.isEmpty || isTimed else { return }
    for (number, style) in Self.gapped.enumerated() {
      let minutes: Int64 = [0, 60, -300, 330][number % 4]
      let summary = try Self.summary(scenario, style, minutes: minutes) {
        $0.year = nil
        $0.zone = nil
      }
      let why = summary.reasons.joined(separator: " ")
      #expect(summary.verdict == .pass, "\(style.name), \(minutes) minutes: \(why)")
    }
  }

  @Test(arguments: Scenario.all.map(\.name))
  func `no option adds or takes away what is violated or excused, but what nothing else tells`(
    name: String
  ) throws {
    let scenario = try #require(Scenario.named(name))
    let judged: [Outcome] = [.violated, .excused]
    for (name, minutes) in [("threadtime", 0), ("studio", 60), ("rfc3164", -300)] {
      let style = try LogStyle(parsing: name)
      let told = try Self.summary(scenario, style, minutes: Int64(minutes)) { _ in }
      let right = Self.named(told, judged)
      let untold = try Self.summary(scenario, style, minutes: Int64(minutes)) {
        $0.year = nil
        $0.zone = nil
      }
      let place = "\(name), \(minutes) minutes"
      #expect(Self.named(untold, judged).subtracting(right) == [], "\(place), nothing told")
      let open = Self.named(untold, [.inconclusive])
      let lost = right.subtracting(Self.named(untold, judged))
      // What cannot be told any more is open, or waits for a time that cannot be told.
      #expect(
        lost.subtracting(open).isEmpty || !untold.clockIsKnown, "\(place), nothing told: \(lost)")
      let wrong = try Self.summary(scenario, style, minutes: Int64(minutes)) {
        $0.zone = LocalZone("+08:00")
      }
      #expect(Self.named(wrong, judged).subtracting(right) == [], "\(place), told wrongly")
    }
  }
}

extension RunSummary {
  /// Nothing of a year or a zone was taken for granted.
  fileprivate var clockIsKnown: Bool {
    !assumptions.contains {
      $0.what == "timezone" && ($0.value == "UTC" || $0.value == "unknown")
        || $0.what == "year" && $0.value == "unknown"
    }
  }
}
