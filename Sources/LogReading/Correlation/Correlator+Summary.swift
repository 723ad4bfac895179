extension Correlator {
  /// Finds the scopes of the line that sums a cycle up.
  mutating func placeSummary(_ event: inout ScopedEvent) {
    let id = notificationId(event)
    let open =
      currentDelivery >= 0 && deliveries[Int(currentDelivery)].isOpen ? currentDelivery : -1
    if open >= 0, let id, isId(id, of: open) || isUntold(id, besides: open, event) {
      event.cycle = deliveries[Int(open)].cycle
    } else if let id, let named = cycle(withId: id, near: event) {
      event.cycle = named
    } else if open >= 0 {
      event.cycle = deliveries[Int(currentDelivery)].cycle
    } else {
      event.cycle = lastDelivered()
    }
    if event.cycle < 0, event.event.form == .json, let id = anyId(event) {
      event.cycle = openCycle(event, bySchedule: false)
      bind(schedule: id, to: event.cycle)
    }
    if event.cycle >= 0 { event.delivery = openDeliveryWindow(of: event.cycle) }
  }

  private func lastDelivered() -> Int32 {
    var best: Int32 = -1
    for index in cycles.indices
    where cycles[index].isOpen && cycles[index].isDelivered && !cycles[index].isSummarised {
      if best < 0 || cycles[index].lastSequence > cycles[Int(best)].lastSequence {
        best = Int32(index)
      }
    }
    return best
  }
}
