internal import RuleLanguage

extension Correlator {
  /// How long after its notification time a cycle without a delivery is kept for latecomers.
  static let patience: Int64 = 86_400_000_000
  /// How long a finished cycle is kept for stragglers, such as a handler that the system ran late.
  static let afterglow: Int64 = 21_600_000_000
  /// The longest time between a begin date and its notification that is taken for a lead.
  static let longestLead: Int64 = 3_600_000_000
  static let usualLead: Int64 = 300_000_000
  /// How far ahead a task may begin at the earliest (S4:52).
  static let leastLead: Int64 = 60_000_000
  /// Zones lie a multiple of fifteen minutes apart, and not further than from -12:00 to +14:00.
  static let zoneStep: Int64 = 900_000_000
  static let widestZoneShift: UInt64 = 93_600_000_000
  package static let burstDistance: Int64 = 2_000_000

  mutating func openCycle(_ event: ScopedEvent, bySchedule: Bool) -> Int32 {
    if let slot = cycleBook.surplus {
      closeCycle(slot, end: cycleBook[slot].isFinished ? .complete : .evicted)
    }
    let slot = cycleBook.open(event)
    // A run that begins in the middle, or with schedules from before, cannot show how it began.
    cycleBook[slot].start.isHeadCut =
      bySchedule
      ? isInsideCall(event) || isBehindCutTask(event)
      : !(processes.hasHead && processes.startedEmpty)
    if let process = processes.takeLaunch() {
      cycleBook[slot].start.showsLaunch = !process.launchSteps.isEmpty
      cycleBook[slot].start.hasCutLaunch = !process.hasHead
      for step in process.launchSteps { cycleBook[slot].add(step) }
    }
    output.append(.opened(.cycle, slot: slot))
    return slot
  }

  /// Whether the log begins with an event that never is the first of a schedule call.
  private func isInsideCall(_ event: ScopedEvent) -> Bool {
    event.sequence == 0 && !processes.hasHead
      && [.submit, .scheduled, .submitFailed, .persisted, .leadCapped].contains(event.part)
  }

  /// Whether a call is the first behind a task in whose midst the log begins.
  private mutating func isBehindCutTask(_ event: ScopedEvent) -> Bool {
    guard event.part == .scheduleBegin else { return false }
    defer { call.isBehindCutTask = false }
    return call.isBehindCutTask
  }

  /// The cycle of a notification time, opened or adopted where there is none.
  mutating func cycle(
    at time: Int64, _ event: ScopedEvent, bySchedule: Bool, id: String? = nil
  ) -> Int32 {
    if let found = cycleBook.slot(at: time) { return found }
    let slot =
      unnamedCycle(of: id ?? scheduleId(event), at: time, event, bySchedule: bySchedule)
      ?? openCycle(event, bySchedule: bySchedule)
    cycleBook.set(time, of: slot, isScheduled: bySchedule)
    return slot
  }

  /// The cycle without a time that is to have this one, by its id or by its begin date.
  private mutating func unnamedCycle(
    of id: String?, at time: Int64, _ event: ScopedEvent, bySchedule: Bool
  ) -> Int32? {
    var told = timelessCycle(of: id)
    // One that ran already is neither scheduled nor run for: that is the next of the same id.
    if let slot = told, cycleBook[slot].task.isExecuted, bySchedule || event.part == .handler {
      told = nil
    }
    if let told, !cycleBook.isOnlyStored(told) { return told }
    guard let begun = anonymousCycle(for: time, id, event) else { return told }
    guard let told else { return begun }
    // A task that was submitted since tells more than that the schedule was once stored.
    if cycleBook[begun].beginDate == nil { return told }
    if cycleBook[told].start.isHeadCut { cycleBook[begun].start.isHeadCut = true }
    return begun
  }

  /// The cycle of a schedule of which no line told a time or a begin date: a log that begins in the
  /// middle may show no more of it than its id.
  private func timelessCycle(of id: String?) -> Int32? {
    guard let id, let slot = cycleBook.cycle(withId: id), cycleBook[slot].notificationTime == nil,
      cycleBook[slot].beginDate == nil
    else { return nil }
    return slot
  }

  /// A cycle that so far has only a begin date that suits the notification time.
  private func anonymousCycle(
    for time: Int64, _ id: String?, _ event: ScopedEvent
  ) -> Int32? {
    var best: Int32?
    var nearest = Int64.max
    for index in cycleBook.indices
    where cycleBook[index].isOpen && cycleBook[index].notificationTime == nil {
      let distance: Int64
      if let begin = cycleBook[index].beginDate {
        // A lead that is capped may end behind the notification.
        let isCapped = begin > time && Int32(index) == freshBurst(event)
        distance = isCapped ? begin &- time : time &- begin
        guard distance >= 0, distance <= Self.longestLead else { continue }
      } else if isFresh(cycleBook[index], event), !cycleBook[index].task.isExecuted,
        event.part != .scheduleBegin || !cycleBook.isOnlyStored(Int32(index)),
        // What was stored has an id, and another one is another schedule's.
        id.map({ cycleBook[index].ids.contains($0) || !cycleBook.isOnlyStored(Int32(index)) })
          ?? true
      {
        distance = 0
      } else if isOfUnnamedTask(event, at: time, cycleBook[index]) {
        distance = 0
      } else {
        continue
      }
      if distance < nearest {
        nearest = distance
        best = Int32(index)
      }
    }
    return best
  }

  private func isFresh(_ cycle: Cycle, _ event: ScopedEvent) -> Bool {
    if let last = cycle.lastTime, let time = event.knownTime {
      return time - last <= Self.burstDistance
    }
    return event.sequence - cycle.lastSequence <= 4
  }

  /// The cycle of the schedule call that is being logged just now, or -1.
  func freshBurst(_ event: ScopedEvent) -> Int32 {
    let slot = call.cycle
    return slot >= 0 && cycleBook[slot].isOpen && call.isFresh(for: event) ? slot : -1
  }

  /// The open cycle of an id that is nearest to the event.
  func cycle(withId id: String, near event: ScopedEvent) -> Int32? {
    cycleBook.cycle(withId: id, near: times.instant(of: event))
  }

  /// Closes cycles whose time is over.
  mutating func closeDueCycles(at time: Int64) {
    while let slot = cycleBook.nextDue(at: time, behind: times.silence) {
      closeCycle(slot, end: .complete)
    }
  }

  mutating func closeCycle(_ slot: Int32, end: ScopeEnd) {
    guard cycleBook[slot].isOpen else { return }
    executionWindows.closeAll(end: end, &output) { $0.cycle == slot }
    deliveryWindows.closeAll(end: end, &output) { $0.cycle == slot }
    cycleBook.close(slot, end: end)
    if call.cycle == slot { call.end() }
    output.append(.closed(.cycle, slot: slot, end: end))
  }

  /// Makes a drained slot usable again; the output's reader calls it after the scope's last use.
  package mutating func recycle(_ kind: ScopeKind, slot: Int32) {
    switch kind {
    case .cycle: cycleBook.recycle(slot)
    case .execution: executionWindows.recycle(slot)
    case .delivery: deliveryWindows.recycle(slot)
    case .process: break
    }
  }

}
