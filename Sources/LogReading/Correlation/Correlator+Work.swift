extension Correlator {
  /// Finds the cycle of what Android's workers say: by the time that the id of a run carries, or by
  /// an id that another line joined to a cycle. Such a line opens no window.
  mutating func placeWork(_ event: inout ScopedEvent) {
    let id = notificationId(event)
    if let time = key(event) {
      event.cycle = cycle(at: time, event, bySchedule: false)
    } else if let id = id ?? scheduleId(event) {
      event.cycle = cycle(withId: id, near: event) ?? -1
    }
    guard event.cycle >= 0 else { return }
    event.delivery = openDeliveryWindow(of: event.cycle)
    if let id { cycleBook.bind(notification: id, to: event.cycle) }
    if let name = store.string(known.workName, event) {
      cycleBook.bind(notification: name, to: event.cycle)
    }
  }
}
