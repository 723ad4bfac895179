internal import LogReading

// Scopes as the correlator opens and closes them.
extension Engine {
  mutating func openScope(_ kind: ScopeKind, _ slot: Int32) {
    switch kind {
    case .process:
      let kind = Int(ScopeReference.Kind.process.rawValue)
      let row = Int32(
        rows[kind].indices.first { !rows[kind][$0].isOpen } ?? rows[kind].count)
      rowOfSegment[slot] = row
      lastProcess.segment = -1
      // It may be over by now, where events waited for each other.
      let isHeadCut = slot == correlator.headlessSegment
      open(ScopeReference(kind: .process, slot: row), isHeadCut: isHeadCut)
    case .cycle:
      open(
        ScopeReference(kind: .cycle, slot: slot),
        isHeadCut: correlator.cycles[Int(slot)].isHeadCut)
    case .execution:
      open(
        ScopeReference(kind: .execution, slot: slot),
        isHeadCut: correlator.executions[Int(slot)].isHeadCut)
    case .delivery:
      open(ScopeReference(kind: .delivery, slot: slot), isHeadCut: false)
    }
  }

  mutating func closeScope(_ kind: ScopeKind, _ slot: Int32, _ end: ScopeEnd) {
    switch kind {
    case .process:
      guard let row = rowOfSegment[slot] else { return }
      // What is judged now still asks for the process of the row, and for its counters.
      close(ScopeReference(kind: .process, slot: row), end: end)
      rowOfSegment[slot] = nil
      lastProcess.segment = -1
      segmentCounters[slot] = nil
      for kind in beginnings.keys { beginnings[kind]?[slot] = nil }
    case .cycle:
      close(ScopeReference(kind: .cycle, slot: slot), end: end)
      closedCycleHandler?(self, slot, end)
      cycleMarks[slot] = nil
    case .execution: close(ScopeReference(kind: .execution, slot: slot), end: end)
    case .delivery: close(ScopeReference(kind: .delivery, slot: slot), end: end)
    }
    correlator.recycle(kind, slot: slot)
  }
}
