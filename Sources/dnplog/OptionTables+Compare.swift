internal import CommandSyntax
internal import RunReport

extension OptionTables {
  /// The options that read the lines of two runs; which runs, the operands say.
  static let comparedReading = reading.filter { $0.long != "paths-from" }

  /// The options of a comparison: its tolerance, its exit status, its report.
  static let comparison: [Option<Settings>] =
    [
      .value(
        "tolerance", takes: "SHARE,TIME", in: "Verdict options",
        "Let every figure differ by a share of that of the golden run, e.g. 20%, by a time, e.g. 5s,"
          + " or by the larger of both, 20%,5s (default: 20%,5s; of what the system decides more)."
      ) { (settings, text) throws(UsageError) in
        settings.tolerance = try OptionValues.tolerance(text)
      }
    ] + verdict.filter { ["strict", "allow-inconclusive", "exit-zero"].contains("\($0.long)") } + [
      .choice(
        "format", takes: "FORMAT", of: ComparisonFormat.self, in: "Output options",
        "Print the report as text, json, markdown or html (default text)."
      ) { $0.comparisonFormat = $1 }
    ]
    + report.filter {
      ["max-details", "color", "progress", "quiet", "verbose"].contains("\($0.long)")
    }
}
