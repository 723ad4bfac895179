package import LogReading
internal import RuleLanguage

// Whether what a state says goes together, where one table has places in another.
extension Facts {
  /// Whether scopes, instances and what they keep are all there.
  var isSound: Bool {
    guard correlator.isSound, scopes.isSound, instances.isSound(for: book.rules),
      current.isSound(fieldNames: book.catalogue.fieldTypes.count),
      scopes.holdsInstances(upTo: instances.count), scopes.holds(scope) || row.count == 0,
      book.rules.indices.contains(moment.rule), holds(moment)
    else { return false }
    for place in current.texts.indices where !instances.holds(current.texts[place].text) {
      return false
    }
    let isOpened =
      scopes.count(.cycle) >= correlator.cycles.count
      && scopes.count(.execution) >= correlator.executions.count
      && scopes.count(.delivery) >= correlator.deliveries.count
    if !isOpened { return false }
    for index in 0..<instances.count where instances[index].form.state != .free {
      if !scopes.holds(instances[index].scope) { return false }
    }
    return scopes.holdsInstances(of: row, upTo: instances.count)
  }

  private func holds(_ moment: Moment) -> Bool {
    if let scope = moment.scope, !scopes.holds(scope), scope.kind != .log { return false }
    guard let instance = moment.instance else { return true }
    return instance < 0 ? Int(~instance) < instances.count : instance < row.count
  }
}

extension Scalar: ToldNumbers {}
extension InstanceTable.StepState: ToldNumbers {}
extension ZoneTrial: ToldNumbers {}

extension FindingRecord: ToldNumbers, CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    excuse >= -1 && excuse < limits.excuses
  }
}

extension FindingRecord.Proof: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool { Int(file) < limits.files }
}

extension TallyKey: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    rule >= 0 && Int(rule) < limits.rules && step >= -1
  }
}

extension FindingLog.Fault: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    rule >= 0 && Int(rule) < limits.rules
  }
}
