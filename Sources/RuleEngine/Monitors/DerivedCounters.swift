package import LogReading
package import RuleLanguage

/// The seed's counters as the events themselves give them (S4:670-672).
package struct DerivedCounters: Sendable, Equatable, Codable, CheckedState {
  private var values = [Int64](repeating: 0, count: CounterKey.allCases.count)
  /// Successes by the line of the fetch, and by that of the source of its content: an app may write both.
  private var fetches: Int64 = 0
  private var sources: Int64 = 0
  /// Submissions tried, for logs that know only attempts.
  package var attempts: Int64 { self[.submitted] }

  package init() {}

  package func isSound(_ limits: inout StateLimits) -> Bool {
    values.count == CounterKey.allCases.count
      && (values + [fetches, sources]).allSatisfy { $0.magnitude <= StateLimits.most }
  }

  /// The value of a counter.
  package subscript(key: CounterKey) -> Int64 {
    get { values[Int(key.rawValue)] }
    set { values[Int(key.rawValue)] = newValue }
  }

  /// Whether an event of that kind can change a counter, the use of the cache aside.
  static func counts(_ kind: EventKind, _ role: EventRole, _ known: KnownEvents) -> Bool {
    switch role.part {
    case .planned, .fetchSuccess, .fetchFailure, .completed: true
    default: role.counts != nil || kind == known.contentSource
    }
  }

  mutating func count(_ event: ScopedEvent, _ correlator: borrowing Correlator) {
    let known = correlator.known
    if let counter = event.role.counts { self[counter] += 1 }
    switch event.part {
    case .submit, .scheduled: if isInHandler(event, correlator) { self[.resubmitted] += 1 }
    case .planned: if correlator.flagValue(known.accepted, event) { self[.scheduled] += 1 }
    case .handler:
      if correlator.flagValue(known.simulated, event) { self[.simulatedLaunches] += 1 }
    case .fetchSuccess:
      if event.phase == .prefetch {
        fetches += 1
        self[.success] = max(fetches, sources)
      }
    case .completed: if correlator.failsOtherwise(event) { self[.otherFailures] += 1 }
    default:
      if event.kind == known.contentSource, correlator.isValue("native", known.source, event) {
        sources += 1
        self[.success] = max(fetches, sources)
      }
    }
    switch event.settledFailure {
    case .network: self[.failureNetwork] += 1
    case .auth: self[.failureAuth] += 1
    case .system: self[.failureSystem] += 1
    case .none: break
    }
    if event.usedDelta == 0 { return }
    self[.used] += Int64(event.usedDelta)
    if correlator.cycles[Int(event.cycle)].delivery.foundOnDemand {
      self[.usedOnDemand] += Int64(event.usedDelta)
    }
  }

  /// Whether a task is at work in the process of an event.
  private func isInHandler(_ event: ScopedEvent, _ correlator: borrowing Correlator) -> Bool {
    correlator.executions.contains {
      $0.isOpen && !$0.isCompleted && $0.segment == event.segment
    }
  }

  /// The counters of two runs together.
  package static func + (left: DerivedCounters, right: DerivedCounters) -> DerivedCounters {
    var sum = left
    for index in sum.values.indices { sum.values[index] += right.values[index] }
    sum.fetches += right.fetches
    sum.sources += right.sources
    return sum
  }
}
