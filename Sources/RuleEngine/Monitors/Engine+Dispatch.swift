internal import LogReading
internal import RuleLanguage

// From the event at hand to the rules that it concerns, and no others.
extension Engine {
  /// Gives the event to the rules of one scope kind that name its kind.
  mutating func dispatch(_ route: DispatchTables.Route) {
    switch route.scope {
    case .log: give(route, 0)
    case .process:
      if lastProcess.segment != candidate.segment {
        lastProcess = (candidate.segment, rowOfSegment[candidate.segment] ?? -1)
      }
      if lastProcess.row >= 0 { give(route, lastProcess.row) }
    case .cycle: send(route, candidate.cycle)
    case .execution: send(route, candidate.execution)
    case .delivery: send(route, candidate.delivery)
    case .key: break
    }
  }

  /// Gives the event to a rule with keys.
  mutating func dispatchKeyed(_ interest: DispatchTables.Interest) {
    let rule = Int(interest.rule)
    guard case .key(let fields, let since) = book.rules[rule].scope else { return }
    if let row = keyRow(fields: fields, since: since, rule: rule) {
      noteMember(row)
      giveKey(interest, row)
    } else if isBroadcast[Int(candidate.event.kind.rawValue)] {
      sendToKeys(interest)
    } else if let since, let beginning = beginnings[since]?[candidate.segment],
      !book.catalogue[candidate.kind].fields.contains(where: { fields.contains($0.name) })
    {
      sendToKeys(interest, behind: beginning)
    }
  }

  private mutating func send(_ route: DispatchTables.Route, _ slot: Int32) {
    if slot >= 0 {
      give(route, slot)
    } else if isBroadcast[Int(candidate.event.kind.rawValue)] {
      // What befalls the process or the device befalls every scope that is open.
      let kind = Int(route.scope.rawValue)
      for row in rows[kind].indices where rows[kind][row].isOpen { give(route, Int32(row)) }
    }
  }

  /// Gives the event to the rules of a route that it concerns in one scope.
  private mutating func give(_ route: DispatchTables.Route, _ slot: Int32) {
    let kind = Int(route.scope.rawValue)
    guard Int(slot) < rows[kind].count, rows[kind][Int(slot)].isOpen else { return }
    let words = atWork.words(of: route.scope)
    let firstCell = Int(slot) * rulesOf[kind].count
    var next = route.firstInterest
    for word in 0..<words {
      var named = interests.named[route.firstWord + word]
      let atWork = atWork.bits(of: route.scope, row: slot, word: word)
      let idle =
        interests.awaiting[route.firstWord + word] & ~atWork
        | likenesses.idle(route.firstWord + word)
      while named != 0 {
        let ordinal = named.trailingZeroBitCount
        if idle >> UInt64(ordinal) & 1 == 0 {
          give(interests.list[next], slot, cells[kind][firstCell + word * 64 + ordinal])
        }
        next += 1
        named &= named &- 1
      }
    }
  }

  private mutating func noteMember(_ row: Int32) {
    let kind = Int(ScopeReference.Kind.key.rawValue)
    if rows[kind][Int(row)].members.count >= Recents.depth {
      rows[kind][Int(row)].members.removeFirst()
    }
    rows[kind][Int(row)].members.append(candidate.sequence)
  }

  /// Gives the event to every value of a rule that is at hand, or to those that count anew behind an
  /// event.
  private mutating func sendToKeys(
    _ interest: DispatchTables.Interest, behind beginning: Int64? = nil
  ) {
    let kind = Int(ScopeReference.Kind.key.rawValue)
    func concerns(_ row: ScopeRow) -> Bool { beginning == nil || row.beginning == beginning }
    if interest.isAwaiting {
      // A log may have a hundred thousand values of which none is waited for.
      for row in atWork.keyRows(of: interest.rule) where concerns(rows[kind][Int(row)]) {
        giveKey(interest, row)
      }
      return
    }
    for row in rows[kind].indices
    where rows[kind][row].isOpen && rows[kind][row].rule == interest.rule
      && concerns(rows[kind][row])
    {
      giveKey(interest, Int32(row))
    }
  }

  private mutating func giveKey(_ interest: DispatchTables.Interest, _ row: Int32) {
    give(interest, row, cells[Int(ScopeReference.Kind.key.rawValue)][Int(row)])
  }

  /// Gives the event to a rule that has an instance in the scope, or none: -1.
  @inline(__always)
  private mutating func give(_ interest: DispatchTables.Interest, _ slot: Int32, _ cell: Int32) {
    let scope = ScopeReference(kind: interest.scope, slot: slot)
    let index = cell < 0 ? nil : Int(cell)
    switch interest.need {
    case .instanceOrOpener where index != nil, .openerIfOpen where index == nil: break
    default: if !interest.opensAlways, !opens(interest, scope, index) { return }
    }
    step(interest, scope, index)
  }

  /// Whether the event at hand may be what one of the interest's patterns means.
  ///
  /// What only an instance can tell is left open, unless the rule has none until something fits.
  private mutating func opens(
    _ interest: DispatchTables.Interest, _ scope: ScopeReference, _ instance: Int?
  ) -> Bool {
    for place in interest.openers.places {
      let pattern = planned.pattern(at: place)
      let isKnown =
        likenesses.known(Int(pattern.condition)) != .open
        || notes[Int(pattern.condition)].turn == turn
      let isTried = isKnown || pattern.isShared || instance == nil && interest.isScopeLong
      if !isTried || holds(pattern, Int(interest.rule), instance, in: scope) { return true }
    }
    return false
  }
}
