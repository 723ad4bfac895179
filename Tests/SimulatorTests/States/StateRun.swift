import DeviceState
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import TestSupport
import Testing

/// The log of a scenario, judged with the state that its device had at the end.
struct StateRun {
  let truth: StateTruth
  let summary: RunSummary

  /// - Parameter readsSnapshot: Whether the snapshot is read, and not the database with the dumps.
  init(_ plan: SimulationPlan, readsSnapshot: Bool) throws {
    let simulation = Simulation(plan, text: try SimulatedRun.words)
    let snapshot = try #require(simulation.trace(ofDevice: 1).snapshot)
    let files = try #require(StateFiles.files(of: snapshot))
    let directory = try TemporaryDirectory()
    var states: [DeviceState] = []
    for file in files where (file.name == "snapshot.json") == readsSnapshot {
      let path = try directory.add(file.name, bytes: file.bytes)
      if StateSource.isStore(Array(file.bytes.prefix(StateSource.headLength))) {
        states.append(try StateSource.state(ofStore: path))
      } else {
        states += try StateSource.states(in: file.bytes, path: path, apps: [])
      }
    }
    truth = snapshot.truth
    let run = try SimulatedRun(plan) { options in
      options.states = states
      options.profile = "stored-state"
    }
    summary = run.summary
  }

  /// The rules of states that find something, and of those that at most leave open that leave it open.
  func speaking(_ neverViolated: Set<String>) -> Set<String> {
    let found = summary.findings.filter { finding in
      finding.outcome == .violated
        || neverViolated.contains(finding.rule)
          && [.inconclusive, .excused].contains(finding.outcome)
    }
    return Set(found.map(\.rule))
  }
}
