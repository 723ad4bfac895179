internal import LogReading

// Shares of events, and the form of single ones.
extension Engine {
  mutating func share(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ part: PatternList,
    _ whole: PatternList
  ) {
    let index = instance(rule, scope) ?? makeInstance(rule, scope)
    if let pattern = match(event, whole, rule: rule, instance: index) {
      capture(event, as: pattern.role, step: 1, in: index)
      instances[index].count += 1
    }
    if let pattern = match(event, part, rule: rule, instance: index) {
      capture(event, as: pattern.role, step: 0, in: index)
      instances[index].partCount += 1
    }
  }

  mutating func closeShare(_ index: Int, _ end: ScopeEnd) {
    let rule = Int(instances[index].rule)
    guard case .ratio(_, _, let minimum, let maximum, let from) = book.rules[rule].obligation else {
      return
    }
    let whole = instances[index].count
    let part = instances[index].partCount
    if end == .open || whole < max(1, from.value(book.parameters)) { return }
    if end == .evicted {
      report(index, .inconclusive, .evicted, missing: [], step: -1)
      return
    }
    let share = Double(part) / Double(whole)
    for (bound, sign) in [(minimum, ">="), (maximum, "<=")] {
      guard let bound,
        case .value(.double(let limit)) = evaluate(
          bound, rule, index)
      else { continue }
      if sign == ">=" ? share >= limit : share <= limit { continue }
      let scope = instances[index].scope
      if isHeadCut(scope), scope.kind != .log {
        report(index, .inconclusive, .headCut, missing: [], step: -1)
      } else {
        unmet(
          index, reason: .relation, missing: [], step: -1,
          detail: "\(part) / \(whole) \(sign) \(bound.text)", isAtScopeEnd: true)
      }
      return
    }
    satisfy(index)
  }

  mutating func validate(
    _ rule: Int, _ scope: ScopeReference, _ event: ScopedEvent, _ trigger: PatternList,
    _ properties: [PlannedProperty]
  ) {
    guard let pattern = match(event, trigger, rule: rule, instance: nil) else { return }
    let index = makeInstance(rule, scope)
    capture(event, as: pattern.role, step: -1, in: index)
    instances[index].trigger = EventReference(event)
    judge(index, event, properties)
    free(index)
  }

  private mutating func judge(_ index: Int, _ event: ScopedEvent, _ properties: [PlannedProperty]) {
    for property in properties {
      let name = book.catalogue.name(of: property.field)
      switch value(property.field, of: event) {
      case .missing where property.isRequired:
        unmet(
          index, reason: .checkFailed, missing: [], step: -1, detail: "\(name) is there")
        return
      case .malformed:
        let type = ValueType(book.catalogue.fieldTypes[Int(property.field.rawValue)])
        unmet(
          index, reason: .checkFailed, missing: [], step: -1,
          detail: "\(name) is \(type.description)")
        return
      case .missing: continue
      default: break
      }
      if let failure = firstFailure(index, property.checks) {
        fail(index, failure, step: -1)
        return
      }
    }
    satisfy(index)
  }
}
