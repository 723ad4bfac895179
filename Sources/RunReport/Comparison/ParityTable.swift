internal import LogReading
internal import RuleLanguage

/// A row of the table of two platforms.
package struct ParityRow: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case step, outcome, check, statement, timing

    /// The noun by which a verdict counts it.
    var noun: String {
      switch self {
      case .step: "differing step"
      case .outcome: "differing outcome"
      case .check: "differing check"
      case .statement: "differing statement"
      case .timing: "differing timing"
      }
    }
  }

  /// Whether both platforms did the same.
  package enum Result: String, Sendable {
    case same, differs
    /// Only one of the logs can tell.
    case oneSide = "one_side"
    /// The platforms differ here by their nature.
    case mayDiffer = "may_differ"

    var words: String {
      switch self {
      case .same: "same"
      case .differs: "differs"
      case .oneSide: "one side only"
      case .mayDiffer: "may differ"
      }
    }

    /// What follows from it; nil for nothing.
    var effect: Difference.Effect? {
      switch self {
      case .same: nil
      case .differs: .fails
      case .oneSide, .mayDiffer: .told
      }
    }

    var mark: String {
      switch self {
      case .same: "✓"
      case .differs: "✗"
      case .oneSide: "?"
      case .mayDiffer: "·"
      }
    }

    var role: Palette.Role {
      switch self {
      case .same: .good
      case .differs: .bad
      case .oneSide: .doubtful
      case .mayDiffer: .quiet
      }
    }
  }

  package var kind: Kind
  /// The stage of a step, the rule of a statement; else empty.
  package var place: String
  package var what: String
  package var ios: String
  package var android: String
  package var result: Result
  /// Whether a statement of the seeds asks the same of both platforms by name.
  package var isOfBoth = false
}

