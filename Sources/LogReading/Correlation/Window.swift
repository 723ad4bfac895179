internal import RuleLanguage

/// The span from a handler to the next, or from the start of a delivery to its end.
@usableFromInline
package struct Window: Sendable, Codable {
  package var isOpen = true
  /// Counts the windows of its kind in the run, from one.
  package let number: Int64
  package var cycle: Int32
  package let segment: Int32
  package let firstSequence: Int64
  package var isCompleted = false
  /// The task fetches for several notifications, of which `cycle` is the first.
  package var isShared = false
  /// The cycle of another one that it fetches for now; -1 for none.
  var other: Int32 = -1
  /// The log begins in it.
  package var isHeadCut = false
  /// The task whose handler opened it.
  let taskId: String?
  var lastSequence: Int64 = 0
  package var lastTime: Int64?
  var lastEpoch: UInt32 = 0
  package var loneJSON: Int32 = 0
  /// A fetch began in it, or has to, and its outcome was not seen yet.
  var awaitsFetch = false
  /// What the start of that fetch states that it is for.
  var stated = FetchPhase.none
  /// Why its last try failed, as long as another may follow or the task may name the reason.
  var failure = FailureReason.none
  /// The line of that try told the reason.
  var isFailureTold = false
  /// A prefetch failed in it, be it made again or not.
  var hasFailedFetch = false
  /// Its last line about a fetch.
  var lastFetch: Int64 = -1

  init(number: Int64, cycle: Int32, opening event: ScopedEvent, taskId: String?) {
    self.number = number
    self.cycle = cycle
    self.taskId = taskId
    segment = event.segment
    firstSequence = event.sequence
  }

  /// A fetch in it came to its outcome, and no other one began.
  var hasFetched: Bool { lastFetch >= 0 && !awaitsFetch }

  /// Remembers that an event belongs to it.
  @inline(__always)
  mutating func note(_ event: ScopedEvent) {
    lastSequence = event.sequence
    lastEpoch = event.epoch
    if let time = event.knownTime { lastTime = time }
  }
}

extension Window {
  /// Brings the window up to date with one of its events.
  @inline(__always)
  mutating func noteFetch(_ event: ScopedEvent) {
    note(event)
    switch event.part {
    case .cacheMiss where event.delivery < 0: break
    case .fetchStart, .storageUnavailable, .cacheMiss:
      // A fetch begins, or has to, since a delivery looked in vain.
      awaitsFetch = true
      lastFetch = event.sequence
    case .fetchSuccess, .fetchFailure:
      awaitsFetch = false
      lastFetch = event.sequence
    // What a delivery waited for comes too late: the next fetch is a task's.
    case .delivered: awaitsFetch = false
    default: break
    }
  }
}
