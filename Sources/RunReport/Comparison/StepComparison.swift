internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// The steps of two partners: what only one has, what it has otherwise, and their order.
struct StepComparison {
  private typealias Step = CycleSummary.StepSummary
  private let golden: CycleSummary
  private let candidate: CycleSummary
  /// Whether just one of the two shows a start of the app, which then counts for nothing.
  private let isLaunchOfOne: Bool
  /// The events that each run shows anywhere: what one never logs, it cannot lack.
  private let shown: (golden: Set<String>, candidate: Set<String>)
  /// The events that both cycles show, with their steps.
  private let common: [(golden: Step, candidate: Step)]

  init(
    _ golden: CycleSummary, _ candidate: CycleSummary,
    shown: (golden: Set<String>, candidate: Set<String>)
  ) {
    self.shown = shown
    var (golden, candidate) = (golden, candidate)
    isLaunchOfOne = Self.hasLaunch(golden) != Self.hasLaunch(candidate)
    // A process that runs on logs no start, and whether it runs on is up to the system.
    if isLaunchOfOne {
      golden.steps.removeAll { $0.stage == .launch }
      candidate.steps.removeAll { $0.stage == .launch }
    }
    self.golden = golden
    self.candidate = candidate
    common = golden.steps.filter(Self.isShown).compactMap { step in
      candidate.steps.first { $0.event == step.event && Self.isShown($0) }.map { (step, $0) }
    }
  }

  private static func hasLaunch(_ cycle: CycleSummary) -> Bool {
    cycle.steps.contains { $0.stage == .launch }
  }

  /// The events of the steps that cycles show.
  static func shown(in cycles: [CycleSummary]) -> Set<String> {
    Set(cycles.flatMap { $0.steps.filter(isShown).map(\.event) })
  }

  /// Whether a line of the log shows the step.
  private static func isShown(_ step: Step) -> Bool { step.status == .seen || step.status == .late }

  /// All differences of the steps but their times.
  ///
  /// - Parameter lack: What follows from a step that the candidate lacks.
  func differences(lack: Difference.Effect) -> [Difference] {
    launch + presence(lack) + late + order
  }

  private var launch: [Difference] {
    guard isLaunchOfOne else { return [] }
    return [
      Difference(.launch, .told, "launch", account: "only one of the two shows a start of the app")
    ]
  }

  // MARK: Presence

  /// Both lists stand in the order of the profile, so what one lacks between two common steps stands
  /// beside what the other has there instead.
  private func presence(_ lack: Difference.Effect) -> [Difference] {
    var differences: [Difference] = []
    var (i, j) = (0, 0)
    for pair in common.map(Optional.some) + [nil] {
      let mine = take(golden.steps, from: &i, before: pair?.golden)
      let theirs = take(candidate.steps, from: &j, before: pair?.candidate)
      differences += compare(mine, theirs, lack)
    }
    return differences
  }

  private func take(_ steps: [Step], from place: inout Int, before end: Step?) -> [Step] {
    let start = place
    while place < steps.count, steps[place] != end { place += 1 }
    defer { place += 1 }
    return start < place ? Array(steps[start..<min(place, steps.count)]) : []
  }

  private func compare(
    _ mine: [Step], _ theirs: [Step], _ lack: Difference.Effect
  ) -> [Difference] {
    var differences: [Difference] = []
    var rest = theirs
    for step in mine {
      // The same step: of one event, or one of the alternatives that the other lacks.
      let place = rest.firstIndex { other in
        other.stage == step.stage && !Set(other.alternatives).isDisjoint(with: step.alternatives)
      }
      if let place {
        differences += status(of: step, rest.remove(at: place), lack)
        continue
      }
      guard Self.isShown(step) else { continue }
      let instead = rest.firstIndex { $0.stage == step.stage && Self.isShown($0) }
      if let instead {
        let other = rest.remove(at: instead)
        if ParityTable.isAlike(step.event, other.event) { continue }
        differences.append(
          Difference(
            .stepReplaced, .fails, step.event, golden: step.event, candidate: other.event,
            account: "\(other.event) instead of \(step.event)"))
      } else {
        let isLogged = shown.candidate.contains(step.event)
        differences.append(
          Difference(
            .stepMissing, isLogged ? lack : .told, step.event, golden: step.status.rawValue,
            account: isLogged ? step.event : "\(step.event), which the candidate never logs"))
      }
    }
    for step in rest where Self.isShown(step) {
      let isLogged = shown.golden.contains(step.event)
      differences.append(
        Difference(
          .stepAdded, isLogged ? .fails : .told, step.event, candidate: step.status.rawValue,
          account: isLogged ? step.event : "\(step.event), which the golden run never logs"))
    }
    for step in rest where step.status == .missing || step.status == .implied {
      differences.append(
        Difference(
          .stepMissing, lack, step.event, candidate: step.status.rawValue,
          account:
            "\(step.event): the golden run does without it, and it is \(step.status.rawValue)"
        ))
    }
    return differences
  }

