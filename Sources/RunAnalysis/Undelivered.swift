internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// A cycle that is over, and whose notification nothing shows or excuses.
struct Undelivered: Codable {
  /// The cycle's number, as its summary has it.
  let number: Int64
  let cycle: CycleLabel
  /// What the log calls it, masked.
  private let ids: [String]
  /// It is counted among those that lack a required step.
  let isLacking: Bool
  /// Its alarm went off.
  let hasAlarmFired: Bool
  /// A finding of a rule says that its delivery is not there.
  let isTold: Bool
  /// Its last line, where there is room for it.
  let last: Finding.Evidence?

  init(_ cycle: Cycle, isLacking: Bool, isTold: Bool, last: Finding.Evidence?) {
    number = cycle.number + 1
    self.cycle = CycleLabel(cycle)
    ids = [cycle.scheduleId, cycle.notificationId].compactMap { $0.map { String(masking: $0) } }
    self.isLacking = isLacking
    hasAlarmFired = cycle.delivery.hasAlarmFired
    self.isTold = isTold
    self.last = last
  }

  /// Whether it is the one that a recovery reported as missed.
  func isNamed(by miss: LogWitness.Due) -> Bool {
    guard let due = cycle.notificationTime, let time = miss.time, Reconciliation.near(due, time)
    else { return false }
    // A schedule is another's by its id. The notification may have one that no other line names.
    let told = [miss.scheduleId, miss.notificationId].compactMap { $0.map { String(masking: $0) } }
    return ids.isEmpty || miss.scheduleId == nil || told.contains(where: ids.contains)
  }
}

// A run in which a notification went missing passes only where the log accounts for it.
extension LogAnalyser {
  /// Whether closed cycles are held against the steps that a profile requires.
  var requiresSteps: Bool { judgesSteps && profile.steps.contains { $0.need == .required } }

  /// What is known of a notification that no line shows.
  private enum Known {
    /// A recovery reported it as missed.
    case missed
    /// Its alarm went off, in a log that tells of no delivery at all.
    case fired
    case nothing
  }

  /// The cycles without their notification of which no other doubt speaks.
  private func undelivered(_ known: Known) -> [Undelivered] {
    let witness = intake.notes.witness
    let tellsDeliveries = tellsDeliveries
    return lacks.undelivered.filter { cycle in
      if requiresSteps && cycle.isLacking { return false }
      let isFired = cycle.hasAlarmFired && !tellsDeliveries
      // Through the misses of the log only where their answer decides.
      if known == .fired && !isFired || known == .nothing && isFired { return false }
      return witness.tellsMiss(of: cycle) == (known == .missed)
    }
  }

  /// Whether the log holds a line of any delivery: one that should be there then lacks where it is not.
  private var tellsDeliveries: Bool {
    seenKinds.contains { engine.role(of: $0).stage == .delivery }
  }

  /// How many notifications are taken for shown since their alarms went off: where no line tells of a
  /// delivery, that is what a log shows of one.
  var shownByAlarm: Int {
    undelivered(.fired).count + (tellsDeliveries ? 0 : lacks.moreFired)
  }

  /// Counts cycles by what else is known of their notification. To report a miss is all that a recovery
  /// can do about it.
  func settleUndelivered(in summary: inout RunSummary) {
    let missed = undelivered(.missed)
    let fired = shownByAlarm
    summary.cycleCounts.notDelivered -= missed.count + fired
    summary.cycleCounts.excused += missed.count
    summary.cycleCounts.delivered += fired
    var outcomes: [Int64: CycleSummary.Outcome] = [:]
    for cycle in missed { outcomes[cycle.number] = .excused }
    for cycle in undelivered(.fired) { outcomes[cycle.number] = .delivered }
    for index in summary.cycles.indices {
      if let outcome = outcomes[summary.cycles[index].number] {
        summary.cycles[index].outcome = outcome
        if outcome == .excused { summary.cycles[index].notShownReason = .missReported }
      }
    }
  }

  /// Adds a finding for each of them of which no rule speaks, under the profile's name as those of steps.
  func addUndelivered(to summary: inout RunSummary) {
    guard options.onlyRule == nil, options.explainedRule == nil else { return }
    let silent = undelivered(.nothing).filter { !$0.isTold }
    guard !silent.isEmpty else { return }
    add(
      silent.prefix(options.maxDetails).map(finding),
      counted: FindingCount(
        pack: judging, outcome: .inconclusive, fault: .none, severity: .error,
        count: silent.count), to: &summary)
    summary.rules.inconclusive += 1
  }

  /// The profile that judges the run, in whose name such a finding stands.
  private var judging: String { (profiles.first ?? profile).name }

  private func finding(_ cycle: Undelivered) -> Finding {
    var finding = Finding()
    finding.rule = judging + "/notification_delivered"
    finding.title = "A notification that is over was delivered"
    finding.outcome = .inconclusive
    finding.fault = .none
    finding.bucket = .b
    finding.missing = ["notification_delivered"]
    finding.reason = FindingReason.notSeen.name
    let due = cycle.cycle.notificationTime.map { " that was due at \(InstantText.iso($0))" } ?? ""
    finding.message = "No line shows that the notification\(due) was delivered"
    finding.scope = Finding.Scope(process: nil, cycle: names.cycle(cycle.cycle))
    finding.evidence = cycle.last.map { [$0] } ?? []
    finding.hints = [
      "Check whether the app ran at the time of the notification",
      "Look at the list of delivered notifications on the device",
      "Log \"Notification delivered\" where a notification is shown",
    ]
    return finding
  }

  /// Why a run without a notification of its may not pass.
  var undeliveredDoubt: Doubt? {
    let silent = undelivered(.nothing)
    let count = silent.count + lacks.moreUndelivered - (tellsDeliveries ? 0 : lacks.moreFired)
    guard count > 0 else { return nil }
    let place = silent.first.flatMap { names.cycle($0.cycle) }.map { " in cycle \($0)" } ?? ""
    return Doubt(
      count == 1
        ? "no line shows that the notification\(place) was delivered, and none excuses it"
        : "no line shows that \(count) notifications were delivered, and none excuses them; the"
          + " first\(place)",
      .logic)
  }
}
