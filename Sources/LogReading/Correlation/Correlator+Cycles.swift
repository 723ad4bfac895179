internal import RuleLanguage

extension Correlator {
  /// How long after its notification time a cycle without a delivery is kept for latecomers.
  static let patience: Int64 = 86_400_000_000
  /// How long a finished cycle is kept for stragglers, such as a handler that the system ran late.
  static let afterglow: Int64 = 21_600_000_000
  /// The longest time between a begin date and its notification that is taken for a lead.
  static let longestLead: Int64 = 3_600_000_000
  static let usualLead: Int64 = 300_000_000
  /// Zones lie a multiple of fifteen minutes apart, and not further than from -12:00 to +14:00.
  static let zoneStep: Int64 = 900_000_000
  static let widestZoneShift: UInt64 = 93_600_000_000
  private static let idLimit = 8
  static let burstDistance: Int64 = 2_000_000

  mutating func openCycle(_ event: ScopedEvent, bySchedule: Bool) -> Int32 {
    if openCycles >= cycleLimit { evictCycle() }
    let slot: Int32
    if let free = freeCycles.popLast() {
      slot = free
    } else {
      cycles.append(Cycle())
      slot = Int32(cycles.count - 1)
    }
    let index = Int(slot)
    cycles[index].reset(number: cycleCount)
    cycleCount += 1
    openCycles += 1
    cycles[index].segment = event.segment
    cycles[index].firstSequence = event.sequence
    cycles[index].epoch = event.epoch
    // A run that begins in the middle, or with schedules from before, cannot show how it began.
    cycles[index].isHeadCut = bySchedule ? isInsideCall(event) : !(hasHead && startedEmpty)
    if currentSegment >= 0, !segments[Int(currentSegment)].hasCycle {
      segments[Int(currentSegment)].hasCycle = true
      cycles[index].showsLaunch = !segments[Int(currentSegment)].launchSteps.isEmpty
      cycles[index].hasCutLaunch = !segments[Int(currentSegment)].hasHead
      for step in segments[Int(currentSegment)].launchSteps { cycles[index].add(step) }
    }
    output.append(.opened(.cycle, slot: slot))
    return slot
  }

  /// Whether the log begins with an event that never is the first of a schedule call.
  private func isInsideCall(_ event: ScopedEvent) -> Bool {
    event.sequence == 0 && !hasHead
      && [.submit, .scheduled, .submitFailed, .persisted, .leadCapped].contains(event.part)
  }

  /// The cycle of a notification time, opened or adopted where there is none.
  mutating func cycle(
    at time: Int64, _ event: ScopedEvent, bySchedule: Bool, id: String? = nil
  ) -> Int32 {
    if let found = byTime[time] { return found }
    let slot =
      unnamedCycle(of: id ?? scheduleId(event), at: time, event, bySchedule: bySchedule)
      ?? openCycle(event, bySchedule: bySchedule)
    cycles[Int(slot)].notificationTime = time
    if !bySchedule { cycles[Int(slot)].shift = shift(of: time, in: slot) }
    byTime.set(time, to: slot)
    look(at: slot, after: time &+ Self.patience)
    return slot
  }

  /// How far a time lies from the nearest scheduled and undelivered one; nil where there is none as
  /// near as two zones may lie apart.
  private func shift(of time: Int64, in slot: Int32) -> Int64? {
    var nearest: Int64?
    for index in cycles.indices where Int32(index) != slot && cycles[index].isOpen {
      guard !cycles[index].isFinished, let planned = cycles[index].notificationTime,
        cycles[index].step(.notificationScheduling) != nil
      else { continue }
      let (shift, overflow) = time.subtractingReportingOverflow(planned)
      guard !overflow, shift.magnitude <= Self.widestZoneShift else { continue }
      if shift.magnitude < nearest?.magnitude ?? .max { nearest = shift }
    }
    return nearest
  }

  /// The cycle without a time that is to have this one, by its id or by its begin date.
  private mutating func unnamedCycle(
    of id: String?, at time: Int64, _ event: ScopedEvent, bySchedule: Bool
  ) -> Int32? {
    var told = timelessCycle(of: id)
    // One that ran already is neither scheduled nor run for: that is the next of the same id.
    if let slot = told, cycles[Int(slot)].isExecuted, bySchedule || event.part == .handler {
      told = nil
    }
    if let told, !isOnlyStored(told) { return told }
    guard let begun = anonymousCycle(for: time, id, event) else { return told }
    guard let told else { return begun }
    // A task that was submitted since tells more than that the schedule was once stored.
    if cycles[Int(begun)].beginDate == nil { return told }
    if cycles[Int(told)].isHeadCut { cycles[Int(begun)].isHeadCut = true }
    return begun
  }

