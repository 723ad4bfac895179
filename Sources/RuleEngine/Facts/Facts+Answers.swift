internal import LogReading
package import RuleLanguage

// From what an expression names to the place where it is found, and from places to answers.
extension Facts {
  /// Where a reference has its value.
  func place(of reference: Reference, _ moment: Moment) -> Place {
    let missing = Place.constant(Scalar(.missing))
    switch reference {
    case .candidateField(let name): return moment.hasCandidate ? fieldPlace(name) : missing
    case .candidateTime:
      guard moment.hasCandidate, current.event.isTimed else { return missing }
      // Times of two clock epochs are not compared.
      guard let instance = moment.instance, moment.hasTrigger else { return .eventTime }
      return .eventTimeInEpoch(instance)
    case .candidateTimeIsUTC: return moment.hasCandidate ? .timeIsUTC : missing
    case .candidateIsUTC(let name): return moment.hasCandidate ? .constant(isUTC(name)) : missing
    case .roleField(let role, let name):
      if role == moment.candidateRole { return fieldPlace(name) }
      guard moment.taken & 1 << UInt64(role) != 0, let instance = moment.instance,
        let slot = book.rules[moment.rule].slot(of: name, inRole: role)
      else { return missing }
      return .kept(instance, slot: slot)
    case .roleTime(let role):
      if role == moment.candidateRole { return current.event.isTimed ? .eventTime : missing }
      guard moment.taken & 1 << UInt64(role) != 0, let instance = moment.instance else {
        return missing
      }
      return .kept(instance, slot: book.rules[moment.rule].slot(ofRole: role))
    case .roleTaken(let role):
      let isTaken = role == moment.candidateRole || moment.taken & 1 << UInt64(role) != 0
      return .constant(Scalar(.bool, isTaken ? 1 : 0))
    case .roleCount(let role):
      if role == moment.candidateRole { return .constant(Scalar(.int, 1)) }
      guard moment.taken & 1 << UInt64(role) != 0, let instance = moment.instance else {
        return .constant(Scalar(.int, 0))
      }
      return .kept(instance, slot: book.rules[moment.rule].countSlot(ofRole: role))
    case .environment(let key): return .environment(key)
    case .cycle(let key):
      // Without a scope only the event tells its cycle.
      if moment.scope == nil { return moment.hasCandidate ? .cycle(key, .event) : missing }
      return .cycle(key, moment.hasCandidate ? .scopeElseEvent : .scope)
    case .derived(let key):
      let isOfProcess = book.rules[moment.rule].scope == .process
      if moment.hasCandidate || moment.candidateRole >= 0 {
        return .derived(key, ofProcess: isOfProcess, .event)
      }
      return .derived(
        key, ofProcess: isOfProcess, moment.instance.map { .instance($0) } ?? .none)
    case .parameter(let number): return .parameter(number)
    }
  }

  // MARK: Answers

  /// What the values at hand answer to a question.
  @inline(__always)
  func answer(_ question: Question, _ terms: borrowing TermTable) -> Truth {
    switch question {
    case .holds(let place):
      let scalar = scalar(at: place)
      return scalar.kind == .bool ? Truth(scalar.bits != 0) : .error
    case .has(let place): return Truth(scalar(at: place).isPresent)
    case .lacks(let place): return Truth(scalar(at: place).kind == .missing)
    case .compare(let operation, let one, let other):
      return compare(operation, scalar(at: one), scalar(at: other))
        ?? compareTexts(
          operation, one, other)
    case .isOneOf(let place, let first, let count):
      for number in first..<(first + count) {
        let truth = isText(at: place, terms.texts[Int(number)])
        if truth != .no { return truth }
      }
      return .no
    case .term(let term):
      if case .binary(let operation, let one, let other) = terms[term] {
        if operation.isComparison,
          let truth = compare(operation, scalar(of: one, terms), scalar(of: other, terms))
        {
          return truth
        }
        if let truth = compareTexts(operation, one, other, terms) { return truth }
      }
      return Truth(evaluation(of: term, terms))
    case .isSame(let one, let other):
      return isText(at: other, equalTo: one) == .yes
        ? .yes : value(at: one).isSame(as: value(at: other))
    case .reaches(let instance, .count, let limit):
      return Truth(instances[index(instance)].count >= limit)
    case .reaches(let instance, .step(let step), let limit):
      return Truth(Int64(instances.count(ofStep: Int(step), index(instance))) >= limit)
    case .missesReported(let instance):
      return Truth(instances[index(instance)].reported?.reason == .notSeen)
    case .lacksHead: return Truth(lacksHead)
    case .hasEvents: return Truth(correlator.judgedCount > 0)
    }
  }

  /// Compares two numbers or times; nil for texts and lists.
  @inline(__always)
  private func compare(_ operation: BinaryOperation, _ left: Scalar, _ right: Scalar) -> Truth? {
    guard left.isUsable, right.isUsable, left.kind == right.kind else { return .error }
    switch left.kind {
    case .int, .instant, .duration: return Truth(operation.holds(left.bits, right.bits))
    case .double: return Truth(operation.holds(left.double, right.double))
    case .bool:
      guard operation == .equal || operation == .notEqual else { return .error }
      return Truth(operation.holds(left.bits, right.bits))
    default: return nil
    }
  }

