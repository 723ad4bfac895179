internal import LogReading
internal import RuleLanguage

// What conditions come to: of what all events of the likeness have in common at once, of values by
// questions.
extension Interpreter {
  /// An operand of an expression.
  enum Operand {
    case known(Evaluation)
    case place(Place)
    case term(Int32)
  }

  /// Asks of the values at hand, and notes the answer as one that the step rests on.
  mutating func ask(_ question: Question, _ facts: borrowing Facts) -> Truth {
    if question.isOfLikeness || isOfPlatform(question, facts) {
      return facts.answer(question, terms)
    }
    // Rules that ask the same stand near each other.
    for place in draft.guards.indices.suffix(64) where draft.guards[place].question == question {
      return draft.guards[place].answer
    }
    let answer = facts.answer(question, terms)
    note(Guard(question: question, answer: answer))
    return answer
  }

  /// Whether a question is about the platform, which events of a likeness have in common.
  private func isOfPlatform(_ question: Question, _ facts: borrowing Facts) -> Bool {
    if case .isOneOf(.environment(.platform), _, _) = question {
      return facts.environment.platform != .other
    }
    return false
  }

  /// Whether the scope has no beginning in the log.
  mutating func isHeadCut(_ facts: borrowing Facts) -> Bool {
    // That of a scope is part of its shape.
    scope.kind == .log ? ask(.lacksHead, facts) == .yes : facts.scopes[scope].isHeadCut
  }

  /// Whether an instance's count has come to a number.
  mutating func reaches(_ place: Int, _ number: Int64, _ facts: borrowing Facts) -> Bool {
    let wanted = number - working[place].counted
    if working[place].isNew || wanted <= 0 { return wanted <= 0 }
    return ask(.reaches(working[place].instance, .count, wanted), facts) == .yes
  }

  /// Whether an instance's count is above a number, which may be the highest that there is.
  mutating func exceeds(_ place: Int, _ number: Int64, _ facts: borrowing Facts) -> Bool {
    number < .max && reaches(place, number + 1, facts)
  }

  // MARK: Patterns

  /// The first of a rule's patterns that the event at hand is; nil if it is none.
  ///
  /// - Parameters:
  ///   - place: The instance whose roles conditions read; nil for none.
  ///   - isInScope: Conditions read the cycle of the scope even without an instance.
  mutating func match(
    _ patterns: [UInt16], _ rule: Int, _ place: Int?, _ facts: borrowing Facts,
    isInScope: Bool = false
  ) -> UInt16? {
    let kind = facts.current.event.kind
    for number in patterns where book.rules[rule].patterns[Int(number)].kind == kind {
      guard let condition = book.rules[rule].patterns[Int(number)].condition else { return number }
      let moment = moment(rule, place, hasCandidate: true, isInScope: isInScope || place != nil)
      if truth(condition, moment, place, facts) == .yes { return number }
    }
    return nil
  }

  private func moment(
    _ rule: Int, _ place: Int?, hasCandidate: Bool, isInScope: Bool
  ) -> Moment {
    var moment = Moment(
      rule: rule, hasCandidate: hasCandidate, scope: isInScope ? scope : nil)
    if let place {
      moment.instance = working[place].instance
      moment.taken = working[place].form.taken
      moment.hasTrigger = working[place].hasOldTrigger
    }
    return moment
  }

  /// The first of the checks that does not hold for an instance; nil if all do.
  mutating func firstFailure(
    _ checks: [Expression], _ place: Int, _ facts: borrowing Facts
  ) -> Int? {
    let rule = Int(working[place].form.rule)
    let moment = moment(rule, place, hasCandidate: false, isInScope: true)
    return firstFailure(checks, moment, place, facts)
  }

  /// The same where the event at hand would take a role, of an instance that is not made for it.
  mutating func firstFailure(
    _ checks: [Expression], _ rule: Int, as pattern: UInt16, _ facts: borrowing Facts
  ) -> Int? {
    firstFailure(checks, moment(rule, as: pattern), nil, facts)
  }

  /// What a relation comes to for such an event.
  mutating func truth(
    _ relation: Expression, _ rule: Int, as pattern: UInt16, _ facts: borrowing Facts
  ) -> Truth {
    truth(relation, moment(rule, as: pattern), nil, facts)
  }

