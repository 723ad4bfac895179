internal import RuleLanguage

/// What a log says that a state is held against: what was recovered, missed, set, shown and taken away.
///
/// Of each it keeps the last: a state is of one moment, and what came long before says nothing of it.
struct LogWitness {
  /// What an event tells.
  enum Role {
    case recoveryEnd, missed, rescheduled, shown
    /// The system's alarms are others from then on: one was set, or all were lost.
    case changesAlarms
  }

  private struct Recovery: Codable {
    var time: Int64
    /// Whether the system held no alarm then, by the recovery's own counts.
    var leavesNothing: Bool
    /// When the first event came behind it that sets alarms or loses them.
    var undone: Int64?
  }

  /// Something that was due, by what the log calls it.
  struct Due: Codable {
    var notificationId: String?
    var scheduleId: String?
    var time: Int64?
    /// When the line came that tells it.
    var toldAt: Int64?
  }

  private var recoveries: [Recovery] = []
  private var reboots: [Int64] = []
  private var misses: [Due] = []
  private var shown: [Due] = []
  /// What each schedule was set for last, and when that was.
  private var set: [String: Setting] = [:]

  private struct Setting: Codable {
    var schedule: String
    var due: Int64
    var at: Int64?
  }
  private static let limit = 4_096

  /// The role of each kind of event in the catalogue that has one.
  static func roles(in catalogue: Catalogue) -> [Role?] {
    let roles: [String: Role] = [
      "recovery_end": .recoveryEnd, "missed_detected": .missed, "alarm_rescheduled": .rescheduled,
      "notification_delivered": .shown, "notification_interaction": .shown,
      "device_reboot": .changesAlarms, "app_state": .changesAlarms,
      "process_killed": .changesAlarms, "alarm_fired": .changesAlarms,
      "notification_scheduling": .changesAlarms, "schedule_persisted": .changesAlarms,
    ]
    return catalogue.events.map { roles[$0.name] }
  }

  mutating func noteRecovery(at time: Int64, leavesNothing: Bool) {
    Self.keep(Recovery(time: time, leavesNothing: leavesNothing), in: &recoveries)
  }

  /// Notes that the system's alarms are others from now on.
  mutating func noteAlarms(at time: Int64) {
    guard let last = recoveries.indices.last, recoveries[last].undone == nil,
      time >= recoveries[last].time
    else { return }
    recoveries[last].undone = time
  }

  mutating func noteReboot(at time: Int64) { Self.keep(time, in: &reboots) }
  mutating func noteMiss(of due: Due) { Self.keep(due, in: &misses) }
  mutating func noteShown(_ due: Due) { Self.keep(due, in: &shown) }

  mutating func noteSet(_ schedule: String, for due: Int64, at time: Int64?) {
    if set.count >= Self.limit, set[schedule] == nil { return }
    set[schedule] = Setting(schedule: schedule, due: due, at: time)
  }

  private static func keep<Element>(_ element: Element, in list: inout [Element]) {
    if list.count >= limit { list.removeFirst(limit / 2) }
    list.append(element)
  }

  // MARK: Questions

  /// When the device started last before a state was taken.
  func reboot(before moment: Int64) -> Int64? { reboots.last { $0 <= moment } }

  /// When the last recovery ended that came after something was due and before a state was taken.
  func recovery(after due: Int64, before moment: Int64) -> Int64? {
    recoveries.last { $0.time > due && $0.time <= moment }?.time
  }

  /// How soon behind a recovery nothing else can have taken the alarms without a line.
  private static let soon: Int64 = 15 * 60_000_000

  /// When the last recovery before a state was taken ended, if nothing but it can be why there is no alarm:
  /// it left none, or ended just before.
  func fruitlessRecovery(before moment: Int64) -> Int64? {
    guard let last = recoveries.last(where: { $0.time <= moment }),
      last.leavesNothing || moment - last.time <= Self.soon,
      last.undone.map({ $0 > moment }) ?? true
    else { return nil }
    return last.time
  }

  func toldMissed(_ id: String?, isSchedule: Bool, due: Int64?) -> Bool {
    Self.names(misses, id, isSchedule: isSchedule, due: due)
  }

  /// Whether a recovery reported a cycle's notification as missed.
  func tellsMiss(of cycle: Undelivered) -> Bool { misses.contains { cycle.isNamed(by: $0) } }

  func toldShown(_ id: String?, isSchedule: Bool, due: Int64?) -> Bool {
    Self.names(shown, id, isSchedule: isSchedule, due: due)
  }

  /// What the log set for a time after a moment, by lines before a time.
  func announcements(after moment: Int64, setBefore last: Int64) -> [Reconciliation.Announcement] {
    set.sorted { $0.key < $1.key }.compactMap { id, value in
      guard value.due > moment, value.at ?? .min <= last else { return nil }
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
      // What repeats has one id each day.
      if isNear == nil, let due, let at = entry.toldAt, at < due - Reconciliation.tolerance {
        return false
      }
      guard let told = isSchedule ? entry.scheduleId : entry.notificationId else {
        return isNear == true
      }
      return told == id
    }
  }
}

// By position, since the standard library names the values of such a dictionary.
extension LogWitness: Codable {
  init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    recoveries = try row.decode([Recovery].self)
    reboots = try row.decode([Int64].self)
    misses = try row.decode([Due].self)
    shown = try row.decode([Due].self)
    for setting in try row.decode([Setting].self) { set[setting.schedule] = setting }
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(recoveries)
    try row.encode(reboots)
    try row.encode(misses)
    try row.encode(shown)
    try row.encode(Array(set.values))
  }
}
