internal import RuleLanguage

// Lines of the preparation and the delivery of a notification.
extension Correlator {
  mutating func placeDelivery(_ event: inout ScopedEvent) {
    let part = event.part
    let running = execution(of: event)
    if part == .cacheMiss, running >= 0, !executionWindows[running].isCompleted,
      openDeliveryWindow(of: executionWindows[running].cycle) < 0, !isIdle(running, at: event)
    {
      // The announcement of a fallback inside the execution.
      event.execution = running
      event.cycle = executionWindows[running].cycle
      return
    }
    let open =
      deliveryWindows.current
    // Made once: it is asked for up to three times.
    let id = notificationId(event)
    if let time = key(event), open < 0 || !tellsOtherTime(time, in: open, event) {
      event.cycle = cycle(at: time, event, bySchedule: false)
      event.delivery = openDeliveryWindow(of: event.cycle)
      if event.delivery < 0, part != .prepare { event.delivery = adoptDelivery(event.cycle) }
      if event.delivery < 0 || part == .prepare && !isRunAgain(event) {
        event.delivery = openDelivery(event, cycle: event.cycle)
      }
      deliveryWindows.resume(event.delivery)
    } else if open >= 0, key(event) != nil {
      event.delivery = open
      event.cycle = deliveryWindows[open].cycle
    } else if open >= 0, let id,
      isId(id, of: open) || isUntold(id, besides: open, event) || isUsedAgain(id, in: open, event)
    {
      event.delivery = open
      event.cycle = deliveryWindows[open].cycle
    } else if let id, let named = cycle(withId: id, near: event) {
      event.cycle = named
      event.delivery = openDeliveryWindow(of: named)
    } else if part == .cacheState, let id = store.string(known.scheduleId, event) {
      event.cycle = cycle(withId: id, near: event) ?? -1
      event.delivery = event.cycle >= 0 ? openDeliveryWindow(of: event.cycle) : -1
      return
    } else if open >= 0, !isOver(open, for: event) {
      event.delivery = open
      event.cycle = deliveryWindows[open].cycle
    } else {
      event.cycle = deliverableCycle(event)
      // A prefetch whose beginning is not in the log announces its fallback so.
      if part == .cacheMiss, isEarly(event) { return }
    }
    if event.delivery < 0, opensDelivery(event) {
      event.delivery = openDelivery(event, cycle: event.cycle)
    }
    if event.cycle >= 0, let id { cycleBook.bind(notification: id, to: event.cycle) }
  }

  /// Whether a display begins for which Android runs its worker once more, since it did not come to its end:
  /// it goes on with what the first run began.
  private func isRunAgain(_ event: ScopedEvent) -> Bool {
    event.event.container.isAndroid && event.delivery >= 0
      && deliveryWindows[event.delivery].segment == event.segment
      && !deliveryWindows[event.delivery].isCompleted
      && !cycleBook[event.cycle].delivery.isDelivered
  }

  /// Whether the line that tells of the use of the cache is one of the delivery under way though it names
  /// another time: one for which nothing waits to be delivered.
  private func tellsOtherTime(_ time: Int64, in window: Int32, _ event: ScopedEvent) -> Bool {
    let own = deliveryWindows[window].cycle
    guard event.part == .cacheUsed, own >= 0, cycleBook[own].notificationTime != time,
      cycleBook[own].notificationTime != nil, !deliveryWindows[window].isCompleted,
      deliveryWindows[window].segment == event.segment,
      cycleBook.slot(at: time).map({ cycleBook[$0].isFinished }) ?? true
    else { return false }
    if let last = deliveryWindows[window].lastTime, let now = event.knownTime {
      return 0...Self.burstDistance ~= now &- last
    }
    return event.sequence - deliveryWindows[window].lastSequence <= 2
  }

  /// Gives a cycle the delivery that began with lines which name nothing, before a log that begins in
  /// it knew its cycle; -1 if there is none.
  mutating func adoptDelivery(_ cycle: Int32) -> Int32 {
    guard deliveryWindows.current >= 0,
      deliveryWindows[deliveryWindows.current].cycle < 0
    else { return -1 }
    deliveryWindows[deliveryWindows.current].cycle = cycle
    if deliveryWindows[deliveryWindows.current].awaitsFetch {
      cycleBook[cycle].delivery.hasMissed = true
    }
    return deliveryWindows.current
  }

