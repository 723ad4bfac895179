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

  /// Says what was read of files: packs, rules with their tests, events and profiles, by name.
  static func read(_ loaded: LoadedRules) -> String {
    let read = loaded.read
    let rules = loaded.places.keys.sorted()
    let tests = loaded.tests.count { loaded.places["\($0.pack)/\($0.rule)"] != nil }
    let rows: [(count: Int, noun: String, names: [String])] = [
      (read.packs.count, "pack", read.packs), (rules.count, "rule", rules), (tests, "test", []),
      (read.events.count, "event", read.events),
      (read.profiles.count, "profile", read.profiles), (read.requirements, "requirement", []),
    ]
    let width = rows.map { "\($0.count)".count }.max() ?? 0
    var text = "read\n"
    for row in rows where row.count > 0 {
      let number = "\(row.count)"
      let margin = String(repeating: " ", count: width - number.count + 2)
      text += "\(margin)\(number) \(row.noun)\(row.count == 1 ? "" : "s")"
      text += row.names.isEmpty ? "\n" : ": \(listed(row.names))\n"
    }
    return text
  }

  /// Returns names, and how many more there are.
  private static func listed(_ names: [String]) -> String {
    let limit = 10
    let shown = names.prefix(limit).map(RuleText.oneLine).joined(separator: ", ")
    return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
  }

  static func text(_ warning: RuleWarning) -> String {
    let place = warning.location.map { "\($0.path):\($0.line): " } ?? ""
    let advice = warning.advice.isEmpty ? "" : ": \(warning.advice)"
    let text = RuleText.oneLine("\(warning.subject): \(warning.message)\(advice)")
    return "\(place)warning: \(text)\n"
  }
}
