package import YAMLReading

/// A log and the result of one rule for it: an example, kept beside the rule.
package struct RuleTest: Sendable, Equatable {
  package var pack: String
  package var rule: String
  package var name: String
  package var outcome: Outcome
  /// The step that a violation must name; empty for any.
  package var step: String
  /// The reason why the step counts as unmet (`not_seen`, `seen_late`, …); empty for any.
  package var reason: String
  package var log: String
  /// The conditions of the device: names of the environment to their values as text.
  package var environment: [String: String]
  /// `ios` or `android`; empty for none.
  package var platform: String
  package var location: SourceLocation

  package init(
    pack: String, rule: String, name: String, outcome: Outcome, step: String = "",
    reason: String = "", log: String, environment: [String: String] = [:], platform: String = "",
    location: SourceLocation
  ) {
    self.pack = pack
    self.rule = rule
    self.name = name
    self.outcome = outcome
    self.step = step
    self.reason = reason
    self.log = log
    self.environment = environment
    self.platform = platform
    self.location = location
  }
}

extension RuleTest: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      pack: try coder.code(it?.pack), rule: try coder.code(it?.rule),
      name: try coder.code(it?.name), outcome: try coder.code(it?.outcome),
      step: try coder.code(it?.step), reason: try coder.code(it?.reason),
      log: try coder.code(it?.log), environment: try coder.code(it?.environment),
      platform: try coder.code(it?.platform), location: try coder.code(it?.location))
  }
}
