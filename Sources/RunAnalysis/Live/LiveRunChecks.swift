package import LogReading
internal import RuleLanguage
package import RunReport

// What is asked of the values of a run's state, beside what the engine asks of its own.

extension StateLimits {
  /// The tables of a run that has one file.
  init(of run: LogAnalyser) {
    self.init()
    kinds = run.book.catalogue.events.count
    fields = run.book.catalogue.fieldTypes.count
    rules = run.book.rules.count
    excuses = run.book.excuses.count
    parameters = run.book.parameters.count
    steps = run.profile.steps.count
    files = 1
  }
}

extension FoundRecord: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { Int(file) < limits.files }
}

extension ScenarioMark: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { Int(file) < limits.files }
}

extension MissingStep: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { 0..<limits.steps ~= step }
}

extension ImpliedLines: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool {
    steps.allSatisfy { 0..<limits.steps ~= $0 }
  }
}

extension Histogram: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    counts.count == edges.count + 1 && counts.allSatisfy(StateLimits.isCount)
      && StateLimits.isCount(count)
  }
}

extension Distributions: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool { isWhole }
}

extension CycleSummary: ToldNumbers {}

extension SeenRecovery: ToldNumbers, CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool {
    [told, set, repeats, tasks].allSatisfy(StateLimits.isCount)
  }
}
