/// What the log shows of a cycle's begin.
package struct CycleStart: Sendable, Codable {
  /// The log begins in the middle of it: nothing before its first event can be asked for.
  package var isHeadCut = false
  /// It is the first of a process whose launch the log shows.
  package var showsLaunch = false
  /// The log may begin in the middle of that launch.
  package var hasCutLaunch = false
}

/// How a notification was scheduled, beside its time, and what became of that.
package struct CycleSchedule: Sendable, Codable {
  package var leadSeconds: Int64?
  package var isLeadCapped = false
  /// How far it lies from one that was scheduled and not delivered, where nothing scheduled this one or
  /// only a zone can have moved it.
  package var shift: Int64?
  /// The time of a notification that waited for its task under the same schedule id.
  package var replacedTime: Int64?
  /// All notifications were cancelled, and this one was not scheduled again.
  package var isCancelled = false
  /// Its schedule was stored for another time before it was due.
  package var isMoved = false
  /// The call that would have scheduled it was refused for want of permission.
  package var isRefused = false
  var hashes: [String] = []
}

/// The background task of a notification.
package struct CycleTask: Sendable, Codable {
  package var isSubmitted = false
  package var isAccepted = false
  package var submitFailed = false
  /// The user ended the app after the submission, and nothing submitted the task again.
  package var isLost = false
  /// The task was taken back, and nothing submitted it again.
  package var isCancelled = false
  /// The system ended the app while its task was at work.
  package var isKilled = false
  /// The execution of another notification's task that fetched for it too; zero for none.
  package var shared: Int64 = 0
  package var isSimulatedLaunch = false
  package var handlerTime: Int64?
  package var isExecuted = false
  package var isCompleted = false
  /// An error ended its task, wherever it was.
  package var isInError = false
}

/// The prefetch of a notification.
package struct CycleFetch: Sendable, Codable {
  package var isDisabled = false
  /// A line says that content is to be prefetched for it.
  var isPlanned = false
  /// When its prefetch began, and by which setting of the clock.
  package var startTime: Int64?
  var startEpoch: UInt32 = 0
  /// When it last succeeded, and the clock epoch of that.
  package var time: Int64?
  var epoch: UInt32 = 0
  package var duration: Int64?
  package var hasSucceeded = false
  package var hasFailed = false
  package var failure = FailureReason.none
}

/// The content of a notification.
package struct CycleContent: Sendable, Codable {
  /// When the prefetch of it succeeded, and how long it is valid.
  var time: Int64?
  /// The same, where the zone of the line is known.
  var instant: Int64?
  var epoch: UInt32 = 0
  var prefetchTTL: Int64?
  package var ttl: Int64?
  /// Its id, as the record of its prefetch gives it.
  package var id: String?
  package var isCached = false
  /// Android's worker stored it before the notification was shown.
  var isWritten = false
  package var writeFailed = false
  /// How old it was when the delivery looked for it.
  var age: Int64?
  package var hashAtFetch: String?
  var hashAtDelivery: String?
  package var persistence: Bool?
}

/// The delivery of a notification, and what tells that there was none.
package struct CycleDelivery: Sendable, Codable {
  package var time: Int64?
  package var hasMissed = false
  package var usedCached = false
  /// Its fetch on demand failed, and no later try succeeded.
  package var fetchFailed = false
  /// What it found in the cache was fetched by the delivery of an earlier notification.
  package var foundOnDemand = false
  package var isDelivered = false
  /// It was not shown, as the plugin said.
  private(set) var isSuppressed = false
  /// The reason that the plugin gave for it; nil where it gave none, or several.
  package private(set) var dropReason: String?
  /// It was not shown for lack of permission, as the plugin said.
  package var isForbidden = false
  /// A recovery reported it as missed.
  package var isToldMissed = false
  /// Its alarm went off.
  package var hasAlarmFired = false
  /// It was shown, since the user acted on it, or a recovery found it among those that were.
  var isToldShown = false
  /// The event that delivered it, or summed it up where no line tells of the delivery.
  package var finishedSequence: Int64?
  package var isSummarised = false
  var summaryUsedCached: Bool?

  /// Used the cache, as the lines of the delivery say, or as the summary says where they are silent.
  /// What was found for a notification that is then not shown is not used (S4:672).
  package var usesCache: Bool {
    (usedCached || (summaryUsedCached == true && !hasMissed)) && (!isSuppressed || isDelivered)
  }

  /// Notes that the plugin does not show it, and why.
  mutating func noteDrop(_ reason: String?) {
    dropReason = isSuppressed && dropReason != reason ? nil : reason
    isSuppressed = true
  }
}
