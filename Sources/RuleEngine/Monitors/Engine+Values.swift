internal import LogReading

extension Engine {
  /// A field of an event as a value.
  func value(_ name: FieldName, of event: ScopedEvent) -> Value {
    let known = correlator.known
    if name == known.phase, event.phase != .none { return .string(event.phase.name) }
    if name == known.reason, event.reason != .none { return .string(event.reason.name) }
    if name == known.ambiguous { return .bool(event.event.isAmbiguous) }
    guard let field = correlator.store.field(name, of: event) else { return .missing }
    return Self.value(of: field, in: event, correlator.store)
  }

  /// The same without its text.
  func scalar(_ name: FieldName, of event: ScopedEvent) -> Scalar {
    guard let field = storedField(name, of: event) else {
      return Scalar(of: value(name, of: event))
    }
    switch field.state {
    case .redacted, .placeholder: return Scalar(.redacted)
    case .malformed: return Scalar(.unusable)
    case .zoneless where field.type == .instant: return Scalar(.unusable)
    case .value, .offset, .zoneless: break
    }
    return switch field.type {
    case .string: Scalar(.string)
    case .int: Scalar(.int, field.value)
    case .double: Scalar(.double, field.value)
    case .bool: Scalar(.bool, field.value != 0 ? 1 : 0)
    case .instant: Scalar(.instant, field.value)
    case .duration: Scalar(.duration, field.value)
    }
  }

  /// The field of an event as the line has it; nil too for what the correlator says in its place.
  func storedField(_ name: FieldName, of event: ScopedEvent) -> Field? {
    let known = correlator.known
    if name == known.phase, event.phase != .none { return nil }
    if name == known.reason, event.reason != .none { return nil }
    if name == known.ambiguous { return nil }
    return correlator.store.field(name, of: event)
  }

  /// Whether an instant of an event is written in UTC, as a value.
  func isUTC(_ name: FieldName, of event: ScopedEvent) -> Value {
    guard let field = correlator.store.field(name, of: event) else { return .missing }
    return switch field.state {
    case .value: .bool(true)
    case .offset: .bool(false)
    case .zoneless: .zoneless
    case .redacted, .placeholder: .redacted
    case .malformed: .malformed
    }
  }

  /// Whether the line of an event tells the zone of its time, as a value.
  static func isTimeUTC(_ event: ScopedEvent) -> Value {
    guard event.isTimed else { return .missing }
    return event.event.timeGaps.contains(.zone) ? .zoneless : .bool(true)
  }

  static func value(of field: Field, in event: ScopedEvent, _ store: borrowing EventStore) -> Value
  {
    switch field.state {
    case .redacted, .placeholder: return .redacted
    case .malformed: return .malformed
    case .zoneless where field.type == .instant: return .zoneless
    case .value, .offset, .zoneless: break
    }
    return switch field.type {
    case .string: .string(store.text(of: field, in: event))
    case .int: .int(field.value)
    case .double: .double(Double(bitPattern: UInt64(bitPattern: field.value)))
    case .bool: .bool(field.value != 0)
    case .instant: .instant(field.value)
    case .duration: .duration(field.value)
    }
  }

  /// The role of the first of those patterns that the event is; nil if it is none.
  ///
  /// A condition that errs does not hold. Kinds are compared before anything is copied: nearly all
  /// patterns are of another kind.
  mutating func match(_ event: ScopedEvent, _ patterns: PatternList, rule: Int, instance: Int?)
    -> Match?
  {
    for place in patterns.first..<(patterns.first + patterns.count) {
      let pattern = planned.pattern(at: place)
      if pattern.kind == event.kind,
        pattern.condition < 0 || holds(pattern.condition, rule, instance)
      {
        return Match(role: pattern.role)
      }
    }
    return nil
  }

  /// Whether a pattern's condition holds for the event at hand.
  mutating func holds(_ condition: Int32, _ rule: Int, _ instance: Int?) -> Bool {
    if let holds = planned.noted(condition, candidate.sequence) { return holds }
    moment = Moment(rule: rule, instance: instance ?? -1, hasCandidate: true)
    let holds = truth(condition) == .yes
    planned.note(condition, candidate.sequence, holds)
    return holds
  }

