extension Correlator {
  /// Finds the scopes of the line that sums a cycle up.
  mutating func placeSummary(_ event: inout ScopedEvent) {
    let id = notificationId(event)
    let open =
      deliveryWindows.current
    if open >= 0, let id, isId(id, of: open) || isUntold(id, besides: open, event) {
      event.cycle = deliveryWindows[open].cycle
    } else if let id, let named = cycle(withId: id, near: event) {
      event.cycle = named
    } else if open >= 0 {
      event.cycle = deliveryWindows[deliveryWindows.current].cycle
    } else {
      event.cycle = lastDelivered()
    }
    if event.cycle < 0 { event.cycle = unnamedDue(event) }
    if event.cycle < 0, event.event.form == .json, let id = anyId(event) {
      event.cycle = openCycle(event, bySchedule: false)
      cycleBook.bind(schedule: id, to: event.cycle)
    }
    if event.cycle >= 0 { event.delivery = openDeliveryWindow(of: event.cycle) }
  }

  /// The cycle that is due as its summary comes, and of which no line told an id of its notification: the record
  /// of a failure has none, that of a success may name the schedule alone; -1 where there is none, or more than one.
  private func unnamedDue(_ event: ScopedEvent) -> Int32 {
    guard let time = times.instant(of: event) else { return -1 }
    let due = cycleBook.indices.filter {
      cycleBook[$0].isOpen && !cycleBook[$0].isFinished && cycleBook[$0].notificationTime != nil
        && cycleBook[$0].notificationId == nil && cycleBook[$0].content.id == nil
        && cycleBook.distance(Int32($0), time) <= Self.deliveryTolerance
    }
    return due.count == 1 ? Int32(due[0]) : -1
  }

  private func lastDelivered() -> Int32 {
    var best: Int32 = -1
    for index in cycleBook.indices
    where cycleBook[index].isOpen && cycleBook[index].delivery.isDelivered
      && !cycleBook[index].delivery.isSummarised
    {
      if best < 0 || cycleBook[index].lastSequence > cycleBook[best].lastSequence {
        best = Int32(index)
      }
    }
    return best
  }
}
