internal import RuleLanguage

/// The cycles of a run, found by their times and ids, and the times at which they may close.
@usableFromInline
struct CycleBook: ~Copyable {
  @usableFromInline private(set) var cycles: [Cycle]
  private var free: [Int32]
  private var openCount: Int
  private var count: Int64
  private var byTime: SlotTable<Int64>
  private var bySchedule: SlotTable<String>
  private var byNotification: SlotTable<String>
  /// The binding of each kind that was made last: most lines of a cycle only repeat it.
  private var lastSchedule: Binding
  private var lastNotification: Binding
  /// The last alarms that a recovery set for a notification.
  private var setAlarms: [SetAlarm]
  /// Cycles that may close, by the time they may.
  private(set) var closing: TimeQueue
  /// Queue length at which looks at cycles that are over are swept.
  private var closingRoom: Int
  private(set) var closed: Int
  private(set) var evicted: Int
  /// The latest notification whose turn came in the log.
  private(set) var reachedNotification: Int64?
  /// How far the log goes, by what it tells of its notifications.
  private(set) var reachedTime: Int64?
  /// The most cycles held open at once: each event may look at all of them.
  var limit: Int

  private static let idLimit = 8
  private static let alarmLimit = 16

  private struct SetAlarm: Codable {
    var time: Int64
    var step: SeenStep
  }

  private struct Binding: Codable {
    var id = ""
    var slot: Int32 = -1
  }
}

extension CycleBook {
  init() {
    self.init(
      cycles: [], free: [], openCount: 0, count: 0, byTime: SlotTable(), bySchedule: SlotTable(),
      byNotification: SlotTable(), lastSchedule: Binding(), lastNotification: Binding(),
      setAlarms: [],
      closing: TimeQueue(), closingRoom: 1 << 12, closed: 0, evicted: 0, reachedNotification: nil,
      reachedTime: nil, limit: 1 << 10)
  }

  func copy() -> CycleBook {
    CycleBook(
      cycles: cycles, free: free, openCount: openCount, count: count, byTime: byTime,
      bySchedule: bySchedule, byNotification: byNotification, lastSchedule: lastSchedule,
      lastNotification: lastNotification, setAlarms: setAlarms, closing: closing,
      closingRoom: closingRoom,
      closed: closed, evicted: evicted, reachedNotification: reachedNotification,
      reachedTime: reachedTime, limit: limit)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(cycles)
    state.put(free)
    state.put(openCount)
    state.put(count)
    state.put(byTime)
    state.put(bySchedule)
    state.put(byNotification)
    state.put(lastSchedule)
    state.put(lastNotification)
    state.put(setAlarms)
    state.put(closing)
    state.put(closingRoom)
    state.put(closed)
    state.put(evicted)
    state.put(reachedNotification)
    state.put(reachedTime)
    state.put(limit)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init(
      cycles: try state.take(), free: try state.take(), openCount: try state.take(),
      count: try state.take(), byTime: try state.take(), bySchedule: try state.take(),
      byNotification: try state.take(), lastSchedule: try state.take(),
      lastNotification: try state.take(), setAlarms: try state.take(),
      closing: try state.take(),
      closingRoom: try state.take(), closed: try state.take(), evicted: try state.take(),
      reachedNotification: try state.take(), reachedTime: try state.take(),
      limit: try state.take())
  }

  /// Whether its slots and numbers go together, as a state has them.
  var isSound: Bool {
    let named = [
      byTime.lastSlot, bySchedule.lastSlot, byNotification.lastSlot, lastSchedule.slot,
      lastNotification.slot, closing.lastSlot,
    ]
    let numbers = cycles.map(\.number)
    return named.allSatisfy { $0 < cycles.count } && lastSchedule.slot >= -1
      && lastNotification.slot >= -1 && Set(free).count == free.count
      && free.allSatisfy { $0 >= 0 && $0 < cycles.count && !cycles[Int($0)].isOpen }
      && openCount == cycles.count(where: \.isOpen) && StateLimits.isCount(count)
      && numbers.allSatisfy { $0 < count || count == 0 }
      && limit > 0 && closed >= 0 && evicted >= 0
  }