  /// Whether the cycle of an event is not due yet.
  private func isEarly(_ event: ScopedEvent) -> Bool {
    guard event.cycle >= 0, let time = times.instant(of: event),
      let due = cycleBook[event.cycle].notificationTime
    else { return false }
    return time < due &- Self.burstDistance
  }

  /// Whether an id is one of the cycle that a window delivers.
  func isId(_ id: String, of window: Int32) -> Bool {
    let slot = deliveryWindows[window].cycle
    return slot >= 0 && cycleBook[slot].ids.contains(id)
  }

  /// Whether an id may be that of the notification being delivered, which has none yet: of its own
  /// cycle the log shows only that it was stored, or it is the id of every day, and only that of a
  /// later one is in a log that begins behind the first schedule call.
  func isUntold(_ id: String, besides window: Int32, _ event: ScopedEvent) -> Bool {
    let own = deliveryWindows[window].cycle
    guard own >= 0, cycleBook[own].ids.isEmpty, let named = cycle(withId: id, near: event) else {
      return false
    }
    guard let due = cycleBook[named].notificationTime else {
      return cycleBook[named].beginDate == nil
    }
    guard cycleBook[own].start.isHeadCut, let mine = cycleBook[own].notificationTime, mine < due
    else { return false }
    return times.instant(of: event).map { $0 < due &- Self.burstDistance } ?? true
  }

  /// Whether an id of a notification that was shown is that of the one being delivered too, as it is where
  /// the app moves a notification that came to a later time of the day: the delivery names its own time.
  private func isUsedAgain(_ id: String, in window: Int32, _ event: ScopedEvent) -> Bool {
    let own = deliveryWindows[window].cycle
    guard own >= 0, cycleBook[own].notificationTime != nil, !cycleBook[own].isFinished,
      deliveryWindows[window].segment == event.segment,
      let named = cycle(withId: id, near: event), cycleBook[named].isFinished,
      let last = deliveryWindows[window].lastTime, let now = event.knownTime
    else { return false }
    return 0...Self.burstDistance ~= now &- last
  }

  /// Whether a delivery was done, or fell silent, long before a line with which another one begins.
  private func isOver(_ window: Int32, for event: ScopedEvent) -> Bool {
    let part = event.part
    guard part == .cacheHit || part == .cacheUsed || part == .cacheMiss || part == .contentHash
    else { return false }
    return isSilent(window, at: event)
      && (deliveryWindows[window].isCompleted || isStale(window, at: event))
  }

  /// Whether a delivery fell silent before a line of which another notification is nearer: where its end is
  /// left out of the log, it would go on for days.
  func isStale(_ window: Int32, at event: ScopedEvent) -> Bool {
    guard deliveryWindows[window].cycle >= 0, isSilent(window, at: event) else { return false }
    let nearest = deliverableCycle(event)
    return nearest >= 0 && nearest != deliveryWindows[window].cycle
  }

  private func isSilent(_ window: Int32, at event: ScopedEvent) -> Bool {
    guard let time = event.knownTime, let last = deliveryWindows[window].lastTime else {
      return false
    }
    return time > last &+ Self.deliveryTolerance
  }

  private func opensDelivery(_ event: ScopedEvent) -> Bool {
    event.role.marks.contains(.opensDelivery)
      && !(event.part == .delivered && event.event.isAmbiguous)
  }

  /// The undelivered cycle whose notification time is nearest, for lines that name none.
  private func deliverableCycle(_ event: ScopedEvent) -> Int32 {
    var best: Int32 = -1
    var nearest = Int64.max
    for index in cycleBook.indices where cycleBook[index].isOpen && !cycleBook[index].isFinished {
      let distance: Int64
      if let time = times.instant(of: event) {
        let due = cycleBook[index].notificationTime ?? cycleBook[index].beginDate ?? time
        if due > time &+ 3_600_000_000 { continue }
        distance = cycleBook.distance(Int32(index), time)
      } else {
        distance = (cycleBook[index].notificationTime ?? 0) &+ cycleBook[index].number
      }
      if distance < nearest {
        nearest = distance
        best = Int32(index)
      }
    }
    return best
  }
}
