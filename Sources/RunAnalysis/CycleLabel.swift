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
  /// A schedule of every day has one id for all its cycles, of which their times tell one.
  func name(of label: CycleLabel) -> String? {
    if let id = label.id, !sharedIds.contains(id) || label.notificationTime == nil { return id }
    return label.notificationTime.map { InstantText.iso($0) }
  }

  func label(_ scheduleId: String?, _ notificationTime: Int64?) -> CycleLabel {
    CycleLabel(
      id: scheduleId.map { masked(Array($0.utf8)) }, notificationTime: notificationTime)
  }

  func label(of cycle: Cycle) -> CycleLabel {
    label(cycle.scheduleId ?? cycle.notificationId, cycle.notificationTime)
  }

  /// Notes the ids that cycles of several times have, of those that a report shows.
  func noteSharedIds(_ shown: [CycleSummary]) {
    var times: [String: Int64] = [:]
    func note(_ label: CycleLabel) {
      guard let id = label.id, let time = label.notificationTime else { return }
      if times.updateValue(time, forKey: id) ?? time != time { sharedIds.insert(id) }
    }
    for cycle in shown {
      note(CycleLabel(id: cycle.scheduleId, notificationTime: cycle.notificationTime))
    }
    for record in engine.log.findings {
      note(label(record.scheduleId, record.notificationTime))
      for cycle in record.witnessCycles { note(label(cycle.scheduleId, cycle.notificationTime)) }
    }
    for missing in cycles.missing { note(missing.cycle) }
    for implied in cycles.impliedLines { note(implied.cycle) }
  }
}
