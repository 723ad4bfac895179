internal import LogReading
internal import RuleLanguage

// Whether the bytes of a part were the right ones is known at its end, when its lines were judged.
extension Engine {
  /// What stood fast before a part of the log.
  package struct Checkpoint {
    fileprivate var tallies: [TallyKey: Int64]
    fileprivate var findings: Int
    fileprivate var environment: EnvironmentState
    fileprivate var clock: ClockResolver
  }

  package var checkpoint: Checkpoint {
    Checkpoint(
      tallies: log.tallies, findings: log.findings.count, environment: facts.environment,
      clock: facts.correlator.clock)
  }

  /// Ends the log here and begins another one: what stood in between is lost.
  package mutating func breakOff(for observer: inout some EngineObserver) {
    breakOff(facts.correlator.clock, for: &observer)
  }

  private mutating func breakOff(
    _ clock: ClockResolver, for observer: inout some EngineObserver
  ) {
    facts.correlator.endInput(logEnd: nil)
    drain(for: &observer)
    facts.correlator.finish(isCut: true)
    drain(for: &observer)
    closeLog(end: .cut)
    facts.correlator.beginAnew(clock)
    facts.counters.beginAnew()
  }

  /// Takes back what was found since a checkpoint: any line from there on may be wrong.
  ///
  /// Nothing of those lines stays at work, so that what comes is judged by itself.
  package mutating func doubt(
    since checkpoint: Checkpoint, for observer: inout some EngineObserver
  ) {
    breakOff(checkpoint.clock, for: &observer)
    restore(checkpoint.environment)
    markDoubtful(since: checkpoint)
  }

  /// Marks what was found since a checkpoint as resting on lines that may be wrong.
  package mutating func markDoubtful(since checkpoint: Checkpoint) {
    for index in log.findings.indices.dropFirst(checkpoint.findings) {
      log.findings[index].tally.isDoubtful = true
    }
    for (tally, count) in log.tallies where !tally.isDoubtful {
      let new = count - checkpoint.tallies[tally, default: 0] - becameLate(tally, since: checkpoint)
      guard new > 0 else { continue }
      var doubtful = tally
      doubtful.isDoubtful = true
      log.tallies[tally] = count == new ? nil : count - new
      log.tallies[doubtful, default: 0] += new
    }
  }

  /// How many outcomes from before a checkpoint are now counted as ones that came late.
  private func becameLate(_ tally: TallyKey, since checkpoint: Checkpoint) -> Int64 {
    guard tally.isLate else { return 0 }
    var before = tally
    before.isLate = false
    return max(0, checkpoint.tallies[before, default: 0] - log.tallies[before, default: 0])
  }
}
