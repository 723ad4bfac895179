internal import LogReading
package import RuleLanguage

/// What gives an expression the values that it reads.
///
/// A value that is not there is `missing`; one of another type than the reference was compiled
/// with makes the expression `invalid`.
package protocol ReferenceSource: ~Copyable, ~Escapable {
  func value(of reference: Reference) -> Value
  /// The same without its text.
  func scalar(of reference: Reference) -> Scalar
  /// Whether a reference comes to these bytes; an error where it comes to no string.
  func isString(_ reference: Reference, equalTo bytes: Span<UInt8>) -> Truth
  /// Whether two references come to texts with the same bytes; nil where that cannot be told at a
  /// glance.
  func isSameText(_ one: Reference, _ other: Reference) -> Bool?
}
