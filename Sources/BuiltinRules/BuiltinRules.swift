package import RuleEngine

/// The rules that the program carries: `rules/` as it was at the build.
package enum BuiltinRules {
  /// Decodes the book; a matter of a millisecond, once per run.
  package static func book() throws(FlatError) -> RuleBook {
    try FlatTables.book(from: bytes(of: ruleTable))
  }

  /// Decodes the examples; only `rules test` and `rules show` want them.
  package static func tests() throws(FlatError) -> [RuleTest] {
    try FlatTables.tests(from: bytes(of: testTable))
  }

  /// Decodes the statements that rules cover; only `rules coverage` and the loader want them.
  package static func requirements() throws(FlatError) -> [Requirement] {
    try FlatTables.requirements(from: bytes(of: requirementTable))
  }

  @_lifetime(immortal)
  private static func bytes(of table: StaticString) -> Span<UInt8> {
    // The literal lies in the program's constants and is read as bytes, for its whole length; what
    // is in the program stays where it is for as long as the process runs.
    let buffer = unsafe UnsafeBufferPointer(
      start: table.utf8Start, count: table.utf8CodeUnitCount)
    return unsafe _overrideLifetime(Span(_unsafeElements: buffer), borrowing: ())
  }
}
