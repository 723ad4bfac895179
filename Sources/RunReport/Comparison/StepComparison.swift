internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// The steps of two partners: what only one has, what it has otherwise, and their order.
struct StepComparison {
  typealias Step = CycleSummary.StepSummary

  /// One of the two cycles, and the run that it is of.
  struct Side {
    var cycle: CycleSummary
    let run: RunView
    let place: Int
    init(_ cycle: CycleSummary, of run: RunView, at place: Int) {
      (self.cycle, self.run, self.place) = (cycle, run, place)
    }
  }

  let golden: Side
  let candidate: Side
  /// What is to be told of a start of the app that just one of the two shows, which counts for nothing.
  private let launch: Difference?
  /// The events that both cycles show, with their steps.
  let common: [(golden: Step, candidate: Step)]
  /// The steps of each run that would lie before the first line of the other, whose beginning is lost.
  private let beyond: (golden: [Step], candidate: [Step])

  init(_ golden: Side, _ candidate: Side) {
    var (golden, candidate) = (golden, candidate)
    let common = golden.cycle.steps.filter(\.isShown).compactMap { step in
      candidate.cycle.steps.first { $0.event == step.event && $0.isShown }.map { (step, $0) }
    }
    let launch = Self.launch(golden, candidate, common)
    // A process that runs on logs no start, and whether it runs on is up to the system.
    if launch != nil {
      golden.cycle.steps.removeAll { $0.stage == .launch }
      candidate.cycle.steps.removeAll { $0.stage == .launch }
    }
    let both = common.filter { launch == nil || $0.0.stage != .launch }
    beyond = (
      Self.beyond(golden, candidate, both.map { ($0.0, $0.1) }),
      Self.beyond(candidate, golden, both.map { ($0.1, $0.0) })
    )
    self.launch = launch
    self.common = both
    self.golden = golden
    self.candidate = candidate
  }

  /// All differences of the steps but their times.
  var differences: [Difference] { (launch.map { [$0] } ?? []) + presence + late + order }

  // MARK: Launch and beginning

  private static func launch(
    _ golden: Side, _ candidate: Side, _ common: [(golden: Step, candidate: Step)]
  ) -> Difference? {
    func steps(_ side: Side) -> [Step] { side.cycle.steps.filter { $0.stage == .launch } }
    let (mine, theirs) = (steps(golden), steps(candidate))
    if mine.isEmpty == theirs.isEmpty { return nil }
    let (shown, other) = mine.isEmpty ? (candidate, golden) : (golden, candidate)
    let anchor = common.first.map {
      mine.isEmpty ? ($0.golden, $0.candidate) : ($0.candidate, $0.golden)
    }
    let isLost = other.run.isBeforeBegin(
      (mine + theirs).first?.time, anchor: (anchor?.0.time, anchor?.1.time), in: other.place)
    var difference = Difference(
      .launch, isLost ? .doubtful : .told, "launch",
      account: isLost
        ? "only the \(shown.run.name) shows a start of the app, and the log of the "
          + "\(other.run.name) begins behind it"
        : "only the \(shown.run.name) shows a start of the app")
    difference.lines = lines(golden: mine.first, candidate: theirs.first)
    return difference
  }

  /// The steps of a cycle that stand before all that its partner shows, and would lie before the first line
  /// of the partner's log.
  private static func beyond(
    _ side: Side, _ other: Side, _ common: [(own: Step, other: Step)]
  ) -> [Step] {
    guard other.run.isHeadLost else { return [] }
    let steps = side.run.ordered(side.cycle.steps.filter(\.isShown), of: side.cycle)
    let head = steps.prefix { step in !common.contains { $0.own == step } }
    let anchor = steps.dropFirst(head.count).first.flatMap { step in
      common.first { $0.own == step }
    }
    return head.filter {
      other.run.isBeforeBegin(
        $0.time, anchor: (anchor?.other.time, anchor?.own.time), in: other.place)
    }
  }

  // MARK: Presence

  /// Both lists stand in the order of the profile, so what one lacks between two common steps stands
  /// beside what the other has there instead.
  private var presence: [Difference] {
    var differences: [Difference] = []
    var (i, j) = (0, 0)
    for pair in common.map(Optional.some) + [nil] {
      let mine = take(golden.cycle.steps, from: &i, before: pair?.golden)
      let theirs = take(candidate.cycle.steps, from: &j, before: pair?.candidate)
      differences += compare(mine, theirs)
    }
    return differences
  }

  private func take(_ steps: [Step], from place: inout Int, before end: Step?) -> [Step] {
    let start = place
    while place < steps.count, steps[place] != end { place += 1 }
    defer { place += 1 }
    return start < place ? Array(steps[start..<min(place, steps.count)]) : []
  }

