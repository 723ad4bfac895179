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

  /// Compares two partners.
  ///
  /// - Parameters:
  ///   - shown: The events that each run shows in any cycle.
  ///   - lack: What follows from something that the candidate lacks.
  init(
    _ golden: CycleSummary, _ candidate: CycleSummary, ground: String?, _ tolerance: Tolerance,
    shown: (golden: Set<String>, candidate: Set<String>), lack: Difference.Effect
  ) {
    self.golden = golden
    self.candidate = candidate
    self.ground = ground
    if golden.outcome == .open || candidate.outcome == .open {
      differences = Self.open(golden, candidate)
      return
    }
    let steps = StepComparison(golden, candidate, shown: shown)
    differences = steps.differences(lack: lack)
    differences += Self.outcome(golden, candidate)
    differences += Self.checks(golden, candidate)
    differences += Self.timings(golden, candidate, steps, tolerance)
  }

  /// A cycle that the candidate lacks.
  init(missing golden: CycleSummary, lack: Difference.Effect) {
    self.golden = golden
    // A cycle that was still open has shown nothing that could be missed.
    let effect = golden.outcome == .open ? .told : lack
    differences = [
      Difference(
        .cycleMissing, effect, golden: golden.outcome.rawValue,
        account: "the candidate has no such cycle (golden: \(golden.outcome.words))")
    ]
  }

  /// A cycle that only the candidate has.
  init(added candidate: CycleSummary, excess: Difference.Effect) {
    self.candidate = candidate
    let effect = candidate.outcome == .open ? .told : excess
    differences = [
      Difference(
        .cycleAdded, effect, candidate: candidate.outcome.rawValue,
        account: "the golden run has no such cycle (candidate: \(candidate.outcome.words))")
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
    guard golden.account != candidate.account else { return [] }
    return [
      Difference(
        .outcome, .fails, "cause", golden: golden.cause, candidate: candidate.cause,
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

  private static func timings(
    _ golden: CycleSummary, _ candidate: CycleSummary, _ steps: StepComparison,
    _ tolerance: Tolerance
  ) -> [Difference] {
    // A figure that rests on an assumed zone or year may be hours off.
    let isAssumed = !golden.assumed.isEmpty || !candidate.assumed.isEmpty
    var figures: [(Tolerance.Figure, String, Double?, Double?)] = [
      (.lead, Tolerance.Figure.lead.label, golden.leadSeconds, candidate.leadSeconds),
      (
        .fetchDuration, Tolerance.Figure.fetchDuration.label, golden.fetchDurationSeconds,
        candidate.fetchDurationSeconds
      ),
    ]
    if !isAssumed {
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
    figures += steps.gaps.map { (.stepGap, "time from \($0.name)", $0.golden, $0.candidate) }
    return figures.compactMap { figure, name, mine, theirs in
      guard let mine, let theirs, !tolerance[figure].holds(mine, theirs) else { return nil }
      // A lead is a plan, of which less is not better; of all else it is, on the same side of zero.
      let isBetter = figure != .lead && abs(theirs) < abs(mine) && mine * theirs >= 0
      return Difference(
        .timing, isBetter ? .better : .fails, name, golden: TextLayout.span(mine),
        candidate: TextLayout.span(theirs))
    }
  }
}

extension CycleSummary {
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
