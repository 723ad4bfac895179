internal import CommandSyntax
internal import LogReading
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension Program {
  static let compare = Command<Settings>(
    "compare", "Compare a run with a golden run, or iOS with Android.",
    details: [
      "GOLDEN is the run as it should be, CANDIDATE the one in question. Each is one log, archive or"
        + " directory that holds one run, - for standard input, the JSON summary of a run, or a recorded"
        + " run, e.g. history.db#7. Both are checked against the same"
        + " rules; then the report says which cycles, steps, times and findings differ. Ids, dates and"
        + " log formats may be others.",
      "Where one run is of iOS and the other of Android, a table says what both platforms do alike.",
      "Exit status: 0 the candidate looks like the golden run or is better, 1 it differs or a run"
        + " shows too little, 2 usage or unreadable input, 3 bad rule file, 130 interrupted.",
    ],
    operands: [
      Operand("GOLDEN", .one, "The run as it should be.") { $0.operands.append($1) },
      Operand("CANDIDATE", .one, "The run to compare with it.") { $0.operands.append($1) },
    ],
    options: OptionTables.comparedReading + OptionTables.environment + OptionTables.rulePaths
      + OptionTables.judging + OptionTables.comparison,
    usual: ["tolerance", "env", "tz", "rules", "strict", "format", "quiet", "verbose"],
    examples: [
      Example("Compare a run with the golden run.", "dnplog compare golden.log.gz device.log"),
      Example(
        "Let every time be a third longer, and at least ten seconds.",
        "dnplog compare --tolerance 33%,10s golden.log device.log"),
      Example("See what both platforms do alike.", "dnplog compare ios.log android.log"),
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in try Comparison(settings).run() }
  }
}

/// One call of `compare`: load both runs, compare, print.
struct Comparison {
  private let settings: Settings
  private let golden: String
  private let candidate: String

  init(_ settings: Settings) {
    self.settings = settings
    golden = settings.operands.first ?? ""
    candidate = settings.operands.last ?? ""
  }

  func run() throws(Failure) -> ExitStatus {
    try settings.checkCombinations()
    try checkOperands()
    let rules = try Pipeline.judgingRules(for: settings)
    let book = rules.book
    let loader = ComparedRun.Loader(
      book: book, options: try settings.resolvedAnalysis(for: rules),
      asides: rules.asides + settings.notes)
    let mine = try loader.load(golden)
    let theirs = try loader.load(candidate)
    var titles: [String: String] = [:]
    for rule in book.rules { titles["\(book.packName(rule.pack))/\(rule.id)"] = rule.title }
    var comparison = RunComparison(
      mine.summary, theirs.summary, named: (mine.name, theirs.name),
      tolerance: settings.tolerance ?? Tolerance(), titles: titles)
    comparison.toolVersion = Program.version
    comparison.allowsInconclusive = settings.analysis.allowsInconclusive
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(settings.comparisonFormat.report(of: comparison, ReportStyle(settings)))
      try output.flush()
    } catch {
      throw Failure(error)
    }
    var status = ExitStatus(rawValue: comparison.exitStatus) ?? .fail
    if settings.exitsZero, status == .fail { status = .pass }
    if Interruption.isRequested { status.worsen(to: .interrupted) }
    return status
  }

  /// Refuses a run that would be compared with itself: that can only be a slip, and is never different.
  private func checkOperands() throws(Failure) {
    let standardInput = InputSet.standardInputWord
    if golden == standardInput, candidate == standardInput {
      throw Failure(
        Problem(
          "standard input cannot be both runs", advice: "name a file for the golden run"))
    }
    guard golden != standardInput, candidate != standardInput else { return }
    let place = FilePlace.resolved(golden)
    guard golden == candidate || place != nil && place == FilePlace.resolved(candidate) else {
      return
    }
    throw Failure(
      Problem(
        "both runs are the same", at: candidate, advice: "name the run to compare with it")
    )
  }
}