  private func compare(_ mine: [Step], _ theirs: [Step]) -> [Difference] {
    var differences: [Difference] = []
    var rest = theirs
    for step in mine {
      // The same step: of one event, or one of the alternatives that the other lacks.
      let place = rest.firstIndex { other in
        other.stage == step.stage && !Set(other.alternatives).isDisjoint(with: step.alternatives)
      }
      if let place {
        differences += status(of: step, rest.remove(at: place))
        continue
      }
      guard step.isShown else { continue }
      let instead = rest.firstIndex { $0.stage == step.stage && $0.isShown }
      if let instead {
        let other = rest.remove(at: instead)
        if ParityTable.isAlike(step.event, other.event) { continue }
        differences.append(
          difference(
            .stepReplaced, .fails, step, other,
            "\(other.event) instead of \(step.event)", isOtherWay: true))
      } else {
        differences.append(missing(step))
      }
    }
    for step in rest where step.isShown { differences.append(added(step)) }
    for step in rest where step.status == .missing || step.status == .implied {
      // What neither shows is no difference of theirs; whether it is a fault, the findings say.
      differences.append(
        difference(
          .stepStatus, .told, nil, step,
          "\(step.event): neither shows it, and it is expected in the candidate alone"))
    }
    return differences
  }

  /// What follows from something that the candidate lacks: it may stand in a part that is not there.
  private var lack: Difference.Effect { candidate.run.hasDoubt ? .doubtful : .fails }

  private func missing(_ step: Step) -> Difference {
    if beyond.golden.contains(step) { return unknown(.stepMissing, step, nil) }
    let isLogged = candidate.run.shown.contains(step.event)
    return difference(
      .stepMissing, isLogged ? lack : .told, step, nil,
      isLogged ? step.event : "\(step.event), which the candidate never logs", isOtherWay: true)
  }

  private func added(_ step: Step) -> Difference {
    if beyond.candidate.contains(step) { return unknown(.stepAdded, nil, step) }
    let isLogged = golden.run.shown.contains(step.event)
    return difference(
      .stepAdded, isLogged ? .fails : .told, nil, step,
      isLogged ? step.event : "\(step.event), which the golden run never logs", isOtherWay: true)
  }

  private func unknown(_ kind: Difference.Kind, _ mine: Step?, _ theirs: Step?) -> Difference {
    let event = (mine?.isShown == true ? mine : theirs)?.event ?? ""
    return difference(
      kind, .doubtful, mine, theirs, "\(event), not known: the log begins behind it")
  }

  /// Compares one step that not both show.
  private func status(of step: Step, _ other: Step) -> [Difference] {
    if step.status == other.status, !step.isShown { return [] }
    if beyond.golden.contains(step) { return [unknown(.stepMissing, step, other)] }
    if beyond.candidate.contains(other) { return [unknown(.stepAdded, step, other)] }
    let isLost = step.isShown
    let isFound = !isLost && other.isShown
    let event = isLost ? step.event : other.event
    let isMissing = isLost && other.status == .missing
    return [
      difference(
        isMissing ? .stepMissing : .stepStatus,
        isLost ? lack : isFound || Self.rank(other) < Self.rank(step) ? .better : lack,
        step, other,
        isMissing ? event : "\(event): \(step.status.rawValue) → \(other.status.rawValue)")
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
      let change = "\(pair.golden.status.rawValue) → \(pair.candidate.status.rawValue)"
      return difference(
        .stepStatus, pair.candidate.status == .late ? .fails : .better, pair.golden,
        pair.candidate, "\(pair.golden.event): \(change)")
    }
  }

  // MARK: Words

  /// Makes a difference of a step, with the lines of those that are shown.
  func difference(
    _ kind: Difference.Kind, _ effect: Difference.Effect, _ mine: Step?, _ theirs: Step?,
    _ account: String, isOtherWay: Bool = false
  ) -> Difference {
    let isReplaced = kind == .stepReplaced
    let shown = mine?.isShown == true ? mine : theirs ?? mine
    var difference = Difference(
      kind, effect, shown?.event ?? "",
      golden: isReplaced ? mine?.event : mine?.status.rawValue,
      candidate: isReplaced ? theirs?.event : theirs?.status.rawValue, account: account)
    difference.lines = Self.lines(golden: mine, candidate: theirs)
    difference.isOtherWay = isOtherWay
    return difference
  }

  private static func lines(golden: Step?, candidate: Step?) -> String {
    [
      candidate?.line.map { "line \($0)" }, golden?.line.map { "golden line \($0)" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
