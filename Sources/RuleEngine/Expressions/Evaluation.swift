package import RuleLanguage

/// What an expression comes to.
package enum Evaluation: Sendable, Equatable {
  case value(Value)
  case error(EvaluationError)

  /// The error of using a value that is not to be used, or the value.
  init(_ value: Value, of reference: Reference) {
    self =
      switch value {
      case .missing: .error(.missing(reference))
      case .redacted: .error(.redacted(reference))
      case .malformed: .error(.malformed(reference))
      case .zoneless: .error(.zoneless(reference))
      default: .value(value)
      }
  }

  /// A number that fits, or the error of one that does not.
  init(_ result: (partialValue: Int64, overflow: Bool), as make: (Int64) -> Value) {
    self = result.overflow ? .error(.overflow) : .value(make(result.partialValue))
  }
}

/// Why an expression has no value.
package enum EvaluationError: Error, Sendable, Hashable {
  case missing(Reference)
  case redacted(Reference)
  /// The text of the value does not read as its type.
  case malformed(Reference)
  /// An instant that was written without a zone.
  case zoneless(Reference)
  case overflow
  case divisionByZero
  /// A text that is no semantic version, or no range of them.
  case noVersion
  /// The program or its source breaks its promise; no compiled expression does.
  case invalid
}
