import LogReading
import RuleLanguage

@testable import RuleEngine

/// The last event of each role, and how many took it.
struct OracleRoles: ExpressibleByDictionaryLiteral {
  private var events: [UInt8: [Int]] = [:]

  init(dictionaryLiteral roles: (UInt8, Int)...) {
    for (role, event) in roles { self[role] = event }
  }

  func count(_ role: UInt8) -> Int { events[role]?.count ?? 0 }

  /// The last event; one that is set joins those before.
  subscript(role: UInt8) -> Int? {
    get { events[role]?.last }
    set { if let newValue { events[role, default: []].append(newValue) } }
  }
}

/// What an expression sees of a log at one place of it.
struct OracleMoment: ReferenceSource {
  let oracle: Oracle
  let span: Oracle.Span
  /// What came up to this position counts.
  let position: Int
  /// Up to where counts what is said of the cycle, where that is further (T6).
  var cyclePosition: Int?
  /// The state of the device, where it is not that of the position.
  var environment: EnvironmentState?
  /// The events that took roles.
  var taken: OracleRoles = [:]
  /// The event being tried.
  var candidate: Int?
  /// The epoch of the trigger, where there is one.
  var epoch: UInt32?
  /// Without one, the cycle of the scope is not asked for.
  var hasInstance = true

  func evaluate(_ expression: Expression) -> Evaluation { expression.evaluate(self) }

  func isTrue(_ expression: Expression) -> Bool? {
    guard case .value(.bool(let holds)) = expression.evaluate(self) else { return nil }
    return holds
  }

  func value(of reference: Reference) -> Value {
    switch reference {
    case .candidateField(let field):
      candidate.flatMap { oracle.events[$0].values[field] } ?? .missing
    case .candidateTime: candidate.map(time) ?? .missing
    case .candidateIsUTC(let field): candidate.map { isUTC(field, of: $0) } ?? .missing
    case .candidateTimeIsUTC:
      candidate.flatMap { oracle.events[$0].time }.map { _ in .bool(true) } ?? .missing
    case .roleField(let role, let field):
      taken[role].flatMap { oracle.events[$0].values[field] } ?? .missing
    case .roleTime(let role): taken[role].map(time) ?? .missing
    case .roleTaken(let role): .bool(taken[role] != nil)
    case .roleCount(let role): .int(Int64(taken.count(role)))
    case .environment(let key): (environment ?? oracle.state(at: position))[key]
    case .cycle(let key): cycle?.value(key) ?? .missing
    case .derived(let key): .int(oracle.counter(key, in: span, before: position))
    case .parameter(let number): oracle.book.parameters[Int(number)].value
    }
  }

  /// The cycle of the scope, or outside of any that of the event being tried.
  private var cycle: Cycle? {
    let position = cyclePosition ?? position
    if hasInstance, let cycle = oracle.cycle(of: span, at: position) { return cycle }
    guard let slot = candidate.map({ oracle.events[$0].scoped.cycle }), slot >= 0 else {
      return nil
    }
    return oracle.run.cycles[position][Int(slot)]
  }

  /// Times of two clocks are not to be compared (T7).
  private func time(_ event: Int) -> Value {
    guard let time = oracle.events[event].time else { return .missing }
    if let epoch, oracle.events[event].scoped.epoch != epoch { return .missing }
    return .instant(time)
  }

  private func isUTC(_ field: FieldName, of event: Int) -> Value {
    let line = oracle.events[event].scoped.event.line
    let value = oracle.trace.events.first { $0.number == line }?.fields.first { $0.name == field }
    switch value?.state {
    case .value, .misformed: return .bool(true)
    case .offset: return .bool(false)
    case .zoneless: return .zoneless
    case .malformed: return .malformed
    case .redacted, .placeholder: return .redacted
    case nil: return .missing
    }
  }
}

