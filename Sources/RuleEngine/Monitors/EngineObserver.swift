package import LogReading

/// Looks on while an engine works; lent for a call, and handed the engine, which nobody else can look
/// at in the meantime.
package protocol EngineObserver {
  /// Hears of an event of the kinds that are observed, before rules judge it.
  ///
  /// - Parameter isTwin: It is a second record of an event that came already.
  mutating func note(_ event: ScopedEvent, isTwin: Bool, _ engine: borrowing Engine)

  /// Hears of a cycle that has come to its end, and what its findings say of it.
  mutating func noteEnd(
    of cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark], _ engine: borrowing Engine)
}
