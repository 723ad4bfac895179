internal import DeviceState
internal import RunReport
internal import TextWriting

// The verdict on each item, with its reason and what should happen when the app is next opened.
extension Reconciliation {
  func items(of slot: Slot) -> [Item] {
    var items: [Item] = []
    if let schedule = slot.schedule {
      items.append(self.schedule(schedule, slot))
    } else if let announcement = slot.announcement {
      var item = StateItem(.schedule, id: announcement.id)
      item.due = announcement.due
      if knowsStored {
        fill(&item, slot)
        item.isStored = false
        item.condition = .unstored
        item.reason =
          "The log set it for \(time(announcement.due)), and no schedule or notification is stored for"
          + " that time."
        item.nextLaunch = "Store it."
      } else {
        judgeWaiting(&item, slot)
      }
      items.append(Item(item: item, facts: slot.alarms + slot.requests))
    }
    for notification in slot.notifications {
      items.append(self.notification(notification, slot))
    }
    return items
  }

  // MARK: Schedules

  private func schedule(_ index: Int, _ slot: Slot) -> Item {
    let fact = facts[index]
    var item = StateItem(.schedule, id: fact.text("scheduleId"))
    item.isStored = true
    item.due = slot.due
    fill(&item, slot)
    if isFetch(slot), !isLongPast(slot.due) {
      item.condition = .task
      item.reason = "A fetch is a task of the system's scheduler, which sets no alarm for it."
    } else if slot.due == nil {
      item.reason = "It is enabled, and no next run is stored that can be read."
      item.nextLaunch = "Find its next run, and set it."
    } else if isPast(slot.due) {
      item.condition = .overdue
      item.reason =
        "Its next run was due at \(time(slot.due)), \(span(since: slot.due)) before the state was"
        + " taken" + (slot.hasSetting(usesAlarms) ? ", and is still set." : ".")
      item.nextLaunch = "Tell the run as missed, and set the next one."
    } else {
      judgeWaiting(&item, slot)
    }
    return Item(item: item, facts: [index] + slot.alarms + slot.requests)
  }

  func disabledSchedules() -> [Item] {
    facts.indices.filter {
      facts[$0].event == "stored_schedule" && facts[$0].flag("enabled") == false
    }.map { index in
      var item = StateItem(.schedule, id: facts[index].text("scheduleId"))
      item.isStored = true
      item.due = facts[index].number("nextRunAt")
      item.condition = .disabled
      item.reason = "It is switched off."
      let isSet = facts.contains { setting in
        ["set_alarm", "pending_notification"].contains(setting.event)
          && disabled(setting) == facts[index].text("scheduleId")
      }
      if lists.contains(.alarms) { item.hasAlarm = isSet }
      if lists.contains(.pending) { item.isPending = isSet }
      return Item(item: item, facts: [index])
    }
  }

  // MARK: Notifications

  private func notification(_ index: Int, _ slot: Slot) -> Item {
    let fact = facts[index]
    var item = StateItem(.notification, id: fact.text("notificationId"))
    item.isStored = true
    item.due = fact.number("scheduledTime")
    fill(&item, slot)
    let shown = shown(item)
    if lists.contains(.delivered) { item.isDelivered = shown != nil }
    let status = fact.text("deliveryStatus")
    item.storedStatus = status
    let word = status?.lowercased() ?? ""
    let isDone = word == "delivered" || word == "shown"
    if isSwitchedOff(fact, word) {
      let why =
        word.hasPrefix("cancel")
        ? "its stored status is '\(status ?? "")'" : "its schedule is switched off"
      let isSet = slot.hasSetting(usesAlarms) && !isPast(item.due)
      item.condition = isSet ? .orphaned : .disabled
      item.reason =
        isSet ? "It is set, though \(why)." : why.prefix(1).uppercased() + why.dropFirst() + "."
      if isSet { item.nextLaunch = "Cancel it." }
    } else if item.due == nil {
      item.reason = "No time is stored for it that can be read."
    } else if now != nil, !isPast(item.due) {
      // What is shown now, or was delivered, may be the one before of those that repeat.
      judgeWaiting(&item, slot)
      if isDone, [.lost, .cancelled].contains(item.condition) {
        item.condition = .unknown
        item.nextLaunch = ""
        item.reason =
          "Its stored status is '\(status ?? "")', though it is due later, at \(time(item.due))."
      }
    } else if isDone {
      item.condition = .delivered
      item.reason = "Its stored status is '\(status ?? "")'."
    } else if shown != nil {
      item.condition = .delivered
      item.reason =
        "The system shows it, and its stored status is \(status.map { "'\($0)'" } ?? "not told")."
      item.nextLaunch = "Store that it was delivered."
    } else if isShownByLog(item.id, item.due) {
      item.condition = .delivered
      item.reason =
        "The log shows that it was delivered, and its stored status is"
        + " \(status.map { "'\($0)'" } ?? "not told")."
      item.nextLaunch = "Store that it was delivered."
    } else if now == nil {
      judgeWaiting(&item, slot)
    } else {
      judgeMiss(&item, status, slot)
    }
    return Item(
      item: item, facts: [index] + (shown.map { [$0] } ?? []) + slot.alarms + slot.requests)
  }

