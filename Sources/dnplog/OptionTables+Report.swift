internal import CommandSyntax
internal import RunReport
internal import TextWriting

extension OptionTables {
  /// The options that bend the exit status.
  static let verdict: [Option<Settings>] =
    [
      .flag("strict", in: "Verdict options", "Fail on violated warnings too.") {
        $0.analysis.isStrict = true
      },
      .flag(
        "allow-inconclusive", in: "Verdict options",
        "Exit with 0 where the log shows too little for a verdict, unless it has no event at all."
      ) { $0.analysis.allowsInconclusive = true },
      .flag(
        "allow-empty", in: "Verdict options", "Exit with 0 where the log has no line of the plugin."
      ) { $0.analysis.allowsEmpty = true },
      .value(
        "baseline", takes: "SUMMARY", in: "Verdict options",
        "Let violations that SUMMARY lists, the JSON report of an earlier run, not fail the run."
      ) { $0.analysis.baseline = $1 },
    ] + exitZero

  static let exitZero: [Option<Settings>] = [
    .flag(
      "exit-zero", in: "Verdict options",
      "Exit with 0 whatever the verdict; errors of usage, input and rules keep their status."
    ) { $0.exitsZero = true }
  ]

  /// The options of a command that judges logs.
  static let report: [Option<Settings>] =
    printing + [
      .flag("each", in: "Output options", "Check each input by itself and print a report for each.")
      {
        $0.isEach = true
      }
    ] + progress

  /// The options that say how a report is printed and where else it goes.
  static let printing: [Option<Settings>] =
    [
      .choice(
        "format", takes: "FORMAT", of: ReportFormat.self, in: "Output options",
        "Print the report as \(ReportFormat.words) (default text)."
      ) { $0.format = $1 },
      .value(
        "export", takes: "FORMAT=PATH", in: "Output options", repeatable: true,
        "Write a report to a file too, which is replaced atomically.",
        words: { _ in ReportFormat.allCases.map { "\($0.rawValue)=" } }
      ) { (settings, text) throws(UsageError) in
        settings.exports.append(try OptionValues.export(text))
      },
      .value(
        "label", takes: "KEY=VALUE", in: "Output options", repeatable: true,
        "Add a label to every metric, e.g. device=pixel7."
      ) { (settings, text) throws(UsageError) in
        let label = try OptionValues.label(text)
        // The later goes before the earlier, as with every option.
        settings.labels.removeAll { $0.key == label.key }
        settings.labels.append(label)
      },
      .value(
        "max-details", takes: "N", in: "Output options",
        "Report the worst N cycles and the worst N findings (default 1000)."
      ) { (settings, text) throws(UsageError) in
        settings.analysis.maxDetails = try OptionValues.integer(text, in: 0...3_000)
      },
    ] + colour + [
      .flag(
        "quiet", short: "q", in: "Output options",
        "Print only the verdict and what is violated."
      ) {
        $0.detail = .quiet
      },
      .flag(
        "verbose", short: "v", in: "Output options",
        "Print also what was skipped and what was not understood."
      ) { $0.detail = .verbose },
    ]
}
