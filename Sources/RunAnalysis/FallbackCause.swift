internal import LogReading
internal import RunReport

extension CycleSummary.FallbackCause {
  /// Why a notification was shown without what was to be prefetched for it, as far as its cycle tells:
  /// the first that went wrong on the way from the schedule to the cache.
  ///
  /// Nil too where no task was asked for: then nothing was to be prefetched.
  init?(_ cycle: Cycle, _ values: CycleValues) {
    guard (cycle.ending ?? cycle.unloggedEnding) == .fallback else { return nil }
    let isLate =
      Cycle.span(from: cycle.deliveredTime, to: cycle.handlerTime).map { $0 > 0 } ?? false
    if !cycle.isExecuted, !cycle.isFetched, !cycle.fetchFailed {
      if cycle.isPrefetchDisabled {
        self = .prefetchDisabled
      } else if cycle.submitFailed {
        self = .submissionFailed
      } else if cycle.isTaskCancelled {
        self = .taskCancelled
      } else if cycle.isTaskLost {
        self = .taskLost
      } else if cycle.isSubmitted || cycle.isAccepted {
        self = .taskNotRun
      } else {
        return nil
      }
    } else if isLate {
      self = .taskLate
    } else if !cycle.isFetched {
      self = cycle.fetchFailed ? .fetchFailed : cycle.isTaskKilled ? .taskKilled : .fetchUnfinished
    } else if cycle.usesCache {
      return nil
    } else if cycle.cacheWriteFailed {
      self = .notStored
    } else if values.ttlValid == false {
      self = .expired
    } else {
      self = .notFound
    }
  }
}
