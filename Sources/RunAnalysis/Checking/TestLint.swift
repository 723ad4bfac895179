package import RuleEngine
package import RuleLanguage

/// Runs the tests inside rules and looks for those that pass without showing what they are for.
package enum TestLint {
  /// What a test that passes shows of its rule; nothing of one that fails, which `rules test` tells.
  package static func warnings(
    _ test: RuleTest, book: PreparedBook
  ) throws(RunOptionError) -> [RuleWarning] {
    let result = try RuleTester.run(test, book: book)
    guard result.failure == nil else { return [] }
    let name = "\(test.pack)/\(test.rule)"
    var warnings: [RuleWarning] = []
    // A prohibition for a whole scope is kept by whatever else is logged.
    let shows = result.showsRule || result.holdsFromTheStart && result.events > 0
    if test.outcome == .satisfied, !shows {
      warnings.append(
        RuleWarning(
          at: test.location, name, "test '\(test.name)' holds no event that the rule names",
          advice: "show the events, as they should be"))
    }
    if result.unclassified > 0 {
      warnings.append(
        RuleWarning(
          at: test.location, name,
          "\(result.unclassified) of the DNP lines of test '\(test.name)' mean nothing",
          advice: "compare them with the catalogue"))
    }
    return warnings
  }
}
