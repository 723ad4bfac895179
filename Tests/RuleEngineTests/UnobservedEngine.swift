import LogReading

@testable import RuleEngine

/// Nobody looks on.
private struct Unobserved: EngineObserver {
  mutating func note(_ event: ScopedEvent, isTwin: Bool, _ engine: borrowing Engine) {}

  mutating func noteEnd(
    of cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark], _ engine: borrowing Engine
  ) {}
}

extension Engine {
  mutating func drain() {
    var nobody = Unobserved()
    drain(for: &nobody)
  }

  mutating func endLog(at end: LineTime?, isCut: Bool) {
    var nobody = Unobserved()
    endLog(at: end, isCut: isCut, for: &nobody)
  }
}
