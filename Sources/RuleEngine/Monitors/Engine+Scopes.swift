internal import LogReading

// Scopes as the correlator opens and closes them.
extension Engine {
  mutating func open(_ scope: ScopeReference, isHeadCut: Bool, rule: Int32 = -1) {
    facts.scopes.open(scope, isHeadCut: isHeadCut)
    facts.scopes[scope].rule = rule
    facts.scopes[scope].shape = memory.emptyShape(scope, rule: rule, isHeadCut: isHeadCut)
  }

  mutating func begin(_ process: Int32, isHeadCut: Bool) {
    let rows = Int32(truncatingIfNeeded: facts.scopes.count(.process))
    let row =
      (0..<rows).first { !facts.scopes.isOpen(ScopeReference(kind: .process, slot: $0)) } ?? rows
    facts.scopes.rowOfSegment[process] = row
    open(ScopeReference(kind: .process, slot: row), isHeadCut: isHeadCut)
  }

  mutating func openScope(_ kind: ScopeKind, _ slot: Int32) {
    switch kind {
    case .process: break  // One begins with `began`.
    case .cycle:
      open(
        ScopeReference(kind: .cycle, slot: slot),
        isHeadCut: facts.correlator.cycles[Int(slot)].start.isHeadCut)
    case .execution:
      open(
        ScopeReference(kind: .execution, slot: slot),
        isHeadCut: facts.correlator.executions[Int(slot)].isHeadCut)
    case .delivery:
      open(ScopeReference(kind: .delivery, slot: slot), isHeadCut: false)
    }
  }

  mutating func closeScope(
    _ kind: ScopeKind, _ slot: Int32, _ end: ScopeEnd, for observer: inout some EngineObserver
  ) {
    switch kind {
    case .process:
      guard let row = facts.scopes.rowOfSegment[slot] else { return }
      // What is judged now still asks for the process of the row, and for its counters.
      close(ScopeReference(kind: .process, slot: row), end: end)
      facts.scopes.rowOfSegment[slot] = nil
      facts.counters.forget(slot)
      for kind in keys.beginnings.keys { keys.beginnings[kind]?[slot] = nil }
    case .cycle:
      close(ScopeReference(kind: .cycle, slot: slot), end: end)
      // In place: a copy of a cycle counts a dozen references.
      observer.noteEnd(
        of: facts.correlator.cycles.span[Int(slot)], end, log.cycleMarks[slot] ?? [], self)
      log.cycleMarks[slot] = nil
    case .execution: close(ScopeReference(kind: .execution, slot: slot), end: end)
    case .delivery: close(ScopeReference(kind: .delivery, slot: slot), end: end)
    }
    facts.correlator.recycle(kind, slot: slot)
  }
}
