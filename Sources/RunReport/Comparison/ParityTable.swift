internal import LogReading
internal import RuleLanguage

/// What the plugin does on both platforms, though in other events.
package enum ParityTable {
  /// What a cycle does, by the events that stand for it on each platform.
  package struct Step: Sendable {
    var stage: ProfileStep.Stage
    var what: String
    package var ios: [String]
    package var android: [String]
    /// What stands in their place in a cycle that did not do it.
    var instead: [String] = []
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
      android: ["prefetch_planned", "fetch_time_chosen"],
      instead: ["bgtask_submit_failed", "prefetch_disabled"]),
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
      android: ["fetch_success"], instead: ["fetch_failure"]),
    Step(
      stage: .execution, what: "The content is stored", ios: ["content_cached"],
      android: ["content_cached", "content_written"],
      instead: ["cache_write_failed", "fetch_failure", "cache_miss"]),
    Step(
      stage: .delivery, what: "The delivery begins", ios: ["delivery_prepare", "cache_used"],
      android: ["delivery_prepare"]),
    Step(
      stage: .delivery, what: "The stored content is used", ios: ["cache_hit", "cache_used"],
      android: ["cache_hit", "cache_used"], instead: ["cache_miss"]),
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

  /// One of the two runs.
  private struct Side {
    let run: RunSummary
    /// Whether it shows too little to be compared.
    let hasDoubt: Bool
    /// The cycles that have come to an end.
    let closed: [CycleSummary]

    init(_ run: RunSummary, hasDoubt: Bool) {
      (self.run, self.hasDoubt) = (run, hasDoubt)
      closed = run.cycles.filter { $0.outcome != .open }
    }
  }

  /// Returns the table of two runs, of which one is of iOS and the other of Android.
  static func rows(
    _ one: (run: RunSummary, hasDoubt: Bool), _ other: (run: RunSummary, hasDoubt: Bool),
    titles: [String: String]
  ) -> [ParityRow] {
    let isFirst = one.run.environment.contains {
      $0.key == "platform" && $0.value == .string("ios")
    }
    let (mine, theirs) = isFirst ? (one, other) : (other, one)
    let ios = Side(mine.run, hasDoubt: mine.hasDoubt)
    let android = Side(theirs.run, hasDoubt: theirs.hasDoubt)
    return stepRows(ios, android) + outcomeRows(ios, android) + checkRows(ios, android)
      + statementRows(ios.run, android.run, titles) + timingRows(ios.run, android.run)
  }

  // MARK: Shares

  /// How many of the cycles that tell have something.
  private struct Share {
    var met: Int
    var all: Int

    /// - Parameter none: What is said where no cycle tells.
    func words(_ none: String) -> String { all == 0 ? none : "\(met) of \(all)" }

    /// Whether it is the smaller share: as fractions, since the numbers of cycles need not be the same.
    func isLess(than other: Share) -> Bool { met * other.all < other.met * all }
  }

  private static func row(
    _ kind: ParityRow.Kind, _ place: String, _ what: String, _ ios: Share, _ android: Share,
    none: String, other: ParityRow.Result
  ) -> ParityRow? {
    if ios.all == 0, android.all == 0 { return nil }
    let result: ParityRow.Result =
      ios.all == 0 || android.all == 0
      ? .oneSide : ios.isLess(than: android) || android.isLess(than: ios) ? other : .same
    return ParityRow(
      kind: kind, place: place, what: what, ios: ios.words(none), android: android.words(none),
      result: result)
  }

  // MARK: Rows

  private static func stepRows(_ ios: Side, _ android: Side) -> [ParityRow] {
    steps.enumerated().compactMap { place, step in
      let (one, other) = (
        share(step.ios, step.instead, in: ios), share(step.android, step.instead, in: android)
      )
      let isIOSLess = one.isLess(than: other)
      let less = isIOSLess ? ios : android
      // Whether the app was started or ran on is up to the system and the user; a line that is missing may
      // stand in a part of the log that is not there.
      let isHead = step.stage == .launch || step.stage == .schedule
      let result: ParityRow.Result =
        step.stage == .launch
        ? .mayDiffer
        : less.hasDoubt || isHead && less.run.isHeadLost
          || (isIOSLess
            ? isBeforeBegin(place, one, of: ios, beside: other, \.ios)
            : isBeforeBegin(place, other, of: android, beside: one, \.android))
          ? .doubtful : .differs
      return row(
        .step, step.stage.name, step.what, one, other, none: "no step", other: result)
    }
  }

  /// Whether the share is the lesser one for the cycle alone in which the log begins, of which no line shows
  /// what was before.
  ///
  /// - Parameters:
  ///   - step: The step that it lacks, by its place in the table.
  ///   - events: Those of a step on the platform.
  private static func isBeforeBegin(
    _ step: Int, _ share: Share, of side: Side, beside other: Share,
    _ events: (Step) -> [String]
  ) -> Bool {
    guard side.run.isHeadLost, let first = side.closed.min(by: { $0.start < $1.start }) else {
      return false
    }
    let shown = Set(first.steps.filter(\.isShown).map(\.event))
    let begin = steps.firstIndex { !shown.isDisjoint(with: events($0)) }
    guard let begin, step < begin else { return false }
    return !Share(met: share.met, all: share.all - 1).isLess(than: other)
  }

  /// The cycles that show one of the events. A log of which no cycle shows it, or what stands in its place,
  /// cannot tell, unless its profile asks for it.
  private static func share(_ events: [String], _ instead: [String], in side: Side) -> Share {
    var share = Share(met: 0, all: side.closed.count)
    var isListed = false
    for cycle in side.closed {
      let listed = cycle.steps.filter { $0.alternatives.contains(where: events.contains) }
      if !listed.isEmpty || cycle.steps.contains(where: { instead.contains($0.event) }) {
        isListed = true
      }
      if listed.contains(where: { $0.status != .missing && $0.status != .excused }) {
        share.met += 1
      }
    }
    return isListed ? share : Share(met: 0, all: 0)
  }

  private static func outcomeRows(_ ios: Side, _ android: Side) -> [ParityRow] {
    let (mine, theirs) = (ios.closed, android.closed)
    if mine.isEmpty, theirs.isEmpty { return [] }
    return CycleSummary.Outcome.allCases.compactMap { outcome in
      let one = Share(met: mine.count { $0.outcome == outcome }, all: mine.count)
      let other = Share(met: theirs.count { $0.outcome == outcome }, all: theirs.count)
      if one.met == 0, other.met == 0 { return nil }
      return row(
        .outcome, "", "Cycles \(outcome.words)", one, other, none: "no cycle",
        other: .differs)
    }
  }

  private static func checkRows(_ ios: Side, _ android: Side) -> [ParityRow] {
    let checks: [(String, (CycleSummary) -> Bool?)] = [
      ("The content hash matches", \.contentHashMatch),
      ("The schedule hash matches", \.scheduleHashMatch),
      ("The cache is kept after the delivery", \.isCacheKept),
      ("The content is within its time to live", \.ttlValid),
    ]
    return checks.compactMap { what, value in
      func share(_ side: Side) -> Share {
        let known = side.closed.compactMap(value)
        return Share(met: known.count { $0 }, all: known.count)
      }
      return row(
        .check, "", what, share(ios), share(android), none: "not known",
        other: .differs)
    }
  }

  /// What the system decides: Android has exact alarms, iOS only heuristics (S4:13-15).
  private static func timingRows(_ ios: RunSummary, _ android: RunSummary) -> [ParityRow] {
    [Measure.lead, .executionDelay, .deliveryDrift, .fetchDuration].compactMap { measure in
      func words(_ run: RunSummary) -> String {
        let histogram = run.distributions[measure]
        guard histogram.count > 0, let least = histogram.min, let most = histogram.max
        else { return "not known" }
        return least == most
          ? TextLayout.span(least) : "\(TextLayout.span(least)) to \(TextLayout.span(most))"
      }
      let (one, other) = (words(ios), words(android))
      if one == "not known", other == "not known" { return nil }
      return ParityRow(
        kind: .timing, place: "", what: measure.label, ios: one, android: other,
        result: one == other ? .same : .mayDiffer)
    }
  }

  private static func statementRows(
    _ ios: RunSummary, _ android: RunSummary, _ titles: [String: String]
  ) -> [ParityRow] {
    let (mine, theirs) = (outcomes(of: ios), outcomes(of: android))
    // What only follows from another violation is told with that.
    let following = consequences(in: ios).union(consequences(in: android))
    return Set(mine.keys).union(theirs.keys).subtracting(following).sorted().map { rule in
      let (one, other) = (mine[rule], theirs[rule])
      // A violation is one, whatever the other log shows; what is excused or open shows too little.
      let result: ParityRow.Result =
        one == other
        ? .same : (one == .violated) != (other == .violated) ? .differs : .oneSide
      return ParityRow(
        kind: .statement, place: rule, what: titles[rule] ?? rule, ios: words(one),
        android: words(other), result: result, isOfBoth: rule.hasPrefix(commonPack))
    }
  }

  /// The rules of which all violations follow from those of others.
  private static func consequences(in run: RunSummary) -> Set<String> {
    let faults = run.findings.filter(\.isFault)
    return Set(faults.filter(\.isConsequence).map(\.rule))
      .subtracting(faults.filter { !$0.isConsequence }.map(\.rule))
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
      let isNote = finding.outcome == .violated && !finding.isFault
      outcomes[finding.rule] = isNote ? .satisfied : finding.outcome
    }
    return outcomes
  }
}
