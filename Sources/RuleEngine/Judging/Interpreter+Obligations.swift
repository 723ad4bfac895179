internal import LogReading
internal import RuleLanguage

// What the event at hand is to a rule. Instances are meant by their place among those of the scope.
extension Interpreter {
  /// Gives the event at hand to one rule of the scope.
  mutating func judge(_ rule: Int, _ facts: borrowing Facts) {
    switch book.rules[rule].obligation {
    case .response(let trigger, let steps, let checks):
      respond(rule, trigger, steps, checks, facts)
    case .precedence(let trigger, let groups): precede(rule, trigger, groups, facts)
    case .never(let forbidden, let after, let until):
      forbid(rule, forbidden, after, until, facts)
    case .count(let counted, let trigger, let minimum, let maximum):
      count(rule, counted, trigger, minimum, maximum, facts)
    case .check(let trigger, let checks):
      if let pattern = matchWhole(rule, trigger, facts) { check(rule, pattern, checks, facts) }
    case .balance(let trigger, let relation):
      if let pattern = matchWhole(rule, trigger, facts) { balance(rule, pattern, relation, facts) }
    case .equal(let left, let right, let leftField, let rightField, let requiresBoth):
      let fields = (leftField, rightField)
      compare(rule, left, right, fields, requiresBoth: requiresBoth, facts)
    case .ratio(let part, let whole, _, _, _): share(rule, part, whole, facts)
    case .schema(let trigger, let properties):
      if let pattern = match(trigger, rule, nil, facts) {
        validate(rule, pattern, properties, facts)
      }
    }
  }

  /// Whether the event cancels what waits.
  mutating func isCancelled(
    _ rule: Int, _ place: Int?, _ facts: borrowing Facts, isInScope: Bool = false
  ) -> Bool {
    let cancel = book.rules[rule].cancel
    return !cancel.isEmpty && match(cancel, rule, place, facts, isInScope: isInScope) != nil
  }

  // MARK: Precedence

  private mutating func precede(
    _ rule: Int, _ trigger: [UInt16], _ groups: [[UInt16]], _ facts: borrowing Facts
  ) {
    let place = first(rule) ?? make(rule)
    if let pattern = match(trigger, rule, place, facts) {
      capture(pattern, step: -1, place, facts)
      setTrigger(place)
      let met = working[place].form.met
      if let group = groups.indices.first(where: { met & 1 << UInt64($0) == 0 }) {
        miss(place, .notBefore(group: Int16(group)))
      } else {
        satisfy(place)
      }
      write(.clearWitnesses(working[place].instance))
      working[place].tookEvent = false
    }
    for (group, patterns) in groups.enumerated() {
      guard let pattern = match(patterns, rule, place, facts) else { continue }
      let form = working[place].form
      // What a process does once, as it starts, was not done before the log began if it comes now: then
      // what had to wait for it did not.
      if form.met & 1 << UInt64(group) == 0, form.state == .missed, scope.kind == .process,
        facts.correlator.isProcessStart(facts.current.event.kind)
      {
        tell(place, .cameBehind(group: Int16(group)))
      }
      change(place) { $0.met |= 1 << UInt64(group) }
      capture(pattern, step: group, place, facts)
    }
  }

  // MARK: Never

  private mutating func forbid(
    _ rule: Int, _ forbidden: [UInt16], _ after: [UInt16], _ until: [UInt16],
    _ facts: borrowing Facts
  ) {
    let isScopeLong = after.isEmpty
    let place = first(rule)
    if place != nil || isScopeLong {
      let isOpen = place.map { working[$0].form.state == .open } ?? true
      // Once broken or over it says nothing more, until something begins it anew.
      if !isOpen, isScopeLong { return }
      if isCancelled(rule, place, facts, isInScope: true) {
        if isScopeLong { end(place ?? make(rule)) } else if let place { free(place) }
        return
      }
      if isOpen, let pattern = match(forbidden, rule, place, facts, isInScope: true) {
        let place = place ?? make(rule)
        let condition = book.rules[rule].patterns[Int(pattern)].condition
        if condition != nil {
          write(.rememberFit(working[place].instance, pattern: pattern), lookingAt: place)
        }
        capture(pattern, step: 0, place, facts)
        miss(place, .forbidden(pattern: pattern))
        return
      }
      if !until.isEmpty, match(until, rule, place, facts, isInScope: true) != nil {
        let place = place ?? make(rule)
        if isOpen { satisfy(place) }
        if isScopeLong { end(place) } else { free(place) }
        return
      }
    }
    guard let pattern = match(after, rule, place, facts) else { return }
    if let place { free(place) }
    begin(rule, pattern, facts)
  }

