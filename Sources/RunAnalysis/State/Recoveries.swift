/// The recoveries that a log tells of, and what they told as missed: the last of each.
struct Recoveries {
  private var ends: [Int64] = []
  private var misses: [(notificationId: String?, scheduleId: String?, due: Int64?)] = []
  /// A state is of one moment, and what came long before it says nothing of it.
  private static let limit = 4_096

  mutating func noteEnd(at time: Int64) {
    if ends.count >= Self.limit { ends.removeFirst(Self.limit / 2) }
    ends.append(time)
  }

  mutating func noteMiss(notificationId: String?, scheduleId: String?, due: Int64?) {
    if misses.count >= Self.limit { misses.removeFirst(Self.limit / 2) }
    misses.append((notificationId, scheduleId, due))
  }

  /// When the last recovery ended that came after something was due and before a state was taken.
  func end(after due: Int64, before moment: Int64) -> Int64? {
    ends.last { $0 > due && $0 <= moment }
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
