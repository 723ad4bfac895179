internal import RuleLanguage

/// The third station of an event: the process that it befell.
struct Processes: ~Copyable {
  /// What became of processes as an event found its own, in order.
  enum Change {
    case opened(Int32, hasHead: Bool)
    case closed(Int32, ScopeEnd)
    /// Another process wrote; and a process went on.
    case left(Int32)
    case resumed(Int32)
    /// The device started anew beneath these.
    case rebooted([Segment])
    /// A process goes on of which that line said that it was ended.
    case survived(ScopedEvent)
  }

  private let known: KnownEvents
  private(set) var segments: [Segment]
  /// Changes that the windows and cycles have not followed yet.
  private(set) var changes: [Change]
  /// The last that are over of which the log does not show that they had not registered before it: their
  /// last events may be judged only now.
  private var endedHeadless: [Int32]
  private(set) var current: Int32
  private(set) var count: Int32
  /// Some process may be over.
  private var hasOvertaken: Bool
  /// No process was seen yet, or none since the log broke off.
  private var isAtStart: Bool
  /// Nothing but the state of the device was told so far.
  private var isBeforeHead: Bool
  /// The log shows how its first process began.
  private(set) var hasHead: Bool
  /// The first event that tells of more than the device.
  private(set) var headSequence: Int64
  /// Some process said at its start that nothing was scheduled before.
  private(set) var startedEmpty: Bool
  /// The first process said at its start that something was scheduled before: what it counts may
  /// have begun before the log.
  private(set) var inheritsWork: Bool
  var ends: ProcessEnds

  /// A handful of processes log at a time.
  private static let limit = 8
  /// A process that names ever new tasks would have all of them held against each line.
  private static let taskLimit = 16

}

extension Processes {
  init(_ known: KnownEvents) {
    self.init(
      known: known, segments: [], changes: [], endedHeadless: [], current: -1, count: 0,
      hasOvertaken: false, isAtStart: true, isBeforeHead: false, hasHead: false,
      headSequence: .max, startedEmpty: false, inheritsWork: false, ends: ProcessEnds())
  }

  func copy() -> Processes {
    Processes(
      known: known, segments: segments, changes: changes, endedHeadless: endedHeadless,
      current: current, count: count, hasOvertaken: hasOvertaken, isAtStart: isAtStart,
      isBeforeHead: isBeforeHead, hasHead: hasHead, headSequence: headSequence,
      startedEmpty: startedEmpty, inheritsWork: inheritsWork, ends: ends)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(segments)
    assert(changes.isEmpty, "what became of processes is followed event by event")
    state.put(endedHeadless)
    state.put(current)
    state.put(count)
    state.put(hasOvertaken)
    state.put(isAtStart)
    state.put(isBeforeHead)
    state.put(hasHead)
    state.put(number: headSequence)
    state.put(startedEmpty)
    state.put(inheritsWork)
    state.put(ends)
  }

  init(from state: borrowing RunStateReader, _ known: KnownEvents) throws(StateDamage) {
    self.init(
      known: known, segments: try state.take(), changes: [],
      endedHeadless: try state.take(), current: try state.take(), count: try state.take(),
      hasOvertaken: try state.take(), isAtStart: try state.take(), isBeforeHead: try state.take(),
      hasHead: try state.take(), headSequence: try state.takeNumber(),
      startedEmpty: try state.take(), inheritsWork: try state.take(), ends: try state.take())
  }

  /// Whether its numbers go together, as a state has them.
  var isSound: Bool {
    segments.count <= Self.limit && current >= -1 && current < segments.count
      && count >= 0 && count < 1 << 30 && headSequence >= 0
      && endedHeadless.count <= Self.limit && segments.allSatisfy { $0.number <= count }
  }

  /// Knows no process from before a gap.
  mutating func beginAnew() {
    hasHead = false
    startedEmpty = false
    isAtStart = true
    isBeforeHead = false
    current = -1
  }

  /// Whether no line of a process was seen yet.
  var isAtHead: Bool { current < 0 || isBeforeHead }

  mutating func takeChanges() -> [Change] {
    defer { changes.removeAll(keepingCapacity: true) }
    return changes
  }

