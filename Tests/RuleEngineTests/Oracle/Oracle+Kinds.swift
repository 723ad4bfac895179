import LogReading
import RuleEngine
import RuleLanguage

/// The kinds that look at one event at a time, or at all of a scope together.
extension Oracle {
  func patterns(missing verdict: Verdict, _ rule: Rule) -> [UInt16] {
    switch rule.obligation {
    case .response(_, let steps, _): steps[verdict.step].patterns
    case .precedence(_, let groups): groups[verdict.step]
    case .count(let counted, _, _, _): counted
    case .equal(let left, let right, _, _, _): verdict.step == 0 ? left : right
    case .never, .check, .balance, .ratio, .schema: []
    }
  }

  /// `require`: each trigger needs an event of each group before it (P1 to P3).
  func precedences(
    _ rule: Int, _ span: Span, _ trigger: [UInt16], _ groups: [[UInt16]]
  ) -> [Verdict] {
    /// Where the last trigger stood: what came from there on is told with the next.
    var last = 0
    var verdicts: [Verdict] = span.members.indices.compactMap { place in
      let event = span.members[place]
      guard let role = match(event, trigger, rule, span) else { return nil }
      let since = span.members[last..<place].filter {
        match($0, groups.flatMap(\.self), rule, span) != nil
      }
      last = place
      let lacking = groups.firstIndex { group in
        !span.members[..<place].contains { match($0, group, rule, span) != nil }
      }
      guard let lacking else { return .satisfied(at: events[event].position) }
      var verdict = Verdict(
        outcome: .violated, reason: .notSeen, step: lacking, position: events[event].position,
        witnesses: [event], trigger: event, met: since + [event], roles: [role: event])
      if isHeadCut(span, at: event) || mayPrecedeHead(groups[lacking], rule, event) {
        (verdict.outcome, verdict.reason) = (.inconclusive, .headCut)
      }
      return verdict
    }
    settleDoubts(&verdicts, span, rule, groups)
    if isFirstForgotten(span, of: rule) {
      let since = span.members[last...].filter {
        match($0, groups.flatMap(\.self), rule, span) != nil
      }
      verdicts.append(.forgotten(at: span.last, since))
    }
    return verdicts
  }

  /// The last trigger that a process' head leaves in doubt is violated once what it asks for comes
  /// with it or behind it, if a process does that once, as it starts (P4).
  private func settleDoubts(
    _ verdicts: inout [Verdict], _ span: Span, _ rule: Int, _ groups: [[UInt16]]
  ) {
    guard case .process = span.kind else { return }
    for group in groups.indices {
      guard let first = span.members.first(where: { match($0, groups[group], rule, span) != nil }),
        Self.starts.contains(book.catalogue.name(of: events[first].scoped.kind)),
        let number = verdicts.lastIndex(where: { $0.trigger.map { $0 <= first } ?? false }),
        let trigger = verdicts[number].trigger,
        verdicts[number].reason == .headCut, verdicts[number].step == group
      else { continue }
      (verdicts[number].outcome, verdicts[number].reason) = (.violated, .notSeen)
      verdicts[number].decided = events[first].position
      let offset = events[first].time.flatMap { time in events[trigger].time.map { time - $0 } }
      verdicts[number].late = Miss(
        reason: .seenLate, line: events[first].scoped.event.line, offset: offset)
    }
  }

  private static let starts = ["app_launch", "bgtask_register", "plugin_load", "device_reboot"]

  /// Whether a scope lacks its head as an event comes: until a process tells otherwise, a log that
  /// begins with the state of the device has its own.
  private func isHeadCut(_ span: Span, at event: Int) -> Bool {
    span.isHeadCut && tellMore(events[...event])
  }

  /// Whether some of the events are of more than the device.
  private func tellMore(_ events: ArraySlice<Seen>) -> Bool {
    events.contains {
      !["env_state", "unclassified"].contains(book.catalogue.name(of: $0.scoped.kind))
    }
  }

