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
  package var start = CycleStart()
  package var schedule = CycleSchedule()
  package var task = CycleTask()
  package var fetch = CycleFetch()
  package var content = CycleContent()
  package var delivery = CycleDelivery()
  /// The event that moved it, lost its task or ended it, though it may be of another cycle or of none.
  package var takenBy: SeenStep?
  package var segment: Int32 = 0
  package var firstSequence: Int64 = 0
  var lastSequence: Int64 = 0
  package var lastTime: Int64?
  /// What the times of its lines leave open.
  package var gaps: TimeGaps = []
  /// The setting of the clock that it began by, and whether the clock was set back since.
  package var epoch: UInt32 = 0
  package var sawClockStep = false
  /// When the queue next looks whether it is over; the latest time for never.
  var nextLook = Int64.max
  /// Its lines, file by file; a run of several files seldom splits a cycle more than once.
  package var lines: [LineSpan] = []
  /// JSON events of the cycle that no text line stands beside.
  package var loneJSON: Int32 = 0
  package var steps: [SeenStep] = []
  /// A bit for each of its steps, which several may share: a bit that is not set tells a new one.
  private var seen: UInt64 = 0

  /// Whether its notification was shown from the cache; nil where no line tells: where the prefetch left
  /// content there in time, nobody knows what the system showed without the app.
  package var toldUse: Bool? {
    if delivery.usedCached || delivery.hasMissed || delivery.summaryUsedCached != nil {
      return delivery.usesCache
    }
    guard isFinished || delivery.isToldShown else { return nil }
    guard fetch.hasSucceeded || content.isWritten, !content.writeFailed else { return false }
    let ahead =
      delivery.time.map { Self.span(from: content.time, to: $0) }
      ?? Self.span(from: content.instant, to: notificationTime)
    return ahead.map { $0 < 0 } ?? false ? false : nil
  }

  /// Whether anything tells of a prefetch for it, or of content that was looked up: an alarm has none.
  package var hasPrefetch: Bool {
    fetch.isPlanned || task.isSubmitted || task.isAccepted || task.submitFailed || fetch.isDisabled
      || task.isExecuted || fetch.hasSucceeded || content.isWritten || fetch.hasFailed
      || content.isCached || delivery.usedCached || delivery.hasMissed
      || delivery.isSummarised
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
    delivery.isSuppressed || delivery.isForbidden || delivery.isToldMissed || schedule.isCancelled
      || schedule.isMoved
  }

  /// Delivered and wrapped up: only stragglers can follow.
  package var isFinished: Bool { delivery.isSummarised || delivery.isDelivered }

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
    task.handlerTime = nil
    delivery.time = nil
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
