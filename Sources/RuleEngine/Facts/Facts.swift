package import LogReading
internal import RuleLanguage

/// Everything that a condition may ask: the event at hand, what instances keep, cycles, the device and
/// the counters.
package struct Facts: ~Copyable {
  let book: RuleBook
  package var correlator: Correlator
  var environment: EnvironmentState
  var counters: Counters
  var current: CurrentEvent
  var scopes: Scopes
  var instances: InstanceTable
  /// What the expression at hand is asked of, outside a step.
  var moment: Moment
  /// The scope of the step at hand, and its row before the step.
  private(set) var scope: ScopeReference
  private(set) var row: ScopeRow
  var zone: ZoneTrial
  private let phaseName: FieldName
  private let reasonName: FieldName
  private let ambiguousName: FieldName
  private let phaseNames = FetchPhase.allCases.map { Array($0.name.utf8) }
  private let reasonNames = FailureReason.allCases.map { Array($0.name.utf8) }

}

extension Facts {
  init(_ plan: EnginePlan, clock: ClockResolver, environment: EnvironmentState) {
    self.init(
      book: plan.book, correlator: Correlator(plan.correlation, clock: clock),
      environment: environment, counters: Counters(),
      current: CurrentEvent(fieldNames: plan.book.catalogue.fieldTypes.count), scopes: Scopes(),
      instances: InstanceTable(plan.book.rules), moment: Moment(),
      scope: ScopeReference(kind: .log, slot: 0), row: ScopeRow(), zone: ZoneTrial(),
      phaseName: plan.correlation.known.phase, reasonName: plan.correlation.known.reason,
      ambiguousName: plan.correlation.known.ambiguous)
    correlator.isOnSimulator = environment[.simulator] == .bool(true)
  }

  func copy() -> Facts {
    Facts(
      book: book, correlator: correlator.copy(), environment: environment, counters: counters,
      current: current.copy(), scopes: scopes.copy(), instances: instances.copy(), moment: moment,
      scope: scope, row: row, zone: zone, phaseName: phaseName,
      reasonName: reasonName, ambiguousName: ambiguousName)
  }

  func write(to state: borrowing RunStateWriter) {
    correlator.write(to: state)
    state.put(environment)
    state.put(counters)
    current.write(to: state)
    scopes.write(to: state)
    instances.write(to: state)
    state.put(moment)
    state.put(scope)
    state.put(row)
    state.put(zone)
  }

  init(from state: borrowing RunStateReader, _ plan: EnginePlan) throws(StateDamage) {
    self.init(
      book: plan.book, correlator: try Correlator(from: state, plan.correlation),
      environment: try state.take(), counters: try state.take(),
      current: try CurrentEvent(from: state), scopes: try Scopes(from: state),
      instances: try InstanceTable(from: state), moment: try state.take(),
      scope: try state.take(), row: try state.take(), zone: try state.take(),
      phaseName: plan.correlation.known.phase,
      reasonName: plan.correlation.known.reason,
      ambiguousName: plan.correlation.known.ambiguous)
  }

  /// Takes an event at hand.
  mutating func meet(_ event: ScopedEvent) {
    current.begin(event)
    instances.beginEvent()
    current.firstField = correlator.store.firstField(of: event)
    let count = current.firstField < 0 ? 0 : Int(event.event.fieldCount)
    // Of two fields of one name the first is meant.
    for place in (0..<count).reversed() {
      current.note(correlator.store.field(at: current.firstField + place), at: place)
    }
    if event.phase != .none { current.overrule(phaseName) }
    if event.reason != .none { current.overrule(reasonName) }
    current.overrule(ambiguousName)
  }

  /// The place of the event at hand among those that instances remember.
  @inline(__always)
  mutating func keptEvent() -> Int32 {
    if instances.currentEvent < 0 { instances.keep(current.reference) }
    return instances.currentEvent
  }

  /// Turns to a scope, whose instances places mean by their number.
  mutating func turn(to scope: ScopeReference) {
    self.scope = scope
    row = scopes[scope]
  }

  /// Turns to an instance outside a step.
  mutating func consider(_ index: Int, hasCandidate: Bool = false) {
    let form = instances[index].form
    scope = instances[index].scope
    moment = Moment(
      rule: Int(form.rule), instance: ~Int32(truncatingIfNeeded: index), taken: form.taken,
      hasTrigger: form.hasTrigger, hasCandidate: hasCandidate, scope: scope)
  }

  /// The place in the table of an instance that a place means.
  func index(_ instance: Int32) -> Int {
    instance < 0 ? Int(~instance) : scopes.instance(Int(instance), of: row.first)
  }

  /// Whether something may have come before the log that the event at hand would rest on; what tells of
  /// the device alone may stand before a process' start.
  var lacksHead: Bool {
    !correlator.hasHead && current.event.sequence >= correlator.headSequence
  }

  func isHeadCut(_ scope: ScopeReference) -> Bool {
    scope.kind == .log ? lacksHead : scopes[scope].isHeadCut
  }

