package import RuleLanguage

/// Gives each event its process segment, cycle, execution window and delivery window.
///
/// A chain of stations, each with its own fields: `LineOwners` tells whether it is the app's,
/// `EventClock` when it was, `Duplicates` whether it is new, `Processes` whom it befell; then it is
/// placed in the `CycleBook` and the two `WindowTable`s, which follow what becomes of processes.
///
/// One value per run, held by the rule engine, which looks at the cycles while it works off the
/// output. Never copied, so that nothing about it has to be counted or checked at run time.
@usableFromInline
package struct Correlator: ~Copyable {
  let plan: CorrelationPlan
  // Stored, since an accessor that lends them is a call with a frame of its own for each use.
  package let known: KnownEvents
  package let roles: [EventRole]
  package var store: EventStore
  var owners: LineOwners
  @usableFromInline var times: EventClock
  var duplicates: Duplicates
  var processes: Processes
  @usableFromInline var cycleBook: CycleBook
  /// The schedule call of the process that wrote last.
  var call: ScheduleCall
  @usableFromInline var executionWindows: WindowTable
  @usableFromInline var deliveryWindows: WindowTable

  /// What came of the last calls; whoever drains it clears it.
  package var output: [Correlated]
  /// Hears of each event.
  ///
  /// Of any type, so that the correlator is lent where it lies. A struct whose members all have a size
  /// that is known is lent as its parts, which for one of this size is a copy at most calls: a seventh
  /// of all instructions of the dense corpus.
  private var listener: (any CorrelatorListener)?
  /// Whether there is one: to look at it would make a copy of it.
  private(set) var isHeard: Bool

  // What the report says of the run.
  /// How often the log broke off and began anew.
  package internal(set) var breaks: Int
  package internal(set) var eventCount: Int64
  /// What lies outside the part that is judged; nil where all is.
  var filter: SpanFilter?
  var zoneMoves: ZoneMoves
  package internal(set) var isTailCut: Bool

  /// The ids and the hash that lines told last.
  private var kept: KeptTexts
  var lastFetch: FetchAtWork?
  /// A handler whose cycle no line has named yet, and what followed it so far.
  var held: [ScopedEvent]
  /// The first lines of a log that begins in the midst of a task, and of the delivery behind it.
  var begun: [ScopedEvent]
  /// What they are of was not told.
  var isUntold: Bool
  /// The app runs on a simulator, where a tester starts tasks whenever he likes (S4:163-173).
  package var isOnSimulator: Bool

  private struct KeptTexts: Codable {
    var schedule = KeptText()
    var notification = KeptText()
    var hash = KeptText()
    var task = KeptText()
  }
}

extension Correlator {
  package init(_ plan: CorrelationPlan, clock: ClockResolver) {
    self.init(
      plan: plan, known: plan.known, roles: plan.roles, store: EventStore(),
      owners: LineOwners(plan.known), times: EventClock(clock, plan.known),
      duplicates: Duplicates(kinds: plan.roles.count, unclassified: plan.known.unclassified),
      processes: Processes(plan.known), cycleBook: CycleBook(), call: ScheduleCall(),
      executionWindows: WindowTable(of: .execution), deliveryWindows: WindowTable(of: .delivery),
      output: [], listener: nil, isHeard: false, breaks: 0, eventCount: 0, filter: nil,
      zoneMoves: ZoneMoves(), isTailCut: false,
      kept: KeptTexts(), lastFetch: nil, held: [], begun: [], isUntold: false,
      isOnSimulator: false)
  }

  /// A copy that nobody listens to.
  package func copy() -> Correlator {
    Correlator(
      plan: plan, known: known, roles: roles, store: store.copy(), owners: owners.copy(),
      times: times.copy(), duplicates: duplicates.copy(), processes: processes.copy(),
      cycleBook: cycleBook.copy(), call: call, executionWindows: executionWindows,
      deliveryWindows: deliveryWindows, output: output, listener: nil, isHeard: false,
      breaks: breaks, eventCount: eventCount,
      filter: filter, zoneMoves: zoneMoves, isTailCut: isTailCut, kept: kept,
      lastFetch: lastFetch, held: held, begun: begun, isUntold: isUntold,
      isOnSimulator: isOnSimulator)
  }

  package func write(to state: borrowing RunStateWriter) {
    store.write(to: state)
    owners.write(to: state)
    times.write(to: state)
    duplicates.write(to: state)
    processes.write(to: state)
    cycleBook.write(to: state)
    state.put(call)
    state.put(executionWindows)
    state.put(deliveryWindows)
    assert(output.isEmpty, "a state is written between two events")
    state.put(breaks)
    state.put(eventCount)
    state.put(filter)
    state.put(zoneMoves)
    state.put(isTailCut)
    state.put(kept)
    state.put(lastFetch)
    state.put(held)
    state.put(begun)
    state.put(isUntold)
    state.put(isOnSimulator)
  }

  package init(
    from state: borrowing RunStateReader, _ plan: CorrelationPlan
  ) throws(StateDamage) {
    self.init(
      plan: plan, known: plan.known, roles: plan.roles, store: try EventStore(from: state),
      owners: try LineOwners(from: state, plan.known),
      times: try EventClock(from: state, plan.known),
      duplicates: try Duplicates(from: state, unclassified: plan.known.unclassified),
      processes: try Processes(from: state, plan.known), cycleBook: try CycleBook(from: state),
      call: try state.take(), executionWindows: try state.take(),
      deliveryWindows: try state.take(), output: [], listener: nil, isHeard: false,
      breaks: try state.take(),
      eventCount: try state.take(), filter: try state.take(), zoneMoves: try state.take(),
      isTailCut: try state.take(), kept: try state.take(), lastFetch: try state.take(),
      held: try state.take(), begun: try state.take(), isUntold: try state.take(),
      isOnSimulator: try state.take())
  }