  /// Lets nothing that comes in the scope change an instance any more.
  private mutating func end(_ place: Int) { change(place) { $0.state = .over } }

  // MARK: Count

  private mutating func count(
    _ rule: Int, _ counted: [UInt16], _ trigger: [UInt16], _ minimum: Limit, _ maximum: Limit?,
    _ facts: borrowing Facts
  ) {
    let isScopeLong = trigger.isEmpty
    let place = first(rule)
    if let place, working[place].form.state == .over { return }
    // What came to its outcome waits no more, and nothing is left to cancel.
    let mayBeCancelled =
      isScopeLong || place.map { working[$0].form.state == .open } ?? false
    if mayBeCancelled, isCancelled(rule, place, facts, isInScope: true) {
      if isScopeLong { end(place ?? make(rule)) } else if let place { free(place) }
      return
    }
    let retrigger = book.rules[rule].onRetrigger
    let isWaiting = place.map { working[$0].form.state == .open } ?? false
    // What came to its outcome is not waiting, and keeps no trigger from beginning.
    if retrigger != .ignore || !isWaiting, let pattern = match(trigger, rule, place, facts) {
      if let place {
        if retrigger == .violate, isWaiting {
          miss(place, .retriggered(step: -1))
        } else {
          judgeCount(place, minimum, isAtScopeEnd: false, facts)
        }
        free(place)
      }
      begin(rule, pattern, facts)
      return
    }
    guard place != nil || isScopeLong,
      let pattern = match(counted, rule, place, facts, isInScope: true)
    else { return }
    let counting = place ?? make(rule)
    capture(pattern, step: 0, counting, facts)
    count(counting)
    if let maximum, working[counting].form.state == .open,
      exceeds(counting, maximum.value(book.parameters), facts)
    {
      miss(counting, .tooMany(step: -1))
    }
  }

  /// Ends a count that has gone on for as long as it may.
  mutating func judgeCount(
    _ place: Int, _ minimum: Limit, isAtScopeEnd: Bool, _ facts: borrowing Facts
  ) {
    guard working[place].form.state == .open else { return }
    if reaches(place, minimum.value(book.parameters), facts) {
      satisfy(place)
    } else {
      miss(place, .tooFew(isAtScopeEnd: isAtScopeEnd))
    }
  }

  // MARK: Single events

  /// The trigger that the event at hand is; nil too where only counts of the whole scope could tell.
  private mutating func matchWhole(
    _ rule: Int, _ trigger: [UInt16], _ facts: borrowing Facts
  ) -> UInt16? {
    if plan.needsWholeScope(rule), isHeadCut(facts) { return nil }
    return match(trigger, rule, nil, facts)
  }

  private mutating func check(
    _ rule: Int, _ pattern: UInt16, _ checks: [Expression], _ facts: borrowing Facts
  ) {
    guard let failure = firstFailure(checks, rule, as: pattern, facts) else {
      return satisfyAtOnce(rule, pattern, facts)
    }
    tellAtOnce(
      rule, pattern, .failed(.rule(UInt16(clamping: failure)), step: -1), facts)
  }

  private mutating func balance(
    _ rule: Int, _ pattern: UInt16, _ relation: Expression, _ facts: borrowing Facts
  ) {
    if truth(relation, rule, as: pattern, facts) == .yes {
      satisfyAtOnce(rule, pattern, facts)
    } else {
      tellAtOnce(rule, pattern, .relation(isAtScopeEnd: false), facts)
    }
  }

