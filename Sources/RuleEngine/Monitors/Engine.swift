package import LogReading
package import RuleLanguage

/// Runs the rules over the correlated events of one run.
///
/// Each event is given to the scopes that it belongs to. What it makes of a scope the interpreter says,
/// once; it is remembered by the shape of the scope and the likeness of the event.
///
/// A value that is never copied and that owns the correlator: as two classes that call each other
/// they paid for a check of exclusive access at every use of a field, a quarter of all instructions.
package struct Engine: ~Copyable {
  let plan: EnginePlan
  package let book: RuleBook
  var facts: Facts
  var interpreter: Interpreter
  var memory: Memory
  var step: StepAtHand
  var deadlines: Deadlines
  var keys: KeyScopes
  var device: DeviceHistory
  var sources: SourceEvidence
  package internal(set) var log: FindingLog
  /// Rules of which only the whole log tells whether they judge it.
  let waits: [Bool]
  /// By kind, whether an observer hears of its events.
  private let observed: [Bool]
  /// Any line of the run may be wrong.
  private(set) var isDoubtful: Bool
  private var logIsOpen: Bool
  private let limits: Limits

  /// How much is held at once.
  package struct Limits: Sendable {
    /// Findings kept in detail, of each sort.
    package var findings = 1000
    /// Values of keys of one rule.
    package var keys = 1 << 13
    /// Shapes and likenesses, and moves, that are remembered; none to ask the interpreter at each step.
    package var shapes = 4096
    package var moves = 16_384

    package init() {}
  }

}

extension Engine {
  /// Begins a run; what does not depend on it stands in the plan, whose rows are shared.
  ///
  /// - Parameter observed: By kind, whether an observer hears of its events; of none where it is empty.
  package init(
    _ plan: EnginePlan, clock: ClockResolver, environment: EnvironmentState, waits: [Bool] = [],
    observed: [Bool] = [], limits: Limits = Limits()
  ) {
    let kinds = plan.book.catalogue.events.count
    self.init(
      plan: plan, book: plan.book, facts: Facts(plan, clock: clock, environment: environment),
      interpreter: Interpreter(plan, forms: 16 * limits.shapes),
      memory: Memory(shapes: limits.shapes, moves: limits.moves), step: StepAtHand(),
      deadlines: Deadlines(), keys: KeyScopes(limit: max(1, limits.keys)),
      device: DeviceHistory(), sources: SourceEvidence(kinds: kinds),
      log: FindingLog(plan.book, limit: limits.findings), waits: waits,
      observed: observed.isEmpty ? [Bool](repeating: false, count: kinds) : observed,
      isDoubtful: false, logIsOpen: false, limits: limits)
  }

  // MARK: State

  // What the interpreter wrote and what the memory holds is worth time only: a copy finds it out anew.
  // How often the moves were made is summed up for it.

  /// A run that goes on from here by itself.
  package func copy() -> Engine {
    var log = log.copy()
    memory.moves.add(to: &log.satisfied)
    return Engine(
      plan: plan, book: book, facts: facts.copy(),
      interpreter: Interpreter(plan, forms: 16 * limits.shapes),
      memory: Memory(shapes: limits.shapes, moves: limits.moves), step: StepAtHand(),
      deadlines: deadlines, keys: keys, device: device, sources: sources, log: log, waits: waits,
      observed: observed, isDoubtful: isDoubtful, logIsOpen: logIsOpen, limits: limits)
  }

  /// Writes what a run knows; between two chunks of a log.
  package func write(to state: borrowing RunStateWriter) {
    facts.write(to: state)
    state.put(deadlines)
    state.put(keys)
    state.put(device)
    state.put(sources)
    var log = log.copy()
    memory.moves.add(to: &log.satisfied)
    log.write(to: state)
    state.put(isDoubtful)
    state.put(logIsOpen)
  }

  /// Whether all that was read of a state goes together, and the cycles, windows and lines that it names are
  /// there.
  package func isSound(_ named: StateLimits) -> Bool {
    for index in 0..<facts.instances.count where facts.instances[index].form.state != .free {
      let finding = facts.instances[index].finding
      if finding < -1 || finding >= log.findings.count { return false }
    }
    return facts.correlator.holds(named) && facts.isSound && log.isSound(for: book)
      && deadlines.lastInstance < facts.instances.count
      && sources.isSound(kinds: book.catalogue.events.count)
      && keys.isSound(
        rows: facts.scopes.count(.key), rules: book.rules.count, limit: max(1, limits.keys))
      && (!logIsOpen || facts.scopes.count(.log) == 1)
  }

