internal import CommandSyntax
internal import RuleEngine
internal import Simulator

extension Program {
  static let simulate = Command<Settings>(
    "simulate", "Write the log of a scenario, with its truth.",
    details: [],
    operands: [
      Operand("SCENARIO", .one, "One of those that --list names.") { $0.operands = [$1] }
    ],
    options: []
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let book = try Pipeline.book(rulePaths: settings.rulePaths)
      guard let scenario = Scenario.named(settings.operands.first ?? "") else {
        throw Failure(Problem("unknown scenario"))
      }
      let simulation = Simulation(SimulationPlan(scenario: scenario), catalogue: book.catalogue)
      var writer = LogWriter(style: .threadtime)
      simulation.write(simulation.trace(ofDevice: 1), to: &writer)
      var output = StandardOutput()
      do throws(Problem) { try output.append(writer.take()) } catch { throw Failure(error) }
      return try output.end([])
    }
  }
}
