internal import RuleLanguage

/// The parts of a rule, whatever its kind.
extension Rule {
  /// Conditions that are judged, not those that choose events.
  var checks: [Expression] {
    switch obligation {
    case .response(_, let steps, let checks): steps.flatMap(\.checks) + checks
    case .check(_, let checks): checks
    case .balance(_, let relation): [relation]
    case .precedence, .never, .count, .equal, .ratio, .schema: []
    }
  }

  /// Alternatives that stand together, of which the first that fits counts.
  var groups: [[UInt16]] {
    switch obligation {
    case .response(let trigger, let steps, _):
      [trigger, cancel] + steps.flatMap { [$0.patterns, $0.before] }
    case .precedence(let trigger, let groups): [trigger] + groups
    case .never(let forbidden, let after, let until): [forbidden, after, until, cancel]
    case .count(let counted, let trigger, _, _): [counted, trigger, cancel]
    case .check(let trigger, _), .balance(let trigger, _), .schema(let trigger, _): [trigger]
    case .equal(let left, let right, _, _, _): [left, right]
    case .ratio(let part, let whole, _, _, _): [part, whole]
    }
  }

  /// The patterns that are looked for once an instance is there.
  var awaited: [UInt16] {
    switch obligation {
    case .response(_, let steps, _): steps.flatMap(\.patterns)
    case .never(let forbidden, _, let until): forbidden + until
    case .count(let counted, _, _, _): counted
    case .precedence, .check, .equal, .balance, .ratio, .schema: []
    }
  }

  /// The patterns of which the condition sees no cycle but that of the event: those that are tried
  /// before there is an instance, or all where the scope has no cycle.
  var patternsWithoutCycle: [UInt16] {
    switch scope {
    case .log, .process, .key: return Array(patterns.indices.map(UInt16.init(truncatingIfNeeded:)))
    case .cycle, .execution, .delivery: break
    }
    return switch obligation {
    case .response(let trigger, _, _), .check(let trigger, _), .balance(let trigger, _),
      .schema(let trigger, _), .count(_, let trigger, _, _):
      trigger
    case .never(_, let after, _): after
    case .equal(let left, let right, _, _, _): left + right
    case .precedence, .ratio: []
    }
  }

  /// In how many ways a log can break the rule that a report tells apart.
  var waysToFail: Int {
    switch obligation {
    case .response(_, let steps, let checks):
      steps.count { !$0.isOptional } + (checks.isEmpty ? 0 : 1)
        + steps.count { !$0.checks.isEmpty } + steps.count { $0.times?.most != nil }
        + (onRetrigger == .violate ? 1 : 0)
    case .precedence(_, let groups): groups.count
    case .count(_, _, let minimum, let maximum):
      minimum != .number(0) && maximum != nil ? 2 : 1
    case .equal(_, _, _, _, let requiresBoth): requiresBoth ? 3 : 1
    case .never, .check, .balance, .ratio, .schema: 1
    }
  }
}