  /// Finds the event's process, opening one where a process begins.
  ///
  /// - Parameter last: The last record of the same kind, of a registration.
  mutating func assign(
    _ event: inout ScopedEvent, behind last: (form: EventForm, sequence: Int64)?,
    in store: borrowing EventStore
  ) {
    let pid = event.event.pid
    let part = event.part
    let isStart = event.role.marks.contains(.opensProcess)
    if hasOvertaken { closeOvertaken(at: event) }
    if isAtStart {
      isAtStart = false
      isBeforeHead = isOfDevice(event)
      hasHead = isBeforeHead || isStart
      open(event, hasHead: hasHead)
    } else if current < 0 || showsAnother(event, than: segments[Int(current)], in: store) {
      open(event, hasHead: beginsAfterKill(event))
    } else if isBeforeHead, !isOfDevice(event), !isStart {
      // What a tester notes of the device may stand before any line of a process that runs already.
      isBeforeHead = false
      hasHead = false
      close(Int(current), end: .complete)
      open(event, hasHead: false)
    } else if part == .reboot {
      changes.append(.rebooted(segments))
      closeAll { _ in .complete }
      open(event, hasHead: true)
    } else if pid >= 0, pid != segments[Int(current)].pid, !adoptPid(pid) {
      changes.append(.left(segments[Int(current)].number))
      if let other = segments.firstIndex(where: { $0.pid == pid }) {
        current = Int32(other)
        segments[other].isOvertaken = false
        changes.append(.resumed(segments[other].number))
      } else {
        open(event, hasHead: beginsAfterKill(event))
      }
    } else if part == .appLaunch && segments[Int(current)].hasLaunched
      || part == .register && startsAgain(event, behind: last, in: store)
    {
      close(Int(current), end: .complete)
      open(event, hasHead: true)
    }
    if !isOfDevice(event) {
      isBeforeHead = false
      headSequence = min(headSequence, event.sequence)
    }
    if part == .register, let task = store.string(known.taskId, event) {
      register(task, at: event)
    }
    if part == .startup, event.event.fieldCount > 0 { noteStart(event, in: store) }
    note(&event)
  }

  private mutating func noteStart(_ event: ScopedEvent, in store: borrowing EventStore) {
    for field in store.fields(of: event) where field.type == .bool && field.state == .value {
      if field.value == 0 { startedEmpty = true }
      if field.value != 0, segments[Int(current)].number == 1 { inheritsWork = true }
    }
  }

  @inline(__always)
  private mutating func note(_ event: inout ScopedEvent) {
    let index = Int(current)
    let number = segments[index].number
    // Where lines name no process, the work of a task shows that it lives, since the start of another one
    // would show.
    if let said = ends.takeBack(of: number, at: event),
      event.event.pid >= 0 || event.stage == .execution && !segments[index].launchSteps.isEmpty
    {
      changes.append(.survived(said))
    }
    segments[index].note(event, isAppWork: !isOfDevice(event) && event.part != .appState)
    event.segment = number
  }

  /// Notes a task of the current process; an earlier process that registered it is over.
  private mutating func register(_ task: String, at event: ScopedEvent) {
    let number = segments[Int(current)].number
    while let earlier = segments.firstIndex(where: {
      $0.number != number && $0.taskIds.contains(task) && !$0.isOvertaken
    }) {
      if segments[earlier].mayLive(beside: event) {
        segments[earlier].isOvertaken = true
        hasOvertaken = true
      } else {
        closeBeside(earlier)
      }
    }
    if segments[Int(current)].taskIds.count < Self.taskLimit,
      !segments[Int(current)].taskIds.contains(task)
    {
      segments[Int(current)].taskIds.append(task)
    }
  }

  /// Whether the event tells of the device, and of no process.
  @inline(__always)
  private func isOfDevice(_ event: ScopedEvent) -> Bool {
    event.kind == known.environment || event.kind == known.unclassified
  }

  /// Whether a process that follows another is seen from its start: not what a killed one had still to
  /// say, nor one without a number that says nothing of a start.
  private func beginsAfterKill(_ event: ScopedEvent) -> Bool {
    let pid = event.event.pid
    return event.role.marks.contains(.opensProcess)
      || pid >= 0 && !ends.kills.contains { $0.pid == pid }
  }

  /// A segment whose process no line has named takes the first process that one names.
  private mutating func adoptPid(_ pid: Int32) -> Bool {
    guard segments[Int(current)].pid < 0 else { return false }
    segments[Int(current)].pid = pid
    return true
  }

  private func startsAgain(
    _ event: ScopedEvent, behind last: (form: EventForm, sequence: Int64)?,
    in store: borrowing EventStore
  ) -> Bool {
    guard let task = store.string(known.taskId, event) else { return false }
    let segment = segments[Int(current)]
    // The start of a process that was at work as the log began was before that, unless no other can
    // have taken its place so soon.
    if segment.mayHaveRegistered, !segment.onlyLaunchEvents || segment.hasStarted,
      event.event.pid < 0 || segment.pid < 0
    {
      let gap = Cycle.span(from: segment.lastTime, to: event.knownTime)
      return gap.map { $0 > Correlator.burstDistance } ?? true
    }
    guard segment.taskIds.contains(task) else { return false }
    // The JSON twin of the registration line is no second start.
    guard let last else { return true }
    return last.form == event.event.form || event.sequence - last.sequence > 2
  }