  /// The cycle that a scope belongs to, or -1.
  func cycle(of scope: ScopeReference) -> Int32 {
    switch scope.kind {
    case .cycle: scope.slot
    case .execution: correlator.executions[Int(scope.slot)].cycle
    case .delivery: correlator.deliveries[Int(scope.slot)].cycle
    case .log, .process, .key: -1
    }
  }

  /// The cycle that an instance is of, or -1. In a task that serves several notifications it is that of
  /// the last event which is of another one than the first: what the task says of itself is the first's.
  func cycle(ofInstance index: Int) -> Int32 {
    let scope = instances[index].scope
    let own = cycle(of: scope)
    guard scope.kind == .execution, correlator.executions[Int(scope.slot)].isShared else {
      return own
    }
    let other = instances.witnesses(of: index).last { witness in
      let slot = witness.event.cycle
      guard witness.step != -2, slot >= 0, slot != own else { return false }
      // Slots are used again.
      return scopes.isOpen(ScopeReference(kind: .cycle, slot: slot))
        && correlator.cycles[Int(slot)].firstSequence <= witness.event.sequence
    }
    return other?.event.cycle ?? own
  }

  // MARK: Fields of the event at hand

  /// Where a field of the event at hand has its value.
  func fieldPlace(_ name: FieldName) -> Place {
    guard let place = current.place(of: name) else {
      let event = current.event
      if name == ambiguousName { return .constant(Scalar(.bool, event.event.isAmbiguous ? 1 : 0)) }
      if name == phaseName, event.phase != .none { return .phase }
      if name == reasonName, event.reason != .none { return .reason }
      return .constant(Scalar(.missing))
    }
    let scalar = fieldScalar(place)
    return scalar.isUsable && scalar.kind != .bool ? .field(place) : .constant(scalar)
  }

  /// Whether an instant of the event at hand is written in UTC.
  func isUTC(_ name: FieldName) -> Scalar {
    guard let place = current.place(of: name) else { return Scalar(.missing) }
    return switch field(place).state {
    case .value, .misformed: Scalar(.bool, 1)
    case .offset: Scalar(.bool, 0)
    case .zoneless: Scalar(.zoneless)
    case .redacted, .placeholder: Scalar(.redacted)
    case .malformed: Scalar(.malformed)
    }
  }

  /// Whether the zone of the time of the event at hand is told: by its line, an option or the log.
  private var isTimeUTC: Scalar {
    guard current.event.isTimed else { return Scalar(.missing) }
    let lacksZone = current.event.event.timeGaps.rawValue & TimeGaps.zone.rawValue != 0
    let isTold = correlator.clock.tellsZone && environment[.zoneUnknown] != .bool(true)
    return lacksZone && !isTold ? Scalar(.zoneless) : Scalar(.bool, 1)
  }

  func field(_ place: UInt16) -> Field {
    correlator.store.field(at: current.firstField + Int(place))
  }

  func fieldScalar(_ place: UInt16) -> Scalar { Scalar(of: field(place)) }

  /// What a role keeps of a field; a text is kept once for all roles.
  @inline(__always)
  mutating func keptField(_ place: UInt16) -> Scalar {
    let field = field(place)
    let scalar = Scalar(of: field)
    return scalar.kind == .string ? keptText(place, field) : scalar
  }

  private mutating func keptText(_ place: UInt16, _ field: Field) -> Scalar {
    for number in current.texts.indices where current.texts[number].field == place {
      return current.texts[number].text
    }
    let text = instances.keep(field, of: current.event, correlator.store)
    current.texts.append(CurrentEvent.KeptText(field: place, text: text))
    return text
  }

  /// A field of any event as a value.
  func value(_ name: FieldName, of event: ScopedEvent) -> Value {
    if name == phaseName, event.phase != .none { return .string(event.phase.name) }
    if name == reasonName, event.reason != .none { return .string(event.reason.name) }
    if name == ambiguousName { return .bool(event.event.isAmbiguous) }
    guard let field = correlator.store.field(name, of: event) else { return .missing }
    return Value(of: field, in: event, correlator.store)
  }

  // MARK: Values at places

  /// The value at a place without its text.
  @inline(__always)
  func scalar(at place: Place) -> Scalar {
    switch place {
    case .constant(let scalar): return scalar
    case .field(let place): return fieldScalar(place)
    case .phase, .reason: return Scalar(.string)
    case .eventTime: return time(current.event.knownTime)
    case .eventTimeInEpoch(let instance):
      return instances.isOtherEpoch(current.event.epoch, index(instance))
        ? Scalar(.missing) : time(current.event.knownTime)
    case .triggerTime(let instance): return time(instances.triggerTime(index(instance)))
    case .kept(let instance, let slot): return instances.scalar(Int(slot), of: index(instance))
    case .keptAndOne(let instance, let slot):
      return Scalar(.int, instances.scalar(Int(slot), of: index(instance)).bits &+ 1)
    case .environment(let key): return environment.scalar(key)
    case .cycle(let key, let source): return scalar(of: key, source)
    case .timeIsUTC, .derived, .parameter: return rareScalar(at: place)
    }
  }

