/// What cycles that are over lack: required steps, and lines that later ones imply.
struct CycleLacks: Codable {
  /// The steps that cycles lack which later ones imply, and how many of them do.
  struct Implied: Codable {
    let steps: [Int]
    var count: Int
  }

  /// How many lack a required step without an excuse; what the first of them lack.
  private(set) var incomplete = 0
  private(set) var missing: [MissingStep] = []
  /// Those of which no finding of a rule speaks, and the steps that they lack.
  private(set) var untold = 0
  private(set) var untoldSteps: Set<Int> = []
  /// Whether all that lacks is handlers: when they run is the system's choice.
  private(set) var areOnlyHandlers = true
  /// How many lack lines that later ones imply, by the steps, and what the first of them lack.
  private(set) var implied: [Implied] = []
  private(set) var impliedLines: [ImpliedLines] = []
  /// The cycles that are over and whose notification nothing shows or excuses, and how many more there
  /// were than are kept: all of them, and those whose alarm went off.
  private(set) var undelivered: [Undelivered] = []
  private(set) var moreUndelivered = 0
  private(set) var moreFired = 0
  private static let undeliveredLimit = 4_096
  /// What the last cycle lacks of a launch in whose midst the log may begin.
  private var cutLaunch: MissingStep?

  /// Counts a cycle that lacks a step, and keeps what there is room for.
  mutating func note(
    _ step: Int, isTold: Bool, isOfHandler: Bool, keeping lack: MissingStep?
  ) {
    incomplete += 1
    if !isOfHandler { areOnlyHandlers = false }
    if !isTold {
      untold += 1
      untoldSteps.insert(step)
    }
    if let lack { missing.append(lack) }
  }

  mutating func note(_ cycle: Undelivered) {
    guard undelivered.count < Self.undeliveredLimit else {
      moreUndelivered += 1
      if cycle.hasAlarmFired { moreFired += 1 }
      return
    }
    undelivered.append(cycle)
  }

  /// Counts a cycle that lacks lines which its later ones imply.
  mutating func noteImplied(_ steps: [Int], keeping lines: ImpliedLines?) {
    if let place = implied.firstIndex(where: { $0.steps == steps }) {
      implied[place].count += 1
    } else {
      implied.append(Implied(steps: steps, count: 1))
    }
    if let lines { impliedLines.append(lines) }
  }

  /// Holds what a cycle lacks of a launch, until it shows whether it is the last one.
  mutating func holdCutLaunch(_ lack: MissingStep) { cutLaunch = lack }

  /// Forgets the launch held: where a later cycle closes, the log need not hold what came before its
  /// first line.
  mutating func dropCutLaunch() { cutLaunch = nil }

  /// Counts the launch held, at the end of the run.
  mutating func finish() {
    guard let lack = cutLaunch else { return }
    note(lack.step, isTold: lack.isTold, isOfHandler: lack.isOfHandler, keeping: lack)
    cutLaunch = nil
  }
}
