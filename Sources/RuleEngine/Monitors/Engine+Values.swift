internal import LogReading
internal import RuleLanguage

extension Engine {
  // MARK: The event at hand

  /// Takes an event at hand: notes where each of its fields stands.
  mutating func meet(_ event: ScopedEvent) {
    candidate = event
    candidateReference = EventReference(event)
    turn += 1
    firstField = correlator.store.firstField(of: event)
    let count = firstField < 0 ? 0 : Int(event.event.fieldCount)
    likenesses.begin(headOfLikeness, fieldCount: count)
    // Of two fields of one name the first is meant.
    for place in (0..<count).reversed() {
      let field = correlator.store.field(at: firstField + place)
      fieldMarks[Int(field.name.rawValue)] = FieldMark(turn: turn, place: Int32(place))
      likenesses.note(field, at: place)
    }
    if event.phase != .none { overrule(phaseName) }
    if event.reason != .none { overrule(reasonName) }
    overrule(ambiguousName)
  }

  /// The correlator knows better than the line; a small catalogue may lack the name.
  private mutating func overrule(_ name: FieldName) {
    let place = Int(name.rawValue)
    if place < fieldMarks.count { fieldMarks[place].turn = -1 }
  }

  /// A field of the event at hand as its line has it; nil too for what the correlator says in its
  /// place.
  func storedField(_ name: FieldName) -> Field? {
    let mark = fieldMarks[Int(name.rawValue)]
    return mark.turn == turn ? correlator.store.field(at: firstField + Int(mark.place)) : nil
  }

  /// A field of the event at hand without its text.
  func candidateScalar(_ name: FieldName) -> Scalar {
    let mark = fieldMarks[Int(name.rawValue)]
    if mark.turn == turn {
      return Self.scalar(of: correlator.store.field(at: firstField + Int(mark.place)))
    }
    if name == ambiguousName { return Scalar(.bool, candidate.event.isAmbiguous ? 1 : 0) }
    if name == phaseName, candidate.phase != .none { return Scalar(.string) }
    if name == reasonName, candidate.reason != .none { return Scalar(.string) }
    return Scalar(.missing)
  }

  /// Whether a field of the event at hand is this text; an error where it is none.
  func isCandidateField(_ name: FieldName, equalTo bytes: Span<UInt8>) -> Truth {
    guard let field = storedField(name) else {
      if name == phaseName, candidate.phase != .none {
        let name = phaseNames[Int(candidate.phase.rawValue)]
        return bytes.equals(name.span, in: bytes.indices) ? .yes : .no
      }
      if name == reasonName, candidate.reason != .none {
        let name = reasonNames[Int(candidate.reason.rawValue)]
        return bytes.equals(name.span, in: bytes.indices) ? .yes : .no
      }
      return .error
    }
    guard Self.scalar(of: field).kind == .string else { return .error }
    return correlator.store.hasText(bytes, in: field, of: candidate) ? .yes : .no
  }

  /// Whether an instant of the event at hand is written in UTC.
  func isCandidateUTC(_ name: FieldName) -> Scalar {
    guard let field = storedField(name) else { return Scalar(.missing) }
    return switch field.state {
    case .value, .misformed: Scalar(.bool, 1)
    case .offset: Scalar(.bool, 0)
    case .zoneless: Scalar(.zoneless)
    case .redacted, .placeholder: Scalar(.redacted)
    case .malformed: Scalar(.malformed)
    }
  }

  /// Whether the zone of the time of the event at hand is told: by its line, an option or the log.
  var isCandidateTimeUTC: Scalar {
    guard candidate.isTimed else { return Scalar(.missing) }
    let lacksZone = candidate.event.timeGaps.rawValue & TimeGaps.zone.rawValue != 0
    let isTold = correlator.clock.tellsZone && environment[.zoneUnknown] != .bool(true)
    return lacksZone && !isTold ? Scalar(.zoneless) : Scalar(.bool, 1)
  }

