// Summaries of independent runs add up. With the empty summary they form a commutative monoid, so a
// fleet's summaries may be merged in any order and grouping. Two things make that exact: lists have
// one total order, and sums are integers.
extension RunSummary {
  /// How many cycles and findings a summary keeps unless told otherwise.
  package static let defaultMaxDetails = 1000
  /// How many lines of failures, how many scenarios, and how many runs it keeps.
  package static let keptLines = 100

  private static let empty = RunSummary()

  /// Adds the summary of another run.
  ///
  /// A fleet's runs are added one by one, so what was merged before is not sorted again: each member
  /// of the other's lists is put in its place.
  package mutating func merge(
    _ other: RunSummary, maxDetails: Int = RunSummary.defaultMaxDetails
  ) {
    if other == Self.empty { return }
    if self == Self.empty {
      self = other
      return
    }
    mergeVerdict(of: other)
    toolVersion = Self.joined(toolVersion, other.toolVersion)
    profile = Self.joined(profile, other.profile)
    runs = runs.addingSaturated(other.runs)
    verdictCounts.merge(other.verdictCounts)
    mergeEnvironment(of: other)
    counters.merge(other.counters)
    omittedCycles = omittedCycles.addingSaturated(other.omittedCycles)
    omittedFindings = omittedFindings.addingSaturated(other.omittedFindings)
    omittedItems = omittedItems.addingSaturated(other.omittedItems)
    omittedFailures = omittedFailures.addingSaturated(other.omittedFailures)
    feed = FeedSummary.merged(feed, other.feed)
    if !isInOrder { putInOrder(keeping: maxDetails) }
    mergeLists(of: other, keeping: maxDetails)
    rules.merge(other.rules)
    mergeRules(of: other)
    isStrict = isStrict || other.isStrict
    cycleCounts.merge(other.cycleCounts)
    // Counts give these anew; only doubts are sentences that must be kept.
    switch verdict {
    case .fail: reasons = [failure]
    case .pass: reasons = [success]
    case .inconclusive: break
    }
    distributions.merge(other.distributions)
    logic = max(logic, other.logic)
    timing = max(timing, other.timing)
    timingGroups = TimingGroup.merged(timingGroups, other.timingGroups)
    interrupted = interrupted || other.interrupted
    scenarios = ScenarioSummary.merged(scenarios, other.scenarios)
    scenarioIds = Array(Set(scenarioIds).union(other.scenarioIds).sorted().prefix(Self.keptLines))
  }

  /// Merges the rules: one is satisfied if it came to nothing else in any run.
  private mutating func mergeRules(of other: RunSummary) {
    // Runs are much alike.
    if satisfiedRules == other.satisfiedRules, unsatisfiedRules == other.unsatisfiedRules { return }
    unsatisfiedRules.formSortedUnion(other.unsatisfiedRules)
    satisfiedRules.formSortedUnion(other.satisfiedRules)
    let unsatisfied = Set(unsatisfiedRules)
    satisfiedRules.removeAll { unsatisfied.contains($0) }
  }

  /// Puts all lists in their order, as those of one run need not be.
  private mutating func putInOrder(keeping maxDetails: Int) {
    let own = self
    inputs = []
    assumptions = []
    skipped = []
    verdicts = []
    states = []
    items = []
    cycles = []
    findings = []
    failures = []
    findingCounts = []
    mergeLists(of: own, keeping: maxDetails)
    isInOrder = true
  }

  /// Adds another run's lists to those of this one, which are in order.
  private mutating func mergeLists(of other: RunSummary, keeping maxDetails: Int) {
    let limit = max(0, maxDetails)
    inputs.insertInOrder(other.inputs)
    add(toOrdered: other.assumptions)
    skipped.formOrderedUnion(other.skipped)
    states.insertInOrder(other.states)
    _ = verdicts.insertInOrder(other.verdicts, keeping: Self.keptLines)
    let droppedItems = items.insertInOrder(other.items, keeping: limit)
    omittedItems = omittedItems.addingSaturated(droppedItems)
    cycles.insertInOrder(other.cycles)
    dropCycles(beyond: limit)
    let droppedFindings = findings.insertInOrder(other.findings, keeping: limit)
    omittedFindings = omittedFindings.addingSaturated(droppedFindings)
    let droppedFailures = failures.insertInOrder(other.failures, keeping: Self.keptLines)
    omittedFailures = omittedFailures.addingSaturated(droppedFailures)
    for entry in other.findingCounts { findingCounts.add(entry) }
  }

  /// Adds assumptions of the whole call, and of no single run.
  package mutating func add(_ others: [Assumption]) {
    if others.isEmpty { return }
    let all = assumptions + others
    assumptions = []
    add(toOrdered: all)
  }

  /// Merges assumptions of other runs into a list that is in order.
  private mutating func add(toOrdered others: [Assumption]) {
    // Runs are much alike, and so are these lists: the next one mostly stands behind the last.
    var next = 0
    for other in others {
      if next >= assumptions.count || !assumptions[next].isSame(as: other) {
        let key = other.sortKey
        next = assumptions.firstPlace { !($0.sortKey < key) }
      }
      if next < assumptions.count, assumptions[next].isSame(as: other) {
        assumptions[next].merge(other)
      } else {
        assumptions.insert(other, at: next)
      }
      next += 1
    }
  }

