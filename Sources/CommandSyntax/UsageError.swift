/// A command line that cannot be obeyed: what is wrong, and what to do about it.
package struct UsageError: Error, Sendable, Equatable {
  /// The mistake, without a full stop.
  package var message: String
  /// The remedy; may be empty where the parser is to say where help is.
  package var advice: String

  package init(_ message: String, advice: String = "") {
    self.message = message
    self.advice = advice
  }
}
