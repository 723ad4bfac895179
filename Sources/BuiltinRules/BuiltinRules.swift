package import RuleLanguage

/// The rules that the program carries: `rules/` as it was at the build.
package enum BuiltinRules {
  /// Decodes the book, with the rules of chosen packs alone: names, or nil for all.
  ///
  /// The choice is asked once the profiles are known, since they name packs.
  package static func book(
    choosing choose: (RuleBook) -> Set<String>? = { _ in nil }
  ) throws(FlatError) -> RuleBook {
    try FlatTables.book(in: ruleTable, choosing: choose)
  }

  /// Decodes the examples; only `rules test` and `rules show` want them.
  package static func tests() throws(FlatError) -> [RuleTest] {
    try FlatTables.tests(in: testTable)
  }

  /// The JSON Schemas of the files that users write, for editors.
  package static var schemas: [(name: String, text: String)] { schemaTexts }

  /// Decodes the statements that rules cover; only `rules coverage` and the loader want them.
  package static func requirements() throws(FlatError) -> [Requirement] {
    try FlatTables.requirements(in: requirementTable)
  }
}