  /// Judges a notification that was due and has not the status of one that was delivered: what the
  /// plugin's own query finds.
  private func judgeMiss(_ item: inout StateItem, _ status: String?, _ slot: Slot) {
    let due =
      "It was due at \(time(item.due)), \(span(since: item.due)) before the state was taken"
    if status?.lowercased() == "missed" {
      item.condition = .recorded
      item.reason = due + ", and its stored status is '\(status ?? "")'."
    } else if let next = slot.requests.lazy.compactMap({ Self.time(of: facts[$0]) }).first(where: {
      !isPast($0)
    }) {
      // A request that repeats keeps its id.
      item.condition = .scheduled
      item.reason = due + ", and its request is set for \(time(next))."
    } else if slot.hasSetting(usesAlarms) {
      item.condition = .overdue
      item.reason = due + ", and is still set."
    } else {
      item.condition = .missed
      let told = status.map { "its stored status is '\($0)'" } ?? "no status of it is stored"
      item.reason = due + ", and \(told)."
      if item.isDelivered == false {
        item.reason += " The system does not show it; the user may have removed it."
      }
      item.nextLaunch = "Tell it as missed, and set the next one if it repeats."
    }
  }

  /// The row that shows a notification, by its id, or by its time where ids are the system's own.
  private func shown(_ item: StateItem) -> Int? {
    facts.indices.first { index in
      let fact = facts[index]
      guard fact.event == "delivered_notification" else { return false }
      if let id = item.id, fact.text("notificationId") == id { return true }
      guard usesAlarms, let due = item.due, let at = fact.number("deliveredAt") else {
        return false
      }
      return at >= due - Self.tolerance && at <= due + Self.shownWindow
    }
  }

  // MARK: What is due later

  /// Judges what is due after the state was taken: it must be set once.
  private func judgeWaiting(_ item: inout StateItem, _ slot: Slot) {
    fill(&item, slot)
    guard let due = item.due, let now else {
      item.reason = "No source tells when the state was taken: give it with --now."
      return
    }
    if abs(due - now) <= Self.instant {
      item.reason = "It is due at the very moment at which the state was taken."
      return
    }
    let words = "It is due at \(time(due))"
    let setting = usesAlarms ? "alarm" : "request"
    guard settingList != nil else {
      item.reason = words + ", and no source holds the whole list of the system's \(setting)s."
      return
    }
    let own = usesAlarms ? slot.alarms : slot.requests
    switch own.count {
    case 1 where isMoved(own[0], from: due):
      item.condition = .moved
      item.reason = words + ", and set for \(time(Self.time(of: facts[own[0]])))."
      item.nextLaunch = "Set it for the time that is stored."
    case 1:
      item.condition = .scheduled
      item.reason = words + " and set" + delay(own[0], due) + "."
    case 2...:
      item.condition = .duplicated
      item.reason = words + ", and the system holds \(own.count) \(setting)s for it."
      item.nextLaunch = "Cancel all but one."
    default: judgeUnset(&item, words, setting)
    }
  }

  /// How many requests iOS keeps of an app, the soonest ones.
  private static let keptRequests = 64

  private func isMoved(_ setting: Int, from due: Int64) -> Bool {
    guard let time = Self.time(of: facts[setting]) else { return false }
    // A request that repeats fires before, too.
    return !Self.near(time, due) && facts[setting].flag("repeats") != true
  }

  /// Whether a notification is not to be shown: it was cancelled, or its schedule is switched off.
  private func isSwitchedOff(_ fact: StateFact, _ status: String) -> Bool {
    if status == "cancelled" || status == "canceled" { return true }
    guard let id = fact.text("scheduleId") else { return false }
    return facts.contains {
      $0.event == "stored_schedule" && $0.text("scheduleId") == id && $0.flag("enabled") == false
    }
  }

