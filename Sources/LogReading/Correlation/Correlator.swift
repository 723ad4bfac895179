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
  var times: EventClock
  var duplicates: Duplicates
  var processes: Processes
  var cycleBook = CycleBook()
  /// The schedule call of the process that wrote last.
  var call = ScheduleCall()
  var executionWindows = WindowTable(of: .execution)
  var deliveryWindows = WindowTable(of: .delivery)

  /// What came of the last calls; whoever drains it clears it.
  package var output: [Correlated] = []
  /// Who hears of events, and of which kinds.
  private var listener: Listener?
  private var isHeard: [Bool]
  /// Hears of an event while its scopes are just as its line leaves them.
  package typealias Listener = (borrowing Correlator, ScopedEvent, _ isTwin: Bool) -> Void

  // What the report says of the run.
  /// JSON events that no text line stands beside, though text has words for them.
  package internal(set) var loneJSON = 0
  /// How often the log broke off and began anew.
  package internal(set) var breaks = 0
  package internal(set) var eventCount: Int64 = 0
  /// The change of the time zone that the schedule has to outlive, and the last schedule that was
  /// stored for another time.
  var zoneChange: ZoneChange?
  var lastMove: Move?
  /// The zone that the device was last said to be in.
  var lastZone: String?
  package internal(set) var isTailCut = false

  /// The ids of each kind that a line told last.
  private var lastScheduleId = KeptText()
  private var lastNotificationId = KeptText()
  private var lastHash = KeptText()
  var lastFetch: FetchAtWork?
  /// A handler whose cycle no line has named yet, and what followed it so far.
  var held: [ScopedEvent] = []
  /// The first lines of a log that begins in the midst of a task, and of the delivery behind it.
  var begun: [ScopedEvent] = []
  /// What they are of was not told.
  var isUntold = false
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
  package let roles: [EventRole]
  /// Which events have a text form: JSON alone says nothing of what text would have shown of others.
  let hasText: [Bool]

  /// What records of each kind are held to.
  let records: [RecordForm]

  // What the stations tell of the run.
  package var clock: ClockResolver {
    _read { yield times.resolver }
    _modify { yield &times.resolver }
  }
  package var hasHead: Bool { processes.hasHead }
  package var headlessSegment: Int32 { processes.headless }
  package var headSequence: Int64 { processes.headSequence }
  package var inheritsWork: Bool { processes.inheritsWork }
  package var segmentCount: Int32 { processes.count }
  package var kills: [Kill] { processes.kills }
  package var cycles: [Cycle] { _read { yield cycleBook.cycles } }
  package var closedCycles: Int { cycleBook.closed }
  package var evictedCycles: Int { cycleBook.evicted }
  package var executions: [Window] { _read { yield executionWindows.windows } }
  package var deliveries: [Window] { _read { yield deliveryWindows.windows } }
  package var clockSteps: Int { times.steps }
  package var runsBackward: Bool { times.runsBackward }
  package var firstTime: Int64? { times.first }
  package var lastTime: Int64? { times.last }
  package var currentEpoch: UInt32 { times.epoch }
  package var repeats: Int { duplicates.repeats }
  package var sinkRepeats: Int { duplicates.sinkRepeats }
  package var twins: Int { duplicates.twins }

  package init(_ plan: CorrelationPlan, clock: ClockResolver) {
    times = EventClock(clock, plan.known)
    duplicates = Duplicates(kinds: plan.roles.count, unclassified: plan.known.unclassified)
    processes = Processes(plan.known)
    known = plan.known
    catalogue = plan.catalogue
    roles = plan.roles
    hasText = plan.hasText
    records = plan.records
    let kinds = plan.roles.count
    isHeard = [Bool](repeating: false, count: kinds)
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

  /// Ends the wait for the year and the zone; what is not known by now the clock assumes.
  package mutating func stopWaiting() { times.stopWaiting(in: store) }

  /// Ends the wait for a zone that an option gave anyway.
  package mutating func stopWaitingForZone() { times.stopWaitingForZone(in: store) }

  /// Hands on the next event that waited; false if none is ready.
  ///
  /// One at a time, so that whoever looks at its cycle does not see what came later.
  package mutating func releaseNext() -> Bool {
    guard var event = times.nextReleased() else { return false }
    take(&event)
    times.dropReleased()
    return true
  }

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
    if times.mustWait(scoped) {
      times.wait(scoped, in: store)
    } else {
      take(&scoped)
    }
    return true
  }

  // From here on an event is lent from one to the next: each copy of it is 28 instructions.

  mutating func take(_ event: inout ScopedEvent) {
    if duplicates.holdsPrinted, var first = duplicates.takePrinted(before: event, in: store) {
      settle(&first)
    }
    if !duplicates.holdsBack(event) { settle(&event) }
  }

  mutating func settle(_ event: inout ScopedEvent) {
    if event.isTimed {
      times.readTime(of: &event, in: store)
      if duplicates.repeatsOlder(event, isOld: times.isOld(event), in: store) { return }
      times.follow(event)
    }
    event.epoch = times.epoch
    if duplicates.repeatsLast(event, in: store) { return }
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
