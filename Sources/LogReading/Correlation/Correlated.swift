/// The kinds of scope that the correlator opens and closes.
public enum ScopeKind: UInt8, Sendable, CaseIterable, Codable {
  case process, cycle, execution, delivery
}

/// How a scope ended.
public enum ScopeEnd: UInt8, Sendable, Codable {
  /// Something after it shows that it is over.
  case complete
  /// The log ends while it may still go on.
  case cut
  /// Its due time lies after the log's last time.
  case open
  /// It was dropped to bound memory.
  case evicted
}

/// What the correlator hands on, in the order of the log.
package enum Correlated: Sendable {
  /// A process begins; without its head the log does not show how.
  case began(process: Int32, isHeadCut: Bool)
  case opened(ScopeKind, slot: Int32)
  case event(ScopedEvent)
  /// A second record of an event that was handed on already, in the other form.
  case twin(ScopedEvent)
  /// A tester's line that the app was ended, whose process goes on: it was not.
  case takenBack(ScopedEvent)
  case closed(ScopeKind, slot: Int32, end: ScopeEnd)
}