  subscript(slot: Int32) -> Cycle {
    @inline(__always) _read { yield cycles[Int(slot)] }
    @inline(__always) _modify { yield &cycles[Int(slot)] }
  }

  subscript(index: Int) -> Cycle {
    @inline(__always) _read { yield cycles[index] }
    @inline(__always) _modify { yield &cycles[index] }
  }

  var indices: Range<Int> { cycles.indices }

  // MARK: Opening and closing

  /// The cycle to close before another one opens; nil while there is room.
  var surplus: Int32? {
    guard openCount >= limit else { return nil }
    // A log without times has no other end for its finished cycles.
    let open = cycles.indices.filter { cycles[$0].isOpen }
    let finished = open.filter { cycles[$0].isFinished }
    let candidates = finished.isEmpty ? open : finished
    return candidates.min { cycles[$0].lastSequence < cycles[$1].lastSequence }.map { Int32($0) }
  }

  /// Opens a cycle with its first event.
  mutating func open(_ event: ScopedEvent) -> Int32 {
    let slot: Int32
    if let last = free.popLast() {
      slot = last
    } else {
      cycles.append(Cycle())
      slot = Int32(cycles.count - 1)
    }
    cycles[Int(slot)].reset(number: count)
    count += 1
    openCount += 1
    cycles[Int(slot)].segment = event.segment
    cycles[Int(slot)].firstSequence = event.sequence
    cycles[Int(slot)].epoch = event.epoch
    return slot
  }

  /// Closes an open cycle, and forgets its time and ids.
  mutating func close(_ slot: Int32, end: ScopeEnd) {
    let index = Int(slot)
    cycles[index].isOpen = false
    openCount -= 1
    if end == .complete || cycles[index].isFinished { closed += 1 }
    noteReached(cycles[index])
    if end == .evicted { evicted += 1 }
    if let time = cycles[index].notificationTime { byTime.remove(time, of: slot) }
    for id in cycles[index].ids {
      bySchedule.remove(id, of: slot)
      byNotification.remove(id, of: slot)
    }
    if lastSchedule.slot == slot { lastSchedule.slot = -1 }
    if lastNotification.slot == slot { lastNotification.slot = -1 }
  }

  /// Makes the slot of a cycle that is over usable again.
  mutating func recycle(_ slot: Int32) { free.append(slot) }

  /// Follows no notification from before a gap.
  mutating func beginAnew() { reachedTime = nil }

  /// Remembers how far the log goes by what it tells of its notifications: the latest whose turn came,
  /// by its task or its delivery, and the time of day, by one that came or a task that was due.
  @inline(__always)
  mutating func noteReached(_ cycle: Cycle) {
    guard let due = cycle.notificationTime,
      cycle.isFinished || cycle.task.isExecuted || cycle.fetch.hasSucceeded
        || cycle.delivery.hasMissed
    else { return }
    reachedNotification = max(reachedNotification ?? due, due)
    let time = cycle.isFinished ? due : cycle.beginDate ?? due &- Correlator.longestLead
    reachedTime = max(reachedTime ?? time, time)
  }

  // MARK: Times

  /// How long a start of the app takes at most, with its recovery, which tells of what was due before.
  private static let recoveryTime: Int64 = 120_000_000

  /// The cycle of a notification time.
  func slot(at time: Int64) -> Int32? { byTime[time] }

  /// Notes that a recovery set the alarm of a notification, which another line names first.
  mutating func note(alarmAt time: Int64, setBy step: SeenStep) {
    if setAlarms.count == Self.alarmLimit { setAlarms.removeFirst() }
    setAlarms.append(SetAlarm(time: time, step: step))
  }