  /// Whether a registration may stand before a process that lacks its head, or before a log that begins
  /// with the loading of the plugin (P4).
  private func mayPrecedeHead(_ group: [UInt16], _ rule: Int, _ event: Int) -> Bool {
    func name(_ index: Int) -> String { book.catalogue.name(of: events[index].scoped.kind) }
    let launch = ["app_launch_finished", "storage_ready", "plugin_startup"] + Self.starts
    let first = events[0].scoped.segment
    let start = events.indices.first {
      events[$0].scoped.segment == first && launch.contains(name($0))
    }
    let asked = group.map { book.rules[rule].patterns[Int($0)].kind }
    guard asked.contains(where: { book.catalogue.name(of: $0) == "bgtask_register" }) else {
      return false
    }
    let process = events[event].scoped.segment
    let isHeadless = run.items.contains { item in
      if case .opened(.process, slot: process, isHeadCut: true) = item { true } else { false }
    }
    return isHeadless || process == first && start.map(name) == "plugin_load"
  }

  /// Whether it is the first of the rule's scopes whose end makes it forget what came (S7).
  private func isFirstForgotten(_ span: Span, of rule: Int) -> Bool {
    guard span.end == .evicted else { return false }
    let forgotten = spans.filter {
      $0.end == .evicted && $0.belongs(to: rule, of: book) && remembers(rule, in: $0)
    }
    return forgotten.min { ($0.last, $0.number) < ($1.last, $1.number) }?.number == span.number
  }

  private func remembers(_ rule: Int, in span: Span) -> Bool {
    if case .equal(let left, _, _, _, _) = book.rules[rule].obligation {
      return span.members.contains { match($0, left, rule, span) != nil }
    }
    let kinds = Set(book.rules[rule].patterns.map(\.kind))
    return span.members.contains { kinds.contains(events[$0].scoped.kind) }
  }

  /// `check` alone (K1).
  func checks(
    _ rule: Int, _ span: Span, _ trigger: [UInt16], _ conditions: [Expression]
  ) -> [Verdict] {
    span.members.compactMap { event in
      guard let role = match(event, trigger, rule, span, opens: true) else { return nil }
      let position = events[event].position
      let said = outcome(
        of: conditions, rule, span, [role: event], at: position,
        epoch: events[event].scoped.epoch)
      return Verdict(
        outcome: said.outcome, reason: said.reason, position: position, witnesses: [event])
    }
  }

  /// `equal` (Q1 to Q4).
  func equalities(
    _ rule: Int, _ span: Span, _ left: [UInt16], _ right: [UInt16], _ leftField: FieldName,
    _ rightField: FieldName, requiresBoth: Bool
  ) -> [Verdict] {
    var verdicts: [Verdict] = []
    let lefts = span.members.indices.filter {
      match(span.members[$0], left, rule, span) != nil
    }
    var lastRight = -1
    var rights: [Int] = []
    for place in span.members.indices {
      let event = span.members[place]
      let before = lefts.last { $0 < place }.map { span.members[$0] }
      let roles = before.flatMap { before in
        match(before, left, rule, span).map { role -> OracleRoles in [role: before] }
      }
      guard match(event, right, rule, span, roles ?? [:]) != nil else { continue }
      lastRight = place
      rights.append(event)
      let position = events[event].position
      guard let before else {
        if requiresBoth, !span.isHeadCut {
          verdicts.append(
            Verdict(
              outcome: .violated, reason: .notSeen, step: 0, position: position,
              witnesses: [event], met: rights))
        }
        continue
      }
      let said = comparison(
        events[before].values[leftField] ?? .missing, events[event].values[rightField] ?? .missing)
      verdicts.append(
        Verdict(
          outcome: said.outcome, reason: said.reason, step: 1, position: position,
          witnesses: [before, event]))
    }
    if requiresBoth, let last = lefts.last, lastRight < last || lastRight == last {
      var verdict = Verdict(
        outcome: .violated, reason: .notSeen, step: 1, position: span.last,
        witnesses: [span.members[last]], isAtEnd: true, trigger: span.members[last],
        met: [span.members[last]])
      if let role = match(span.members[last], left, rule, span) {
        verdict.roles = [role: span.members[last]]
      }
      switch span.end {
      case .complete: verdicts.append(verdict)
      case .cut:
        (verdict.outcome, verdict.reason) = (.inconclusive, .tailCut)
        verdicts.append(verdict)
      case .evicted:
        (verdict.outcome, verdict.reason) = (.inconclusive, .evicted)
        verdicts.append(verdict)
      case .open: break
      }
    }
    if !requiresBoth, let last = lefts.last, isFirstForgotten(span, of: rule) {
      let since = span.members[last...].filter {
        $0 == span.members[last]
          || match($0, right, rule, span, [:]) != nil
      }
      verdicts.append(.forgotten(at: span.last, since))
    }
    return verdicts
  }