  /// Compares one step that not both show.
  private func status(
    of step: Step, _ other: Step, _ lack: Difference.Effect
  ) -> [Difference] {
    if step.status == other.status, Self.isShown(step) == false { return [] }
    let isLost = Self.isShown(step)
    let isFound = !isLost && Self.isShown(other)
    let event = isLost ? step.event : other.event
    let effect: Difference.Effect =
      isLost ? lack : isFound || Self.rank(other) < Self.rank(step) ? .better : lack
    let account =
      isLost && other.status == .missing
      ? event : "\(event): \(step.status.rawValue) → \(other.status.rawValue)"
    return [
      Difference(
        isLost && other.status == .missing ? .stepMissing : .stepStatus, effect, event,
        golden: step.status.rawValue, candidate: other.status.rawValue, account: account)
    ]
  }

  /// The place of a status from best to worst.
  private static func rank(_ step: Step) -> Int {
    switch step.status {
    case .seen: 0
    case .implied: 1
    case .excused: 2
    case .late: 3
    case .missing: 4
    }
  }

  /// The steps that both show, and one of them late.
  private var late: [Difference] {
    common.compactMap { pair in
      guard pair.golden.status != pair.candidate.status else { return nil }
      return Difference(
        .stepStatus, pair.candidate.status == .late ? .fails : .better, pair.golden.event,
        golden: pair.golden.status.rawValue, candidate: pair.candidate.status.rawValue)
    }
  }

  // MARK: Order

  /// The common steps in the order of a log: by lines, which stand for order, unless several files hold them.
  private func ordered(_ cycle: CycleSummary, _ steps: [Step]) -> [Step] {
    let isOneFile = Set(cycle.lines.map(\.file)).count <= 1
    func isBefore(_ left: Step, _ right: Step) -> Bool {
      if !isOneFile, let one = left.time, let other = right.time, one != other {
        return one < other
      }
      guard let one = left.line, let other = right.line else { return false }
      return one < other
    }
    // Insertion keeps the order of the profile where nothing tells another, e.g. two events of one line.
    var sorted: [Step] = []
    for step in steps {
      let place = sorted.lastIndex { !isBefore(step, $0) }.map { $0 + 1 } ?? 0
      sorted.insert(step, at: place)
    }
    return sorted
  }

  /// One difference for each step that moved.
  private var order: [Difference] {
    let mine = ordered(golden, common.map(\.golden)).map(\.event)
    let theirs = ordered(candidate, common.map(\.candidate)).map(\.event)
    if mine == theirs { return [] }
    let places = theirs.compactMap { mine.firstIndex(of: $0) }
    let kept = Self.longestAscent(places)
    return theirs.indices.filter { $0 < places.count && !kept.contains(places[$0]) }.map { place in
      let event = theirs[place]
      let before = place > 0 ? "behind \(theirs[place - 1])" : "first"
      let was = places[place] > 0 ? "behind \(mine[places[place] - 1])" : "first"
      return Difference(.order, .fails, event, golden: was, candidate: before)
    }
  }

  /// The values of the longest ascending part of a list: what did not move.
  private static func longestAscent(_ values: [Int]) -> Set<Int> {
    var best: [[Int]] = []
    for value in values {
      let head = best.filter { ($0.last ?? -1) < value }.max { $0.count < $1.count } ?? []
      best.append(head + [value])
    }
    return Set(best.max { $0.count < $1.count } ?? [])
  }

  // MARK: Times

  /// More time than this between two steps is a wait for the user or the system.
  private static let longestWork = 60.0

  /// The spans between steps of one stage that follow one another in the golden run, where it works
  /// and does not wait.
  var gaps: [(name: String, golden: Double, candidate: Double)] {
    let mine = ordered(golden, common.map(\.golden))
    return zip(mine, mine.dropFirst()).compactMap { first, second in
      guard first.stage == second.stage,
        let otherFirst = candidate.steps.first(where: { $0.event == first.event }),
        let otherSecond = candidate.steps.first(where: { $0.event == second.event }),
        let golden = Self.span(first, second), let candidate = Self.span(otherFirst, otherSecond),
        0...Self.longestWork ~= golden, candidate >= 0
      else { return nil }
      return ("\(first.event) to \(second.event)", golden, candidate)
    }
  }

  private static func span(_ first: Step, _ second: Step) -> Double? {
    guard let start = first.time, let end = second.time else { return nil }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : Double(span) / 1_000_000
  }
}
