extension Correlator {
  /// Opens the window of a task; what ran in its process is over.
  mutating func openExecution(_ event: ScopedEvent, cycle: Int32) -> Int32 {
    let running = execution(of: event)
    if running >= 0 { closeExecution(running, end: .complete) }
    let task = taskId(event)
    return executionWindows.open(event, cycle: cycle, taskId: task, &output)
  }

  mutating func closeExecution(_ slot: Int32, end: ScopeEnd) {
    executionWindows.close(slot, end: end, &output)
  }

  /// Opens the window of a delivery; an earlier one of its cycle is over, and so is a task's whose
  /// content is being delivered.
  mutating func openDelivery(_ event: ScopedEvent, cycle: Int32) -> Int32 {
    deliveryWindows.closeAll(end: .complete, &output) { $0.cycle == cycle }
    if cycle >= 0 {
      executionWindows.closeAll(end: .complete, &output) { $0.cycle == cycle && $0.isCompleted }
    }
    return deliveryWindows.open(event, cycle: cycle, &output)
  }

  mutating func closeDelivery(_ slot: Int32, end: ScopeEnd) {
    deliveryWindows.close(slot, end: end, &output)
  }

  /// The open execution window of the event's process, or -1.
  func execution(of event: ScopedEvent) -> Int32 {
    executionWindows.slot(ofSegment: event.segment)
  }

  func openDeliveryWindow(of cycle: Int32) -> Int32 { deliveryWindows.slot(ofCycle: cycle) }
}
