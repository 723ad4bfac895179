internal import CommandSyntax
internal import JSONReading
internal import LogReading
internal import RunReport
internal import TextWriting

extension Program {
  static let merge = Command<Settings>(
    "merge", "Add up summaries of runs that were judged elsewhere.",
    details: [
      "A FILE holds summaries as 'dnplog validate --format json' prints them: one, or with --each one"
        + " on a line for each input. The report is the one that a single call over all the logs"
        + " would give, in whatever order and in however many steps the summaries are added up.",
      "Exit status: that of the worst run; 2 where a file or a summary cannot be read, where a stream of"
        + " --each was cut, or where a log could not be read when the summaries were made. What can be read"
        + " is added up all the same.",
    ],
    operands: [
      Operand("FILE", .any, "Summaries in JSON, or - for standard input.") {
        $0.operands.append($1)
      }
    ],
    options: OptionTables.paths + OptionTables.exitZero + OptionTables.printing,
    examples: [
      Example(
        "Judge on two machines, and add up on a third.",
        "dnplog merge --export prometheus=fleet.prom a.json b.json"),
      Example(
        "Judge each log alone, and add up what is printed.",
        "dnplog validate --each --format json logs | dnplog merge -"),
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in
      var merge = Merge(settings)
      return try merge.run()
    }
  }
}

/// One call of `merge`: read, add up, export, print.
private struct Merge {
  private let settings: Settings
  private var exporter: Exporter
  private var sum: RunSummary?
  private var status = ExitStatus.pass
  /// The files that were read, and the first name of each.
  private var files: [FileStatus.Identity: String] = [:]
  private var hasReadInput = false

  init(_ settings: Settings) {
    self.settings = settings
    exporter = Exporter(settings: settings)
  }

  mutating func run() throws(Failure) -> ExitStatus {
    try settings.checkCombinations()
    var paths = settings.operands
    if let list = settings.pathsFrom { paths += try SmallFile.paths(of: list) }
    if paths.isEmpty {
      throw Failure(
        Problem(
          "no summaries",
          advice: "name files that 'dnplog validate --format json' printed, or - for standard input"
        ))
    }
    exporter.choose(paths)
    exporter.writeBegun(.replaced)
    for path in paths where !Interruption.isRequested && isNew(path) { read(path) }
    if Interruption.isRequested { throw Failure([], status: .interrupted) }
    guard var summary = sum else {
      throw Failure(
        Problem(
          "there is no summary in what was named",
          advice: "name files that 'dnplog validate --format json' printed"))
    }
    if summary.runs > 1, let option = settings.optionOfRecord {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(summary.runs)", at: option,
          advice: "name the summary of one log"))
    }
    status.worsen(to: ExitStatus(rawValue: summary.exitStatus) ?? .fail)
    summary.exitStatus = status.rawValue
    for problem in exporter.write(&summary) { tell(problem) }
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(settings.format.report(of: summary, ReportStyle(settings)))
      try output.flush()
    } catch {
      throw Failure(error)
    }
    return settings.exitsZero && status == .fail ? .pass : status
  }

  /// Tells what is wrong, and goes on.
  private mutating func tell(_ problem: Problem) {
    StandardError.print(problem)
    status.worsen(to: .usage)
  }

  /// Whether a path leads to a file that none before it led to: twice named it would count twice.
  private mutating func isNew(_ path: String) -> Bool {
    let isInput = path == InputSet.standardInputWord
    let identity =
      isInput ? FileStatus.identityOfStandardInput : FileStatus.identity(ofFile: path)
    if isInput {
      guard !hasReadInput else {
        note(path, readAs: InputSet.standardInputName)
        return false
      }
      hasReadInput = true
    }
    guard let identity else { return true }
    if let other = files[identity] {
      note(path, readAs: other)
      return false
    }
    files[identity] = isInput ? InputSet.standardInputName : path
    return true
  }

  /// Says that a path is passed over; nothing is wrong by that.
  private func note(_ path: String, readAs other: String) {
    StandardError.print(
      Problem("is the same file as \(other), which is added up once", at: path))
  }

  private mutating func read(_ path: String) {
    let name = path == InputSet.standardInputWord ? InputSet.standardInputName : path
    var file = SummaryFile(name: name)
    do throws(Failure) {
      try SmallFile.stream(path) { (block) throws(Failure) in
        file.add(block, to: &sum, maxDetails: settings.analysis.maxDetails)
        if Interruption.isRequested { throw Failure([], status: .interrupted) }
      }
      file.end(adding: &sum, maxDetails: settings.analysis.maxDetails)
    } catch {
      for problem in error.problems { tell(problem) }
    }
    for problem in file.problems { tell(problem) }
  }
}