  /// The cycle of a schedule of which no line told a time or a begin date: a log that begins in the
  /// middle may show no more of it than its id.
  private func timelessCycle(of id: String?) -> Int32? {
    guard let id, let slot = cycle(withId: id), cycles[Int(slot)].notificationTime == nil,
      cycles[Int(slot)].beginDate == nil
    else { return nil }
    return slot
  }

  /// A cycle that so far has only a begin date that suits the notification time.
  private func anonymousCycle(
    for time: Int64, _ id: String?, _ event: ScopedEvent
  ) -> Int32? {
    var best: Int32?
    var nearest = Int64.max
    for index in cycles.indices
    where cycles[index].isOpen && cycles[index].notificationTime == nil {
      let distance: Int64
      if let begin = cycles[index].beginDate {
        // A lead that is capped may end behind the notification.
        let isCapped = begin > time && Int32(index) == freshBurst(event)
        distance = isCapped ? begin &- time : time &- begin
        guard distance >= 0, distance <= Self.longestLead else { continue }
      } else if isFresh(cycles[index], event), !cycles[index].isExecuted,
        event.part != .scheduleBegin || !isOnlyStored(Int32(index)),
        // What was stored has an id, and another one is another schedule's.
        id.map({ cycles[index].ids.contains($0) || !isOnlyStored(Int32(index)) }) ?? true
      {
        distance = 0
      } else if isOfUnnamedTask(event, at: time, cycles[index]) {
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

  /// Whether all that is known of a cycle is that it was stored, which ends a call.
  func isOnlyStored(_ slot: Int32) -> Bool {
    let index = Int(slot)
    return cycles[index].notificationTime == nil && cycles[index].beginDate == nil
      && cycles[index].step(.persisted) != nil
  }

  private func isFresh(_ cycle: Cycle, _ event: ScopedEvent) -> Bool {
    if let last = cycle.lastTime, let time = event.knownTime {
      return time - last <= Self.burstDistance
    }
    return event.sequence - cycle.lastSequence <= 4
  }

  /// The cycle of the schedule call that is being logged just now, or -1.
  func freshBurst(_ event: ScopedEvent) -> Int32 {
    guard burst >= 0, cycles[Int(burst)].isOpen else { return -1 }
    if let last = burstTime, let time = event.knownTime {
      return time - last <= Self.burstDistance ? burst : -1
    }
    return event.sequence - burstSequence <= 8 ? burst : -1
  }

  mutating func noteBurst(_ slot: Int32, _ event: ScopedEvent) {
    if burst != slot { awaited = [] }
    burst = slot
    burstSequence = event.sequence
    burstTime = event.knownTime
  }

  /// Binds an id to a cycle; the first id that comes binds.
  mutating func bind(schedule id: String, to slot: Int32) {
    if lastSchedule.slot == slot, lastSchedule.id == id { return }
    guard remember(id, of: slot) else { return }
    lastSchedule = (id, slot)
    if let other = bySchedule.set(id, to: slot), other != slot { noteReplaced(other, by: slot) }
    if cycles[Int(slot)].scheduleId == nil { cycles[Int(slot)].scheduleId = id }
  }

  /// Notes that the row of a notification which still waits for its task is written over.
  private mutating func noteReplaced(_ other: Int32, by slot: Int32) {
    let other = Int(other)
    guard cycles[other].isOpen, !cycles[other].isExecuted, !cycles[other].hasMissed,
      !cycles[other].isFinished
    else { return }
    cycles[Int(slot)].replacedTime = cycles[other].notificationTime
  }

  mutating func bind(notification id: String, to slot: Int32) {
    if lastNotification.slot == slot, lastNotification.id == id { return }
    guard remember(id, of: slot) else { return }
    lastNotification = (id, slot)
    byNotification.set(id, to: slot)
    if cycles[Int(slot)].notificationId == nil { cycles[Int(slot)].notificationId = id }
  }

  private mutating func remember(_ id: String, of slot: Int32) -> Bool {
    let index = Int(slot)
    if cycles[index].ids.contains(id) { return true }
    guard cycles[index].ids.count < Self.idLimit else { return false }
    cycles[index].ids.append(id)
    return true
  }

  /// The open cycle of an id that is nearest to the event, for ids that every day has anew.
  func cycle(withId id: String, near event: ScopedEvent) -> Int32? {
    guard let latest = cycle(withId: id) else { return nil }
    guard let time = times.instant(of: event) else {
      let undone = cycles.indices.filter {
        cycles[$0].isOpen && !cycles[$0].isFinished && cycles[$0].ids.contains(id)
      }
      return undone.min { isEarlier(cycles[$0], cycles[$1]) }.map { Int32($0) } ?? latest
    }
    var best = latest
    var nearest = distance(latest, time)
    for index in cycles.indices where cycles[index].isOpen && cycles[index].ids.contains(id) {
      let distance = distance(Int32(index), time)
      if distance < nearest {
        nearest = distance
        best = Int32(index)
      }
    }
    return best
  }

  /// How far a cycle's due time lies from a time.
  func distance(_ slot: Int32, _ time: Int64) -> Int64 {
    let due =
      cycles[Int(slot)].notificationTime
      ?? cycles[Int(slot)].beginDate.map { $0 &+ Self.usualLead }
    guard let due else { return .max / 2 }
    return abs(due &- time)
  }

  /// The open cycle of an id, whichever of the two kinds of id it is.
  func cycle(withId id: String) -> Int32? {
    if let slot = bySchedule[id], cycles[Int(slot)].isOpen { return slot }
    if let slot = byNotification[id], cycles[Int(slot)].isOpen { return slot }
    return nil
  }

  /// Has a cycle looked at behind a time, unless that is to happen earlier anyway: each look finds out
  /// when the next is due.
  mutating func look(at slot: Int32, after time: Int64) {
    guard time < cycles[Int(slot)].nextLook else { return }
    cycles[Int(slot)].nextLook = time
    closing.push(time, slot: slot, generation: cycles[Int(slot)].number)
    // A clock that stands still lets none of those pass whose cycles are over.
    guard closing.count > closingRoom else { return }
    // Apart from the cycles, at which the loop looks.
    var queue = TimeQueue()
    swap(&queue, &closing)
    queue.keep { isAwaited($0) }
    swap(&queue, &closing)
    closingRoom = max(1 << 12, 2 * closing.count)
  }

  private func isAwaited(_ entry: TimeQueue.Entry) -> Bool {
    let cycle = cycles[Int(entry.slot)]
    return cycle.isOpen && cycle.number == entry.generation && cycle.nextLook == entry.time
  }

  /// Closes cycles whose time is over.
  mutating func closeDueCycles(at time: Int64) {
    guard let earliest = closing.earliest, earliest < time else { return }
    while let due = closing.pop(before: time) {
      guard isAwaited(due) else { continue }
      let index = Int(due.slot)
      cycles[index].nextLook = .max
      let keep = cycles[index].isFinished ? Self.afterglow : Self.patience
      let base = max(
        cycles[index].lastTime ?? Int64.min,
        cycles[index].isFinished ? Int64.min : cycles[index].notificationTime ?? Int64.min)
      if base != Int64.min, base &+ keep >= time {
        look(at: due.slot, after: base &+ keep)
      } else {
        closeCycle(due.slot, end: .complete)
      }
    }
  }

  mutating func closeCycle(_ slot: Int32, end: ScopeEnd) {
    let index = Int(slot)
    guard cycles[index].isOpen else { return }
    executionWindows.closeAll(end: end, &output) { $0.cycle == slot }
    deliveryWindows.closeAll(end: end, &output) { $0.cycle == slot }
    cycles[index].isOpen = false
    openCycles -= 1
    if end == .complete || cycles[index].isFinished { closedCycles += 1 }
    noteReached(cycles[index])
    if end == .evicted { evictedCycles += 1 }
    if let time = cycles[index].notificationTime { byTime.remove(time, of: slot) }
    for id in cycles[index].ids {
      bySchedule.remove(id, of: slot)
      byNotification.remove(id, of: slot)
    }
    if burst == slot { burst = -1 }
    if lastSchedule.slot == slot { lastSchedule.slot = -1 }
    if lastNotification.slot == slot { lastNotification.slot = -1 }
    output.append(.closed(.cycle, slot: slot, end: end))
  }

  /// Remembers how far the log goes by what it tells of its notifications: the latest whose turn came,
  /// by its task or its delivery, and the time of day, by one that came or a task that was due.
  mutating func noteReached(_ cycle: Cycle) {
    guard let due = cycle.notificationTime,
      cycle.isFinished || cycle.isExecuted || cycle.isFetched || cycle.hasMissed
    else { return }
    reachedNotification = max(reachedNotification ?? due, due)
    let time = cycle.isFinished ? due : cycle.beginDate ?? due &- Self.longestLead
    reachedTime = max(reachedTime ?? time, time)
  }

  /// Makes a drained slot usable again; the output's reader calls it after the scope's last use.
  package mutating func recycle(_ kind: ScopeKind, slot: Int32) {
    switch kind {
    case .cycle: freeCycles.append(slot)
    case .execution: executionWindows.recycle(slot)
    case .delivery: deliveryWindows.recycle(slot)
    case .process: break
    }
  }

  private mutating func evictCycle() {
    // A log without times has no other end for its finished cycles.
    let open = cycles.indices.filter { cycles[$0].isOpen }
    let finished = open.filter { cycles[$0].isFinished }
    let candidates = finished.isEmpty ? open : finished
    let oldest = candidates.min { cycles[$0].lastSequence < cycles[$1].lastSequence }
    if let oldest {
      closeCycle(Int32(oldest), end: cycles[oldest].isFinished ? .complete : .evicted)
    }
  }
}