  // Calls of their own, so that the other places are read without keeping registers for these.
  @inline(never)
  private func scalar(of key: CycleValue, _ source: Place.CycleSource) -> Scalar {
    let cycle = cycle(source)
    return cycle < 0 ? Scalar(.missing) : correlator.scalar(of: key, inCycle: Int(cycle))
  }

  @inline(never)
  private func rareScalar(at place: Place) -> Scalar {
    switch place {
    case .timeIsUTC: isTimeUTC
    case .derived(let key, let isOfProcess, let source):
      Scalar(.int, count(key, isOfProcess, source))
    case .parameter(let number): Scalar(of: book.parameters[Int(number)].value)
    default: Scalar(.missing)
    }
  }

  private func count(
    _ key: CounterKey, _ isOfProcess: Bool, _ source: Place.SegmentSource
  ) -> Int64 {
    isOfProcess ? counters.ofProcess(segment(source))[key] : counters.ofLog[key]
  }

  private func time(_ time: Int64?) -> Scalar {
    time.map { Scalar(.instant, $0) } ?? Scalar(.missing)
  }

  /// The value at a place.
  func value(at place: Place) -> Value {
    switch place {
    case .field(let place):
      let scalar = fieldScalar(place)
      return scalar.kind == .string
        ? .string(correlator.store.text(of: field(place), in: current.event)) : scalar.value
    case .phase: return .string(current.event.phase.name)
    case .reason: return .string(current.event.reason.name)
    case .kept(let instance, let slot): return instances.value(Int(slot), of: index(instance))
    case .environment(let key): return environment[key]
    case .cycle(let key, let source):
      let cycle = cycle(source)
      return cycle < 0 ? .missing : correlator.value(of: key, inCycle: Int(cycle))
    case .derived(let key, let isOfProcess, let source):
      return .int(count(key, isOfProcess, source))
    case .parameter(let number): return book.parameters[Int(number)].value
    case .constant, .eventTime, .eventTimeInEpoch, .triggerTime, .timeIsUTC, .keptAndOne:
      return scalar(at: place).value
    }
  }

  /// Whether a text is these bytes; an error where the place has none.
  func isText(at place: Place, _ bytes: Span<UInt8>) -> Truth {
    switch place {
    case .field(let place):
      guard fieldScalar(place).kind == .string else { return .error }
      return Truth(correlator.store.hasText(bytes, in: field(place), of: current.event))
    case .phase:
      let name = phaseNames[Int(current.event.phase.rawValue)]
      return Truth(bytes.equals(name.span, in: bytes.indices))
    case .reason:
      let name = reasonNames[Int(current.event.reason.rawValue)]
      return Truth(bytes.equals(name.span, in: bytes.indices))
    case .kept(let instance, let slot):
      let scalar = instances.scalar(Int(slot), of: index(instance))
      guard scalar.kind == .string else { return .error }
      return Truth(bytes.equals(instances.text(scalar), in: bytes.indices))
    default:
      guard case .string(let text) = value(at: place) else { return .error }
      return Truth(bytes.equals(text.utf8.span, in: bytes.indices))
    }
  }

  private func cycle(_ source: Place.CycleSource) -> Int32 {
    switch source {
    case .scope: return cycle(of: scope)
    case .event: return current.event.cycle
    case .scopeElseEvent:
      let own = cycle(of: scope)
      return own < 0 ? current.event.cycle : own
    }
  }

  private func segment(_ source: Place.SegmentSource) -> Int32 {
    switch source {
    case .event: current.event.segment
    case .instance(let instance):
      instances.lastSegment(index(instance)) ?? segment(of: instances[index(instance)].scope)
    case .none: 0
    }
  }

  func segment(of scope: ScopeReference) -> Int32 {
    switch scope.kind {
    case .process: scopes.rowOfSegment.first { $0.value == scope.slot }?.key ?? 0
    case .cycle: correlator.cycles[Int(scope.slot)].segment
    case .execution: correlator.executions[Int(scope.slot)].segment
    case .delivery: correlator.deliveries[Int(scope.slot)].segment
    case .log, .key: 0
    }
  }
}

extension Value {
  /// What a field of an event says.
  init(of field: Field, in event: ScopedEvent, _ store: borrowing EventStore) {
    let scalar = Scalar(of: field)
    self = scalar.kind == .string ? .string(store.text(of: field, in: event)) : scalar.value
  }
}

extension Scalar {
  /// What a field says, without its text.
  init(of field: Field) {
    switch field.state {
    case .redacted, .placeholder: self.init(.redacted)
    case .malformed: self.init(.malformed)
    case .zoneless where field.type == .instant: self.init(.zoneless)
    case .value, .offset, .zoneless, .misformed:
      switch field.type {
      case .string: self.init(.string)
      case .int: self.init(.int, field.value)
      case .double: self.init(.double, field.value)
      case .bool: self.init(.bool, field.value != 0 ? 1 : 0)
      case .instant: self.init(.instant, field.value)
      case .duration: self.init(.duration, field.value)
      }
    }
  }
}