  /// Goes on with a run that was written down.
  ///
  /// - Parameter fresh: The same run as it begins, which has what no run changes.
  package init(
    from state: borrowing RunStateReader, like fresh: borrowing Engine
  ) throws(StateDamage) {
    let (plan, limits) = (fresh.plan, fresh.limits)
    self.init(
      plan: plan, book: plan.book, facts: try Facts(from: state, plan),
      interpreter: Interpreter(plan, forms: 16 * limits.shapes),
      memory: Memory(shapes: limits.shapes, moves: limits.moves), step: StepAtHand(),
      deadlines: try state.take(), keys: try state.take(), device: try state.take(),
      sources: try state.take(),
      log: try FindingLog(from: state, limit: limits.findings),
      waits: fresh.waits, observed: fresh.observed, isDoubtful: try state.take(),
      logIsOpen: try state.take(), limits: limits)
  }

  /// Takes the next event of the log; what follows from it waits for `drain`.
  ///
  /// - Returns: Whether it is an event of the plugin's app, as far as that is known by now.
  @discardableResult
  package mutating func add(
    _ event: Event, of batch: borrowing EventBatch, chunk: Span<UInt8>, file: UInt16
  ) -> Bool {
    facts.correlator.add(event, of: batch, chunk: chunk, file: file)
  }

  /// Judges what follows from the events added, in the order of the log.
  package mutating func drain(for observer: inout some EngineObserver) {
    if !logIsOpen {
      logIsOpen = true
      open(ScopeReference(kind: .log, slot: 0), isHeadCut: false)
    }
    repeat {
      for item in facts.correlator.output {
        switch item {
        case .began(let process, let isHeadCut): begin(process, isHeadCut: isHeadCut)
        case .opened(let kind, let slot): openScope(kind, slot)
        case .event(let event):
          if observed[Int(event.kind.rawValue)] { observer.note(event, isTwin: false, self) }
          take(event)
        case .twin(let event):
          if observed[Int(event.kind.rawValue)] { observer.note(event, isTwin: true, self) }
          sources.note(event, plan)
        case .takenBack(let word):
          facts.environment.takeBack(endToldBy: word.sequence)
          device.history.takeBack(endToldBy: word.sequence)
        case .closed(let kind, let slot, let end): closeScope(kind, slot, end, for: &observer)
        }
      }
      facts.correlator.output.removeAll(keepingCapacity: true)
    } while facts.correlator.releaseNext()
  }

  /// Ends the wait for the year and the zone, which nothing more will tell.
  package mutating func stopWaiting(for observer: inout some EngineObserver) {
    facts.correlator.stopWaiting()
    drain(for: &observer)
  }

  /// Ends the wait for a zone that an option gave anyway.
  package mutating func stopWaitingForZone(for observer: inout some EngineObserver) {
    facts.correlator.stopWaitingForZone()
    drain(for: &observer)
  }

  /// Ends the log: its cycles and processes come to their ends.
  package mutating func endLog(
    at logEnd: LineTime?, isCut: Bool, for observer: inout some EngineObserver
  ) {
    // What was held back comes before the end of the log.
    stopWaiting(for: &observer)
    facts.correlator.endInput(logEnd: logEnd)
    drain(for: &observer)
    if let last = facts.correlator.lastTime {
      expire(before: last, epoch: facts.correlator.currentEpoch)
    }
    facts.correlator.finish(isCut: isCut)
    drain(for: &observer)
  }

  /// Gives the rules an event that only the whole log tells, behind all others.
  package mutating func add(
    _ event: ScopedEvent, line: [UInt8], scratch: [UInt8], fields: [Field]
  ) {
    var event = event
    facts.correlator.keep(&event, line: line.span, scratch: scratch.span, fields: fields)
    take(event)
  }

  /// Takes what the source of the log does not show, which all of its lines tell.
  package mutating func know(_ limits: SourceLimits) { sources.limits = limits }

  /// Ends every wait for a later line. What is still added behind it is compared with what was found, and waits
  /// for nothing itself.
  ///
  /// - Parameter armedGroups: Catalogue groups that the profiles of the run declare as logged.
  package mutating func endWaits(isCut: Bool, armedGroups: Set<String> = []) {
    sources.armedGroups = armedGroups
    closeLog(end: isCut ? .cut : .complete)
    logIsOpen = true
    open(ScopeReference(kind: .log, slot: 0), isHeadCut: true)
  }

