package import RuleLanguage

/// The lines of one file from a cycle's first to its last there.
package struct LineSpan: Sendable, Codable {
  package var file: UInt16
  package var first: UInt64
  package var last: UInt64
}

/// The first occurrence of an event in a cycle.
package struct SeenStep: Sendable, Codable {
  /// Where in the cycle's work it stood: the same event may belong to several stages.
  package enum Place: UInt8, Sendable, Codable { case execution, delivery, elsewhere }

  package var kind: EventKind
  package var part: EventPart
  package var time: Int64?
  package var line: UInt64
  package var file: UInt16
  package var place = Place.elsewhere
  /// Its line in the event store.
  package var text: Int64 = -1
  package var length: UInt32 = 0
  /// That is the message that its line carries.
  package var isCarried = false
}

extension SeenStep {
  package init(_ event: ScopedEvent, place: Place = .elsewhere) {
    self.init(
      kind: event.kind, part: event.part, time: event.knownTime, line: event.event.line,
      file: event.file,
      place: place, text: event.shown.text, length: event.shown.length,
      isCarried: event.event.messageLength > 0)
  }
}

/// One notification from its scheduling to its delivery.
@usableFromInline
package struct Cycle: Sendable, Codable {
  package var isOpen = false
  /// Counts the cycles of the run, from zero.
  package var number: Int64 = 0
  package var notificationTime: Int64?
  package var scheduleId: String?
  package var notificationId: String?
  /// All ids that lead here, to be forgotten with it.
  package var ids: [String] = []
  package var beginDate: Int64?
  package var leadSeconds: Int64?
  package var isLeadCapped = false
  package var isPrefetchDisabled = false
  /// A line says that content is to be prefetched for it.
  var isPrefetchPlanned = false
  /// How far it lies from one that was scheduled and not delivered, where nothing scheduled this one or
  /// only a zone can have moved it.
  package var shift: Int64?
  /// The time of a notification that waited for its task under the same schedule id.
  package var replacedTime: Int64?
  /// The log begins in the middle of it: nothing before its first event can be asked for.
  package var isHeadCut = false
  /// It is the first of a process whose launch the log shows.
  package var showsLaunch = false
  /// The log may begin in the middle of that launch.
  package var hasCutLaunch = false
  package var segment: Int32 = 0
  package var firstSequence: Int64 = 0
  var lastSequence: Int64 = 0
  package var lastTime: Int64?
  /// What the times of its lines leave open.
  package var gaps: TimeGaps = []
  /// Its lines, file by file; a run of several files seldom splits a cycle more than once.
  package var lines: [LineSpan] = []
  package var handlerTime: Int64?
  package var fetchTime: Int64?
  /// When its prefetch began, and by which setting of the clock.
  var fetchStartTime: Int64?
  var fetchStartEpoch: UInt32 = 0
  /// When the queue next looks whether it is over; the latest time for never.
  var nextLook = Int64.max
  package var fetchDuration: Int64?
  /// The clock epoch of `fetchTime`.
  var fetchEpoch: UInt32 = 0
  /// When its prefetch succeeded, and how long that content is valid.
  var prefetchTime: Int64?
  var prefetchEpoch: UInt32 = 0
  var prefetchTTL: Int64?
  /// How old the prefetched content was when the delivery looked for it.
  var cacheAge: Int64?
  package var deliveredTime: Int64?
  package var ttl: Int64?
  package var failure = FailureReason.none
  package var isSubmitted = false
  package var isAccepted = false
  package var submitFailed = false
  /// The user ended the app after the submission, and nothing submitted the task again.
  package var isTaskLost = false
  /// The task was taken back, and nothing submitted it again.
  package var isTaskCancelled = false
  /// All notifications were cancelled, and this one was not scheduled again.
  package var isCancelled = false
  /// Its schedule was stored for another time before it was due.
  package var isMoved = false
  /// The system ended the app while its task was at work.
  package var isTaskKilled = false
  /// The execution of another notification's task that fetched for it too; zero for none.
  package var sharedTask: Int64 = 0
  /// The event that moved it, lost its task or ended it, though it may be of another cycle or of none.
  package var takenBy: SeenStep?
  /// The call that would have scheduled it was refused for want of permission.
  package var isRefused = false
  /// The setting of the clock that it began by, and whether the clock was set back since.
  package var epoch: UInt32 = 0
  package var sawClockStep = false
  package var isSimulatedLaunch = false
  package var isExecuted = false
  package var isFetched = false
  package var fetchFailed = false
  package var isCompleted = false
  /// An error ended its task, wherever it was.
  package var isTaskInError = false
  package var isCached = false
  /// Android's worker stored content for it before it was shown.
  var isWritten = false
  package var cacheWriteFailed = false
  package var hasMissed = false
  package var usedCached = false
  /// What it found in the cache was fetched by the delivery of an earlier notification.
  package var foundOnDemand = false
  package var isDelivered = false
  /// It was not shown, as the plugin said.
  var isSuppressed = false
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
  /// The id of its content, as the record of its prefetch gives it.
  package var contentId: String?
  package var isSummarised = false
  var summaryUsedCached: Bool?
  package var hashAtFetch: String?
  var hashAtDelivery: String?
  var scheduleHashes: [String] = []
  package var cachePersistence: Bool?
  /// JSON events of the cycle that no text line stands beside.
  package var loneJSON: Int32 = 0
  package var steps: [SeenStep] = []
  /// A bit for each of its steps, which several may share: a bit that is not set tells a new one.
  private var seen: UInt64 = 0

  /// Used the cache, as the lines of the delivery say, or as the summary says where they are silent.
  /// What was found for a notification that is then not shown is not used (S4:672).
  package var usesCache: Bool {
    (usedCached || (summaryUsedCached == true && !hasMissed)) && (!isSuppressed || isDelivered)
  }

  /// Whether its notification was shown from the cache; nil where no line tells: where the prefetch left
  /// content there in time, nobody knows what the system showed without the app.
  package var toldUse: Bool? {
    if usedCached || hasMissed || summaryUsedCached != nil { return usesCache }
    guard isFinished || isToldShown else { return nil }
    guard isFetched || isWritten, !cacheWriteFailed else { return false }
    let ahead = Self.span(from: prefetchTime, to: deliveredTime ?? notificationTime)
    return ahead.map { $0 < 0 } ?? false ? false : nil
  }

  /// Whether anything tells of a prefetch for it, or of content that was looked up: an alarm has none.
  package var hasPrefetch: Bool {
    isPrefetchPlanned || isSubmitted || isAccepted || submitFailed || isPrefetchDisabled
      || isExecuted || isFetched || isWritten || fetchFailed || isCached || usedCached || hasMissed
      || isSummarised
  }

  /// The fetch that succeeded at the delivery, before the notification was shown.
  package var deliveryFetch: SeenStep? {
    guard let shown = step(.delivered),
      let fetch = steps.first(where: { $0.part == .fetchSuccess && $0.place == .delivery })
    else { return nil }
    return fetch.file == shown.file && fetch.line < shown.line ? fetch : nil
  }

  /// The step at which the system ended its task for taking too long.
  package var expiration: SeenStep? {
    steps.first { $0.part == .expired && $0.place == .execution }
  }

  /// Whether a line says that it was not shown, or takes it back.
  package var isToldUnshown: Bool {
    isSuppressed || isForbidden || isToldMissed || isCancelled || isMoved
  }

  /// Delivered and wrapped up: only stragglers can follow.
  package var isFinished: Bool { isSummarised || isDelivered }

  /// Notes that the plugin does not show it, and why.
  mutating func noteDrop(_ reason: String?) {
    dropReason = isSuppressed && dropReason != reason ? nil : reason
    isSuppressed = true
  }

  /// Makes it a new cycle of that number.
  package mutating func reset(number: Int64) {
    var new = Cycle()
    // What its lists have allocated stays; that nothing else holds them meanwhile, lets it.
    swap(&new.steps, &steps)
    swap(&new.lines, &lines)
    swap(&new.ids, &ids)
    new.steps.removeAll(keepingCapacity: true)
    new.lines.removeAll(keepingCapacity: true)
    new.ids.removeAll(keepingCapacity: true)
    new.isOpen = true
    new.number = number
    self = new
  }

  /// Remembers an event's first occurrence.
  @inline(__always)
  package mutating func note(_ event: ScopedEvent) {
    lastSequence = event.sequence
    if event.epoch != epoch { sawClockStep = true }
    noteLine(event)
    if let time = event.knownTime {
      lastTime = time
      gaps.formUnion(event.event.timeGaps)
    }
    let place: SeenStep.Place =
      event.execution >= 0 || event.phase == .prefetch
      ? .execution : event.delivery >= 0 || event.phase == .ondemand ? .delivery : .elsewhere
    if seen & Self.bit(event.kind, place) == 0
      || !steps.contains(where: { $0.kind == event.kind && $0.place == place })
    {
      add(SeenStep(event, place: place))
    }
  }

  /// Makes the times of its lines unknown; those that lines name stay.
  package mutating func leaveOutLineTimes() {
    handlerTime = nil
    deliveredTime = nil
    for index in steps.indices { steps[index].time = nil }
  }

  /// Adds a step that it does not have yet.
  mutating func add(_ step: SeenStep) {
    seen |= Self.bit(step.kind, step.place)
    steps.append(step)
  }

  private static func bit(_ kind: EventKind, _ place: SeenStep.Place) -> UInt64 {
    1 << (UInt64(kind.rawValue &* 3 &+ UInt16(place.rawValue)) & 63)
  }

  @inline(__always)
  private mutating func noteLine(_ event: ScopedEvent) {
    let line = event.event.line
    if let last = lines.indices.last, lines[last].file == event.file {
      lines[last].last = max(lines[last].last, line)
    } else if lines.count < 16 {
      lines.append(LineSpan(file: event.file, first: line, last: line))
    }
  }

  /// The first event of that kind in the cycle.
  package func step(_ kind: EventKind) -> SeenStep? { steps.first { $0.kind == kind } }

  /// The first event with that part in the cycle.
  package func step(_ part: EventPart) -> SeenStep? { steps.first { $0.part == part } }
}
