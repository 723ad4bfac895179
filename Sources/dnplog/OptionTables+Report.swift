internal import CommandSyntax
internal import RunReport
internal import TextWriting

extension OptionTables {
  /// The options that bend the exit status.
  static let verdict: [Option<Settings>] = [
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
    .value(
      "baseline", takes: "SUMMARY", in: "Verdict options",
      "Let violations that SUMMARY lists, the JSON report of an earlier run, not fail the run."
    ) { $0.analysis.baseline = $1 },
    .flag(
      "exit-zero", in: "Verdict options",
      "Exit with 0 whatever the verdict; mistakes of usage, input and rules keep their status."
    ) { $0.exitsZero = true },
  ]

  /// The options that say how a report is printed and where else it goes.
  static let report: [Option<Settings>] =
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
    ] + colour + [
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
