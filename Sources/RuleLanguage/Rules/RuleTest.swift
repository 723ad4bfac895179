package import YAMLReading

/// A log and what one rule says of it: an example, kept beside the rule.
package struct RuleTest: Sendable, Equatable {
  package var pack: String
  package var rule: String
  package var name: String
  package var outcome: Outcome
  /// The step that a violation must name; empty for any.
  package var step: String
  /// Why the step counts as unmet (`not_seen`, `seen_late`, …); empty for any.
  package var reason: String
  package var log: String
  /// Conditions of the device: names of the environment to their values as text.
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
  func write(to writer: inout FlatWriter) {
    writer.text(pack)
    writer.text(rule)
    writer.text(name)
    writer.value(outcome)
    writer.text(step)
    writer.text(reason)
    writer.text(log)
    writer.settings(environment)
    writer.text(platform)
    writer.value(location)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      pack: try reader.text(), rule: try reader.text(), name: try reader.text(),
      outcome: try reader.value(), step: try reader.text(), reason: try reader.text(),
      log: try reader.text(), environment: try reader.settings(), platform: try reader.text(),
      location: try reader.value())
  }
}
