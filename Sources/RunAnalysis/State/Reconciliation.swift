internal import DeviceState
internal import RunReport

/// Holds what a device stored against what its system set and showed, one thing after the other.
///
/// Everything is told of one moment, `now`: what is due then, by less than a second, is neither past
/// nor future (C-46 of the statements).
struct Reconciliation {
  /// An item, and the rows that tell of it, as indices of `facts`.
  struct Item {
    var item: StateItem
    var facts: [Int]
  }

  /// What the log says was set for a later time.
  struct Announcement: Codable {
    var id: String?
    var due: Int64
    /// When the line came that says so.
    var setAt: Int64?
  }

  let facts: [StateFact]
  let lists: Set<DeviceState.List>
  let now: Int64?
  let platform: String
  /// The user stopped the app and has not opened it since.
  let isStopped: Bool
  /// Whether the log shows a notification, by its id or its time.
  let isShownByLog: (_ id: String?, _ due: Int64?) -> Bool

  /// How far a stored time and the time that the system was given may lie apart: one is often written
  /// in whole seconds, or in whole minutes.
  static let tolerance: Int64 = 60_000_000
  /// How long a notification is taken for the one that was due before.
  static let shownWindow: Int64 = 15 * 60_000_000
  static let instant: Int64 = 1_000_000
  /// How long the system may put a task off.
  static let fetchPatience: Int64 = 12 * 3_600_000_000

  /// The items, in the order of the lists and of their rows.
  func items(announced: [Announcement] = []) -> [Item] {
    var slots = slots(announced)
    let alarms = match(.alarms, to: &slots)
    let requests = match(.pending, to: &slots)
    var items: [Item] = []
    for index in slots.indices { items += self.items(of: slots[index]) }
    items += disabledSchedules()
    items += (alarms + requests).map { orphan($0, slots) }
    return items
  }

  /// Whether what is due is set in alarms, and not in requests of the notification centre.
  var usesAlarms: Bool {
    if platform == "ios" { return false }
    return platform == "android" || lists.contains(.alarms) || !lists.contains(.pending)
  }

  /// The list that says what is set, if a source has it.
  var settingList: DeviceState.List? {
    let list: DeviceState.List = usesAlarms ? .alarms : .pending
    return lists.contains(list) ? list : nil
  }

  /// Whether a source holds what is stored.
  var knowsStored: Bool { !lists.isDisjoint(with: [.schedules, .notifications]) }

  // MARK: What is due

  /// One time at which something is due: a schedule, the notifications for that time, and what is set.
  struct Slot {
    var schedule: Int?
    var notifications: [Int] = []
    var announcement: Announcement?
    var id: String?
    var due: Int64?
    var alarms: [Int] = []
    var requests: [Int] = []
  }

  private func slots(_ announced: [Announcement]) -> [Slot] {
    var slots: [Slot] = []
    for (index, fact) in facts.enumerated() where fact.event == "stored_schedule" {
      if fact.flag("enabled") == false { continue }
      let slot = Slot(
        schedule: index, id: fact.text("scheduleId"), due: fact.number("nextRunAt"))
      // A row that is there twice is one schedule; that it is there twice is judged by a rule.
      if !slots.contains(where: { $0.id != nil && $0.id == slot.id && $0.due == slot.due }) {
        slots.append(slot)
      }
    }
    for (index, fact) in facts.enumerated() where fact.event == "stored_notification" {
      let due = fact.number("scheduledTime")
      let own = fact.text("scheduleId")
      // A row that is there twice has one request; that it is there twice is judged by itself.
      let twin = slots.firstIndex { slot in
        slot.due == due
          && slot.notifications.contains {
            facts[$0].text("notificationId") == fact.text("notificationId")
          }
      }
      if let twin {
        slots[twin].notifications.append(index)
        continue
      }
      let place = slots.firstIndex { slot in
        guard slot.schedule != nil, let due, let other = slot.due else { return false }
        return Self.near(due, other) && (own == nil || slot.id == nil || own == slot.id)
      }
      if let place {
        slots[place].notifications.append(index)
      } else {
        slots.append(Slot(notifications: [index], id: fact.text("notificationId"), due: due))
      }
    }
    // What is stored goes before what the log says of it.
    for announcement in announced
    where !slots.contains(where: { $0.due.map { Self.near($0, announcement.due) } ?? false }) {
      slots.append(Slot(announcement: announcement, id: announcement.id, due: announcement.due))
    }
    return slots
  }

