// Summaries of independent runs add up. With the empty summary they form a commutative monoid, so a
// fleet's summaries may be merged in any order and grouping. Two things make that exact: lists have
// one total order, and sums are integers.
extension RunSummary {
  /// How many cycles and findings a summary keeps unless told otherwise.
  package static let defaultMaxDetails = 1000
  /// How many lines of failures, and how many scenarios, it keeps.
  static let keptLines = 100

  /// Adds the summary of another run.
  package mutating func merge(
    _ other: RunSummary, maxDetails: Int = RunSummary.defaultMaxDetails
  ) {
    let empty = RunSummary()
    if other == empty { return }
    if self == empty {
      self = other
      return
    }
    mergeVerdict(of: other)
    toolVersion = Self.joined(toolVersion, other.toolVersion)
    profile = Self.joined(profile, other.profile)
    inputs = Self.sorted(inputs + other.inputs)
    assumptions = Self.union(assumptions, other.assumptions)
    skipped = Self.union(skipped, other.skipped)
    mergeEnvironment(of: other)
    counters.merge(other.counters)
    cycles += other.cycles
    findings += other.findings
    omittedCycles = omittedCycles.addingSaturated(other.omittedCycles)
    omittedFindings = omittedFindings.addingSaturated(other.omittedFindings)
    sortDetails(keeping: maxDetails)
    rules.merge(other.rules)
    cycleCounts.merge(other.cycleCounts)
    mergeFindingCounts(of: other)
    // Counts say it anew; only doubts are sentences that must be kept.
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
    scenarioIds = Array(Set(scenarioIds).union(other.scenarioIds).sorted().prefix(Self.keptLines))
    failures += other.failures
    omittedFailures = omittedFailures.addingSaturated(other.omittedFailures)
    sortFailures()
  }

  /// Adds what the whole call, and no single run, took for granted.
  package mutating func add(_ others: [Assumption]) {
    if !others.isEmpty { assumptions = Self.union(assumptions, others) }
  }

  /// Puts cycles and findings in their canonical order and counts those beyond the limit as omitted.
  ///
  /// Findings stand worst first; of the cycles the worst are kept, and those stand by time.
  package mutating func sortDetails(keeping maxDetails: Int = RunSummary.defaultMaxDetails) {
    let limit = max(0, maxDetails)
    let worstFindings = Self.sorted(findings)
    findings = Array(worstFindings.prefix(limit))
    omittedFindings = omittedFindings.addingSaturated(worstFindings.count - findings.count)
    var kept = cycles
    if kept.count > limit { kept = kept.dropOrder.prefix(limit).map { cycles[$0] } }
    omittedCycles = omittedCycles.addingSaturated(cycles.count - kept.count)
    cycles = Self.sorted(kept)
  }

  /// Puts the lines of failures in their canonical order and counts those beyond the limit.
  mutating func sortFailures() {
    let sorted = Self.sorted(failures)
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
    var values: [String: EnvironmentValue] = [:]
    for entry in environment + other.environment {
      let known = values[entry.key]
      values[entry.key] = known == nil || known == entry.value ? entry.value : .varies
    }
    // The two keys that every run has stand first.
    let first = ["platform", "simulator"]
    let others = values.keys.filter { !first.contains($0) }.sorted()
    let keys = first + others
    environment = keys.compactMap { key in
      values[key].map { EnvironmentEntry(key: key, value: $0) }
    }
  }

  private mutating func mergeFindingCounts(of other: RunSummary) {
    var merged: [FindingCount] = []
    for entry in (findingCounts + other.findingCounts).sorted(by: { $0.sortKey < $1.sortKey }) {
      if let last = merged.last, last.sortKey == entry.sortKey {
        merged[merged.count - 1].count = last.count.addingSaturated(entry.count)
      } else {
        merged.append(entry)
      }
    }
    findingCounts = merged
  }

  /// Both texts as a set, so that runs of different profiles say so.
  private static func joined(_ left: String, _ right: String) -> String {
    if left == right || right.isEmpty { return left }
    if left.isEmpty { return right }
    let parts = Set(left.split(separator: ",")).union(right.split(separator: ","))
    return parts.sorted().joined(separator: ",")
  }

  private static func union<Element: CanonicallyOrdered>(
    _ left: [Element], _ right: [Element]
  ) -> [Element] {
    var kept: [Element] = []
    for element in sorted(left + right) where element != kept.last { kept.append(element) }
    return kept
  }

  private static func sorted<Element: CanonicallyOrdered>(_ elements: [Element]) -> [Element] {
    elements.canonicallySorted()
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
    notDelivered = notDelivered.addingSaturated(other.notDelivered)
    excused = excused.addingSaturated(other.excused)
    open = open.addingSaturated(other.open)
  }
}