  /// Ends the run, whose waits are ended, without the rules that do not judge its log.
  package mutating func finish(leavingOut isLeftOut: (Int) -> Bool = { _ in false }) {
    memory.moves.sumUp(into: &log.satisfied)
    leaveOut(isLeftOut, late: { _ in false })
    judgeSources()
  }

  /// Ends the scopes that last as long as the log.
  mutating func closeLog(end: ScopeEnd) {
    closeKeys(end: end)
    if logIsOpen { close(ScopeReference(kind: .log, slot: 0), end: end) }
    logIsOpen = false
  }

  private mutating func take(_ event: ScopedEvent) {
    facts.meet(event)
    if event.event.isCut { log.cutEvents.insert(event.sequence) }
    if let time = event.knownTime { expire(before: time, epoch: event.epoch) }
    sources.note(event, plan)
    if event.part == .completed {
      let success = facts.value(facts.correlator.known.success, of: event)
      sources.noteCompletion(isFailed: success == .bool(false))
    }
    updateEnvironment(event)
    let kind = Int(event.kind.rawValue)
    if event.usedDelta != 0 || plan.isCounted[kind] {
      facts.counters.count(event, facts.correlator)
    }
    if event.kind == facts.correlator.known.telemetry {
      for (key, name) in plan.reportedFields {
        if case .int(let value) = facts.value(name, of: event), value >= 0 {
          facts.counters.report(key, value, segment: event.segment)
        }
      }
    }
    if plan.isBeginning[kind] {
      keys.beginnings[event.kind, default: [:]][event.segment] = event.sequence
    }
    facts.current.note(facts.environment.platform)
    memory.meet(facts.current)
    dispatch(event)
    log.recents.note(facts.current.reference)
  }

  /// Gives the event to the scopes that it belongs to.
  private mutating func dispatch(_ event: ScopedEvent) {
    let naming = plan.scopesNaming(of: event.kind, on: facts.environment.platform)
    judge(.log, 0, naming)
    judge(.process, process(of: event), naming)
    judge(.cycle, event.cycle, naming)
    judge(.execution, event.execution, naming)
    judge(.delivery, event.delivery, naming)
    if naming & 1 << ScopeReference.Kind.key.rawValue != 0 {
      for rule in plan.rules(naming: event.kind, of: .key) where judges(rule) {
        judgeKeys(of: Int(rule))
      }
    }
  }

  /// Whether a rule is for the device as far as its platform is known.
  @inline(__always)
  func judges(_ rule: Int32) -> Bool {
    plan.platforms[Int(rule)].mayBe(facts.environment.platform)
  }

  /// The row of the event's process; -1 for none.
  private mutating func process(of event: ScopedEvent) -> Int32 {
    if facts.scopes.lastProcess.segment != event.segment {
      let row = facts.scopes.rowOfSegment[event.segment] ?? -1
      facts.scopes.lastProcess = Scopes.ProcessRow(segment: event.segment, row: row)
    }
    return facts.scopes.lastProcess.row
  }

  /// Gives the event to a scope, or to all of a kind where it befalls the process or the device.
  private mutating func judge(_ kind: ScopeReference.Kind, _ slot: Int32, _ naming: UInt8) {
    if naming & 1 << kind.rawValue == 0 { return }
    if slot >= 0 {
      judge(ScopeReference(kind: kind, slot: slot))
    } else if plan.isBroadcast[Int(facts.current.event.kind.rawValue)], kind != .process {
      for row in 0..<facts.scopes.count(kind) {
        judge(ScopeReference(kind: kind, slot: Int32(row)))
      }
    }
  }

  private mutating func updateEnvironment(_ event: ScopedEvent) {
    let reach = plan.environmentReach[Int(event.kind.rawValue)]
    if reach == .receipts { noteReceipt(event) }
    // Most events say nothing new of the device, and comparing two states takes long.
    guard facts.environment.canChange(reach, in: event.event.container) else { return }
    let before = facts.environment
    facts.environment.update(event, facts.correlator, plan.environmentFields)
    if facts.environment != before {
      device.history.note(before, until: event)
      keepToldLine()
    }
  }

  /// Takes out the last of the findings.
  package mutating func popFinding() -> FindingRecord? { log.findings.popLast() }

  /// Doubts what every line of the run says.
  package mutating func doubtAll() { isDoubtful = true }

  /// Goes back to what was known of the device before.
  mutating func restore(_ earlier: EnvironmentState) {
    device.history = EnvironmentHistory()
    facts.environment = earlier
  }
}
