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
    "validate", "Judge logs against the rules and print the verdict.",
    details: [
      "Without FILE the log is read from standard input where one is piped in, else from"
        + " device.log in the working directory. A FILE may be a log, plain or gzip-compressed, an"
        + " archive (tar, tar.gz, zip) or a directory of logs, or - for standard input. The files of"
        + " one rotation set are one run.",
      "Exit status: 0 pass, 1 fail or inconclusive, 2 usage or unreadable input, 3 bad rule file,"
        + " 130 interrupted.",
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.reading + OptionTables.environment + OptionTables.records
      + OptionTables.rulePaths + OptionTables.judging + verdictOptions + outputOptions,
    examples: [
      Example("Judge a log.", "dnplog validate samples/prefetch/happy-device.log"),
      Example("Judge what is piped in.", "dnplog validate - < samples/prefetch/happy-device.log"),
      Example(
        "Judge with a longer limit and keep the metrics.",
        "dnplog validate --set fetch_limit=45s --export prometheus=dnp.prom \\\n"
          + "    samples/prefetch/happy-device.log"),
    ]
  ) { settings in
    var validation = Validation(settings)
    return validation.run()
  }

  private static let verdictOptions: [Option<Settings>] = [
    .flag("strict", in: "Verdict options", "Let violated warnings fail the run too.") {
      $0.analysis.isStrict = true
    },
    .flag(
      "allow-inconclusive", in: "Verdict options",
      "Exit with 0 where the evidence does not suffice, unless there is no event at all."
    ) { $0.analysis.allowsInconclusive = true },
    .flag(
      "allow-empty", in: "Verdict options", "Exit with 0 where no line of the plugin was found."
    ) { $0.analysis.allowsEmpty = true },
    .flag(
      "exit-zero", in: "Verdict options",
      "Exit with 0 whatever the verdict; mistakes of usage, input and rules keep their status."
    ) { $0.exitsZero = true },
  ]

  private static let outputOptions: [Option<Settings>] =
    [
      .choice(
        "format", takes: "FORMAT", of: ReportFormat.self, in: "Output options",
        "Print the report as \(ReportFormat.words) (default text)."
      ) { $0.format = $1 },
      .value(
        "export", takes: "FORMAT=PATH", in: "Output options",
        "Write the report to a file too, replaced atomically; may be repeated.",
        words: { _ in ReportFormat.allCases.map { "\($0.rawValue)=" } }
      ) { (settings, text) throws(UsageError) in
        settings.exports.append(try OptionValues.export(text))
      },
      .flag("each", in: "Output options", "Print a summary for each input, not one for all.") {
        $0.isEach = true
      },
      .value(
        "label", takes: "KEY=VALUE", in: "Output options",
        "Put a label on every metric; may be repeated."
      ) { (settings, text) throws(UsageError) in
        let label = try OptionValues.label(text)
        // The later goes before the earlier, as with every option.
        settings.labels.removeAll { $0.key == label.key }
        settings.labels.append(label)
      },
      .value(
        "max-details", takes: "N", in: "Output options",
        "Keep the worst N cycles and the worst N findings (default 1000)."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.maxDetails = try OptionValues.integer(text, in: 0...1_000_000)
      },
    ] + OptionTables.colour + [
      .flag(
        "quiet", short: "q", in: "Output options",
        "Print no more than the verdict and what is violated."
      ) {
        $0.detail = .quiet
      },
      .flag(
        "verbose", short: "v", in: "Output options",
        "Print also what was skipped or not understood."
      ) { $0.detail = .verbose },
    ]
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
private struct Validation {
  let settings: Settings
  private var exporter: Exporter

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
    let analysis = try Pipeline.analyse(
      sources, book: book, options: options,
      asides: Pipeline.idlePacks(among: ownPacks, options, in: book),
      begin: { exporter.writeBegun(.made) }
    ) { (summary, problems) throws(Failure) in
      guard settings.isEach else {
        if all == nil { all = summary } else { all?.merge(summary, maxDetails: options.maxDetails) }
        return
      }
      // There may be any number of them, and the call may be ended in between: each is printed at
      // once and not kept.
      Self.tell(problems[told...])
      told = problems.count
      var summary = summary
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
    if Interruption.isRequested { status.worsen(to: .interrupted) }
    if all != nil, analysis.runs > 1, let option = settings.optionOfRecord {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(analysis.runs)", at: option,
          advice: "name one log, or join them with --join"))
    }
    if var summary = all {
      status.worsen(to: Self.conclude(&summary, status))
      let problems = self.exporter.write(&summary)
      Self.tell(problems[...])
      if !problems.isEmpty { status.worsen(to: .usage) }
      try print(summary, isFirst: true)
    }
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
      if settings.format == .template, !isFirst { try output.append([UInt8(ascii: "\n")]) }
      // Summaries in a row need to say whose they are.
      if settings.isEach, settings.format == .text, let name = summary.inputs.first?.name {
        try output.append(ReportFormat.heading(of: name))
      }
      try output.append(settings.format.report(of: summary, ReportStyle(settings)))
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}