  // MARK: Opening and closing

  private mutating func open(_ event: ScopedEvent, hasHead: Bool) {
    // Those that were said to have ended are over as another one begins, be it not the tester's.
    if event.part != .appState { closeEnded { _ in true } }
    count += 1
    var segment = Segment()
    segment.number = count
    segment.pid = event.event.pid
    segment.hasHead = hasHead
    segment.firstSequence = event.sequence
    segment.isFirst = event.sequence == 0
    if segments.count == Self.limit { close(0, end: .complete) }
    segments.append(segment)
    current = Int32(segments.count - 1)
    changes.append(.opened(count, hasHead: hasHead))
  }

  mutating func close(_ index: Int, end: ScopeEnd) {
    changes.append(.closed(segments[index].number, end))
    if segments[index].mayHaveRegistered {
      if endedHeadless.count == Self.limit { endedHeadless.removeFirst() }
      endedHeadless.append(segments[index].number)
    }
    segments.remove(at: index)
    current = segments.isEmpty ? -1 : Int32(segments.count - 1)
  }

  /// Closes the processes that are at work still behind a line of their end.
  mutating func closeEnded(where isMeant: (ProcessEnds.Kill) -> Bool) {
    for kill in ends.kills where isMeant(kill) {
      if let index = segments.firstIndex(where: { $0.number == kill.segment }) {
        close(index, end: .complete)
      }
    }
  }

  mutating func closeAll(end: (Segment) -> ScopeEnd) {
    while let first = segments.first { close(0, end: end(first)) }
  }

  /// Closes the processes that did not come back since another one registered their task.
  private mutating func closeOvertaken(at event: ScopedEvent) {
    while let index = segments.firstIndex(where: { $0.isOver(at: event) }) { closeBeside(index) }
    hasOvertaken = segments.contains { $0.isOvertaken }
  }

  /// Closes a process beside the current one.
  private mutating func closeBeside(_ index: Int) {
    let number = current >= 0 ? segments[Int(current)].number : -1
    close(index, end: .complete)
    current = Int32(segments.firstIndex { $0.number == number } ?? segments.count - 1)
  }

  // MARK: What others ask and note

  /// Whether a line shows that another process took the place of one that the system ended: it names none, or
  /// tells of a launch, though the number is the same, or the system said that a process began under it.
  private func showsAnother(
    _ event: ScopedEvent, than segment: Segment, in store: borrowing EventStore
  ) -> Bool {
    guard isKilled(segment) else { return false }
    if event.event.pid < 0 || event.stage == .launch || event.role.marks.contains(.opensProcess)
      || ends.isStarted(since: segment.number, by: event)
    {
      return true
    }
    return event.part == .recoveryBegin && !store.isWord("warm", known.trigger, event)
  }

  /// Whether the system has ended a process, which is at work until another one shows that it is gone.
  func isKilled(_ segment: Segment) -> Bool {
    ends.kills.contains { $0.segment == segment.number && $0.event.part != .appState }
  }

  /// The process that the system killed, if it is at work.
  func killed(by event: ScopedEvent) -> Int? {
    let pid = event.event.pid
    // Where the lines of the plugin name no process, it is the current one.
    let isCurrent = current >= 0 && (pid < 0 || segments[Int(current)].pid < 0)
    return isCurrent ? Int(current) : segments.firstIndex { $0.pid == pid }
  }

  /// The process that a tester says was ended; nil for one that crashed.
  func ended(by event: ScopedEvent) -> Segment? {
    // A tester may write as another process.
    let atWork = segments.filter { !$0.launchSteps.isEmpty || !$0.onlyLaunchEvents }
    let ended =
      atWork.last { event.event.pid >= 0 && $0.pid == event.event.pid }
      ?? atWork.max { $0.lastSequence < $1.lastSequence }
    return ended.flatMap { ends.crashed.contains($0.number) ? nil : $0 }
  }

  /// Remembers what a process was at as another one wrote.
  mutating func note(_ work: WorkAtHand, of number: Int32) {
    guard let index = segments.firstIndex(where: { $0.number == number }) else { return }
    segments[index].work = work
  }

  func work(of number: Int32) -> WorkAtHand? { segments.first { $0.number == number }?.work }

  /// The current process, with its launch, for the first cycle that it opens.
  mutating func takeLaunch() -> Segment? {
    guard current >= 0, !segments[Int(current)].hasCycle else { return nil }
    segments[Int(current)].hasCycle = true
    return segments[Int(current)]
  }

  /// Whether a registration may have come in a process before the log began, although the log shows
  /// the start of it.
  func mayHaveRegistered(_ number: Int32) -> Bool {
    segments.contains { $0.number == number && $0.mayHaveRegistered }
      || endedHeadless.contains(number)
  }
}