  private mutating func validate(
    _ rule: Int, _ pattern: UInt16, _ properties: [Property], _ facts: borrowing Facts
  ) {
    for property in properties {
      switch facts.fieldPlace(property.field) {
      case .constant(Scalar(.missing)) where !property.isRequired: continue
      case .constant(Scalar(.missing)), .constant(Scalar(.malformed)):
        return tellAtOnce(rule, pattern, .misformed, facts)
      default: break
      }
      if firstFailure(property.checks, rule, as: pattern, facts) != nil {
        return tellAtOnce(rule, pattern, .misformed, facts)
      }
    }
    satisfyAtOnce(rule, pattern, facts)
  }

  /// Counts a rule as satisfied by the event at hand alone: nothing of it has to be kept.
  private mutating func satisfyAtOnce(_ rule: Int, _ pattern: UInt16, _ facts: borrowing Facts) {
    if plan.explained == rule {
      tellAtOnce(rule, pattern, .satisfied, facts)
    } else {
      satisfy(rule: rule)
    }
  }

  private mutating func tellAtOnce(
    _ rule: Int, _ pattern: UInt16, _ tidings: Tidings, _ facts: borrowing Facts
  ) {
    let place = begin(rule, pattern, facts)
    tell(place, tidings)
    free(place)
  }

  // MARK: Equal

  private mutating func compare(
    _ rule: Int, _ left: [UInt16], _ right: [UInt16], _ fields: (FieldName, FieldName),
    requiresBoth: Bool, _ facts: borrowing Facts
  ) {
    if let pattern = match(right, rule, first(rule), facts) {
      let place = first(rule) ?? make(rule)
      // The right event may take the role of the left one.
      let earlier = leftPlace(place, fields.0)
      let hasLeft = working[place].form.met & 1 != 0
      if hasLeft {
        if case .kept(let instance, let slot) = earlier {
          write(.remember(instance, slot: Int16(clamping: slot)))
        } else {
          write(.remember(-1, slot: -1))
        }
      }
      capture(pattern, step: 1, place, facts)
      change(place) { $0.met |= 2 }
      if hasLeft {
        if ask(.isSame(earlier, facts.fieldPlace(fields.1)), facts) == .yes {
          satisfy(place)
        } else {
          miss(place, .differs)
        }
      } else if requiresBoth, !isHeadCut(facts) {
        miss(place, .oneOfTwo(step: 0, .complete))
      }
    }
    if let pattern = match(left, rule, first(rule), facts) {
      let place = first(rule) ?? make(rule)
      write(.clearWitnesses(working[place].instance))
      capture(pattern, step: 0, place, facts)
      setTrigger(place)
      let role = book.rules[rule].patterns[Int(pattern)].role
      change(place) { form in
        form.met = 1
        form.step = Int16(role)
        form.state = .open
      }
    }
  }

  /// Where the field of the last left event is kept, whose role stands as the step.
  private func leftPlace(_ place: Int, _ field: FieldName) -> Place {
    let form = working[place].form
    let role = UInt8(truncatingIfNeeded: form.step)
    guard !working[place].isNew,
      let slot = book.rules[Int(form.rule)].slot(of: field, inRole: role)
    else { return .constant(Scalar(.missing)) }
    return origin(of: .kept(working[place].instance, slot: slot), place)
  }

  // MARK: Shares

  /// Counts the event as one of the whole, and as one of the part.
  private mutating func share(
    _ rule: Int, _ part: [UInt16], _ whole: [UInt16], _ facts: borrowing Facts
  ) {
    let ofWhole = match(whole, rule, first(rule), facts, isInScope: true)
    if let ofWhole {
      let place = first(rule) ?? make(rule)
      capture(ofWhole, step: 1, place, facts)
      count(place)
    }
    if let ofPart = match(part, rule, first(rule), facts, isInScope: true) {
      let place = first(rule) ?? make(rule)
      // Of the part and of the whole, it is one witness.
      capture(ofPart, step: 0, place, facts, isWitness: ofWhole == nil)
      write(.countPart(working[place].instance))
    }
  }
}
