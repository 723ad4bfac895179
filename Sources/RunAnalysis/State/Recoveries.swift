/// The recoveries that a log tells of, and what they told as missed: the last of each.
struct Recoveries {
  private struct End {
    var time: Int64
    /// Whether the system held no alarm then, by the recovery's own counts.
    var leavesNothing: Bool
    /// When the first event came behind it that sets alarms or loses them.
    var undone: Int64?
  }

  private var ends: [End] = []
  private var misses: [(notificationId: String?, scheduleId: String?, due: Int64?)] = []
  /// A state is of one moment, and what came long before it says nothing of it.
  private static let limit = 4_096

  mutating func noteEnd(at time: Int64, leavesNothing: Bool) {
    if ends.count >= Self.limit { ends.removeFirst(Self.limit / 2) }
    ends.append(End(time: time, leavesNothing: leavesNothing))
  }

  /// Notes that the system's alarms are others from now on.
  mutating func noteAlarms(at time: Int64) {
    guard let last = ends.indices.last, ends[last].undone == nil, time >= ends[last].time else {
      return
    }
    ends[last].undone = time
  }

  mutating func noteMiss(notificationId: String?, scheduleId: String?, due: Int64?) {
    if misses.count >= Self.limit { misses.removeFirst(Self.limit / 2) }
    misses.append((notificationId, scheduleId, due))
  }

  /// When the last recovery ended that came after something was due and before a state was taken.
  func end(after due: Int64, before moment: Int64) -> Int64? {
    ends.last { $0.time > due && $0.time <= moment }?.time
  }

  /// When the last recovery before a state was taken ended without an alarm, if nothing but it can be why
  /// there is none.
  func emptyEnd(before moment: Int64) -> Int64? {
    guard let last = ends.last(where: { $0.time <= moment }), last.leavesNothing,
      last.undone.map({ $0 > moment }) ?? true
    else { return nil }
    return last.time
  }

  /// Whether a notification or a schedule was told as missed: by its own id, or by the time where the line
  /// has no id of its kind.
  func told(_ id: String?, isSchedule: Bool, due: Int64?) -> Bool {
    misses.contains { miss in
      let isNear = due.flatMap { due in miss.due.map { Reconciliation.near(due, $0) } }
      if isNear == false { return false }
      guard let told = isSchedule ? miss.scheduleId : miss.notificationId else {
        return isNear == true
      }
      return told == id
    }
  }
}
