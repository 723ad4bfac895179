internal import LogReading
internal import RunReport

extension CycleSummary.FallbackCause {
  /// Why a notification was shown without what was to be prefetched for it, as far as its cycle tells:
  /// the first that went wrong on the way from the schedule to the cache.
  ///
  /// Nil too where no task was asked for: then nothing was to be prefetched.
  init?(_ cycle: Cycle, _ values: CycleValues) {
    guard (cycle.ending ?? cycle.unloggedEnding) == .fallback else { return nil }
    // A worker of Android has no handler: its fetch shows when it ran.
    let began = cycle.task.handlerTime ?? cycle.fetch.startTime
    let isLate = Cycle.span(from: cycle.delivery.time, to: began).map { $0 > 0 } ?? false
    if !cycle.task.isExecuted, !cycle.fetch.hasSucceeded, !cycle.fetch.hasFailed {
      if cycle.fetch.isDisabled {
        self = .prefetchDisabled
      } else if cycle.task.submitFailed {
        self = .submissionFailed
      } else if cycle.task.isCancelled {
        self = .taskCancelled
      } else if cycle.task.isLost {
        self = .taskLost
      } else if cycle.task.isSubmitted || cycle.task.isAccepted {
        self = .taskNotRun
      } else {
        return nil
      }
    } else if isLate {
      self = .taskLate
    } else if !cycle.fetch.hasSucceeded {
      self =
        cycle.fetch.hasFailed ? .fetchFailed : cycle.task.isKilled ? .taskKilled : .fetchUnfinished
    } else if cycle.delivery.usesCache {
      return nil
    } else if cycle.content.writeFailed {
      self = .notStored
    } else if values.ttlValid == false {
      self = .expired
    } else {
      self = .notFound
    }
  }
}
