// What the device stores, sets and shows when the log ends, and what is to be said of it.
extension Device {
  /// Keeps the state of the device that a test harness would see now.
  mutating func keepSnapshot() {
    var snapshot = StateSnapshot(now: now, platform: platform)
    snapshot.zone = zone
    snapshot.faults = recovery.faults
    switch platform {
    case .android:
      snapshot.schedules = recovery.schedules
      snapshot.alarms = recovery.alarms
      snapshot.isStopped = recovery.isStopped
      snapshot.hasOtherAlarms = recovery.hasOtherAlarms
    case .ios:
      snapshot.pending = recovery.pending
      snapshot.delivered = recovery.delivered
    }
    snapshot.cache = recovery.cache
    snapshot.notifications = recovery.notifications
    snapshot.truth = truth(of: snapshot)
    trace.snapshot = snapshot
  }

  /// Tells of each thing what the device knows: which alarm is whose, and when the system took them.
  private func truth(of snapshot: StateSnapshot) -> StateTruth {
    var truth = StateTruth()
    truth.hasWrongRows =
      !snapshot.faults.isEmpty
      && trace.entries.contains { !$0.injected.isWarning && $0.injected.needs.contains(.state) }
    truth.items =
      (snapshot.schedules ?? []).map { item(of: $0, in: snapshot) }
      + (snapshot.notifications ?? []).map { item(of: $0, in: snapshot) }
      + orphans(in: snapshot)
    return truth
  }

  private func item(
    of schedule: StateSnapshot.Schedule, in snapshot: StateSnapshot
  ) -> StateTruth.Item {
    let due = schedule.nextRunAt
    let isUntimed = snapshot.faults.contains {
      $0.row == schedule.id && $0.column == "nextRunAt" && $0.change == .emptied
    }
    let verdict: StateTruth.Verdict =
      if !schedule.isEnabled {
        .disabled
      } else if isUntimed {
        .lost
      } else if due < now {
        .overdue
      } else if schedule.kind == .fetch {
        .unknown
      } else {
        waiting(schedule.id, due, in: snapshot)
      }
    return StateTruth.Item(
      kind: .schedule, id: schedule.id, due: isUntimed ? nil : due, verdict: verdict,
      isFault: isFault(verdict, due: due))
  }

  private func item(
    of row: StateSnapshot.StoredNotification, in snapshot: StateSnapshot
  ) -> StateTruth.Item {
    let due = row.scheduledTime
    let isPending = snapshot.pending?.contains { $0.id == row.id } ?? false
    let verdict: StateTruth.Verdict =
      if row.status == .delivered
        || snapshot.delivered?.contains(where: { $0.id == row.id }) == true
      {
        .delivered
      } else if due < now {
        row.status == .missed ? .recorded : isPending ? .overdue : .missed
      } else if platform == .ios {
        isPending ? .scheduled : .lost
      } else {
        waiting(row.scheduleId ?? row.id, due, in: snapshot)
      }
    return StateTruth.Item(
      kind: .notification, id: row.id, due: due, verdict: verdict,
      isFault: isFault(verdict, due: due))
  }

  /// The verdict on what an alarm must wait for.
  private func waiting(
    _ schedule: String, _ due: Int64, in snapshot: StateSnapshot
  ) -> StateTruth.Verdict {
    switch snapshot.setAlarms.count(where: { $0.scheduleId == schedule && $0.triggerAt == due }) {
    case 1: return .scheduled
    case 2...: return .duplicated
    default: break
    }
    guard snapshot.setAlarms.isEmpty else { return .lost }
    if snapshot.isStopped { return .stopped }
    // A recovery behind the loss has nothing to excuse it.
    return (recovery.takenAt ?? .min) > (recovery.recoveredAt ?? .min) ? .cancelled : .lost
  }

  private func isFault(_ verdict: StateTruth.Verdict, due: Int64) -> Bool {
    switch verdict {
    case .lost, .duplicated, .orphaned: true
    case .missed, .overdue: (recovery.recoveredAt ?? .min) > due
    default: false
    }
  }

  /// What the system holds for nothing that is stored and switched on.
  private func orphans(in snapshot: StateSnapshot) -> [StateTruth.Item] {
    let due = (snapshot.schedules ?? []).filter(\.isEnabled).map { ($0.id, $0.nextRunAt) }
    let stored = Set((snapshot.notifications ?? []).map(\.id))
    let alarms = snapshot.setAlarms.filter { alarm in
      !due.contains { $0 == (alarm.scheduleId, alarm.triggerAt) }
    }.map {
      StateTruth.Item(
        kind: .alarm, id: $0.scheduleId, due: $0.triggerAt, verdict: .orphaned, isFault: true)
    }
    let requests = (snapshot.pending ?? []).filter { !stored.contains($0.id) }.map {
      StateTruth.Item(
        kind: .request, id: $0.id, due: $0.nextTriggerAt, verdict: .orphaned, isFault: true)
    }
    return alarms + requests
  }
}
