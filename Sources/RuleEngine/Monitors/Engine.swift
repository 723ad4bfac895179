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
  package var facts: Facts
  var interpreter: Interpreter
  var memory: Memory
  var step = StepAtHand()
  var deadlines = Deadlines()
  var keys: KeyScopes
  var device = DeviceHistory()
  package var sources: SourceEvidence
  package var log: FindingLog
  /// Rules of which only the whole log tells whether they judge it.
  let waits: [Bool]
  /// Any line of the run may be wrong.
  package var isDoubtful = false
  private var logIsOpen = false
  /// Called with the engine, since whoever owns it cannot look at it while it works.
  package var closedCycleHandler: ((borrowing Engine, Int32, ScopeEnd) -> Void)?

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

  /// Begins a run; what does not depend on it stands in the plan, whose rows are shared.
  package init(
    _ plan: EnginePlan, clock: ClockResolver, environment: EnvironmentState, waits: [Bool] = [],
    limits: Limits = Limits()
  ) {
    self.plan = plan
    book = plan.book
    self.waits = waits
    facts = Facts(plan, clock: clock, environment: environment)
    interpreter = Interpreter(plan, forms: 16 * limits.shapes)
    memory = Memory(shapes: limits.shapes, moves: limits.moves)
    keys = KeyScopes(limit: max(1, limits.keys))
    sources = SourceEvidence(kinds: plan.book.catalogue.events.count)
    log = FindingLog(plan.book, limit: limits.findings)
  }

  package var correlator: Correlator {
    @inline(__always) _read { yield facts.correlator }
    @inline(__always) _modify { yield &facts.correlator }
  }

  /// Works off what the correlator put out.
  package mutating func drain() {
    if !logIsOpen {
      logIsOpen = true
      open(ScopeReference(kind: .log, slot: 0), isHeadCut: false)
    }
    repeat {
      for item in facts.correlator.output {
        switch item {
        case .began(let process, let isHeadCut): begin(process, isHeadCut: isHeadCut)
        case .opened(let kind, let slot): openScope(kind, slot)
        case .event(let event): take(event)
        case .twin(let event): sources.note(event, plan)
        case .closed(let kind, let slot, let end): closeScope(kind, slot, end)
        }
      }
      facts.correlator.output.removeAll(keepingCapacity: true)
    } while facts.correlator.releaseNext()
  }

  /// Ends the log: its cycles and processes come to their ends.
  package mutating func endLog(at logEnd: LineTime?, isCut: Bool) {
    // What was held back comes before the end of the log.
    facts.correlator.stopWaiting()
    drain()
    facts.correlator.endInput(logEnd: logEnd)
    drain()
    if let last = facts.correlator.lastTime {
      expire(before: last, epoch: facts.correlator.currentEpoch)
    }
    facts.correlator.finish(isCut: isCut)
    drain()
  }

  /// Gives the rules an event that only the whole log tells, behind all others.
  package mutating func add(
    _ event: ScopedEvent, line: [UInt8], scratch: [UInt8], fields: [Field]
  ) {
    var event = event
    facts.correlator.keep(&event, line: line.span, scratch: scratch.span, fields: fields)
    take(event)
  }

  /// Ends the run, without the rules that do not judge its log.
  package mutating func finish(isCut: Bool, leavingOut isLeftOut: (Int) -> Bool = { _ in false }) {
    closeLog(end: isCut ? .cut : .complete)
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
    memory.meet(facts.current)
    dispatch(event)
    log.recents.note(facts.current.reference)
  }

  /// Gives the event to the scopes that it belongs to.
  private mutating func dispatch(_ event: ScopedEvent) {
    let naming = plan.scopesNaming[Int(event.kind.rawValue)]
    judge(.log, 0, naming)
    judge(.process, process(of: event), naming)
    judge(.cycle, event.cycle, naming)
    judge(.execution, event.execution, naming)
    judge(.delivery, event.delivery, naming)
    if naming & 1 << ScopeReference.Kind.key.rawValue != 0 {
      for rule in plan.rules(naming: event.kind, of: .key) { judgeKeys(of: Int(rule)) }
    }
  }

  /// The row of the event's process; -1 for none.
  private mutating func process(of event: ScopedEvent) -> Int32 {
    if facts.scopes.lastProcess.segment != event.segment {
      let row = facts.scopes.rowOfSegment[event.segment] ?? -1
      facts.scopes.lastProcess = (event.segment, row)
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
    // Most events say nothing new of the device, and comparing two states takes long.
    guard facts.environment.canChange(reach, in: event.event.container) else { return }
    let before = facts.environment
    facts.environment.update(event, facts.correlator, plan.environmentFields)
    if facts.environment != before {
      device.history.note(before, until: event)
      keepToldLine()
    }
  }

  /// Goes back to what was known of the device before.
  mutating func restore(_ earlier: EnvironmentState) {
    device.history = EnvironmentHistory()
    facts.environment = earlier
  }
}

// What is asked of a run.
extension Engine {
  package var environment: EnvironmentState { facts.environment }
  /// The counters of all the run.
  package var totals: DerivedCounters { facts.counters.ofRun }
  /// The counters as the log last reported them; nil for one that it never reported.
  package var reported: [CounterKey: Int64] { facts.counters.reported }
  /// The process that reported last.
  package var reportedSegment: Int32 { facts.counters.reportedSegment }
  /// Whether an event of that kind came.
  package func hasSeen(_ kind: EventKind) -> Bool { sources.hasSeen(kind) }
  /// Whether events of a kind can change a counter.
  package func counts(_ kind: EventKind) -> Bool { plan.isCounted[Int(kind.rawValue)] }
  /// How many values of keys each rule had to let go.
  package var evictedKeys: [Int: Int64] { keys.evicted }
}
