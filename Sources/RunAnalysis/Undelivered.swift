internal import LogReading
internal import RuleLanguage
internal import RunReport

/// A cycle that is over, and whose notification nothing shows or excuses.
struct Undelivered: Codable {
  /// The cycle's number, as its summary has it.
  let number: Int64
  let cycle: CycleLabel
  /// What the log calls it, masked.
  private let ids: [String]
  /// It is counted among those that lack a required step.
  let isLacking: Bool

  init(_ cycle: Cycle, isLacking: Bool) {
    number = cycle.number + 1
    self.cycle = CycleLabel(cycle)
    ids = [cycle.scheduleId, cycle.notificationId].compactMap { $0.map { String(masking: $0) } }
    self.isLacking = isLacking
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

  /// The cycles without their notification of which no other doubt speaks, told as missed or not.
  private func undelivered(toldMissed: Bool) -> [Undelivered] {
    let witness = intake.notes.witness
    return lacks.undelivered.filter { cycle in
      !(requiresSteps && cycle.isLacking) && witness.tellsMiss(of: cycle) == toldMissed
    }
  }

  /// Counts as excused what a recovery found and reported: that is all that it can do about it.
  func excuseToldMisses(in summary: inout RunSummary) {
    let told = undelivered(toldMissed: true)
    summary.cycleCounts.notDelivered -= told.count
    summary.cycleCounts.excused += told.count
    let numbers = Set(told.map(\.number))
    for index in summary.cycles.indices where numbers.contains(summary.cycles[index].number) {
      summary.cycles[index].outcome = .excused
    }
  }

  /// Why a run without a notification of its may not pass.
  var undeliveredDoubt: Doubt? {
    let silent = undelivered(toldMissed: false)
    let count = silent.count + lacks.moreUndelivered
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