extension Oracle {
  /// The cycle that a verdict is told of: in a task that serves several notifications, that of the
  /// last event which is of another one than the first.
  func toldCycle(of verdict: Verdict, in span: Span) -> Cycle? {
    let position = min(max(verdict.decided ?? verdict.position, 0), run.items.count - 1)
    let own = cycle(of: span, at: position)
    guard span.kind == .execution, run.executions[position][Int(span.slot)].isShared else {
      return own
    }
    let others = verdict.witnesses.map { events[$0] }.compactMap { event -> Cycle? in
      let slot = event.scoped.cycle
      let isOpen = spans.contains {
        $0.kind == .cycle && $0.slot == slot && $0.first <= event.position && $0.last >= position
      }
      guard isOpen else { return nil }
      let cycle = run.cycles[position][Int(slot)]
      return cycle.number != own?.number ? cycle : nil
    }
    return others.last ?? own
  }

  /// The cycle that a scope is a part of, as it was at a position.
  func cycle(of span: Span, at position: Int) -> Cycle? {
    let position = min(max(position, 0), run.items.count - 1)
    let slot: Int32 =
      switch span.kind {
      case .cycle: span.slot
      case .execution: run.executions[position][Int(span.slot)].cycle
      case .delivery: run.deliveries[position][Int(span.slot)].cycle
      case .log, .process, .key: -1
      }
    return slot >= 0 ? run.cycles[position][Int(slot)] : nil
  }

  /// How many events of a process, or else of the log, count for a counter.
  func counter(_ key: CounterKey, in span: Span, before position: Int) -> Int64 {
    let counted = span.kind == .process ? span.members : Array(events.indices)
    return counted.reduce(0) { sum, event in
      events[event].position <= position ? sum + share(of: events[event], in: key) : sum
    }
  }

  private func share(of event: Seen, in key: CounterKey) -> Int64 {
    let name = book.catalogue.name(of: event.scoped.kind)
    let isPrefetch = event.scoped.phase == .prefetch
    // What is said of a failure's record is no failure of its own.
    let isOutcome = ["fetch_success", "fetch_failure", "bgtask_completed"].contains(name)
    let failure = isOutcome ? event.scoped.settledFailure : .none
    func isSet(_ field: String, _ value: Value) -> Bool {
      event.values[book.catalogue.field(named: field) ?? FieldName(rawValue: .max)] == value
    }
    let isCounted =
      switch key {
      case .scheduled:
        name == "bgtask_scheduled" || name == "prefetch_planned" && isSet("accepted", .bool(true))
      case .executed: ["bgtask_handler_invoked", "fetcher_started"].contains(name)
      case .success:
        name == "fetch_success" && isPrefetch
          || name == "content_source" && isSet("source", .string("native"))
      case .delivered: name == "notification_delivered"
      case .failureNetwork: failure == .network
      case .failureAuth: failure == .auth
      case .failureSystem: failure == .system
      case .submitFailures: name == "bgtask_submit_failed"
      case .submitted: name == "bgtask_submit"
      case .cancelled: name == "bgtask_cancelled"
      case .simulatedLaunches:
        name == "bgtask_handler_invoked" && isSet("simulated", .bool(true))
      case .resubmitted:
        ["bgtask_scheduled", "bgtask_submit"].contains(name)
          && run.executions[event.position].contains {
            $0.isOpen && !$0.isCompleted && $0.segment == event.scoped.segment
          }
      case .otherFailures:
        name == "bgtask_completed" && isSet("success", .bool(false)) && failsOtherwise(event)
      case .used, .usedOnDemand: false
      }
    if key == .usedOnDemand {
      let slot = Int(event.scoped.cycle)
      return event.scoped.usedDelta != 0 && run.cycles[event.position][slot].delivery.foundOnDemand
        ? Int64(event.scoped.usedDelta) : 0
    }
    return key == .used ? Int64(event.scoped.usedDelta) : isCounted ? 1 : 0
  }

  /// Whether a run that fails names no reason but SYSTEM, and none of its fetches failed before.
  private func failsOtherwise(_ completion: Seen) -> Bool {
    let run = completion.scoped.execution
    guard run >= 0, [.none, .system].contains(completion.scoped.reason) else { return false }
    let opened = self.run.items.prefix(completion.position).lastIndex { item in
      if case .opened(.execution, slot: run, _) = item { true } else { false }
    }
    return !events.contains { event in
      event.position < completion.position && event.position > opened ?? -1
        && event.scoped.execution == run && event.scoped.phase == .prefetch
        && book.catalogue.name(of: event.scoped.kind) == "fetch_failure"
    }
  }
}