  private func moment(_ rule: Int, as pattern: UInt16) -> Moment {
    let role = book.rules[rule].patterns[Int(pattern)].role
    return Moment(
      rule: rule, taken: 1 << UInt64(role), candidateRole: Int16(role), scope: scope)
  }

  private mutating func firstFailure(
    _ checks: [Expression], _ moment: Moment, _ place: Int?, _ facts: borrowing Facts
  ) -> Int? {
    for (number, check) in checks.enumerated() {
      let truth = truth(check, moment, place, facts)
      if truth == .yes { continue }
      // What is said of a step that was passed over does not apply.
      if truth == .error, check.readsUntaken(moment.taken), !readsUnknownDevice(check, facts) {
        continue
      }
      return number
    }
    return nil
  }

  /// Whether a condition needs to know of the device what nothing tells.
  private mutating func readsUnknownDevice(
    _ check: Expression, _ facts: borrowing Facts
  ) -> Bool {
    for instruction in check.code {
      if case .load(.environment(let key)) = instruction,
        !check.code.contains(.has(.environment(key))),
        ask(.lacks(.environment(key)), facts) == .yes
      {
        return true
      }
    }
    return false
  }

  // MARK: Expressions

  /// What a condition comes to.
  mutating func truth(
    _ condition: Expression, _ moment: Moment, _ place: Int?, _ facts: borrowing Facts
  ) -> Truth {
    Truth(settled(operand(condition, moment, place, facts), facts))
  }

  /// What an expression comes to for an instance, as a term.
  mutating func term(
    _ expression: Expression, _ place: Int, _ facts: borrowing Facts
  ) -> Int32 {
    let rule = Int(working[place].form.rule)
    let moment = moment(rule, place, hasCandidate: false, isInScope: true)
    return term(operand(expression, moment, place, facts))
  }

  private mutating func operand(
    _ condition: Expression, _ moment: Moment, _ place: Int?, _ facts: borrowing Facts
  ) -> Operand {
    stack.removeAll(keepingCapacity: true)
    var next = 0
    while next < condition.code.count {
      let instruction = condition.code[next]
      next += 1
      switch instruction {
      case .push(let value): stack.append(.known(.value(value)))
      case .load(let reference):
        stack.append(operand(reference, at: self.place(of: reference, moment, place, facts)))
      case .has(let reference):
        let place = self.place(of: reference, moment, place, facts)
        stack.append(.known(presence(.has(place), place, facts)))
      case .lacks(let reference):
        let place = self.place(of: reference, moment, place, facts)
        stack.append(.known(presence(.lacks(place), place, facts)))
      case .unary(let operation):
        let operand = pop()
        stack.append(applied(operation, operand, facts))
      case .binary(let operation):
        let right = pop()
        let left = pop()
        stack.append(applied(operation, left, right, facts))
      case .skipIfFalse(let target):
        if settleTop(facts) == .value(.bool(false)) { next = max(next, Int(target)) }
      case .skipIfTrue(let target):
        if settleTop(facts) == .value(.bool(true)) { next = max(next, Int(target)) }
      case .branch(let otherwise, let end):
        switch settled(pop(), facts) {
        case .value(.bool(true)): break
        case .value(.bool(false)): next = max(next, Int(otherwise))
        case .error(let error):
          stack.append(.known(.error(error)))
          next = max(next, Int(end))
        case .value: return .known(.error(.invalid))
        }
      case .jump(let target): next = max(next, Int(target))
      }
    }
    return pop()
  }

  /// Where a reference has its value before the step.
  private func place(
    of reference: Reference, _ moment: Moment, _ place: Int?, _ facts: borrowing Facts
  ) -> Place {
    // A chain's own step is the last event of its instance.
    if case .derived(let key) = reference, let place, !moment.hasCandidate,
      working[place].tookEvent
    {
      return .derived(key, ofProcess: book.rules[moment.rule].scope == .process, .event)
    }
    return origin(of: facts.place(of: reference, moment), place)
  }

  private func operand(_ reference: Reference, at place: Place) -> Operand {
    switch place {
    case .constant(let scalar): .known(Evaluation(scalar.value, of: reference))
    case .parameter(let number):
      .known(Evaluation(book.parameters[Int(number)].value, of: reference))
    default: .place(place)
    }
  }

