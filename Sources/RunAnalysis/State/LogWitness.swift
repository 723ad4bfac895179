internal import RuleLanguage

/// What a log says that a state is held against: what was recovered, missed, set, shown and taken away.
///
/// Of each it keeps the last: a state is of one moment, and what came long before says nothing of it.
struct LogWitness {
  /// What an event tells.
  enum Role {
    case recoveryEnd, missed, rescheduled, shown
    /// The system takes all alarms, as at a start of the device.
    case takesAlarms
  }

  /// Something that was due, by what the log calls it.
  struct Due {
    var notificationId: String?
    var scheduleId: String?
    var time: Int64?
  }

  private var recoveries: [Int64] = []
  private var losses: [Int64] = []
  private var misses: [Due] = []
  private var shown: [Due] = []
  /// What each schedule was set for last, and when that was.
  private var set: [String: (due: Int64, at: Int64?)] = [:]
  private static let limit = 4_096

  /// The role of each kind of event in the catalogue that has one.
  static func roles(in catalogue: Catalogue) -> [Role?] {
    let roles: [String: Role] = [
      "recovery_end": .recoveryEnd, "missed_detected": .missed, "alarm_rescheduled": .rescheduled,
      "notification_delivered": .shown, "notification_interaction": .shown,
      "device_reboot": .takesAlarms, "app_state": .takesAlarms, "process_killed": .takesAlarms,
    ]
    return catalogue.events.map { roles[$0.name] }
  }

  mutating func noteRecovery(at time: Int64) { Self.keep(time, in: &recoveries) }
  mutating func noteLoss(at time: Int64) { Self.keep(time, in: &losses) }
  mutating func noteMiss(of due: Due) { Self.keep(due, in: &misses) }
  mutating func noteShown(_ due: Due) { Self.keep(due, in: &shown) }

  mutating func noteSet(_ schedule: String, for due: Int64, at time: Int64?) {
    if set.count >= Self.limit, set[schedule] == nil { return }
    set[schedule] = (due, time)
  }

  private static func keep<Element>(_ element: Element, in list: inout [Element]) {
    if list.count >= limit { list.removeFirst(limit / 2) }
    list.append(element)
  }

  // MARK: Questions

  /// When the last recovery ended that came after something was due and before a state was taken.
  func recovery(after due: Int64, before moment: Int64) -> Int64? {
    recoveries.last { $0 > due && $0 <= moment }
  }

  /// Whether something took all alarms between two times.
  func lostAlarms(after time: Int64, before moment: Int64) -> Bool {
    losses.contains { $0 > time && $0 <= moment }
  }

  func toldMissed(_ id: String?, isSchedule: Bool, due: Int64?) -> Bool {
    Self.names(misses, id, isSchedule: isSchedule, due: due)
  }

  func toldShown(_ id: String?, isSchedule: Bool, due: Int64?) -> Bool {
    Self.names(shown, id, isSchedule: isSchedule, due: due)
  }

  /// What the log set for a time after a moment, by lines before it.
  func announcements(after moment: Int64) -> [Reconciliation.Announcement] {
    set.sorted { $0.key < $1.key }.compactMap { id, value in
      guard value.due > moment, value.at ?? .min <= moment else { return nil }
      return Reconciliation.Announcement(id: id, due: value.due, setAt: value.at)
    }
  }

  /// Whether a list names something: by its own id, or by the time where it has no id of its kind.
  private static func names(
    _ list: [Due], _ id: String?, isSchedule: Bool, due: Int64?
  ) -> Bool {
    list.contains { entry in
      let isNear = due.flatMap { due in entry.time.map { Reconciliation.near(due, $0) } }
      if isNear == false { return false }
      guard let told = isSchedule ? entry.scheduleId : entry.notificationId else {
        return isNear == true
      }
      return told == id
    }
  }
}
