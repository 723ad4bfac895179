internal import BuiltinRules
internal import RuleLanguage
internal import RunAnalysis
internal import RunReport
internal import YAMLReading

// The loading of the rules of a call.
extension Pipeline {
  /// The built-in rules with those of the paths, which replace packs of the same name.
  ///
  /// Without paths, only the rules of packs that are chosen.
  static func book(
    rulePaths: [String], choosing choose: (RuleBook) -> Set<String>? = { _ in nil }
  ) throws(Failure) -> RuleBook {
    try books(rulePaths: rulePaths, choosing: choose).all
  }

  /// Returns the same, and the built-in rules among them.
  private static func books(
    rulePaths: [String], choosing choose: (RuleBook) -> Set<String>?
  ) throws(Failure) -> (all: RuleBook, builtin: RuleBook) {
    var builtin = LoadedRules()
    do throws(FlatError) {
      builtin.book = try BuiltinRules.book { rulePaths.isEmpty ? choose($0) : nil }
    } catch {
      let what = "the built-in rules are damaged at byte \(error.offset)"
      throw Failure(Problem(what, advice: "build dnplog anew"), status: .badRules)
    }
    guard !rulePaths.isEmpty else { return (builtin.book, builtin.book) }
    return (try load(rulePaths, over: builtin).book, builtin.book)
  }

  /// Returns the rules that a call judges by.
  ///
  /// All rules where a rule may be named, or where a file may name the profile.
  static func judgingRules(for settings: Settings) throws(Failure) -> JudgingRules {
    let options = settings.analysis
    let namesFile = settings.environment.contains { if case .file = $0 { true } else { false } }
    let (book, builtin) = try books(rulePaths: settings.rulePaths) { book in
      guard options.skippedRules.isEmpty, !namesFile else { return nil }
      return RunOptions.packs(
        profile: options.profile, beside: options.packs, hasRecords: !options.records.isEmpty,
        in: book)
    }
    let own =
      settings.rulePaths.isEmpty
      ? [] : Set(book.packs.map(\.name)).subtracting(builtin.packs.map(\.name))
    return JudgingRules(book, own: own, options)
  }

  /// Returns the catalogue and no rule, for commands that only read.
  static func readingBook(for settings: Settings) throws(Failure) -> RuleBook {
    try book(rulePaths: settings.rulePaths) { _ in [] }
  }

  /// Returns the rules of the paths over the built-in ones, whose requirements they may cover.
  private static func load(
    _ paths: [String], over builtin: LoadedRules
  ) throws(Failure) -> LoadedRules {
    var builtin = builtin
    do throws(FlatError) {
      builtin.requirements = try BuiltinRules.requirements()
    } catch {
      throw Failure(Problem("the built-in requirements are damaged"), status: .badRules)
    }
    guard !paths.isEmpty else { return builtin }
    do throws(LoadFailure) {
      return try RuleLoader.load(paths, over: builtin)
    } catch {
      throw Failure(error.errors.map { Problem($0) }, status: .badRules)
    }
  }

  /// Returns the built-in rules with those of the paths, and the requirements that they cover.
  static func rulesWithRequirements(paths: [String]) throws(Failure) -> LoadedRules {
    try load(paths, over: LoadedRules(book: try book(rulePaths: [])))
  }

  /// Runs the tests inside the rules of the paths, or of the built-in ones.
  static func testRules(paths: [String]) throws(Failure) -> RuleTestReport {
    let loaded = try rules(paths: paths)
    let packs = Set(loaded.places.keys.map { String($0.prefix { $0 != "/" }) })
    var report = RuleTestReport()
    let book = PreparedBook(loaded.book)
    for test in loaded.tests where paths.isEmpty || packs.contains(test.pack) {
      do throws(RunOptionError) {
        let result = try RuleTester.run(test, book: book)
        if let message = result.failure {
          report.failures.append(
            RuleTestReport.Failure(
              rule: "\(test.pack)/\(test.rule)", test: test.name,
              place: "\(test.location.path):\(test.location.line)", message: message,
              found: result.found))
        } else {
          report.passed += 1
        }
      } catch {
        throw Failure(
          Problem(error.message, at: test.rule, advice: error.advice), status: .badRules)
      }
    }
    return report
  }

  /// Returns the rules of the paths with their tests, or the built-in ones.
  static func rules(paths: [String]) throws(Failure) -> LoadedRules {
    var builtin = LoadedRules(book: try book(rulePaths: []))
    do throws(FlatError) {
      builtin.tests = try BuiltinRules.tests()
    } catch {
      throw Failure(Problem("the built-in tests are damaged"), status: .badRules)
    }
    return try load(paths, over: builtin)
  }
}

/// The rules of a call, and which of its own packs it judges by.
struct JudgingRules {
  let book: RuleBook
  /// The packs to judge by beside those of the profile.
  let packs: [String]
  /// The assumptions on packs of the call that it does not judge by: a rule that somebody has just written
  /// is never taken for one that holds.
  let asides: [Assumption]

  /// - Parameter own: The packs that are not built in. Those that no profile lists judge, unless the call
  ///   names others.
  init(_ book: RuleBook, own: Set<String>, _ options: AnalysisOptions) {
    self.book = book
    guard !own.isEmpty else {
      (packs, asides) = (options.packs, [])
      return
    }
    let listed = Set(book.profiles.flatMap(\.packs))
    let packs =
      options.packs.isEmpty
      ? book.packs.map(\.name).filter { own.contains($0) && !listed.contains($0) } : options.packs
    self.packs = packs
    let chosen = RunOptions.packs(
      profile: options.profile, beside: packs, hasRecords: !options.records.isEmpty, in: book)
    asides = book.packs.indices.compactMap { index in
      let name = book.packs[index].name
      guard own.contains(name), chosen?.contains(name) == false,
        book.rules.contains(where: { Int($0.pack) == index })
      else { return nil }
      return Assumption(
        what: "pack", value: "\(name) takes no part",
        why: listed.contains(name)
          ? "the profile \(options.profile ?? "of the log") does not list it; add --pack \(name) to judge by it"
          : "--pack names others; add --pack \(name) to judge by it")
    }
  }
}
