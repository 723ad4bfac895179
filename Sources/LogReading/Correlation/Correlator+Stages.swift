package import RuleLanguage

extension Correlator {
  /// What events of a kind do; nothing for one that the catalogue lacks.
  @inline(__always)
  package func role(of kind: EventKind) -> EventRole {
    Int(kind.rawValue) < roles.count ? roles[Int(kind.rawValue)] : EventRole()
  }

  /// Whether a task in the background logs events of the kind.
  package func isOfExecution(_ kind: EventKind) -> Bool { role(of: kind).stage == .execution }

  /// Whether a process logs events of the kind as it starts.
  package func isOfLaunch(_ kind: EventKind) -> Bool { role(of: kind).stage == .launch }

  /// Whether an event is said as a notification is delivered, or of it.
  package func isOfDelivery(_ kind: EventKind) -> Bool {
    let stage = role(of: kind).stage
    return stage == .delivery || stage == .summary
  }

  /// Whether a process logs events of the kind once, as it starts.
  package func isProcessStart(_ kind: EventKind) -> Bool {
    role(of: kind).marks.contains(.opensProcess)
  }
}