  static func near(_ left: Int64, _ right: Int64) -> Bool {
    left.subtractingReportingOverflow(right).partialValue.magnitude <= UInt64(tolerance)
  }

  // MARK: What is set

  /// Gives each alarm or request to what it is set for, and returns those that are for nothing.
  private func match(_ list: DeviceState.List, to slots: inout [Slot]) -> [Int] {
    let event = list == .alarms ? "set_alarm" : "pending_notification"
    var rest: [Int] = []
    for (index, fact) in facts.enumerated() where fact.event == event {
      // An id tells more than a time, but an alarm is not that of a run which is due at another one. A
      // request is: one that repeats was stored with its first time.
      if let id = Self.id(of: fact), let place = place(of: id, slots),
        list == .pending || Self.isNear(fact, slots[place].due)
      {
        slots[place].take(index, list)
      } else {
        rest.append(index)
      }
    }
    // Nearest first, one each; what is left over doubles something, or is for nothing.
    var pairs: [(distance: UInt64, setting: Int, slot: Int)] = []
    for setting in rest {
      // A request is named by what it is for, and an alarm of a dump by nothing.
      guard let time = Self.time(of: facts[setting]),
        list == .alarms || Self.id(of: facts[setting]) == nil
      else { continue }
      for (slot, value) in slots.enumerated() {
        guard !isFetch(value), let due = value.due, Self.near(time, due) else { continue }
        pairs.append((time.distanceMagnitude(to: due), setting, slot))
      }
    }
    pairs.sort { ($0.distance, $0.setting, $0.slot) < ($1.distance, $1.setting, $1.slot) }
    var taken: Set<Int> = []
    for isSpare in [false, true] {
      for pair in pairs where !taken.contains(pair.setting) {
        if !isSpare, !slots[pair.slot].settings(list).isEmpty { continue }
        slots[pair.slot].take(pair.setting, list)
        taken.insert(pair.setting)
      }
    }
    // Of a schedule that does not tell its next run, an alarm of its name is no stray one.
    return rest.filter { !taken.contains($0) }.filter { setting in
      guard let id = Self.id(of: facts[setting]), let place = place(of: id, slots),
        slots[place].due == nil
      else { return true }
      slots[place].take(setting, list)
      return false
    }
  }

  private static func isNear(_ alarm: StateFact, _ due: Int64?) -> Bool {
    guard let time = time(of: alarm) else { return true }
    return due.map { near(time, $0) } ?? false
  }

  private func place(of id: String, _ slots: [Slot]) -> Int? {
    slots.firstIndex { slot in
      slot.id == id || slot.notifications.contains { facts[$0].text("notificationId") == id }
    }
  }

  static func id(of fact: StateFact) -> String? {
    fact.event == "set_alarm" ? fact.text("scheduleId") : fact.text("notificationId")
  }

  static func time(of fact: StateFact) -> Int64? {
    fact.number(fact.event == "set_alarm" ? "triggerAt" : "nextTriggerAt")
  }

  /// Whether it is a schedule of fetches: those are tasks, which neither list holds.
  func isFetch(_ slot: Slot) -> Bool {
    guard let schedule = slot.schedule else { return false }
    return facts[schedule].text("scheduleKind")?.lowercased() == "fetch"
  }
}

extension Reconciliation.Slot {
  fileprivate mutating func take(_ setting: Int, _ list: DeviceState.List) {
    if list == .alarms { alarms.append(setting) } else { requests.append(setting) }
  }

  fileprivate func settings(_ list: DeviceState.List) -> [Int] {
    list == .alarms ? alarms : requests
  }
}

extension Int64 {
  fileprivate func distanceMagnitude(to other: Int64) -> UInt64 {
    subtractingReportingOverflow(other).partialValue.magnitude
  }
}
