internal import BuiltinRules
internal import RuleEngine
internal import RunReport

/// What came of reading and judging the inputs.
struct Analysis: Sendable {
  /// One for the call, or one for each input.
  var summaries: [RunSummary]
  /// Inputs that could not be opened or read; the others are judged all the same.
  var problems: [Problem]
}

/// Wires the modules together for the commands.
enum Pipeline {
  /// The built-in rules with those of the paths, which replace packs of the same name.
  static func book(rulePaths: [String]) throws(Failure) -> RuleBook {
    var builtin = LoadedRules()
    do throws(FlatError) {
      builtin.book = try BuiltinRules.book()
    } catch {
      let what = "the built-in rules are damaged at byte \(error.offset)"
      throw Failure(Problem(what, advice: "build dnplog anew"), status: .badRules)
    }
    guard !rulePaths.isEmpty else { return builtin.book }
    do throws(LoadFailure) {
      return try RuleLoader.load(rulePaths, over: builtin).book
    } catch {
      throw Failure(error.errors.map { Problem($0) }, status: .badRules)
    }
  }

  /// Reads and judges; an interruption ends the reading and marks the summaries.
  static func analyse(
    _ sources: [InputSource], book: RuleBook, options: AnalysisOptions, isEach: Bool
  ) throws(Failure) -> Analysis {
    throw notWired("validate")
  }

  /// Writes events as NDJSON and returns the inputs that could not be read.
  static func writeEvents(
    _ sources: [InputSource], book: RuleBook, options: AnalysisOptions,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    throw notWired("events")
  }

  /// Writes every instance of a rule and returns the inputs that could not be read.
  static func explain(
    _ rule: Int, _ sources: [InputSource], book: RuleBook, options: AnalysisOptions, look: Look,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    throw notWired("explain")
  }

  /// Runs the tests inside the rules of the paths, or of the built-in ones.
  static func testRules(paths: [String]) throws(Failure) -> RuleTestReport {
    throw notWired("rules test")
  }

  private static func notWired(_ what: String) -> Failure {
    Failure(Problem("not wired", at: what))
  }
}
