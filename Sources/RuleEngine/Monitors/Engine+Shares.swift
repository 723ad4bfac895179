internal import LogReading
internal import RuleLanguage

// Shares of events, and the form of single ones.
extension Engine {
  /// Counts the event as one of the whole (`second`), and as one of the part (`first`).
  mutating func share(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) {
    let rule = Int(interest.rule)
    let index = instance ?? makeInstance(rule, scope)
    let whole = match(interest.second, rule, instance: index)
    if let whole {
      capture(as: whole, step: 1, in: index)
      instances[index].count += 1
    }
    if let role = match(interest.first, rule, instance: index) {
      // Of the part and of the whole, it is one witness.
      capture(as: role, step: 0, in: index, isWitness: whole == nil)
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
          ground: Ground(detail: "\(part) / \(whole) \(sign) \(bound.text)"),
          isAtScopeEnd: true)
      }
      return
    }
    satisfy(index)
  }

  mutating func validate(_ interest: DispatchTables.Interest, _ scope: ScopeReference) {
    let rule = Int(interest.rule)
    guard let role = match(interest.trigger, rule, instance: nil) else { return }
    let index = makeInstance(rule, scope)
    capture(as: role, step: -1, in: index)
    instances[index].trigger = candidateReference
    judge(index, plans[rule].properties)
    free(index)
  }

  private mutating func judge(_ index: Int, _ properties: PropertyList) {
    for place in properties.places {
      let property = planned.property(at: place)
      let name = book.catalogue.name(of: property.field)
      switch value(property.field, of: candidate) {
      case .missing where property.isRequired:
        unmet(
          index, reason: .checkFailed, missing: [], step: -1,
          ground: Ground(detail: "\(name) is there"))
        return
      case .malformed:
        let type = ValueType(book.catalogue.fieldTypes[Int(property.field.rawValue)])
        unmet(
          index, reason: .checkFailed, missing: [], step: -1,
          ground: Ground(detail: "\(name) is \(type.description)"))
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
