internal import LogReading

// From an event to the rules that it concerns, and no others.
extension Engine {
  /// Gives an event to the rules of one scope kind that name its kind.
  mutating func dispatch(_ event: ScopedEvent, _ route: DispatchTables.Route) {
    switch route.scope {
    case .log: give(event, route, 0)
    case .process:
      if lastProcess.segment != event.segment {
        lastProcess = (event.segment, rowOfSegment[event.segment] ?? -1)
      }
      if lastProcess.row >= 0 { give(event, route, lastProcess.row) }
    case .cycle: send(event, route, event.cycle)
    case .execution: send(event, route, event.execution)
    case .delivery: send(event, route, event.delivery)
    case .key: break
    }
  }

  /// Gives an event to a rule with keys.
  mutating func dispatchKeyed(_ event: ScopedEvent, _ interest: DispatchTables.Interest) {
    let rule = Int(interest.rule)
    guard case .key(let fields) = book.rules[rule].scope else { return }
    if let row = keyRow(of: event, fields: fields, rule: rule) {
      noteMember(event, row)
      give(event, interest, row)
    } else if isBroadcast[Int(event.kind.rawValue)] {
      sendToKeys(event, interest)
    }
  }

  private mutating func send(
    _ event: ScopedEvent, _ route: DispatchTables.Route, _ slot: Int32
  ) {
    if slot >= 0 {
      give(event, route, slot)
    } else if isBroadcast[Int(event.kind.rawValue)] {
      // What befalls the process or the device befalls every scope that is open.
      let kind = Int(route.scope.rawValue)
      for row in rows[kind].indices where rows[kind][row].isOpen {
        give(event, route, Int32(row))
      }
    }
  }

  /// Gives an event to the rules of a route that it concerns in one scope.
  private mutating func give(
    _ event: ScopedEvent, _ route: DispatchTables.Route, _ slot: Int32
  ) {
    let kind = Int(route.scope.rawValue)
    guard rows[kind].indices.contains(Int(slot)), rows[kind][Int(slot)].isOpen else { return }
    let words = atWork.words(of: route.scope)
    var next = route.firstInterest
    for word in 0..<words {
      let named = interests.named[route.firstWord + word]
      let idle = ~atWork.bits(of: route.scope, row: slot, word: word)
      var concerned = named & ~(interests.awaiting[route.firstWord + word] & idle)
      while concerned != 0 {
        let below = concerned & (~concerned &+ 1) &- 1
        give(event, interests.interest(next + (named & below).nonzeroBitCount), slot)
        concerned &= concerned &- 1
      }
      next += named.nonzeroBitCount
    }
  }

  private mutating func noteMember(_ event: ScopedEvent, _ row: Int32) {
    let kind = Int(ScopeReference.Kind.key.rawValue)
    if rows[kind][Int(row)].members.count >= Recents.depth {
      rows[kind][Int(row)].members.removeFirst()
    }
    rows[kind][Int(row)].members.append(event.sequence)
  }

  private mutating func sendToKeys(_ event: ScopedEvent, _ interest: DispatchTables.Interest) {
    let kind = Int(ScopeReference.Kind.key.rawValue)
    if interest.isAwaiting {
      // A log may have a hundred thousand values of which none is waited for.
      for row in atWork.keyRows(of: interest.rule) { give(event, interest, row) }
      return
    }
    for row in rows[kind].indices
    where rows[kind][row].isOpen && rows[kind][row].rule == interest.rule {
      give(event, interest, Int32(row))
    }
  }

  private mutating func give(
    _ event: ScopedEvent, _ interest: DispatchTables.Interest, _ slot: Int32
  ) {
    let scope = ScopeReference(kind: interest.scope, slot: slot)
    let rule = Int(interest.rule)
    let index = instance(rule, scope)
    switch interest.need {
    case .instanceOrOpener: if index == nil, !opens(interest, nil) { return }
    case .opener: if !opens(interest, index) { return }
    case .openerIfOpen: if index != nil, !opens(interest, index) { return }
    }
    step(rule, scope, event)
  }

  /// Whether the event at hand may be what one of the interest's patterns means.
  private mutating func opens(_ interest: DispatchTables.Interest, _ instance: Int?) -> Bool {
    let rule = Int(interest.rule)
    for offset in 0..<interest.openers.count {
      let pattern = planned.pattern(at: interest.openers.first + offset)
      if pattern.condition < 0 || !planned.isShared(pattern.condition)
        || holds(pattern.condition, rule, instance)
      {
        return true
      }
    }
    return false
  }
}
