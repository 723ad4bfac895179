extension Correlator {
  mutating func openExecution(_ event: ScopedEvent, cycle: Int32) -> Int32 {
    let running = execution(of: event)
    if running >= 0 { closeExecution(running, end: .complete) }
    executionCount += 1
    var window = Window(number: executionCount, cycle: cycle, opening: event)
    window.taskId = string(known.taskId, event)
    let slot = Self.place(window, in: &executions, &freeExecutions)
    currentExecution = slot
    output.append(.opened(.execution, slot: slot))
    return slot
  }

  mutating func closeExecution(_ slot: Int32, end: ScopeEnd) {
    guard executions[Int(slot)].isOpen else { return }
    executions[Int(slot)].isOpen = false
    if currentExecution == slot { currentExecution = -1 }
    output.append(.closed(.execution, slot: slot, end: end))
  }

  mutating func openDelivery(_ event: ScopedEvent, cycle: Int32) -> Int32 {
    for slot in deliveries.indices
    where deliveries[slot].isOpen && deliveries[slot].cycle == cycle {
      closeDelivery(Int32(slot), end: .complete)
    }
    // The prefetch's own window is over once its content is being delivered.
    if cycle >= 0 {
      for slot in executions.indices
      where executions[slot].isOpen && executions[slot].cycle == cycle
        && executions[slot].isCompleted
      {
        closeExecution(Int32(slot), end: .complete)
      }
    }
    deliveryCount += 1
    let window = Window(number: deliveryCount, cycle: cycle, opening: event)
    let slot = Self.place(window, in: &deliveries, &freeDeliveries)
    currentDelivery = slot
    output.append(.opened(.delivery, slot: slot))
    return slot
  }

  mutating func closeDelivery(_ slot: Int32, end: ScopeEnd) {
    guard deliveries[Int(slot)].isOpen else { return }
    deliveries[Int(slot)].isOpen = false
    if currentDelivery == slot { currentDelivery = -1 }
    output.append(.closed(.delivery, slot: slot, end: end))
  }

  private static func place(
    _ window: Window, in windows: inout [Window], _ free: inout [Int32]
  ) -> Int32 {
    guard let slot = free.popLast() else {
      windows.append(window)
      return Int32(windows.count - 1)
    }
    windows[Int(slot)] = window
    return slot
  }

  /// The open execution window of the event's process, or -1.
  func execution(of event: ScopedEvent) -> Int32 {
    if currentExecution >= 0, executions[Int(currentExecution)].isOpen,
      executions[Int(currentExecution)].segment == event.segment
    {
      return currentExecution
    }
    for slot in executions.indices.reversed()
    where executions[slot].isOpen && executions[slot].segment == event.segment {
      return Int32(slot)
    }
    return -1
  }

  func openDeliveryWindow(of cycle: Int32) -> Int32 {
    for slot in deliveries.indices.reversed()
    where deliveries[slot].isOpen && deliveries[slot].cycle == cycle { return Int32(slot) }
    return -1
  }
}