  /// Whether all that was read of a state goes together.
  package var isSound: Bool {
    StateLimits.isCount(eventCount) && breaks >= 0 && owners.isSound && times.isSound
      && duplicates.isSound(kinds: plan.roles.count) && processes.isSound && cycleBook.isSound
  }

  /// Whether all the cycles, windows and lines that a state names are there.
  package func holds(_ limits: StateLimits) -> Bool {
    store.holds(limits) && limits.lastCycle < cycleBook.cycles.count
      && executionWindows.isSound(as: .execution, last: limits.lastExecution)
      && deliveryWindows.isSound(as: .delivery, last: limits.lastDelivery)
  }

  /// Hands each event to a listener.
  package mutating func tell(_ listener: some CorrelatorListener) {
    self.listener = listener
    isHeard = true
  }

  func tell(of event: ScopedEvent, isTwin: Bool) { listener?.hear(event, isTwin: isTwin, self) }

  /// Keeps the text and the fields of an event that no line of the log tells.
  package mutating func keep(
    _ event: inout ScopedEvent, line: Span<UInt8>, scratch: Span<UInt8>, fields: [Field]
  ) {
    event.text = store.keep(line: line, scratch: scratch)
    event.fields = store.keep(fields: fields, from: 0, count: fields.count)
  }

  /// Takes a name of the plugin's app that somebody stated: of its package, bundle or process.
  package mutating func state(app name: String) { owners.state(app: name) }

  /// Judges only a part of the log.
  package mutating func limit(to span: TimeSpan) { filter = SpanFilter(span) }

  /// Ends the wait for the year and the zone; what is not known by now the clock assumes.
  package mutating func stopWaiting() { times.stopWaiting(in: store) }

  /// Ends the wait for a zone that an option gave anyway.
  package mutating func stopWaitingForZone() { times.stopWaitingForZone(in: store) }

  /// Hands on the next event that waited; false if none is ready.
  ///
  /// One at a time, so that whoever looks at its cycle does not see what came later.
  package mutating func releaseNext() -> Bool {
    guard times.isReleasing else { return false }
    var event = times.nextReleased
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
    settleCrash()
    let isUnmarked = owners.isUnmarked(event)
    if isUnmarked, owners.doubts(event),
      owners.setsAside(hostLine(event, batch, chunk, file: file), in: store)
    {
      return !owners.isShownByTag
    }
    let part = role(of: event.kind).part
    if !owners.learn(from: event, part, isUnmarked: isUnmarked, batch, chunk) { return false }
    if owners.hasNews {
      owners.settle(in: store)
      takeOwnLines()
    }
    var scoped = scoped(event, batch, chunk, file: file)
    eventCount += 1
    if times.mustWait(scoped) {
      times.wait(scoped, in: store)
    } else {
      take(&scoped)
    }
    return true
  }

  // From here on an event is lent from one to the next. What all events go through and only looks at them
  // is inlined: a function that is called with an event is handed a copy of its 128 bytes.

  mutating func take(_ event: inout ScopedEvent) {
    if duplicates.holdsPrinted, var first = duplicates.takePrinted(before: event, in: store) {
      settle(&first)
    }
    if !duplicates.holdsBack(event) { settle(&event) }
  }

  mutating func settle(_ event: inout ScopedEvent) {
    if event.isTimed {
      times.readTime(of: &event, in: store)
      if filter != nil, leavesOut(&event) { return }
      if duplicates.repeatsOlder(event, isOld: times.isOld(event), in: store) { return }
      times.follow(event)
    } else if filter != nil, leavesOut(&event) {
      return
    }
    event.epoch = times.epoch
    if duplicates.repeatsLast(event, in: store) { return }
    if held.isEmpty {
      begin(&event)
    } else {
      continueHeld(&event)
    }
  }

  /// Whether an event lies outside the part that is judged; the others are numbered without it.
  mutating func leavesOut(_ event: inout ScopedEvent) -> Bool {
    if filter?.leavesOut(event, times.resolver) == true { return true }
    event.sequence -= filter?.count ?? 0
    return false
  }

  /// An event with its text and fields in the store.
  mutating func scoped(
    _ event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> ScopedEvent {
    var scoped = ScopedEvent(event: event, sequence: eventCount, role: role(of: event.kind))
    scoped.file = file
    let start = Int(event.scratchStart)
    let scratch = batch.scratch.span.extracting(start..<(start + Int(event.scratchLength)))
    scoped.text = store.keep(line: event.line(in: chunk), scratch: scratch)
    scoped.fields = store.keep(
      fields: batch.fields, from: Int(event.firstField), count: Int(event.fieldCount))
    return scoped
  }

  /// The id of the schedule that an event names.
  mutating func scheduleId(_ event: ScopedEvent) -> String? {
    store.string(known.scheduleId, of: event, last: &kept.schedule)
  }

  /// The id of the notification that an event names.
  mutating func notificationId(_ event: ScopedEvent) -> String? {
    store.string(known.notificationId, of: event, last: &kept.notification)
  }

  /// The id of the task that an event names.
  mutating func taskId(_ event: ScopedEvent) -> String? {
    store.string(known.taskId, of: event, last: &kept.task)
  }

  /// The hash that an event gives of a content or a schedule.
  mutating func hash(_ event: ScopedEvent) -> String? {
    store.string(known.hash, of: event, last: &kept.hash)
  }

  func key(_ event: ScopedEvent) -> Int64? {
    store.instant(known.notificationTime, else: known.scheduledFor, of: event)
  }
}