/// What the plugin does on both platforms, though in other events.
package enum ParityTable {
  /// What a cycle does, by the events that stand for it on each platform.
  package struct Step: Sendable {
    var stage: ProfileStep.Stage
    var what: String
    package var ios: [String]
    package var android: [String]
  }

  package static let steps: [Step] = [
    Step(
      stage: .launch, what: "The plugin starts", ios: ["bgtask_register", "plugin_startup"],
      android: ["plugin_startup", "plugin_load"]),
    Step(
      stage: .schedule, what: "The prefetch is planned",
      ios: ["prefetch_schedule_begin", "prefetch_planned"],
      android: ["prefetch_schedule_begin", "fetch_scheduling"]),
    Step(
      stage: .schedule, what: "The prefetch is set with the system", ios: ["bgtask_scheduled"],
      android: ["prefetch_planned", "fetch_time_chosen"]),
    Step(
      stage: .schedule, what: "The notification is scheduled", ios: ["notification_scheduling"],
      android: ["notification_scheduling"]),
    Step(
      stage: .schedule, what: "The schedule is stored", ios: ["schedule_persisted"],
      android: ["schedule_persisted"]),
    Step(
      stage: .execution, what: "The prefetch runs", ios: ["bgtask_handler_invoked", "fetch_start"],
      android: ["fetcher_started", "fetch_start"]),
    Step(
      stage: .execution, what: "The content is fetched", ios: ["fetch_success"],
      android: ["fetch_success"]),
    Step(
      stage: .execution, what: "The content is stored", ios: ["content_cached"],
      android: ["content_cached", "content_written"]),
    Step(
      stage: .delivery, what: "The delivery begins", ios: ["delivery_prepare", "cache_used"],
      android: ["delivery_prepare"]),
    Step(
      stage: .delivery, what: "The stored content is used", ios: ["cache_hit", "cache_used"],
      android: ["cache_hit", "cache_used"]),
    Step(
      stage: .delivery, what: "The notification is built", ios: ["notification_built"],
      android: ["notification_built", "display_started"]),
    Step(
      stage: .delivery, what: "The notification is delivered", ios: ["notification_delivered"],
      android: ["notification_delivered"]),
  ]

  /// Whether two events of one platform stand for the same.
  static func isAlike(_ event: String, _ other: String) -> Bool {
    steps.contains { step in
      [step.ios, step.android].contains { $0.contains(event) && $0.contains(other) }
    }
  }

  /// The pack whose rules the seeds ask of both platforms by name (S2:499-506).
  private static let commonPack = "recovery-common/"

  /// Returns the table of two runs, of which one is of iOS and the other of Android.
  static func rows(
    _ one: RunSummary, _ other: RunSummary, titles: [String: String]
  ) -> [ParityRow] {
    let isFirst = one.environment.contains {
      $0.key == "platform" && $0.value == .string("ios")
    }
    let (ios, android) = isFirst ? (one, other) : (other, one)
    return stepRows(ios, android) + outcomeRows(ios, android) + checkRows(ios, android)
      + statementRows(ios, android, titles) + timingRows(ios, android)
  }

  // MARK: Shares

  /// How many of the cycles that tell have something.
  private struct Share {
    var met: Int
    var all: Int

    var words: String { all == 0 ? "no line" : "\(met) of \(all)" }

    static func result(_ one: Share, _ other: Share) -> ParityRow.Result {
      if one.all == 0 || other.all == 0 { return .oneSide }
      // As fractions: the numbers of cycles need not be the same.
      return one.met * other.all == other.met * one.all ? .same : .differs
    }
  }

  private static func closed(_ run: RunSummary) -> [CycleSummary] {
    run.cycles.filter { $0.outcome != .open }
  }

  private static func row(
    _ kind: ParityRow.Kind, _ place: String, _ what: String, _ ios: Share, _ android: Share
  ) -> ParityRow? {
    if ios.all == 0, android.all == 0 { return nil }
    return ParityRow(
      kind: kind, place: place, what: what, ios: ios.words, android: android.words,
      result: Share.result(ios, android))
  }

  // MARK: Rows

  private static func stepRows(_ ios: RunSummary, _ android: RunSummary) -> [ParityRow] {
    steps.compactMap { step in
      row(
        .step, step.stage.name, step.what, share(step.ios, in: ios),
        share(step.android, in: android))
    }
  }

  /// The cycles that show one of the events. A log without any line of it cannot tell, unless its profile
  /// asks for one.
  private static func share(_ events: [String], in run: RunSummary) -> Share {
    var share = Share(met: 0, all: 0)
    var isListed = false
    for cycle in closed(run) {
      let listed = cycle.steps.filter { step in step.alternatives.contains(where: events.contains) }
      if !listed.isEmpty { isListed = true }
      if listed.contains(where: { $0.status != .missing && $0.status != .excused }) {
        share.met += 1
      }
      share.all += 1
    }
    return isListed ? share : Share(met: 0, all: 0)
  }

  private static func outcomeRows(_ ios: RunSummary, _ android: RunSummary) -> [ParityRow] {
    let (mine, theirs) = (closed(ios), closed(android))
    if mine.isEmpty, theirs.isEmpty { return [] }
    return CycleSummary.Outcome.allCases.compactMap { outcome in
      let one = Share(met: mine.count { $0.outcome == outcome }, all: mine.count)
      let other = Share(met: theirs.count { $0.outcome == outcome }, all: theirs.count)
      if one.met == 0, other.met == 0 { return nil }
      return row(.outcome, "", "Cycles \(outcome.words)", one, other)
    }
  }

  private static func checkRows(_ ios: RunSummary, _ android: RunSummary) -> [ParityRow] {
    let checks: [(String, (CycleSummary) -> Bool?)] = [
      ("The content hash matches", \.contentHashMatch),
      ("The schedule hash matches", \.scheduleHashMatch),
      ("The cache is kept after the delivery", \.isCacheKept),
      ("The content is within its time to live", \.ttlValid),
    ]
    return checks.compactMap { what, value in
      func share(_ run: RunSummary) -> Share {
        let known = closed(run).compactMap(value)
        return Share(met: known.count { $0 }, all: known.count)
      }
      return row(.check, "", what, share(ios), share(android))
    }
  }

  /// What the system decides: Android has exact alarms, iOS only heuristics (S4:13-15).
  private static func timingRows(_ ios: RunSummary, _ android: RunSummary) -> [ParityRow] {
    [Measure.lead, .executionDelay, .deliveryDrift, .fetchDuration].compactMap { measure in
      func words(_ run: RunSummary) -> String {
        let histogram = run.distributions[measure]
        guard histogram.count > 0, let least = histogram.min, let most = histogram.max
        else { return "no line" }
        return least == most
          ? TextLayout.span(least) : "\(TextLayout.span(least)) to \(TextLayout.span(most))"
      }
      let (one, other) = (words(ios), words(android))
      if one == "no line", other == "no line" { return nil }
      return ParityRow(
        kind: .timing, place: "", what: measure.label, ios: one, android: other,
        result: one == other ? .same : .mayDiffer)
    }
  }

  private static func statementRows(
    _ ios: RunSummary, _ android: RunSummary, _ titles: [String: String]
  ) -> [ParityRow] {
    let (mine, theirs) = (outcomes(of: ios), outcomes(of: android))
    return Set(mine.keys).union(theirs.keys).sorted().map { rule in
      let (one, other) = (mine[rule], theirs[rule])
      let result: ParityRow.Result =
        one == other
        ? .same : one == nil || other == nil ? .oneSide : isWorse(one, other) ? .differs : .oneSide
      return ParityRow(
        kind: .statement, place: rule, what: titles[rule] ?? rule, ios: words(one),
        android: words(other), result: result, isOfBoth: rule.hasPrefix(commonPack))
    }
  }

  /// Whether just one of two is violated; what is excused or open shows too little to tell.
  private static func isWorse(_ one: Outcome?, _ other: Outcome?) -> Bool {
    (one == .violated) != (other == .violated)
  }

  private static func words(_ outcome: Outcome?) -> String {
    switch outcome {
    case nil: "did not apply"
    case .satisfied: "holds"
    case .violated: "violated"
    case .excused: "excused"
    case .inconclusive: "inconclusive"
    case .notApplicable: "did not apply"
    }
  }

  /// The worst outcome of each rule that judged something.
  private static func outcomes(of run: RunSummary) -> [String: Outcome] {
    var outcomes: [String: Outcome] = [:]
    for rule in run.satisfiedRules { outcomes[rule] = .satisfied }
    // The findings stand worst first.
    for finding in run.findings.reversed() {
      // A note is no fault, on either platform.
      let isNote = finding.outcome == .violated && finding.severity == .info
      outcomes[finding.rule] = isNote ? .satisfied : finding.outcome
    }
    return outcomes
  }
}