  /// What a condition comes to for the moment at hand.
  func truth(_ condition: Int32) -> Truth {
    let root = planned.roots[Int(condition)]
    if root >= 0 { return conditions.truth(root, self) }
    switch planned.expressions[Int(condition)].isTrue(self) {
    case true?: return .yes
    case false?: return .no
    case nil: return .error
    }
  }

  /// What an expression comes to as a number for an instance; `unusable` for an error.
  mutating func scalar(_ expression: Int32, _ instance: Int) -> Scalar {
    moment = Moment(rule: Int(instances[instance].rule), instance: instance)
    let root = planned.roots[Int(expression)]
    if root >= 0 { return conditions.scalar(root, self) }
    guard case .value(let value) = planned.expressions[Int(expression)].evaluate(self) else {
      return Scalar(.unusable)
    }
    return Scalar(of: value)
  }

  /// That an event is what a pattern means, and which role it takes.
  struct Match {
    var role: UInt8
  }

  /// What an expression comes to for an instance of a rule.
  mutating func evaluate(_ expression: borrowing Expression, _ rule: Int, _ instance: Int)
    -> Evaluation
  {
    moment = Moment(rule: rule, instance: instance)
    return expression.evaluate(self)
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

  func segment(of scope: ScopeReference) -> Int32 {
    switch scope.kind {
    case .process: rowOfSegment.first { $0.value == scope.slot }?.key ?? 0
    case .cycle: correlator.cycles[Int(scope.slot)].segment
    case .execution: correlator.executions[Int(scope.slot)].segment
    case .delivery: correlator.deliveries[Int(scope.slot)].segment
    case .log, .key: 0
    }
  }

  /// How many JSON events of a scope stand without a text line beside them.
  func hasLoneJSON(_ scope: ScopeReference) -> Bool {
    switch scope.kind {
    case .cycle: correlator.cycles[Int(scope.slot)].loneJSON > 0
    case .execution:
      correlator.executions[Int(scope.slot)].loneJSON > 0
        || cycle(of: scope) >= 0 && correlator.cycles[Int(cycle(of: scope))].loneJSON > 0
    case .delivery:
      correlator.deliveries[Int(scope.slot)].loneJSON > 0
        || cycle(of: scope) >= 0 && correlator.cycles[Int(cycle(of: scope))].loneJSON > 0
    case .log, .process, .key: correlator.loneJSON > 0
    }
  }

  /// Lets an event take a role: keeps its time and the fields that expressions will read.
  mutating func capture(_ event: ScopedEvent, as role: UInt8, step: Int, in instance: Int) {
    let rule = Int(instances[instance].rule)
    let kept = planned.role(role, of: rule)
    let base = Int(kept.base)
    takeRole(event, role, at: base, instance)
    for offset in 0..<Int(kept.fieldCount) {
      let value = keptValue(planned.fields[Int(kept.firstField) + offset], of: event)
      instances.setValue(base + 1 + offset, of: instance, to: value)
    }
    witness(event, step: step, in: instance)
  }

  /// A field of the event at hand, made a value once for all the roles that keep it.
  private mutating func keptValue(_ name: FieldName, of event: ScopedEvent) -> Value {
    if keptSequence != event.sequence {
      keptValues.removeAll(keepingCapacity: true)
      keptSequence = event.sequence
    }
    for index in keptValues.indices where keptValues[index].name == name {
      return keptValues[index].value
    }
    let value = value(name, of: event)
    keptValues.append((name, value))
    return value
  }

  /// Remembers an event as a witness: the first and the latest ones are kept.
  mutating func witness(_ event: ScopedEvent, step: Int, in instance: Int) {
    instances.addWitness(EventReference(event), step: step, to: instance)
  }

  /// Lets an event take a role: its time stands at the role's base.
  private mutating func takeRole(
    _ event: ScopedEvent, _ role: UInt8, at base: Int, _ instance: Int
  ) {
    instances[instance].taken |= 1 << UInt64(role)
    // Times of two clock epochs are not compared.
    let isComparable = instances[instance].trigger.map { $0.epoch == event.epoch } ?? true
    let time = isComparable ? event.knownTime : nil
    instances.setValue(base, of: instance, to: time.map(Value.instant) ?? .missing)
  }
}