  private static func scalar(of field: Field) -> Scalar {
    switch field.state {
    case .redacted, .placeholder: return Scalar(.redacted)
    case .malformed: return Scalar(.malformed)
    case .zoneless where field.type == .instant: return Scalar(.zoneless)
    case .value, .offset, .zoneless, .misformed: break
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

  // MARK: Any event

  /// A field of an event as a value.
  func value(_ name: FieldName, of event: ScopedEvent) -> Value {
    if name == phaseName, event.phase != .none { return .string(event.phase.name) }
    if name == reasonName, event.reason != .none { return .string(event.reason.name) }
    if name == ambiguousName { return .bool(event.event.isAmbiguous) }
    guard let field = correlator.store.field(name, of: event) else { return .missing }
    return Self.value(of: field, in: event, correlator.store)
  }

  static func value(of field: Field, in event: ScopedEvent, _ store: borrowing EventStore) -> Value
  {
    let scalar = scalar(of: field)
    return scalar.kind == .string ? .string(store.text(of: field, in: event)) : scalar.value
  }

  /// The role of the first of those patterns that the event at hand is; nil if it is none.
  @inline(__always)
  mutating func match(_ patterns: PatternList, _ rule: Int, instance: Int?) -> UInt8? {
    // Most lists have no pattern of the kind at hand.
    patterns.isEmpty ? nil : firstMatch(patterns, rule, instance)?.role
  }

  /// The first of those patterns that the event at hand is; nil if it is none.
  ///
  /// A condition that errs does not hold.
  mutating func firstMatch(
    _ patterns: PatternList, _ rule: Int, _ instance: Int?
  ) -> PlannedPattern? {
    for place in patterns.places {
      let pattern = planned.pattern(at: place)
      if pattern.kind.rawValue == candidate.event.kind.rawValue,
        pattern.condition < 0 || holds(pattern, rule, instance)
      {
        return pattern
      }
    }
    return nil
  }

  /// Whether a pattern's condition holds for the event at hand; without an instance, in a scope where
  /// there may be one.
  mutating func holds(
    _ pattern: PlannedPattern, _ rule: Int, _ instance: Int?,
    in scope: ScopeReference = ScopeReference(kind: .log, slot: 0)
  ) -> Bool {
    let condition = Int(pattern.condition)
    switch likenesses.known(condition) {
    case .fails: return false
    case .holds: return true
    case .open: break
    }
    if notes[condition].turn == turn { return notes[condition].holds }
    moment = Moment(rule: rule, instance: instance ?? -1, hasCandidate: true, scope: scope)
    let holds = truth(pattern.condition) == .yes
    if pattern.isShared { notes[condition] = Note(turn: turn, holds: holds) }
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

  /// Whether JSON events of a scope stand without a text line beside them.
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

  /// Lets the event at hand take a role: keeps its time and the fields that expressions will read.
  mutating func capture(
    as role: UInt8, step: Int, in instance: Int, isWitness: Bool = true
  ) {
    let rule = Int(instances[instance].rule)
    let kept = planned.role(role, of: rule)
    let base = Int(kept.base)
    if kept.isCounted {
      let place = Int(kept.countPlace)
      let isFirst = instances[instance].taken & (1 << UInt64(role)) == 0
      let before = isFirst ? 0 : instances.scalar(place, of: instance).bits
      instances.setScalar(place, of: instance, to: Scalar(.int, before &+ 1))
    }
    instances[instance].taken |= 1 << UInt64(role)
    // Times of two clock epochs are not compared.
    let isComparable = instances[instance].trigger.map { $0.epoch == candidate.epoch } ?? true
    let time = isComparable && candidate.isTimed
    instances.setScalar(
      base, of: instance, to: time ? Scalar(.instant, candidate.event.time) : Scalar(.missing))
    for offset in 0..<Int(kept.fieldCount) {
      let name = planned.fields[Int(kept.firstField) + offset]
      let scalar = candidateScalar(name)
      if scalar.kind == .string {
        instances.setString(base + 1 + offset, of: instance, to: keptText(name))
      } else {
        instances.setScalar(base + 1 + offset, of: instance, to: scalar)
      }
    }
    if isWitness { witness(step: step, in: instance) }
  }

  /// The text of a field of the event at hand, made once for all the roles that keep it.
  private mutating func keptText(_ name: FieldName) -> String {
    if keptTurn != turn {
      keptTexts.removeAll(keepingCapacity: true)
      keptTurn = turn
    }
    for index in keptTexts.indices where keptTexts[index].name.rawValue == name.rawValue {
      return keptTexts[index].text
    }
    guard case .string(let text) = value(name, of: candidate) else { return "" }
    keptTexts.append((name, text))
    return text
  }

  /// Remembers the event at hand as a witness: the first and the latest ones are kept.
  mutating func witness(step: Int, in instance: Int) {
    instances.addWitness(candidateReference, step: step, to: instance)
  }

  // MARK: Where values are kept

  func counters(of segment: Int32, isProcess: Bool) -> DerivedCounters {
    isProcess ? segmentCounters[segment] ?? DerivedCounters() : logTotals
  }

  func isProcessScoped(_ rule: Int) -> Bool { book.rules[rule].scope == .process }

  func slot(rule: Int, role: UInt8) -> Int { Int(planned.role(role, of: rule).base) }

  func slot(rule: Int, role: UInt8, field: FieldName) -> Int? {
    let role = planned.role(role, of: rule)
    for offset in 0..<role.fieldCount where planned.fields[Int(role.firstField + offset)] == field {
      return Int(role.base + 1 + offset)
    }
    return nil
  }
}
