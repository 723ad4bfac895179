package import RuleLanguage

/// Gives each event its process segment, cycle, execution window and delivery window.
///
/// One value per run, held by the rule engine, which looks at the cycles while it works off the
/// output. Never copied, so that nothing about it has to be counted or checked at run time.
package struct Correlator: ~Copyable {
  /// Lends the whole where it lies. A struct without such a member is lent as its parts, which for
  /// one of this size is a copy at most calls: a seventh of all instructions of the dense corpus.
  private let lentInPlace: (any Sendable)? = nil
  package let known: KnownEvents
  let catalogue: Catalogue
  package var store = EventStore()
  package var clock: ClockResolver

  package internal(set) var cycles: [Cycle] = []
  package internal(set) var executions: [Window] = []
  package internal(set) var deliveries: [Window] = []
  package internal(set) var segments: [Segment] = []

  /// What came of the last calls; whoever drains it clears it.
  package var output: [Correlated] = []
  /// Who hears of events, and of which kinds.
  private var listener: Listener?
  private var isHeard: [Bool]
  /// Hears of an event while its scopes are just as its line leaves them.
  package typealias Listener = (borrowing Correlator, ScopedEvent, _ isTwin: Bool) -> Void

  // What the report says of the run.
  package internal(set) var repeats = 0
  /// Those of them that another sink of the same program logged.
  package internal(set) var sinkRepeats = 0
  package internal(set) var twins = 0
  /// JSON events that no text line stands beside, though text has words for them.
  package internal(set) var loneJSON = 0
  package internal(set) var clockSteps = 0
  /// How often the log broke off and began anew.
  package internal(set) var breaks = 0
  /// How often a time lies before, and behind, that of the event before it.
  private var falls = 0
  private var rises = 0
  /// The newest line stands first: times fall, and hardly ever rise.
  package var runsBackward: Bool { falls >= 4 && falls > 4 * rises }
  package internal(set) var firstTime: Int64?
  package internal(set) var lastTime: Int64?
  package internal(set) var closedCycles = 0
  package internal(set) var evictedCycles = 0
  /// The latest notification whose turn came in the log.
  var reachedNotification: Int64?
  /// How far the log goes, by what it tells of its notifications.
  var reachedTime: Int64?
  package internal(set) var hasHead = false
  /// No process was seen yet, or none since the log broke off.
  var isAtStart = true
  /// The process that was at work as the log began; -1 for none.
  package internal(set) var headlessSegment: Int32 = -1
  /// The first event that tells of more than the device.
  package internal(set) var headSequence = Int64.max
  /// Nothing but the state of the device was told so far.
  var isBeforeHead = false
  package internal(set) var eventCount: Int64 = 0
  /// Some process said at its start that nothing was scheduled before.
  var startedEmpty = false
  /// The first process said at its start that something was scheduled before: what it counts may
  /// have begun before the log.
  package internal(set) var inheritsWork = false
  /// The change of the time zone that the schedule has to outlive, and the last schedule that was
  /// stored for another time.
  var zoneChange: ZoneChange?
  var lastMove: Move?
  /// The zone that the device was last said to be in.
  var lastZone: String?
  package internal(set) var isTailCut = false

  var freeCycles: [Int32] = []
  var freeExecutions: [Int32] = []
  var freeDeliveries: [Int32] = []
  var openCycles = 0
  var cycleCount: Int64 = 0
  var executionCount: Int64 = 0
  var deliveryCount: Int64 = 0
  var byTime = SlotTable<Int64>()
  var bySchedule = SlotTable<String>()
  var byNotification = SlotTable<String>()
  /// The binding of each kind that was made last: most lines of a cycle only repeat it.
  var lastSchedule: (id: String, slot: Int32) = ("", -1)
  var lastNotification: (id: String, slot: Int32) = ("", -1)
  /// The ids of each kind that a line told last.
  private var lastScheduleId = KeptText()
  private var lastNotificationId = KeptText()
  private var lastHash = KeptText()
  /// Cycles that may close, by the time they may.
  var closing = TimeQueue()
  /// How many looks may stand before those at cycles that are over are dropped.
  var closingRoom = 1 << 12
  /// The cycle that the last schedule-stage event belonged to.
  var burst: Int32 = -1
  var burstSequence: Int64 = -1
  var burstTime: Int64?
  /// The lines of a submission that an opened call still owes.
  var awaited: Submission = []
  /// The lead of the submission that the running handler is about to make was capped.
  var isCappedInHandler = false
  var currentSegment: Int32 = -1
  /// Some process may be over.
  var hasOvertaken = false
  var currentExecution: Int32 = -1
  var currentDelivery: Int32 = -1
  var lastFetch: FetchAtWork?
  /// A handler whose cycle no line has named yet, and what followed it so far.
  var held: [ScopedEvent] = []
  var lastOfKind: [LastRecord]
  /// The first lines of a log that begins in the midst of a task, and of the delivery behind it.
  var begun: [ScopedEvent] = []
  /// What they are of was not told.
  var isUntold = false
  /// The last line of each kind, placed or not, for repeats.
  var lastLines: [ScopedEvent?]
  var recent = RecentLines()
  /// Events that came before the line which tells their year, or their zone.
  var waiting: [ScopedEvent] = []
  /// How many of them were handed on, once that has begun.
  var released = 0
  var isReleasing = false
  /// A line that may be `print`'s copy of the one behind it.
  var printed: ScopedEvent?
  /// The clock epoch of the event at hand.
  package internal(set) var currentEpoch: UInt32 = 0
  package internal(set) var segmentCount: Int32 = 0
  /// The latest times by quality, in their place: an array is asked for being shared at each write.
  var lastTimeByQuality = InlineArray<3, Int64?>(repeating: nil)
  // Whose lines are those that any program may write.
  var app = AppIdentity()
  /// The log holds a line of the plugin.
  var hasOwnLine = false
  /// How many lines without a process number are looked at for a name.
  var nameTries = 4
  /// The task that a line of the plugin named last.
  var lastTaskId = ""
  /// Lines that are not known to be the app's.
  var hostLines: [HostLine] = []
  /// Records of some process that came before any line shows which one is the plugin's.
  var earlyRecords: [HostLine] = []
  /// So many records came that no such line is waited for.
  var awaitsTag = true
  /// A crash whose line says nothing of whose it is.
  var unnamedCrash: HostLine?
  /// How many lines of each file were found to be the app's later.
  package internal(set) var lateLines: [UInt16: Int] = [:]
  /// The processes that crashed, the last ones.
  var crashedSegments: [Int32] = []
  /// What the system ended, the last ones.
  package internal(set) var kills: [Kill] = []
  package let roles: [EventRole]
  /// Which events have a text form: JSON alone says nothing of what text would have shown of others.
  let hasText: [Bool]

  /// What records of each kind are held to.
  let records: [RecordForm]

  /// The two lines of a submission.
  struct Submission: OptionSet, Sendable {
    let rawValue: UInt8
    static let attempt = Submission(rawValue: 1)
    static let acceptance = Submission(rawValue: 2)
    static let both: Submission = [.attempt, .acceptance]
  }

  /// The last record of a kind, for folding repeats and twins.
  struct LastRecord: Sendable {
    var event: ScopedEvent?
    /// The form of that event.
    var form: EventForm?
    var isFolded = false
  }

  /// The most cycles held open at once: each event may look at all of them.
  var cycleLimit = 1 << 10

  package init(_ plan: CorrelationPlan, clock: ClockResolver) {
    self.clock = clock
    known = plan.known
    catalogue = plan.catalogue
    roles = plan.roles
    hasText = plan.hasText
    records = plan.records
    let kinds = plan.roles.count
    isHeard = [Bool](repeating: false, count: kinds)
    lastOfKind = [LastRecord](repeating: LastRecord(), count: kinds)
    lastLines = [ScopedEvent?](repeating: nil, count: kinds)
  }

  /// Hands each event of some kinds to a listener, which takes the place of an earlier one.
  package mutating func hear(of kinds: some Sequence<Int>, by listener: @escaping Listener) {
    self.listener = listener
    for kind in isHeard.indices { isHeard[kind] = false }
    for kind in kinds where isHeard.indices.contains(kind) { isHeard[kind] = true }
  }

  func isHeard(_ kind: EventKind) -> Bool { isHeard[Int(kind.rawValue)] }

  func tell(of event: ScopedEvent, isTwin: Bool) { listener?(self, event, isTwin) }

  /// Keeps the text and the fields of an event that no line of the log tells.
  package mutating func keep(
    _ event: inout ScopedEvent, line: Span<UInt8>, scratch: Span<UInt8>, fields: [Field]
  ) {
    event.text = store.keep(line: line, scratch: scratch)
    event.fields = store.keep(fields: fields, from: 0, count: fields.count)
  }

  /// Takes a name of the plugin's app that somebody stated: of its package, bundle or process.
  package mutating func state(app name: String) { app.state(name) }

  /// Takes the next event of the log; what follows from it stands in `output`.
  ///
  /// - Returns: Whether it is an event of the plugin's app, as far as that is known by now.
  @discardableResult
  package mutating func add(
    _ event: Event, of batch: borrowing EventBatch, chunk: Span<UInt8>, file: UInt16
  ) -> Bool {
    while releaseNext() {}
    if event.isOfHost { return takeHostLine(event, of: batch, chunk, file: file) }
    if unnamedCrash != nil { takeUnnamed() }
    let isUnmarked = isUnmarked(event)
    if isUnmarked, setsAside(event, of: batch, chunk, file: file) { return !app.isShownByTag }
    learn(from: event, isUnmarked: isUnmarked, batch, chunk)
    if !earlyRecords.isEmpty { takeEarlyRecords() }
    if app.hasNews { takeNewlyOwned() }
    var scoped = ScopedEvent(event: event, sequence: eventCount, role: role(of: event.kind))
    eventCount += 1
    scoped.file = file
    keep(&scoped, batch, chunk)
    if !waiting.isEmpty || lacksClock(scoped) {
      wait(scoped)
    } else {
      take(&scoped)
    }
    return true
  }

  // From here on an event is lent from one to the next: each copy of it is 28 instructions.

  mutating func take(_ event: inout ScopedEvent) {
    if printed != nil { takePrinted(before: event) }
    if isPrint(event) { printed = event } else { settle(&event) }
  }

  private mutating func takePrinted(before event: ScopedEvent) {
    guard var first = printed else { return }
    printed = nil
    if isCopy(first, of: event) {
      repeats += 1
      sinkRepeats += 1
    } else {
      settle(&first)
    }
  }

  mutating func settle(_ event: inout ScopedEvent) {
    if event.isTimed {
      readTime(of: &event)
      if isOld(event), event.kind != known.unclassified, recent.holds(event, in: store) {
        repeats += 1
        return
      }
      recent.note(event)
      follow(event)
    }
    event.epoch = currentEpoch
    if !isNew(event), isRepeat(event) {
      repeats += 1
      return
    }
    lastLines[Int(event.kind.rawValue)] = event
    if held.isEmpty {
      begin(&event)
    } else {
      continueHeld(&event)
    }
  }

  mutating func keep(
    _ scoped: inout ScopedEvent, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) {
    let start = Int(scoped.event.textStart)
    let line = chunk.extracting(start..<(start + Int(scoped.event.textLength)))
    let scratchStart = Int(scoped.event.scratchStart)
    let scratch = batch.scratch.span.extracting(
      scratchStart..<(scratchStart + Int(scoped.event.scratchLength)))
    scoped.text = store.keep(line: line, scratch: scratch)
    scoped.fields = store.keep(
      fields: batch.fields, from: Int(scoped.event.firstField), count: Int(scoped.event.fieldCount))
  }

  private mutating func readTime(of scoped: inout ScopedEvent) {
    let time = clock.resolve(scoped.event.time, gaps: scoped.event.timeGaps)
    if !scoped.event.timeGaps.isDisjoint(with: .zones) { checkZone(of: scoped, readAs: time) }
    scoped.event.time = time
  }

  /// Whether its time is none that comes behind those of its quality.
  private func isOld(_ event: ScopedEvent) -> Bool {
    guard let last = lastTimeByQuality[Int(event.event.timeQuality.rawValue)] else { return false }
    return event.time <= last
  }

  /// Lets the clock go on, or step back.
  private mutating func follow(_ scoped: ScopedEvent) {
    let time = scoped.time
    let quality = Int(scoped.event.timeQuality.rawValue)
    // Times of one kind step back together; a JSON time beside a line's time may lag a little.
    if let last = lastTimeByQuality[quality], time < last - 1_000_000 {
      currentEpoch += 1
      clockSteps += 1
      if scoped.event.timeGaps.contains(.zone) { clock.noteSetBack(by: last &- time) }
      lastTimeByQuality = InlineArray(repeating: nil)
      lastTimeByQuality[quality] = time
    } else {
      lastTimeByQuality[quality] = max(time, lastTimeByQuality[quality] ?? time)
    }
    if let last = lastTime {
      if time < last { falls += 1 } else if time > last { rises += 1 }
    } else {
      firstTime = time
    }
    lastTime = time
  }

  // MARK: Fields

  func instant(_ name: FieldName, _ event: ScopedEvent) -> Int64? {
    store.field(name, of: event)?.instant
  }

  func integer(_ name: FieldName, _ event: ScopedEvent) -> Int64? {
    guard let field = store.field(name, of: event), field.state == .value else { return nil }
    return field.value
  }

  func flag(_ name: FieldName, _ event: ScopedEvent) -> Bool? {
    integer(name, event).map { $0 != 0 }
  }

  func string(_ name: FieldName, _ event: ScopedEvent) -> String? {
    guard let field = store.field(name, of: event), field.state == .value, field.length > 0
    else { return nil }
    return store.text(of: field, in: event)
  }

  /// The id of the schedule that an event names.
  mutating func scheduleId(_ event: ScopedEvent) -> String? {
    store.string(known.scheduleId, of: event, last: &lastScheduleId)
  }

  /// The id of the notification that an event names.
  mutating func notificationId(_ event: ScopedEvent) -> String? {
    store.string(known.notificationId, of: event, last: &lastNotificationId)
  }

  /// The hash that an event gives of a content or a schedule.
  mutating func hash(_ event: ScopedEvent) -> String? {
    store.string(known.hash, of: event, last: &lastHash)
  }

  func key(_ event: ScopedEvent) -> Int64? {
    store.instant(known.notificationTime, else: known.scheduledFor, of: event)
  }
}
