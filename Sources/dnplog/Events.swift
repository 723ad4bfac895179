internal import CommandSyntax

extension Program {
  static let events = Command<Settings>(
    "events", "Print the events of logs as NDJSON, one JSON object per line.",
    details: [
      "Prints what the rules see: each event with its name, time, place and fields, the process, cycle"
        + " and window that it belongs to, and the values of the cycle that it determines, in the order"
        + " of the log. Inputs are found as by 'dnplog validate'."
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.reading + OptionTables.rulePaths + OptionTables.progress,
    examples: [
      Example("See what dnplog reads in a log.", "dnplog events device.log")
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in
      try settings.checkCombinations()
      let book = try Pipeline.readingBook(for: settings)
      let options = try settings.resolvedAnalysis(for: book)
      let sources = try InputChoice.sources(for: settings)
      var output = StandardOutput()
      let problems = try Pipeline.writeEvents(sources, book: book, options: options, to: &output)
      return try output.end(problems)
    }
  }
}

extension StandardOutput {
  /// Writes the rest, reports which inputs could not be read, and returns the status.
  mutating func end(_ problems: [Problem]) throws(Failure) -> ExitStatus {
    do throws(Problem) {
      try flush()
    } catch {
      throw Failure(error)
    }
    for problem in problems { StandardError.print(problem) }
    if Interruption.isRequested { return .interrupted }
    return problems.isEmpty ? .pass : .usage
  }
}
