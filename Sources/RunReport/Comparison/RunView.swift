internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// What has to be known of a whole run to compare one of its cycles.
struct RunView {
  private typealias Step = CycleSummary.StepSummary

  /// The run in words: "golden run".
  let name: String
  /// The events that any cycle shows: what a run never logs, it cannot lack.
  let shown: Set<String>
  /// The violations in each cycle, by its place.
  let faults: [Set<FindingKey>]
  /// Whether the run shows too little to be compared.
  let hasDoubt: Bool
  /// Whether the log does not show how its process began, so that earlier lines may be missing.
  let isHeadLost: Bool
  /// The time of the first line; nil where it has none.
  private let start: Int64?
  /// The place of the cycle that begins first; nil for none.
  private let first: Int?
  /// Whether times and not lines tell the order: lines of Loki are put in order as they are read.
  private let isByTime: Bool
  /// Whether lines of one time stand newest first.
  private let isTurned: Bool

  init(_ summary: RunSummary, name: String, hasDoubt: Bool) {
    self.name = name
    self.hasDoubt = hasDoubt
    shown = Set(summary.cycles.flatMap { $0.steps.filter(\.isShown).map(\.event) })
    faults = Self.faults(of: summary)
    isHeadLost = summary.isHeadLost
    start = summary.inputs.compactMap(\.firstTime).min()
    isByTime = summary.inputs.contains { input in
      input.containers.contains { $0.count > 0 && $0.name.hasPrefix("loki-") }
    }
    isTurned = isByTime && Self.isTurned(summary)
    first = summary.cycles.indices.min { one, other in
      let (mine, theirs) = (summary.cycles[one].start, summary.cycles[other].start)
      return mine < theirs
    }
  }

  private static func faults(of summary: RunSummary) -> [Set<FindingKey>] {
    let named = NamedCycles(of: summary)
    var faults = [Set<FindingKey>](repeating: [], count: summary.cycles.count)
    for finding in summary.findings where finding.isFault {
      for place in named.cycles(of: finding) { faults[place].insert(FindingKey(finding)) }
    }
    return faults
  }

  private static func isTurned(_ summary: RunSummary) -> Bool {
    var balance = 0
    for cycle in summary.cycles {
      let steps = cycle.steps.filter(\.isShown)
      for (one, other) in zip(steps, steps.dropFirst()) {
        guard let early = one.time, let late = other.time, let line = one.line,
          let next = other.line, early != late, line != next
        else { continue }
        balance += (early < late) == (line < next) ? 1 : -1
      }
    }
    return balance < 0
  }

  // MARK: Order

  /// Returns steps of a cycle in the order in which they were logged: that of lines, or that of times where
  /// several files hold them or lines stand in another order.
  func ordered(
    _ steps: [CycleSummary.StepSummary], of cycle: CycleSummary
  ) -> [CycleSummary.StepSummary] {
    let isByTime = isByTime || Set(cycle.lines.map(\.file)).count > 1
    func isBefore(_ left: Step, _ right: Step) -> Bool {
      if isByTime, let one = left.time, let other = right.time, one != other { return one < other }
      guard let one = left.line, let other = right.line else { return false }
      return isTurned ? one > other : one < other
    }
    // Insertion keeps the order of the profile where nothing tells another, e.g. two events of one line.
    var sorted: [Step] = []
    for step in steps {
      let place = sorted.lastIndex { !isBefore(step, $0) }.map { $0 + 1 } ?? 0
      sorted.insert(step, at: place)
    }
    return sorted
  }

  // MARK: A lost beginning

  /// Whether what the other run shows at a time would lie before the first line of this one.
  ///
  /// - Parameters:
  ///   - place: The place of the cycle that would hold it; nil for a cycle that is not there.
  ///   - anchor: The time in each run of something that both show.
  func isBeforeBegin(
    _ time: Int64?, anchor: (own: Int64?, other: Int64?), in place: Int?
  ) -> Bool {
    guard isHeadLost else { return false }
    // Of the cycle in which the log begins, what comes before all that it shows is never known.
    if let place, place == first { return true }
    guard let start, let time, let own = anchor.own, let other = anchor.other else {
      return place == nil
    }
    let (distance, isFar) = time.subtractingReportingOverflow(other)
    let (expected, overflow) = own.addingReportingOverflow(distance)
    return !isFar && !overflow && expected < start
  }
}

extension RunSummary {
  /// Whether its log shows no beginning of a process, and holds events.
  ///
  /// Where a checksum is wrong no line proves anything, and the beginning may be there.
  var isHeadLost: Bool {
    inputs.contains { $0.events > 0 }
      && inputs.allSatisfy { !$0.isHeadComplete && $0.damage?.kind != .checksum }
  }
}

extension CycleSummary {
  /// The first time that a step of it has, or else its notification time; of none the last of all.
  var start: Int64 { steps.compactMap(\.time).min() ?? notificationTime ?? .max }
}

extension CycleSummary.StepSummary {
  /// Whether a line of the log shows it.
  var isShown: Bool { status == .seen || status == .late }
}
