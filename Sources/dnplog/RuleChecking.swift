internal import RuleEngine
internal import RuleLanguage
internal import RunAnalysis
internal import YAMLReading

/// Checks for faults in rules that can be loaded.
enum RuleChecking {
  /// Returns the warnings about the packs of the paths, or about all that the program carries.
  static func warnings(paths: [String], _ loaded: LoadedRules) throws(Failure) -> [RuleWarning] {
    let named = Set(loaded.places.keys.map { String($0.prefix { $0 != "/" }) })
    let packs = paths.isEmpty ? nil : named
    var warnings = RuleLint(loaded, packs: packs).warnings
    let book = PreparedBook(loaded.book)
    for test in loaded.tests where packs?.contains(test.pack) ?? true {
      do throws(RunOptionError) {
        warnings += try TestLint.warnings(test, book: book)
      } catch {
        throw Failure(
          Problem(error.message, at: test.rule, advice: error.advice), status: .badRules)
      }
    }
    // A shape of a pack's own catalogue may take the text of one that the program carries.
    return warnings + CatalogueLint.warnings(loaded.book.catalogue)
  }

  static func text(_ warning: RuleWarning) -> String {
    let place = warning.location.map { "\($0.path):\($0.line): " } ?? ""
    let advice = warning.advice.isEmpty ? "" : ": \(warning.advice)"
    let text = RuleText.oneLine("\(warning.subject): \(warning.message)\(advice)")
    return "\(place)warning: \(text)\n"
  }
}
