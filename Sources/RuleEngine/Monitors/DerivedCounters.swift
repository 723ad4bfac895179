internal import LogReading
package import RuleLanguage

/// The seed's counters as the events themselves give them (S4:670-672).
package struct DerivedCounters: Sendable, Equatable {
  private var values = [Int64](repeating: 0, count: CounterKey.allCases.count)
  /// Submissions tried, for logs that know only attempts.
  package var attempts: Int64 { self[.submitted] }

  package init() {}

  /// The value of a counter.
  package subscript(key: CounterKey) -> Int64 {
    get { values[Int(key.rawValue)] }
    set { values[Int(key.rawValue)] = newValue }
  }

  /// Whether an event of that kind can change a counter, the use of the cache aside.
  static func counts(_ kind: EventKind, _ known: KnownEvents) -> Bool {
    kind == known.scheduled || kind == known.planned || kind == known.submit
      || kind == known.submitFailed || kind == known.handler || kind == known.fetcherStarted
      || kind == known.contentSource || kind == known.delivered || kind == known.fetchSuccess
      || kind == known.fetchFailure || kind == known.cancelled || kind == known.completed
  }

  mutating func count(_ event: ScopedEvent, _ correlator: borrowing Correlator) {
    let known = correlator.known
    let kind = event.kind
    if kind == known.scheduled || kind == known.submit, isInHandler(event, correlator) {
      self[.resubmitted] += 1
    }
    if kind == known.scheduled
      || kind == known.planned && correlator.flagValue(known.accepted, event)
    {
      self[.scheduled] += 1
    } else if kind == known.fetcherStarted {
      self[.executed] += 1
    } else if kind == known.contentSource {
      if correlator.isValue("native", known.source, event) { self[.success] += 1 }
    } else if kind == known.delivered {
      self[.delivered] += 1
    } else if kind == known.submit {
      self[.submitted] += 1
    } else if kind == known.submitFailed {
      self[.submitFailures] += 1
    } else if kind == known.cancelled {
      self[.cancelled] += 1
    } else if kind == known.handler {
      self[.executed] += 1
      if correlator.flagValue(known.simulated, event) { self[.simulatedLaunches] += 1 }
    } else if kind == known.fetchSuccess, event.phase == .prefetch {
      self[.success] += 1
    } else if correlator.failsOtherwise(event) {
      self[.otherFailures] += 1
    }
    switch event.settledFailure {
    case .network: self[.failureNetwork] += 1
    case .auth: self[.failureAuth] += 1
    case .system: self[.failureSystem] += 1
    case .none: break
    }
    self[.used] += Int64(event.usedDelta)
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
    return sum
  }
}
