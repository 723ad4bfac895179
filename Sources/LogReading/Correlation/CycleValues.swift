/// What the times and lines of a cycle come to; nil for what the log does not tell.
///
/// Spans of time are in microseconds.
package struct CycleValues: Sendable, Equatable {
  /// From the earliest begin of the task to the notification.
  package var lead: Int64?
  package var isLeadCapped = false
  /// From the earliest begin of the task to its handler; nil for one that came before it.
  package var executionDelay: Int64?
  /// From the handler to the notification; negative where the handler came too late.
  package var leadAtExecution: Int64?
  /// From the notification time to the delivery.
  package var deliveryDrift: Int64?
  /// From the start of the prefetch to its outcome.
  package var fetchDuration: Int64?
  /// From the prefetch to the moment that the delivery looked its content up.
  package var cacheAge: Int64?
  /// Whether the content was within its time to live then; nil within a second of its end.
  package var ttlValid: Bool?
  package var isFetched = false
  package var usedCached: Bool?
  package var contentHashMatch: Bool?
  package var scheduleHashMatch: Bool?
  /// Whether the cache held valid content after the delivery.
  package var cachePersistence: Bool?
  /// What the cycle came to at its end; nil while it is not there.
  package var ending: Ending?

  /// What a notification was shown with.
  package enum Ending: Sendable {
    case usedPrefetch, fallback
    /// It was shown, and nothing tells of a prefetch for it, or with what it was shown.
    case delivered
  }

  package init() {}

  /// Without what holds a line's time against an instant.
  package mutating func leaveOutInstants() {
    executionDelay = nil
    leadAtExecution = nil
    deliveryDrift = nil
  }
}

extension Cycle {
  /// How far from the end of its time to live content counts as neither valid nor expired.
  static let ttlTolerance: Int64 = 1_000_000
  /// Begin dates are written in whole seconds.
  private static let beginTolerance: Int64 = 1_000_000

  /// What is known of the cycle so far.
  package var values: CycleValues {
    var values = CycleValues()
    values.lead = Self.span(from: beginDate, to: notificationTime)
    values.isLeadCapped = schedule.isLeadCapped
    // The system puts off and never brings forward: what ran before was no delay of its.
    values.executionDelay = Self.span(from: beginDate, to: task.handlerTime)
      .flatMap { $0 < -Self.beginTolerance ? nil : max($0, 0) }
    values.leadAtExecution = Self.span(from: task.handlerTime, to: notificationTime)
    // By a clock that was set back nobody knows when the system's trigger went off.
    if !sawClockStep {
      values.deliveryDrift = Self.span(from: notificationTime, to: delivery.time)
    }
    values.fetchDuration = fetch.duration
    values.cacheAge = content.age
    if let age = content.age, let ttl = content.prefetchTTL,
      let left = Self.span(from: age, to: ttl)
    {
      if left > Self.ttlTolerance { values.ttlValid = true }
      if left < -Self.ttlTolerance { values.ttlValid = false }
    }
    values.isFetched = fetch.hasSucceeded
    values.usedCached = toldUse
    if let fetched = content.hashAtFetch, let shown = content.hashAtDelivery {
      values.contentHashMatch = fetched == shown || fetched.lowercased() == shown.lowercased()
    }
    if schedule.hashes.count > 1 {
      values.scheduleHashMatch =
        schedule.hashes.allSatisfy { $0 == schedule.hashes[0] }
        || Set(schedule.hashes.map { $0.lowercased() }).count == 1
    }
    values.cachePersistence = content.persistence
    values.ending = ending ?? unloggedEnding
    return values
  }

  /// Whether its notification, or else its task, is due before another's.
  func isDue(before other: Cycle) -> Bool {
    (notificationTime ?? beginDate ?? .max, number)
      < (other.notificationTime ?? other.beginDate ?? .max, other.number)
  }

  /// What it came to; nil while it is not at its end, and where it ended without a notification:
  /// a summary then tells of none.
  package var ending: CycleValues.Ending? {
    guard
      delivery.isDelivered
        || delivery.isSummarised && !delivery.isSuppressed && !schedule.isCancelled
    else { return nil }
    return shownWith
  }

  /// What a notification was shown with of which only a later line tells that it was shown.
  package var unloggedEnding: CycleValues.Ending? { delivery.isToldShown ? shownWith : nil }

  private var shownWith: CycleValues.Ending {
    switch toldUse {
    case nil: .delivered
    case true?: delivery.foundOnDemand ? .fallback : .usedPrefetch
    case false?: hasPrefetch ? .fallback : .delivered
    }
  }

  /// The span between two instants; nil where one is not known or the numbers of a log are absurd.
  package static func span(from start: Int64?, to end: Int64?) -> Int64? {
    guard let start, let end else { return nil }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : span
  }
}
