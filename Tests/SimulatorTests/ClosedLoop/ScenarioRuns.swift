import Simulator

/// The runs of each scenario for three seeds and two lengths: two tests ask for them, and they are
/// made once.
actor ScenarioRuns {
  static let shared = ScenarioRuns()

  /// What the runs of a scenario came to.
  struct Outcome: Sendable {
    var accuracy = Accuracy()
    /// What was judged otherwise than it was made, one text for each such run.
    var faults: [String] = []
  }

  private var outcomes: [String: Task<Outcome, any Error>] = [:]

  func outcome(of scenario: Scenario) async throws -> Outcome {
    let task =
      outcomes[scenario.name] ?? Task.detached { try Self.run(scenario) }
    outcomes[scenario.name] = task
    return try await task.value
  }

  private static func run(_ scenario: Scenario) throws -> Outcome {
    var outcome = Outcome()
    for seed in UInt64(1)...3 {
      for moreDays in [0, 3] {
        let plan = SimulatedRun.plan(scenario, seed: seed, moreDays: moreDays)
        let run = try SimulatedRun(plan)
        let judgement = try Judgement(run)
        try outcome.accuracy.add(run, judgement)
        if !judgement.isRight {
          outcome.faults.append("seed \(seed), \(plan.days) days:\n\(judgement.faults)")
        }
      }
    }
    return outcome
  }
}
