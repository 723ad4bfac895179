package import RuleLanguage

/// What gives an expression the values that it reads.
///
/// A value that is not there is `missing`; one of another type than the reference was compiled
/// with makes the expression `invalid`.
package protocol ReferenceSource: ~Copyable, ~Escapable {
  func value(of reference: Reference) -> Value
}