  /// Compares two texts where they lie: most that are compared are ids and hashes, one of the event at
  /// hand and one that a role keeps.
  private func compareTexts(
    _ operation: BinaryOperation, _ one: Place, _ other: Place
  ) -> Truth {
    if operation == .equal || operation == .notEqual {
      let (kept, atHand) = one.isAtHand ? (other, one) : (one, other)
      let isSame = isText(at: atHand, equalTo: kept)
      if isSame != .error { return operation == .equal ? isSame : isSame.negated }
    }
    return Truth(operation.applied(to: .value(value(at: one)), .value(value(at: other))))
  }

  /// Whether two texts are the same; an error where one is none.
  private func isText(at place: Place, equalTo kept: Place) -> Truth {
    if case .kept(let instance, let slot) = kept {
      let scalar = instances.scalar(Int(slot), of: index(instance))
      return scalar.kind == .string ? isText(at: place, instances.text(scalar)) : .error
    }
    guard case .string(let text) = value(at: kept) else { return .error }
    return isText(at: place, text.utf8.span)
  }

  /// A term as a number or a time; a text or a list only by its kind.
  @inline(__always)
  func scalar(of term: Int32, _ terms: borrowing TermTable) -> Scalar {
    // The leaves of a term are read without a call of their own.
    switch terms[term] {
    case .place(let place): scalar(at: place)
    case .constant(let scalar): scalar
    default: result(of: term, terms)
    }
  }

  private func result(of term: Int32, _ terms: borrowing TermTable) -> Scalar {
    switch terms[term] {
    case .whole(let number): Scalar(of: terms.wholes[Int(number)])
    case .unary(.absolute, let operand): scalar(of: operand, terms).absolute
    case .unary(.lowerASCII, let operand):
      Scalar(scalar(of: operand, terms).kind == .string ? .string : .unusable)
    case .binary(.add, let one, let other):
      scalar(of: one, terms).sum(scalar(of: other, terms))
    case .binary(.subtract, let one, let other):
      scalar(of: one, terms).difference(scalar(of: other, terms))
    case .binary(.multiply, let one, let other):
      scalar(of: one, terms).product(scalar(of: other, terms))
    case .binary(.remainder, let one, let other):
      scalar(of: one, terms).remainder(scalar(of: other, terms))
    // The rest is rare; texts keep their kind, so that they are compared as such.
    default: Scalar(of: evaluation(of: term, terms))
    }
  }

  private func evaluation(of term: Int32, _ terms: borrowing TermTable) -> Evaluation {
    switch terms[term] {
    case .place(let place): Evaluation(ofUse: value(at: place))
    case .constant(let scalar): .value(scalar.value)
    case .whole(let number): .value(terms.wholes[Int(number)])
    case .unary(let operation, let operand):
      operation.applied(to: evaluation(of: operand, terms))
    case .binary(let operation, let one, let other):
      operation.applied(to: evaluation(of: one, terms), evaluation(of: other, terms))
    }
  }
}

// Outside a step an expression is evaluated as it stands, for the moment at hand.
extension Facts: ReferenceSource {
  package func value(of reference: Reference) -> Value {
    let value = value(at: place(of: reference, moment))
    return zone.shift == 0 ? value : zone.shifted(reference, value)
  }
}

extension Place {
  /// Whether the event at hand has the value.
  fileprivate var isAtHand: Bool {
    switch self {
    case .field, .phase, .reason: true
    default: false
    }
  }
}

extension Evaluation {
  /// The error of using a value that is not to be used, or the value.
  fileprivate init(ofUse value: Value) {
    self = Scalar(of: value).isUsable ? .value(value) : .error(.invalid)
  }
}

extension Scalar {
  fileprivate init(of evaluation: Evaluation) {
    if case .value(let value) = evaluation { self.init(of: value) } else { self.init(.unusable) }
  }
}

extension BinaryOperation {
  /// Whether it holds two values against each other.
  var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// Whether it comes to a bool.
  var isTest: Bool {
    switch self {
    case .isIn, .startsWith, .endsWith, .contains, .containsAny, .satisfies: true
    default: isComparison
    }
  }

  fileprivate func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }
}

extension Value {
  /// Whether `equal` takes two values for the same, texts in whatever case; an error where one of them
  /// is not there or hidden.
  func isSame(as other: Value) -> Truth {
    switch (self, other) {
    case (.missing, _), (_, .missing), (.malformed, _), (_, .malformed), (.redacted, _),
      (_, .redacted):
      .error
    case (.string(let one), .string(let two)):
      Truth(one == two || one.lowercased() == two.lowercased())
    default: Truth(self == other)
    }
  }
}

// Where an instance keeps what its roles took: for each role its time, then its fields, then how many
// events took it, where an expression asks for that.
extension Rule {
  /// How many values an instance keeps.
  var slotCount: Int { roles.reduce(0) { $0 + $1.valueCount } }

  /// How many steps a chain has.
  var stepCount: Int { if case .response(_, let steps, _) = obligation { steps.count } else { 0 } }

  /// The slot of a role's time.
  func slot(ofRole role: UInt8) -> Int32 {
    var slot = 0
    for earlier in 0..<Int(role) { slot += roles[earlier].valueCount }
    return Int32(truncatingIfNeeded: slot)
  }

  /// The slot of a field; nil where no expression reads it.
  func slot(of field: FieldName, inRole role: UInt8) -> Int32? {
    roles[Int(role)].fields.firstIndex(of: field).map {
      slot(ofRole: role) + 1 + Int32(truncatingIfNeeded: $0)
    }
  }

  func countSlot(ofRole role: UInt8) -> Int32 {
    slot(ofRole: role) + 1 + Int32(truncatingIfNeeded: roles[Int(role)].fields.count)
  }
}
