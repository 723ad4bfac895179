internal import LogReading
internal import RuleEngine
internal import RunReport
internal import TextWriting

/// What a cycle may be called by: the id of its schedule, or its notification time.
struct CycleLabel {
  /// Masked.
  let id: String?
  let notificationTime: Int64?
}

extension LogAnalyser {
  /// A schedule of every day has one id for all its cycles, of which their times tell one. Where a
  /// line before the id speaks of a cycle, its time tells the id.
  func cycleName(_ label: CycleLabel) -> String? {
    guard let time = label.notificationTime else { return label.id }
    if let id = label.id ?? cycleIds.ofTimes[time] ?? nil, !cycleIds.shared.contains(id) {
      return id
    }
    return InstantText.iso(time)
  }

  func label(_ scheduleId: String?, _ notificationTime: Int64?) -> CycleLabel {
    CycleLabel(
      id: scheduleId.map { masked(Array($0.utf8)) }, notificationTime: notificationTime)
  }

  func label(of cycle: Cycle) -> CycleLabel {
    label(cycle.scheduleId ?? cycle.notificationId, cycle.notificationTime)
  }

  /// Notes which id goes with which time, of the cycles that a report shows.
  func noteCycleIds(_ shown: [CycleSummary]) {
    for cycle in shown {
      cycleIds.note(CycleLabel(id: cycle.scheduleId, notificationTime: cycle.notificationTime))
    }
    for record in engine.log.findings {
      cycleIds.note(label(record.scheduleId, record.notificationTime))
      for cycle in record.witnessCycles {
        cycleIds.note(label(cycle.scheduleId, cycle.notificationTime))
      }
    }
    for missing in cycles.missing { cycleIds.note(missing.cycle) }
    for implied in cycles.impliedLines { cycleIds.note(implied.cycle) }
  }
}

/// Which id goes with which notification time.
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
