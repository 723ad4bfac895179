internal import LogReading
internal import RuleEngine

/// Turns closed cycles into their part of the summary; counts all, keeps the worst.
final class CycleCollector {
  private let limit: Int
  private(set) var summary = RunSummary()
  private var healthyKept = 0
  /// Closed cycles that lack a required step without an excuse, and the first such step.
  private(set) var incomplete = 0
  private(set) var firstMissing: String?
  /// The first cycles that ended, as they were then: what records of test runs are held against.
  private(set) var closed: [ClosedCycle] = []
  /// How many cycles there were.
  private(set) var taken: Int64 = 0

  /// A cycle and how it ended.
  struct ClosedCycle {
    var cycle: Cycle
    var end: ScopeEnd
  }

  init(limit: Int) { self.limit = max(0, limit) }

  /// Takes the cycle in a slot of the engine, which is at work and so not to be had of its analyser.
  func take(
    _ slot: Int32, end: ScopeEnd, of engine: borrowing Engine, _ analyser: LogAnalyser
  ) {
    let cycle = engine.correlator.cycles[Int(slot)]
    let marks = engine.cycleMarks[slot] ?? []
    let outcome = Self.outcome(of: cycle, end: end, marks)
    count(outcome)
    addTimes(cycle)
    taken += 1
    if analyser.judgesRecords, closed.count < limit {
      closed.append(ClosedCycle(cycle: cycle, end: end))
    }
    var report = CycleSummary()
    report.outcome = outcome
    report.steps = CycleSteps(cycle: cycle, end: end, marks: marks, analyser: analyser).list(
      of: engine)
    fill(&report, from: cycle, analyser)
    if end == .complete { noteMissing(report, cycle, analyser) }
    let isHealthy = report.isHealthy && marks.isEmpty
    if isHealthy {
      guard healthyKept < limit else {
        summary.omittedCycles += 1
        return
      }
      healthyKept += 1
    }
    summary.cycles.append(report)
    if summary.cycles.count >= 4 * limit + 4 { summary.sortDetails(keeping: limit) }
  }

  static func outcome(
    of cycle: Cycle, end: ScopeEnd, _ marks: [Engine.CycleMark]
  ) -> CycleSummary.Outcome {
    if cycle.isFinished { return cycle.usesCache ? .usedPrefetch : .fallback }
    if end == .open || end == .cut { return .open }
    return marks.contains { $0.outcome == .excused } ? .excused : .notDelivered
  }

  private func count(_ outcome: CycleSummary.Outcome) {
    switch outcome {
    case .usedPrefetch: summary.cycleCounts.usedPrefetch += 1
    case .fallback: summary.cycleCounts.fallback += 1
    case .notDelivered: summary.cycleCounts.notDelivered += 1
    case .excused: summary.cycleCounts.excused += 1
    case .open: summary.cycleCounts.open += 1
    }
  }

  private func addTimes(_ cycle: Cycle) {
    if let delay = Self.difference(cycle.handlerTime, cycle.beginDate) {
      summary.executionDelay.add(delay)
    }
    if let drift = Self.difference(cycle.deliveredTime, cycle.notificationTime) {
      summary.deliveryDrift.add(drift)
    }
    if let duration = cycle.fetchDuration {
      summary.fetchDuration.add(Double(duration) / 1_000_000)
    }
  }

  private func fill(_ report: inout CycleSummary, from cycle: Cycle, _ analyser: LogAnalyser) {
    report.scheduleId = cycle.scheduleId ?? cycle.notificationId
    report.notificationTime = cycle.notificationTime
    report.leadSeconds = Self.difference(cycle.notificationTime, cycle.beginDate)
    report.executionDelaySeconds = Self.difference(cycle.handlerTime, cycle.beginDate)
    report.deliveryDriftSeconds = Self.difference(cycle.deliveredTime, cycle.notificationTime)
    report.contentHashMatch = cycle.contentHashMatch
    report.scheduleHashMatch = cycle.scheduleHashMatch
    report.beginDate = cycle.beginDate
    report.handlerTime = cycle.handlerTime
    report.deliveredTime = cycle.deliveredTime
    if cycle.isFinished { report.usedCache = cycle.usesCache }
    report.cachePersistence = cycle.cachePersistence.map { $0 ? .verified : .violated } ?? .unknown
    report.lines = cycle.lines.map { span in
      CycleSummary.LineRange(
        file: analyser.fileNames[Int(span.file)], first: Int64(clamping: span.first),
        last: Int64(clamping: span.last))
    }
  }

  private func noteMissing(_ report: CycleSummary, _ cycle: Cycle, _ analyser: LogAnalyser) {
    guard !cycle.isHeadCut, cycle.loneJSON <= 0 else { return }
    // Most cycles lack nothing: only for the others are names put together.
    guard report.steps.contains(where: { $0.status == .missing }) else { return }
    let required = analyser.profile.steps.filter { $0.need == .required && $0.stage != .launch }
    for step in required {
      let name = CycleSteps.name(step, analyser.book.catalogue)
      guard report.steps.contains(where: { $0.event == name && $0.status == .missing }) else {
        continue
      }
      incomplete += 1
      if firstMissing == nil { firstMissing = name }
      return
    }
  }

  /// Seconds from the second to the first.
  private static func difference(_ end: Int64?, _ start: Int64?) -> Double? {
    guard let end, let start else { return nil }
    let (difference, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : Double(difference) / 1_000_000
  }
}

extension Cycle {
  /// Whether the hash at delivery is that of the fetch.
  var contentHashMatch: Bool? {
    guard let fetched = hashAtFetch, let delivered = hashAtDelivery else { return nil }
    return fetched.lowercased() == delivered.lowercased()
  }

  /// Whether all hashes of the schedule are the same.
  var scheduleHashMatch: Bool? {
    guard scheduleHashes.count > 1 else { return nil }
    return Set(scheduleHashes.map { $0.lowercased() }).count == 1
  }
}
