internal import RuleLanguage

// What a recovery finds out about a notification that was due while the app did not run (S2:437-440), and
// the alarm that goes off for one.
extension Correlator {
  /// Finds the cycle that a recovery or an alarm speaks of; it opens none, and speaks of none that is to come.
  mutating func placeRecovery(_ event: inout ScopedEvent) {
    guard let slot = cycleTold(by: event), let due = cycleBook[slot].notificationTime else {
      return
    }
    // Where lines name no zone, the line's own word is all there is.
    if let time = times.instant(of: event), due > time { return }
    event.cycle = slot
  }

  private mutating func cycleTold(by event: ScopedEvent) -> Int32? {
    let ids = [scheduleId(event), notificationId(event)].compactMap { $0 }
    if event.part == .missTold || event.part == .alarmFired {
      // What a task missed is no notification's.
      if store.isWord("bgtask", known.kindName, event) { return nil }
      guard let due = store.instant(known.scheduledTime, event), let slot = cycleBook.slot(at: due)
      else { return nil }
      let own = cycleBook[slot].ids
      // A schedule is another's by its id. The notification may have one that no other line names.
      return own.isEmpty || scheduleId(event) == nil || ids.contains(where: own.contains)
        ? slot : nil
    }
    guard store.isWord("delivered", known.deliveryStatus, event) else { return nil }
    for id in ids { if let slot = cycle(withId: id, near: event) { return slot } }
    return nil
  }

  /// Notes that a recovery set the alarm of a notification that is to come, in place of the call that scheduled it.
  mutating func noteAlarm(setBy event: ScopedEvent) {
    guard store.isWord("notify", known.kindName, event),
      let time = store.instant(known.nextRunAt, event)
    else { return }
    cycleBook.note(alarmAt: time, setBy: SeenStep(event))
  }

  /// Notes what became of the notification.
  mutating func updateRecovery(_ event: ScopedEvent, _ slot: Int) {
    switch event.part {
    case .missTold: cycleBook[slot].delivery.isToldMissed = true
    case .alarmFired: cycleBook[slot].delivery.hasAlarmFired = true
    default: cycleBook[slot].delivery.isToldShown = true
    }
  }
}
