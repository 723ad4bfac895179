internal import CommandSyntax
internal import RuleLanguage
internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Program {
  static let validate = Command<Settings>(
    "validate", "Check logs against the rules and print the verdict.",
    details: [
      "Without FILE the log is read from standard input where it is piped or redirected, else from"
        + " device.log in the working directory. A FILE is a log, plain or gzip-compressed, an archive"
        + " (tar, tar.gz, zip), a directory of logs, or - for standard input. The rotated files of one"
        + " log are read as one, oldest first.",
      "Exit status: 0 pass, 1 fail or inconclusive, 2 usage or unreadable input, 3 bad rule file,"
        + " 130 interrupted.",
      "Signs of the report: ✓ as it should be, ✗ violated or missing, ! late or a warning, ? not shown"
        + " by the log, ~ excused, · still open, implied or known.",
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.reading + OptionTables.jobs + OptionTables.environment
      + OptionTables.records
      + OptionTables.states
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.verdict
      + OptionTables.history + OptionTables.report,
    usual: ["env", "tz", "rules", "strict", "format", "export", "quiet", "verbose"],
    examples: [
      Example("Check a log.", "dnplog validate device.log"),
      Example("Check what another program prints.", "adb logcat -d | dnplog validate -"),
      Example(
        "Allow fetches more time, and write metrics too.",
        "dnplog validate --set fetch_limit=45s --export prometheus=dnp.prom \\\n"
          + "    device.log"),
    ]
  ) { settings in
    var validation = Validation(settings)
    return validation.run()
  }
}

extension Settings {
  /// The option that asks for a record of the run, if there is one.
  var optionOfRecord: String? {
    if format.traits.isRecord { return "option '--format \(format.rawValue)'" }
    let export = exports.first { $0.format.traits.isRecord }
    return export.map { "option '--export \($0.format.rawValue)'" }
  }
}

/// One call of `validate`: judge, export, print.
struct Validation {
  private let settings: Settings
  private var exporter: Exporter
  /// What metrics count.
  private var counts = RunCounts.ofRun

  init(_ settings: Settings) {
    self.settings = settings
    exporter = Exporter(settings: settings)
  }

  mutating func run() -> Int32 {
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in
      do throws(Failure) {
        return try judge()
      } catch {
        // A file that a program reads is never left to tell of an older run.
        if !exporter.isDone {
          for problem in exporter.writeFailure(error) { StandardError.print(problem) }
        }
        throw error
      }
    }
  }

  private mutating func judge() throws(Failure) -> ExitStatus {
    try settings.checkCombinations()
    let rules = try Pipeline.judgingRules(for: settings)
    let options = try settings.resolvedAnalysis(for: rules)
    let sources = try inputs()
    exporter.choose(sources.names)
    exporter.writeBegun(.replaced)
    InputChoice.announceWait(for: sources.names)
    let asides = rules.asides + settings.notes
    let recorder = RunRecorder(settings)
    return settings.isEach
      ? try judgeEach(sources, rules.book, options, asides, recorder)
      : try judgeAll(sources, rules.book, options, asides, recorder)
  }

  private func inputs() throws(Failure) -> InputSources {
    do throws(Failure) {
      return try InputChoice.choose(for: settings)
    } catch {
      // A list that names nothing is answered as one is that comes through a pipe.
      if settings.isEach, settings.pathsFrom != nil {
        var report = EachReport(settings)
        try report.begin()
        try report.end(error.status)
      }
      throw error
    }
  }

  /// Prints a report for each input.
  private func judgeEach(
    _ sources: InputSources, _ book: RuleBook, _ options: AnalysisOptions, _ asides: [Assumption],
    _ recorder: RunRecorder?
  ) throws(Failure) -> ExitStatus {
    var report = EachReport(settings)
    var hasBegun = false
    let analysis: Analysis
    do throws(Failure) {
      analysis = try Pipeline.analyse(
        sources, isEach: settings.findsEach, book: book, options: options, asides: asides,
        recorder: recorder,
        begin: { () throws(Failure) in
          hasBegun = true
          try report.begin()
        }
      ) { answer throws(Failure) in
        if case .run(let run) = answer { recorder?.record(run) }
        try report.take(answer)
      }
    } catch {
      // The status of the failure stands, whatever becomes of its record.
      if hasBegun { try? report.end(error.status) }
      throw error
    }
    try report.end(recorder?.hasFailed == true ? .usage : .pass)
    recorder?.close()
    leave(report.status, keeping: (book, analysis))
  }

  /// Prints one report for all inputs.
  private mutating func judgeAll(
    _ sources: InputSources, _ book: RuleBook, _ options: AnalysisOptions, _ asides: [Assumption],
    _ recorder: RunRecorder?
  ) throws(Failure) -> ExitStatus {
    var problems: [Problem] = []
    var all: RunSummary?
    let exporter = exporter
    let analysis = try Pipeline.analyse(
      sources, isEach: false, book: book, options: options, asides: asides, recorder: recorder,
      begin: { exporter.writeBegun(.made) }
    ) { answer in
      switch answer {
      case .run(let run):
        recorder?.record(run)
        if all == nil {
          all = run.summary
        } else {
          all?.merge(run.summary, maxDetails: options.maxDetails)
        }
      case .problem(let problem): problems.append(problem)
      case .begin, .repeated: break
      }
    }
    // Without a summary there is no verdict, and no status of one.
    guard var summary = all else {
      if Interruption.isRequested { throw Failure(problems, status: .interrupted) }
      throw Failure(problems.isEmpty ? [Problem("no input", advice: "name a log")] : problems)
    }
    var status = ExitStatus.pass
    Self.tell(problems)
    if !problems.isEmpty || recorder?.hasFailed == true { status.worsen(to: .usage) }
    if Interruption.isRequested { status.worsen(to: .interrupted) }
    if analysis.runs > 1, let option = settings.optionOfRecord {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(analysis.runs)", at: option,
          advice: "name one log, or join them with --join"))
    }
    summary.add(analysis.notes)
    summary.noteUnread(problems.map { ($0.place, $0.what) })
    status.worsen(to: summary.conclude(status))
    if let recorder { counts = recorder.counts() }
    if case .unknown = counts {
      status.worsen(to: .usage)
      _ = summary.conclude(status)
    }
    let unwritten = self.exporter.write(&summary, counts)
    Self.tell(unwritten)
    if !unwritten.isEmpty { status.worsen(to: .usage) }
    try print(summary)
    // The last line of a report that a reader sees must not be a pass where something was left out.
    if !problems.isEmpty {
      StandardError.print(
        Problem("the verdict is not of all that was named", advice: "see the messages above"))
    }
    recorder?.close()
    leave(status, keeping: (book, analysis, summary))
  }

  /// Ends the program: all is written. To take rules and summary apart first was a tenth of a short run.
  private func leave<Kept>(_ status: ExitStatus, keeping kept: Kept) -> Never {
    let isForgiven = settings.exitsZero && status == .fail
    withExtendedLifetime(kept) { exit(isForgiven ? 0 : status.rawValue) }
  }

  private static func tell(_ problems: [Problem]) {
    for problem in problems { StandardError.print(problem) }
  }

  private func print(_ summary: RunSummary) throws(Failure) {
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(settings.format.report(of: summary, ReportStyle(settings), counts))
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}