  /// What two values come to (Q2).
  private func comparison(
    _ left: Value, _ right: Value
  ) -> (outcome: Outcome, reason: FindingReason) {
    for value in [left, right] where value == .missing || value == .malformed {
      return (.inconclusive, .missingField)
    }
    if left == .redacted || right == .redacted { return (.inconclusive, .redacted) }
    if case .string(let left) = left, case .string(let right) = right {
      return left.lowercased() == right.lowercased()
        ? (.satisfied, .satisfied) : (.violated, .differs)
    }
    return left == right ? (.satisfied, .satisfied) : (.violated, .differs)
  }

  /// `balance` (B1).
  func balances(
    _ rule: Int, _ span: Span, _ trigger: [UInt16], _ relation: Expression
  ) -> [Verdict] {
    // Counters of a part of a scope only doubt by chance (O6).
    if book.rules[rule].unmet == .inconclusive, span.isHeadCut, relation.readsCounters {
      return []
    }
    if trigger.isEmpty {
      if span.end == .open { return [] }
      if span.end == .evicted {
        return [Verdict(outcome: .inconclusive, reason: .evicted, position: span.last)]
      }
      var verdict = balance(rule, span, relation, [:], at: span.last, epoch: nil)
      verdict?.isAtEnd = true
      return verdict.map { [$0] } ?? []
    }
    return span.members.compactMap { event in
      guard let role = match(event, trigger, rule, span, opens: true) else { return nil }
      var verdict = balance(
        rule, span, relation, [role: event], at: events[event].position,
        epoch: events[event].scoped.epoch)
      verdict?.witnesses = [event]
      return verdict
    }
  }

  private func balance(
    _ rule: Int, _ span: Span, _ relation: Expression, _ taken: OracleRoles, at position: Int,
    epoch: UInt32?
  ) -> Verdict? {
    let moment = OracleMoment(
      oracle: self, span: span, position: position, taken: taken, epoch: epoch)
    // Lines on the device alone leave open for a while whether a log begins with a start.
    let isHeadCut =
      span.kind == .log
      ? !run.heads[min(position, run.heads.count - 1)]
        && tellMore(events.prefix { $0.position <= position })
      : span.isHeadCut
    switch moment.evaluate(relation) {
    case .value(.bool(true)): return .satisfied(at: position)
    case .value where isHeadCut:
      return Verdict(outcome: .inconclusive, reason: .headCut, position: position)
    case .value: return Verdict(outcome: .violated, reason: .relation, position: position)
    case .error(.missing): return nil
    case .error(let error):
      return Verdict(outcome: .inconclusive, reason: Self.reason(of: error), position: position)
    }
  }
}

extension Oracle.Verdict {
  /// What a rule remembered of a scope was let go with it.
  fileprivate static func forgotten(at position: Int, _ events: [Int]) -> Oracle.Verdict {
    Oracle.Verdict(
      outcome: .inconclusive, reason: .evicted, position: position, witnesses: events)
  }
}

extension Expression {
  fileprivate var readsCounters: Bool {
    references.contains {
      if case .derived = $0 { return true }
      return false
    }
  }
}
