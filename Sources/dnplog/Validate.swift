internal import CommandSyntax
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
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.reading + OptionTables.environment + OptionTables.records
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
  fileprivate var optionOfRecord: String? {
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
    let (book, ownPacks) = try Pipeline.judgingBook(for: settings)
    let options = try settings.resolvedAnalysis(for: book)
    let sources = try InputChoice.choose(for: settings)
    exporter.choose(sources)
    let exporter = exporter
    exporter.writeBegun(.replaced)
    InputChoice.announceWait(for: sources)
    var status = ExitStatus.pass
    var printed = 0
    var told = 0
    var all: RunSummary?
    let recorder = RunRecorder(settings)
    let analysis = try Pipeline.analyse(
      sources, book: book, options: options,
      asides: Pipeline.idlePacks(among: ownPacks, options, in: book) + settings.configurationNote,
      recorder: recorder, begin: { exporter.writeBegun(.made) }
    ) { (run, problems) throws(Failure) in
      recorder?.record(run)
      var summary = run.summary
      guard settings.isEach else {
        if all == nil { all = summary } else { all?.merge(summary, maxDetails: options.maxDetails) }
        return
      }
      // There may be any number of them, and the call may be ended in between: each is printed at
      // once and not kept.
      Self.tell(problems[told...])
      told = problems.count
      status.worsen(to: Self.conclude(&summary))
      try print(summary, isFirst: printed == 0)
      printed += 1
    }
    // Without a summary there is no verdict, and no status of one.
    if analysis.runs == 0 {
      let problems = analysis.problems
      if Interruption.isRequested { throw Failure(problems, status: .interrupted) }
      throw Failure(problems.isEmpty ? [Problem("no input", advice: "name a log")] : problems)
    }
    Self.tell(analysis.problems[told...])
    if !analysis.problems.isEmpty { status.worsen(to: .usage) }
    if recorder?.hasFailed == true { status.worsen(to: .usage) }
    if Interruption.isRequested { status.worsen(to: .interrupted) }
    if all != nil, analysis.runs > 1, let option = settings.optionOfRecord {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(analysis.runs)", at: option,
          advice: "name one log, or join them with --join"))
    }
    if var summary = all {
      summary.add(analysis.notes)
      status.worsen(to: Self.conclude(&summary, status))
      if let recorder { counts = recorder.counts() }
      if case .unknown = counts {
        status.worsen(to: .usage)
        _ = Self.conclude(&summary, status)
      }
      let problems = self.exporter.write(&summary, counts)
      Self.tell(problems[...])
      if !problems.isEmpty { status.worsen(to: .usage) }
      try print(summary, isFirst: true)
    }
    recorder?.close()
    if settings.exitsZero, status == .fail { status = .pass }
    // All is written. To take rules and summary apart first was a tenth of a short run.
    withExtendedLifetime((book, analysis, all)) { exit(status.rawValue) }
  }

  private static func tell(_ problems: ArraySlice<Problem>) {
    for problem in problems { StandardError.print(problem) }
  }

  /// Sets in a summary the status that only the whole call knows; with `--each` the summaries of
  /// the readable inputs stand for themselves.
  private static func conclude(
    _ summary: inout RunSummary, _ ofCall: ExitStatus = .pass
  ) -> ExitStatus {
    var status = ExitStatus(rawValue: summary.exitStatus) ?? .fail
    status.worsen(to: ofCall)
    if summary.interrupted { status.worsen(to: .interrupted) }
    summary.exitStatus = status.rawValue
    return status
  }

  private func print(_ summary: RunSummary, isFirst: Bool) throws(Failure) {
    var output = StandardOutput()
    do throws(Problem) {
      var style = ReportStyle(settings)
      if case .ofHistory(let totals) = counts { style.totals = totals }
      let isShort = settings.format == .text && style.detail == .quiet
      if settings.format == .template || settings.format == .text && !isShort, !isFirst {
        try output.append([UInt8(ascii: "\n")])
      }
      // Verdicts in a row need to say whose they are; a whole report does.
      if settings.isEach, isShort, let name = summary.inputs.first?.name {
        try output.append(ReportFormat.heading(of: name))
      }
      try output.append(settings.format.report(of: summary, style, counts))
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}
