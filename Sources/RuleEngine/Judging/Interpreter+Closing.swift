internal import LogReading
internal import RuleLanguage

// What the end of a scope is to its rules.
extension Interpreter {
  /// Brings a rule to its outcome.
  mutating func close(_ rule: Int, _ end: ScopeEnd, _ facts: borrowing Facts) {
    switch book.rules[rule].obligation {
    case .response(_, let steps, let checks):
      for place in places(of: rule) where working[place].form.state == .open && end != .open {
        if let missing = firstMissing(place, steps) {
          miss(place, .unfinished(step: Int16(missing), end))
        } else {
          judge(place, checks, step: steps.count - 1, facts)
        }
      }
    case .precedence: if end == .evicted, let place = first(rule) { tell(place, .forgotten) }
    case .check, .schema: break
    case .ratio: if end != .open, let place = first(rule) { tell(place, .share(end)) }
    case .never(_, let after, _): closeNever(rule, isScopeLong: after.isEmpty, end, facts)
    case .count(_, let trigger, let minimum, let maximum):
      closeCount(rule, isScopeLong: trigger.isEmpty, minimum, maximum, end, facts)
    case .equal(_, _, _, _, let requiresBoth): closeEqual(rule, requiresBoth, end)
    case .balance(let trigger, _):
      if !trigger.isEmpty || end == .open || plan.needsWholeScope(rule) && isHeadCut(facts) {
        return
      }
      let place = first(rule) ?? make(rule)
      tell(place, end == .evicted ? .evicted(step: -1) : .relation(isAtScopeEnd: true))
    }
  }

  /// Reports an event that does not show the key of its rule; false where it is none of the rule's.
  mutating func noteKeyless(_ rule: Int, isHidden: Bool, _ facts: borrowing Facts) -> Bool {
    let patterns = book.rules[rule].patterns.indices.map { UInt16($0) }
    guard let pattern = match(patterns, rule, nil, facts) else { return false }
    let place = make(rule)
    capture(pattern, step: -1, place, facts)
    tell(place, .keyless(isHidden: isHidden))
    free(place)
    return true
  }

  private mutating func closeNever(
    _ rule: Int, isScopeLong: Bool, _ end: ScopeEnd, _ facts: borrowing Facts
  ) {
    let open = first(rule)
    if end == .open || open == nil && !isScopeLong { return }
    if end == .evicted {
      let place = open ?? make(rule)
      if working[place].form.state == .open { tell(place, .evicted(step: -1)) }
    } else if let open {
      if working[open].form.state == .open { satisfy(open) }
    } else if ask(.hasEvents, facts) == .yes {
      if plan.explained == rule { satisfy(make(rule)) } else { satisfy(rule: rule) }
    }
  }

  private mutating func closeCount(
    _ rule: Int, isScopeLong: Bool, _ minimum: Limit, _ maximum: Limit?, _ end: ScopeEnd,
    _ facts: borrowing Facts
  ) {
    if end == .open || first(rule) == nil && !isScopeLong { return }
    let place = first(rule) ?? make(rule)
    let isOpen = working[place].form.state == .open
    if isOpen, end == .evicted, maximum != nil {
      tell(place, .evicted(step: -1))
    } else if !isOpen || reaches(place, minimum.value(book.parameters), facts) {
      judgeCount(place, minimum, isAtScopeEnd: true, facts)
    } else if end == .cut {
      tell(place, .countCut(.tailCut))
    } else if end == .evicted {
      tell(place, .countCut(.evicted))
    } else if isScopeLong, scope.kind != .log, isHeadCut(facts) {
      tell(place, .countCut(.headCut))
    } else {
      judgeCount(place, minimum, isAtScopeEnd: true, facts)
    }
  }

  private mutating func closeEqual(_ rule: Int, _ requiresBoth: Bool, _ end: ScopeEnd) {
    guard let place = first(rule) else { return }
    let form = working[place].form
    if !requiresBoth {
      if end == .evicted, form.met & 1 == 1 { tell(place, .forgotten) }
      return
    }
    guard form.state == .open, form.met & 3 == 1, end != .open else { return }
    tell(place, .oneOfTwo(step: 1, end))
  }
}