  /// Gives a cycle its notification time, beyond which it is kept for a while.
  mutating func set(_ time: Int64, of slot: Int32, isScheduled: Bool) {
    cycles[Int(slot)].notificationTime = time
    if !isScheduled { cycles[Int(slot)].schedule.shift = shift(of: time, in: slot) }
    for alarm in setAlarms where alarm.time == time { cycles[Int(slot)].add(alarm.step) }
    byTime.set(time, to: slot)
    look(at: slot, after: time &+ Correlator.patience)
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
      guard !overflow, shift.magnitude <= Correlator.widestZoneShift else { continue }
      if shift.magnitude < nearest?.magnitude ?? .max { nearest = shift }
    }
    return nearest
  }

  /// Whether all that is known of a cycle is that it was stored, which ends a call.
  func isOnlyStored(_ slot: Int32) -> Bool {
    let index = Int(slot)
    return cycles[index].notificationTime == nil && cycles[index].beginDate == nil
      && cycles[index].step(.persisted) != nil
  }

  // MARK: Ids

  /// Binds an id to a cycle; the first id that comes binds.
  mutating func bind(schedule id: String, to slot: Int32) {
    if lastSchedule.slot == slot, lastSchedule.id == id { return }
    guard remember(id, of: slot) else { return }
    lastSchedule = Binding(id: id, slot: slot)
    if let other = bySchedule.set(id, to: slot), other != slot { noteReplaced(other, by: slot) }
    if cycles[Int(slot)].scheduleId == nil { cycles[Int(slot)].scheduleId = id }
  }

  /// Notes that the row of a notification which still waits for its task is written over.
  private mutating func noteReplaced(_ other: Int32, by slot: Int32) {
    let other = Int(other)
    guard cycles[other].isOpen, !cycles[other].task.isExecuted, !cycles[other].delivery.hasMissed,
      !cycles[other].isFinished
    else { return }
    cycles[Int(slot)].schedule.replacedTime = cycles[other].notificationTime
  }

  mutating func bind(notification id: String, to slot: Int32) {
    if lastNotification.slot == slot, lastNotification.id == id { return }
    guard remember(id, of: slot) else { return }
    lastNotification = Binding(id: id, slot: slot)
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

  /// The open cycle of an id that is nearest to a time, for ids that every day has anew.
  func cycle(withId id: String, near time: Int64?) -> Int32? {
    guard let latest = cycle(withId: id) else { return nil }
    guard let time else {
      let undone = cycles.indices.filter {
        cycles[$0].isOpen && !cycles[$0].isFinished && cycles[$0].ids.contains(id)
      }
      return undone.min { cycles[$0].isDue(before: cycles[$1]) }.map { Int32($0) } ?? latest
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
      ?? cycles[Int(slot)].beginDate.map { $0 &+ Correlator.usualLead }
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

  /// The next cycle whose time is over; others are looked at again when theirs may be.
  ///
  /// - Parameter silence: How long the log was silent before that time. What was due in a long one is first
  ///   heard of by the recovery that ends it, be that days later.
  mutating func nextDue(at time: Int64, behind silence: Int64) -> Int32? {
    guard let earliest = closing.earliest, earliest < time else { return nil }
    while let due = closing.pop(before: time) {
      guard isAwaited(due) else { continue }
      let index = Int(due.slot)
      cycles[index].nextLook = .max
      let keep = cycles[index].isFinished ? Correlator.afterglow : Correlator.patience
      let base = max(
        cycles[index].lastTime ?? Int64.min,
        cycles[index].isFinished ? Int64.min : cycles[index].notificationTime ?? Int64.min)
      if base != Int64.min, base &+ keep >= time {
        look(at: due.slot, after: base &+ keep)
      } else if silence > Self.recoveryTime, !cycles[index].isFinished {
        look(at: due.slot, after: time &+ Self.recoveryTime)
      } else {
        return due.slot
      }
    }
    return nil
  }
}