  private mutating func presence(
    _ question: Question, _ place: Place, _ facts: borrowing Facts
  ) -> Evaluation {
    switch place {
    case .constant, .parameter, .field, .phase, .reason, .eventTime:
      facts.answer(question, terms).evaluation
    default: ask(question, facts).evaluation
    }
  }

  private mutating func pop() -> Operand { stack.popLast() ?? .known(.error(.invalid)) }

  private mutating func settleTop(_ facts: borrowing Facts) -> Evaluation {
    let evaluation = settled(pop(), facts)
    stack.append(.known(evaluation))
    return evaluation
  }

  /// An operand as a bool.
  private mutating func settled(_ operand: Operand, _ facts: borrowing Facts) -> Evaluation {
    switch operand {
    case .known(let evaluation): evaluation
    case .place(let place): ask(.holds(place), facts).evaluation
    case .term(let term): ask(.term(term), facts).evaluation
    }
  }

  private mutating func applied(
    _ operation: UnaryOperation, _ operand: Operand, _ facts: borrowing Facts
  ) -> Operand {
    if operation == .not { return .known(operation.applied(to: settled(operand, facts))) }
    if case .known(let evaluation) = operand { return .known(operation.applied(to: evaluation)) }
    let term = Operand.term(terms.add(.unary(operation, self.term(operand))))
    return operation == .isVersionRange ? .known(settled(term, facts)) : term
  }

  private mutating func applied(
    _ operation: BinaryOperation, _ left: Operand, _ right: Operand, _ facts: borrowing Facts
  ) -> Operand {
    if operation == .and || operation == .or {
      let one = settled(left, facts)
      return .known(operation.applied(to: one, settled(right, facts)))
    }
    switch (left, right) {
    case (.known(let one), .known(let other)): return .known(operation.applied(to: one, other))
    // An error on either side is an error, whatever the other side is.
    case (.known(.error(let error)), _), (_, .known(.error(let error))):
      return .known(.error(error))
    default: break
    }
    if operation.isTest { return .known(ask(test(operation, left, right), facts, operation)) }
    return .term(terms.add(.binary(operation, term(left), term(right))))
  }

  /// What a comparison asks; of two texts that should differ, whether they are the same.
  private mutating func test(
    _ operation: BinaryOperation, _ left: Operand, _ right: Operand
  ) -> Question {
    switch (left, right) {
    case (.place(let one), .place(let other)) where operation.isComparison:
      return .compare(operation, one, other)
    case (.place(let place), .known(.value(.string(let text)))),
      (.known(.value(.string(let text))), .place(let place)):
      if operation == .equal || operation == .notEqual {
        return .isOneOf(place, terms.add([text]), 1)
      }
    case (.place(let place), .known(.value(.list(let elements)))) where operation == .isIn:
      let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
      if texts.count == elements.count, !texts.isEmpty {
        return .isOneOf(place, terms.add(texts), Int32(truncatingIfNeeded: texts.count))
      }
    case (.place(let place), .known(.value(let value))) where operation.isComparison:
      let scalar = Scalar(of: value)
      if scalar.kind != .list { return .compare(operation, place, .constant(scalar)) }
    case (.known(.value(let value)), .place(let place)) where operation.isComparison:
      let scalar = Scalar(of: value)
      if scalar.kind != .list { return .compare(operation, .constant(scalar), place) }
    default: break
    }
    return .term(terms.add(.binary(operation, term(left), term(right))))
  }

  private mutating func ask(
    _ question: Question, _ facts: borrowing Facts, _ operation: BinaryOperation
  ) -> Evaluation {
    let answer = ask(question, facts)
    if case .isOneOf = question, operation == .notEqual { return answer.negated.evaluation }
    return answer.evaluation
  }

  private mutating func term(_ operand: Operand) -> Int32 {
    switch operand {
    case .known(.value(let value)): terms.add(value)
    case .known(.error): terms.add(Value.missing)
    case .place(let place): terms.add(.place(place))
    case .term(let term): term
    }
  }
}

extension Expression {
  /// Whether it reads a role that no event took.
  func readsUntaken(_ taken: UInt64) -> Bool {
    reads { reference in
      switch reference {
      case .roleField(let role, _), .roleTime(let role): taken & 1 << UInt64(role) == 0
      default: false
      }
    }
  }
}