  private func judgeUnset(_ item: inout StateItem, _ words: String, _ setting: String) {
    let requests = facts.filter { $0.event == "pending_notification" }
    if !usesAlarms, requests.count >= Self.keptRequests, let due = item.due,
      let last = requests.compactMap({ Self.time(of: $0) }).max(), due >= last
    {
      item.reason =
        words
        + ", behind the last of the \(requests.count) requests that the system holds: iOS keeps"
        + " no more than \(Self.keptRequests)."
      return
    }
    let others = facts.count { $0.event == (usesAlarms ? "set_alarm" : "pending_notification") }
    item.nextLaunch = "Set it again."
    if others == 0, usesAlarms, isStopped {
      item.condition = .stopped
      item.reason = words + ", and its alarm is gone since the user stopped the app."
      item.nextLaunch = "Find the force stop, and set it again."
    } else if others == 0, usesAlarms {
      item.condition = .cancelled
      item.reason =
        words + ", and the system holds no alarm of the plugin at all, as after a force stop, an"
        + " update or a new start of the device."
      item.nextLaunch = "Find the force stop or the new start, and set it again."
    } else {
      item.condition = .lost
      item.reason = words + ", and the system holds no \(setting) for it"
      item.reason += others == 0 ? ", nor any other." : ", though it holds \(others) other"
      if others > 0 { item.reason += others == 1 ? "." : "s." }
    }
  }

  /// How much later than it was set for an alarm may or will fire, where the dump tells.
  private func delay(_ setting: Int, _ due: Int64) -> String {
    let fact = facts[setting]
    if let fires = fact.number("firesAt"), fires > due + Self.tolerance {
      return ", but the system holds it back until \(time(fires))"
    }
    if let window = fact.number("window"), window > 0 {
      return ", to fire up to \(TextLayout.span(Double(window) / 1_000_000)) late"
    }
    return ""
  }

  // MARK: What is set for nothing

  func orphan(_ index: Int, _ slots: [Slot]) -> Item {
    let fact = facts[index]
    let isAlarm = fact.event == "set_alarm"
    var item = StateItem(isAlarm ? .alarm : .request, id: Self.id(of: fact))
    item.due = Self.time(of: fact)
    if isAlarm { item.hasAlarm = true } else { item.isPending = true }
    let isStored = knowsStored
    guard isStored || slots.contains(where: { $0.announcement != nil }) else {
      item.reason = "No source holds what is stored, so nothing tells whom it is for."
      return Item(item: item, facts: [index])
    }
    if isStored { item.isStored = false }
    guard lists.contains(.schedules) || !isAlarm else {
      item.reason = "It is for no stored notification, and no source holds the schedules."
      return Item(item: item, facts: [index])
    }
    if let trigger = fact.text("triggerType"), ["location", "push"].contains(trigger) {
      item.reason = "Its trigger is of kind '\(trigger)', which is none of the plugin's."
      return Item(item: item, facts: [index])
    }
    if isAlarm, fact.text("action") == nil, fact.text("app") != nil {
      item.reason = "The dump does not tell which part of the app set it."
      return Item(item: item, facts: [index])
    }
    item.condition = .orphaned
    item.nextLaunch = "Cancel it."
    if let disabled = disabled(fact) {
      item.reason = "It is set for the schedule '\(disabled)', which is switched off."
    } else if isStored {
      item.reason =
        item.due.map { "The system holds it for \(InstantText.iso($0))" }
        ?? "The system holds it"
      item.reason += ", and no enabled schedule or waiting notification is due then."
    } else {
      item.condition = .unknown
      item.nextLaunch = ""
      item.reason = "The log tells of nothing that is due then."
    }
    return Item(item: item, facts: [index])
  }

  /// The id of the schedule that is switched off and that a setting is for.
  private func disabled(_ setting: StateFact) -> String? {
    let off = facts.filter { $0.event == "stored_schedule" && $0.flag("enabled") == false }
    let id = Self.id(of: setting)
    let found = off.first { schedule in
      if let id { return schedule.text("scheduleId") == id }
      guard let due = schedule.number("nextRunAt"), let time = Self.time(of: setting) else {
        return false
      }
      return Self.near(due, time)
    }
    return found.flatMap { $0.text("scheduleId") }
  }

  // MARK: Values

  private func fill(_ item: inout StateItem, _ slot: Slot) {
    if lists.contains(.alarms), !isFetch(slot) { item.hasAlarm = !slot.alarms.isEmpty }
    if lists.contains(.pending), !isFetch(slot) { item.isPending = !slot.requests.isEmpty }
  }

  private func isPast(_ due: Int64?) -> Bool {
    guard let due, let now else { return false }
    return due < now - Self.instant
  }

  /// Whether a fetch is so late that the system did not just wait for a better moment.
  private func isLongPast(_ due: Int64?) -> Bool {
    guard let due, let now else { return false }
    return due < now - Self.fetchPatience
  }

  private func time(_ instant: Int64?) -> String { instant.map(InstantText.iso) ?? "no time" }

  private func span(since due: Int64?) -> String {
    guard let due, let now else { return "some time" }
    return TextLayout.span(Double(now - due) / 1_000_000)
  }
}

extension Reconciliation.Slot {
  func hasSetting(_ usesAlarms: Bool) -> Bool {
    usesAlarms ? !alarms.isEmpty : !requests.isEmpty
  }
}
