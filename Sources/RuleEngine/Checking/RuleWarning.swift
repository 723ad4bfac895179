package import YAMLReading

/// Something in rule files that can be loaded and is most likely not meant.
package struct RuleWarning: Sendable, Equatable {
  /// Where it stands; nil for what the program carries.
  package var location: SourceLocation?
  /// What it is about: `pack/rule`, `event NAME`.
  package var subject: String
  package var message: String
  /// What to do about it; may be empty.
  package var advice: String

  package init(
    at location: SourceLocation?, _ subject: String, _ message: String, advice: String = ""
  ) {
    self.location = location
    self.subject = subject
    self.message = message
    self.advice = advice
  }
}