  /// Puts cycles and findings in their canonical order and counts those beyond the limit as omitted.
  ///
  /// Findings stand worst first; of the cycles the worst are kept, and those stand by time.
  package mutating func sortDetails(keeping maxDetails: Int = RunSummary.defaultMaxDetails) {
    let limit = max(0, maxDetails)
    let worstFindings = findings.canonicallySorted()
    findings = Array(worstFindings.prefix(limit))
    omittedFindings = omittedFindings.addingSaturated(worstFindings.count - findings.count)
    let worstItems = items.canonicallySorted()
    items = Array(worstItems.prefix(limit))
    omittedItems = omittedItems.addingSaturated(worstItems.count - items.count)
    cycles = cycles.canonicallySorted()
    dropCycles(beyond: limit)
  }

  /// Drops cycles from a list that is in order, the healthy ones first, and of those alike the last.
  private mutating func dropCycles(beyond limit: Int) {
    guard cycles.count > limit else { return }
    let ranks = cycles.map(\.dropRank)
    var excess = cycles.count - limit
    omittedCycles = omittedCycles.addingSaturated(excess)
    var isKept = [Bool](repeating: true, count: ranks.count)
    for rank in Set(ranks).sorted(by: >) {
      for place in ranks.indices.reversed() where excess > 0 && ranks[place] == rank {
        isKept[place] = false
        excess -= 1
      }
    }
    cycles = cycles.indices.filter { isKept[$0] }.map { cycles[$0] }
  }

  /// Puts the lines of failures in their canonical order and counts those beyond the limit.
  package mutating func sortFailures() {
    let sorted = failures.canonicallySorted()
    failures = Array(sorted.prefix(Self.keptLines))
    omittedFailures = omittedFailures.addingSaturated(sorted.count - failures.count)
  }

  private mutating func mergeVerdict(of other: RunSummary) {
    // The reasons explain the verdict that holds, not the better one of the other run.
    if other.verdict.badness > verdict.badness {
      reasons = other.reasons
    } else if other.verdict == verdict {
      reasons = Array(Set(reasons).union(other.reasons)).sorted()
    }
    // Of two lines the one of the verdict that holds, else the first in order.
    if other.verdict.badness > verdict.badness || message.isEmpty {
      message = other.message
    } else if other.verdict == verdict, !other.message.isEmpty {
      message = min(message, other.message)
    }
    if other.verdict.badness > verdict.badness { verdict = other.verdict }
    exitStatus = max(exitStatus, other.exitStatus)
  }

  private mutating func mergeEnvironment(of other: RunSummary) {
    let theirs = Dictionary(other.environment.map { ($0.key, $0.value) }) { first, _ in first }
    var values = theirs.mapValues { _ in EnvironmentValue.varies }
    // A condition that only some runs know varies.
    for entry in environment {
      values[entry.key] = theirs[entry.key] == entry.value ? entry.value : .varies
    }
    // The two keys that every run has stand first.
    let first = ["platform", "simulator"]
    let others = values.keys.filter { !first.contains($0) }.sorted()
    let keys = first + others
    environment = keys.compactMap { key in
      values[key].map { EnvironmentEntry(key: key, value: $0) }
    }
  }

  /// Returns the union of two comma-separated lists, so that runs of different profiles say so.
  private static func joined(_ left: String, _ right: String) -> String {
    if left == right || right.isEmpty { return left }
    if left.isEmpty { return right }
    let parts = Set(left.split(separator: ",")).union(right.split(separator: ","))
    return parts.sorted().joined(separator: ",")
  }
}

extension [FindingCount] {
  /// Adds a count to the one of the same findings, in a list that is in order.
  package mutating func add(_ entry: FindingCount) {
    let key = entry.sortKey
    let place = firstPlace { key < $0.sortKey }
    if place > 0, self[place - 1].sortKey == key {
      self[place - 1].count = self[place - 1].count.addingSaturated(entry.count)
      self[place - 1].known = self[place - 1].known.addingSaturated(entry.known)
    } else {
      insert(entry, at: place)
    }
  }
}

extension RunSummary.Verdict {
  /// The place in the order from best to worst.
  var badness: Int {
    switch self {
    case .pass: 0
    case .inconclusive: 1
    case .fail: 2
    }
  }
}

extension SeedCounters {
  fileprivate mutating func merge(_ other: SeedCounters) {
    scheduled.merge(other.scheduled)
    executed.merge(other.executed)
    success.merge(other.success)
    failureNetwork.merge(other.failureNetwork)
    failureAuth.merge(other.failureAuth)
    failureSystem.merge(other.failureSystem)
    used.merge(other.used)
    runs = runs.addingSaturated(other.runs)
    reportingRuns = reportingRuns.addingSaturated(other.reportingRuns)
    reportingProcess = nil
  }
}

extension SeedCounters.Pair {
  fileprivate mutating func merge(_ other: SeedCounters.Pair) {
    derived = derived.addingSaturated(other.derived)
    guard let added = other.reported else { return }
    reported = (reported ?? 0).addingSaturated(added)
  }
}

extension OutcomeCounts {
  fileprivate mutating func merge(_ other: OutcomeCounts) {
    satisfied = satisfied.addingSaturated(other.satisfied)
    violated = violated.addingSaturated(other.violated)
    excused = excused.addingSaturated(other.excused)
    inconclusive = inconclusive.addingSaturated(other.inconclusive)
    notApplicable = notApplicable.addingSaturated(other.notApplicable)
  }
}

extension CycleCounts {
  fileprivate mutating func merge(_ other: CycleCounts) {
    usedPrefetch = usedPrefetch.addingSaturated(other.usedPrefetch)
    fallback = fallback.addingSaturated(other.fallback)
    delivered = delivered.addingSaturated(other.delivered)
    notDelivered = notDelivered.addingSaturated(other.notDelivered)
    refused = refused.addingSaturated(other.refused)
    excused = excused.addingSaturated(other.excused)
    open = open.addingSaturated(other.open)
  }
}
