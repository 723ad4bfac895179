internal import LogReading
internal import RuleEngine
internal import RunReport

/// The words for a cycle: the id of its schedule, and its notification time.
struct CycleLabel: Codable {
  /// The id, masked.
  let id: String?
  let notificationTime: Int64?

  init(_ id: String?, _ notificationTime: Int64?) {
    self.id = id.map { String(masking: $0) }
    self.notificationTime = notificationTime
  }

  init(_ cycle: Cycle) {
    self.init(cycle.scheduleId ?? cycle.notificationId, cycle.notificationTime)
  }
}

/// The ids of cycles by their notification times: a schedule of every day has one for all of them.
struct CycleIds {
  /// The ids that cycles of several times have.
  private(set) var shared: Set<String> = []
  /// Nil for a time that several ids have.
  private(set) var ofTimes: [Int64: String?] = [:]
  private var times: [String: Int64] = [:]

  mutating func note(_ label: CycleLabel) {
    guard let id = label.id, let time = label.notificationTime else { return }
    if times.updateValue(time, forKey: id) ?? time != time { shared.insert(id) }
    if let other = ofTimes[time], other != id {
      ofTimes[time] = .some(nil)
    } else {
      ofTimes[time] = id
    }
  }
}

extension LogAnalyser {
  /// Notes the ids of all cycles that the report names.
  func noteCycleIds(_ shown: [CycleSummary]) {
    for cycle in shown {
      names.cycleIds.note(CycleLabel(cycle.scheduleId, cycle.notificationTime))
    }
    for record in engine.log.findings {
      names.cycleIds.note(CycleLabel(record.scheduleId, record.notificationTime))
      for cycle in record.witnessCycles {
        names.cycleIds.note(CycleLabel(cycle.scheduleId, cycle.notificationTime))
      }
    }
    for missing in lacks.missing { names.cycleIds.note(missing.cycle) }
    for missed in lacks.undelivered { names.cycleIds.note(missed.cycle) }
    for implied in lacks.impliedLines { names.cycleIds.note(implied.cycle) }
  }
}
