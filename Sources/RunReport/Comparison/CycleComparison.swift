internal import LogReading
internal import TextWriting

/// A cycle of the golden run beside its partner in the candidate; one of them may be missing.
package struct CycleComparison: Sendable, Equatable {
  package var golden: CycleSummary?
  package var candidate: CycleSummary?
  /// What told that they are partners: `schedule_id`, `time` or `order`; nil for a cycle without one.
  package var ground: String?
  package var differences: [Difference] = []

  /// Whether nothing is to be told of it.
  package var isSame: Bool { differences.isEmpty }

  /// The worst effect of its differences.
  package var effect: Difference.Effect? {
    Difference.Effect.allCases.first { effect in differences.contains { $0.effect == effect } }
  }

  /// Whether both are still open, so that nothing is compared.
  package var isOpenInBoth: Bool { golden?.outcome == .open && candidate?.outcome == .open }

  /// Compares two partners.
  init(
    _ golden: StepComparison.Side, _ candidate: StepComparison.Side, ground: String?,
    _ tolerance: Tolerance
  ) {
    self.golden = golden.cycle
    self.candidate = candidate.cycle
    self.ground = ground
    if golden.cycle.outcome == .open || candidate.cycle.outcome == .open {
      differences = Self.open(golden.cycle, candidate.cycle)
      return
    }
    let steps = StepComparison(golden, candidate)
    differences = Self.outcome(golden.cycle, candidate.cycle)
    differences += Self.checks(golden.cycle, candidate.cycle)
    differences += steps.differences
    differences += Self.timings(golden.cycle, candidate.cycle, steps, tolerance)
    if isBetter(
      than: golden.run.faults[golden.place], candidate.run.faults[candidate.place])
    {
      for index in differences.indices
      where differences[index].isOtherWay && differences[index].effect == .fails {
        differences[index].effect = .told
      }
    }
  }

  /// Whether the golden cycle went wrong where its partner did not, and nothing the other way round: in its
  /// outcome, in a check or in a violation. Then it is no model for the way that the partner went.
  private func isBetter(than golden: Set<FindingKey>, _ candidate: Set<FindingKey>) -> Bool {
    let decided = differences.filter { $0.kind == .outcome || $0.kind == .check }
    let isWorse = decided.contains { $0.effect == .fails } || !candidate.isSubset(of: golden)
    return !isWorse
      && (decided.contains { $0.effect == .better } || !golden.isSubset(of: candidate))
  }

  /// A cycle that the candidate lacks.
  init(missing golden: CycleSummary, lack: Difference.Effect, isBeforeBegin: Bool) {
    self.golden = golden
    // A cycle that was still open has shown nothing that could be missed.
    let effect = golden.outcome == .open ? .told : isBeforeBegin ? .doubtful : lack
    differences = [
      Difference(
        .cycleMissing, effect, golden: golden.outcome.rawValue,
        account: "the candidate has no such cycle (golden: \(golden.outcome.words))"
          + (isBeforeBegin ? ", not known: its log begins behind it" : ""))
    ]
  }

  /// A cycle that only the candidate has.
  init(added candidate: CycleSummary, excess: Difference.Effect, isBeforeBegin: Bool) {
    self.candidate = candidate
    let effect = candidate.outcome == .open ? .told : isBeforeBegin ? .doubtful : excess
    differences = [
      Difference(
        .cycleAdded, effect, candidate: candidate.outcome.rawValue,
        account: "the golden run has no such cycle (candidate: \(candidate.outcome.words))"
          + (isBeforeBegin ? ", not known: its log begins behind it" : ""))
    ]
  }

  // MARK: Parts

  /// A cycle that is still open is not compared: what it lacks may come.
  private static func open(_ golden: CycleSummary, _ candidate: CycleSummary) -> [Difference] {
    if golden.outcome == candidate.outcome { return [] }
    return [
      Difference(
        .cycleOpen, candidate.outcome == .open ? .doubtful : .told,
        golden: golden.outcome.rawValue, candidate: candidate.outcome.rawValue,
        account: "\(golden.outcome.words) → \(candidate.outcome.words)")
    ]
  }

  private static func outcome(_ golden: CycleSummary, _ candidate: CycleSummary) -> [Difference] {
    if golden.outcome != candidate.outcome {
      return [
        Difference(
          .outcome, candidate.outcome.rank < golden.outcome.rank ? .better : .fails,
          golden: golden.outcome.rawValue, candidate: candidate.outcome.rawValue,
          account: "\(golden.account) → \(candidate.account)")
      ]
    }
    guard golden.comparedAccount != candidate.comparedAccount else { return [] }
    // Only the golden run had to make do with something else.
    let isBetter = golden.madeDo && !candidate.madeDo
    return [
      Difference(
        .outcome, isBetter ? .better : .fails, "cause", golden: golden.cause,
        candidate: candidate.cause,
        account: "\(golden.account) → \(candidate.account)")
    ]
  }

  private static func checks(
    _ golden: CycleSummary, _ candidate: CycleSummary
  ) -> [Difference] {
    let checks: [(String, Bool?, Bool?)] = [
      ("content hash", golden.contentHashMatch, candidate.contentHashMatch),
      ("schedule hash", golden.scheduleHashMatch, candidate.scheduleHashMatch),
      ("cache after the delivery", golden.isCacheKept, candidate.isCacheKept),
      ("time to live", golden.ttlValid, candidate.ttlValid),
      ("lead", !golden.leadCapped, !candidate.leadCapped),
    ]
    return checks.compactMap { name, mine, theirs in
      // What only one run logs cannot be compared, unless the other would be wrong.
      guard mine != theirs, let known = theirs ?? mine.map({ !$0 }) else { return nil }
      let isOfOne = mine == nil || theirs == nil
      let effect: Difference.Effect =
        isOfOne && (theirs ?? mine) == true ? .told : known ? .better : .fails
      return Difference(
        .check, effect, name, golden: words(mine, name), candidate: words(theirs, name))
    }
  }

  private static func words(_ value: Bool?, _ check: String) -> String {
    switch (value, check) {
    case (nil, _): "not known"
    case (true, "lead"): "as planned"
    case (false, "lead"): "capped"
    case (true, "time to live"): "valid"
    case (false, "time to live"): "expired"
    case (true, "cache after the delivery"): "verified"
    case (true, _): "matches"
    case (false, "cache after the delivery"): "wrong"
    case (false, _): "differs"
    }
  }

  private typealias Figure = (Tolerance.Figure, String, Double?, Double?)

  private static func timings(
    _ golden: CycleSummary, _ candidate: CycleSummary, _ steps: StepComparison,
    _ tolerance: Tolerance
  ) -> [Difference] {
    var figures: [Figure] = [
      (
        .fetchDuration, Tolerance.Figure.fetchDuration.label, golden.fetchDurationSeconds,
        candidate.fetchDurationSeconds
      )
    ]
    // That one of two leads is capped says it all.
    if golden.leadCapped == candidate.leadCapped {
      figures.append(
        (.lead, Tolerance.Figure.lead.label, golden.leadSeconds, candidate.leadSeconds))
    }
    // A figure that rests on an assumed zone or year may be hours off.
    if golden.assumed.isEmpty, candidate.assumed.isEmpty {
      figures += [
        (
          .executionDelay, Tolerance.Figure.executionDelay.label, golden.executionDelaySeconds,
          candidate.executionDelaySeconds
        ),
        (
          .deliveryDrift, Tolerance.Figure.deliveryDrift.label, golden.deliveryDriftSeconds,
          candidate.deliveryDriftSeconds
        ),
      ]
    }
    func compare(_ figure: Figure) -> Difference? {
      let (figure, name, mine, theirs) = figure
      guard let mine, let theirs, !tolerance[figure].holds(mine, theirs) else { return nil }
      // A lead is a plan, of which less is not better; of all else it is, on the same side of zero.
      let isBetter = figure != .lead && abs(theirs) < abs(mine) && mine * theirs >= 0
      var difference = Difference(
        .timing, isBetter ? .better : .fails, name, golden: TextLayout.span(mine),
        candidate: TextLayout.span(theirs))
      difference.isOtherWay = figure == .lead
      return difference
    }
    let differences = figures.compactMap(compare)
    // A longer fetch is told once, not with each step of it.
    let isFetchTold = differences.contains { $0.subject == Tolerance.Figure.fetchDuration.label }
    // When the notification is shown is up to the system, which the drift says where both have one.
    let hasDrift = figures.contains { $0.0 == .deliveryDrift && $0.2 != nil && $0.3 != nil }
    let gaps = steps.gaps.filter {
      (!isFetchTold || !$0.isOfFetch) && (!hasDrift || !$0.isOfDelivery)
    }
    return differences
      + gaps.compactMap { compare((.stepGap, "time from \($0.name)", $0.golden, $0.candidate)) }
  }
}

extension CycleSummary {
  /// Whether something stood in for what its own prefetch should have fetched.
  fileprivate var madeDo: Bool { fallbackCause != nil || usesEarlierContent }

  /// The cause of its outcome, where it has one.
  fileprivate var cause: String? {
    guard let fallbackCause else { return nil }
    return fallbackCause.rawValue + (failureReason.map { " (\($0))" } ?? "")
  }

  /// Whether the cache held valid content after the delivery, where that is known.
  var isCacheKept: Bool? {
    switch cachePersistence {
    case .verified: true
    case .violated: false
    case .unknown: nil
    }
  }
}

extension CycleSummary.Outcome {
  /// The place from best to worst.
  fileprivate var rank: Int {
    switch self {
    case .usedPrefetch: 0
    case .delivered: 1
    case .fallback: 2
    case .excused, .refused: 3
    case .open, .notDelivered: 4
    }
  }
}
