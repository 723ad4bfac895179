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

  /// Whether an event is said by what was at work in a task: by the task, or by a worker of Android.
  package func isOfTask(_ kind: EventKind) -> Bool {
    let stage = role(of: kind).stage
    return stage == .execution || stage == .work
  }

  /// Whether an event is said as a notification is scheduled.
  package func isOfScheduling(_ kind: EventKind) -> Bool { role(of: kind).stage == .schedule }

  /// Whether an event is said as a notification is delivered, or of it.
  package func isOfDelivery(_ kind: EventKind) -> Bool {
    switch role(of: kind).stage {
    case .delivery, .summary, .work, .recovery: true
    default: false
    }
  }

  /// Whether a process logs events of the kind once, as it starts.
  package func isProcessStart(_ kind: EventKind) -> Bool {
    role(of: kind).marks.contains(.opensProcess)
  }
}
