internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunAnalysis
internal import RunReport
internal import TextWriting

/// The result of reading and judging the inputs, beside the summaries.
struct Analysis {
  /// Inputs that could not be opened or read; the others are judged all the same.
  var problems: [Problem]
  /// The number of runs that were judged.
  var runs = 0
  /// The analyser of the last input, if it is small: to take it apart before the program ends would
  /// only cost time.
  var lastAnalyser: LogAnalyser?
  /// What came of the baseline, which is known once all runs are judged.
  var notes: [Assumption] = []
}

/// The work of the commands, wired together from the modules.
enum Pipeline {
  /// Reads and judges, and hands on the summary of each run as soon as there is one, in the order of
  /// the inputs, with all problems that were met by then; an interruption ends the reading.
  ///
  /// The files that an archive leaves out are known at its end, so each run waits for the next.
  ///
  /// - Parameter begin: Called between finding the inputs and judging them.
  static func analyse(
    _ sources: [String], book: RuleBook, options: AnalysisOptions, asides: [Assumption] = [],
    recorder: RunRecorder? = nil, begin: () -> Void = {},
    take: (JudgedRun, [Problem]) throws(Failure) -> Void
  ) throws(Failure) -> Analysis {
    let plan = try AnalysisPlan(
      sources: sources, book: book, options: options, recorder: recorder)
    var known = try BaselineFile(at: options.baseline)
    begin()
    var analysis = Analysis(problems: plan.inputs.problems.map { Problem($0) } + plan.problems)
    var archives = ArchiveTally(plan.inputs)
    var waiting: JudgedRun?
    func add(_ run: JudgedRun) throws(Failure) {
      var run = run
      run.summary.toolVersion = Program.version
      // Files left out of folders belong to the whole call, and so to the first run.
      run.summary.add(analysis.runs == 0 ? asides + plan.inputs.passedOver : asides)
      analysis.runs += 1
      if let before = waiting { try take(before, analysis.problems) }
      waiting = run
      if plan.inputs.archives.isEmpty { try handOver() }
    }
    func handOver(with assumptions: [Assumption] = []) throws(Failure) {
      guard var run = waiting else { return }
      waiting = nil
      run.summary.add(assumptions)
      try take(run, analysis.problems)
    }
    for (number, unit) in plan.units.enumerated() where archives.wants(unit) {
      // Lines already read of an interrupted first run are reported.
      if Interruption.isRequested, number > 0 { break }
      try plan.read(unit) { (unit, analyser, assumptions) throws(Failure) in
        analysis.problems += archives.problems(of: analyser)
        // An input that could not be read at all has no verdict of its own.
        if !analyser.problems.isEmpty, analyser.engine.eventCount == 0 { return }
        let isJudged = archives.isJudged(analyser, in: unit)
        var summary = analyser.finish(knowing: &known.baseline)
        summary.add(assumptions)
        warn(of: summary.inputs)
        let run = JudgedRun(
          summary: summary, contents: analyser.options.contents?.inputs ?? [],
          events: recorder?.events(of: analyser),
          changedZone: analyser.engine.environment[.zoneChanged] == .bool(true))
        if isJudged { try add(run) } else { archives.keep(run, of: unit) }
        let isSmall = analyser.engine.eventCount < 4_096
        if isSmall, number == plan.units.count - 1 { analysis.lastAnalyser = analyser }
      }
    }
    analysis.notes = known.assumptions
    if Interruption.isRequested {
      try handOver()
      return analysis
    }
    let (empty, problems) = archives.withoutLogs()
    for run in empty { try add(run) }
    analysis.problems += problems
    try handOver(with: archives.assumptions)
    return analysis
  }

  /// Reports damage of an input, whatever the format of the report.
  private static func warn(of inputs: [InputSummary]) {
    for input in inputs {
      if let damage = input.damage {
        // A compressed file in an archive is what is broken, not the archive.
        let isMember = input.name.contains("!") && input.name.hasSuffix(".gz")
        let what = damage.what(in: isMember ? .gzip : input.compression)
        StandardError.print(Problem(what, at: input.name, advice: damage.advice))
      }
      if input.cutLines > 0 {
        let lines = input.cutLines == 1 ? "1 line is" : "\(input.cutLines) lines are"
        StandardError.print(
          Problem("\(lines) longer than 1 MiB", at: input.name, advice: "the rest was passed over"))
      }
    }
  }

  /// Writes events as NDJSON and returns the inputs that could not be read.
  static func writeEvents(
    _ sources: [String], book: RuleBook, options: AnalysisOptions,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    let plan = try AnalysisPlan(sources: sources, book: book, options: options)
    var problems = plan.inputs.problems.map { Problem($0) }
    var archives = ArchiveTally(plan.inputs)
    for unit in plan.units where archives.wants(unit) && !Interruption.isRequested {
      let analyser = try plan.analyser()
      let lines = EventLineBuffer()
      analyser.onEventLine { lines.bytes += $0 }
      var failure: Problem?
      analyser.read(unit) {
        // Chunk by chunk, so that a long log streams.
        do throws(Problem) {
          try output.append(lines.take())
        } catch {
          failure = error
        }
        return AnalysisPlan.isStopped(analyser) || failure != nil
      }
      warn(of: analyser.finish().inputs)
      do throws(Problem) {
        if let failure { throw failure }
        try output.append(lines.take())
      } catch {
        throw Failure(error)
      }
      problems += archives.problems(of: analyser)
      _ = archives.isJudged(analyser, in: unit)
    }
    return problems
  }

  /// Writes every instance of a rule and returns the inputs that could not be read.
  static func explain(
    _ rule: Int, _ sources: [String], book: RuleBook, options: AnalysisOptions,
    style: ReportStyle,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    let plan = try AnalysisPlan(sources: sources, book: book, options: options)
    var problems = plan.inputs.problems.map { Problem($0) } + plan.problems
    var archives = ArchiveTally(plan.inputs)
    for unit in plan.units where archives.wants(unit) && !Interruption.isRequested {
      let change = { (options: inout RunOptions) in
        options.explainedRule = rule
      }
      var written: [UInt8] = []
      try plan.read(unit, change) { (run, analyser, _) throws(Failure) in
        problems += archives.problems(of: analyser)
        let isJudged = archives.isJudged(analyser, in: run)
        let summary = analyser.finish()
        warn(of: summary.inputs)
        guard isJudged else { return }
        // Of several inputs each needs to say which it is.
        if plan.units.count > 1 || run != unit, !run.isEmpty {
          written += ReportFormat.heading(of: run[0].name)
        }
        TextRenderer(style).renderInstances(
          of: analyser.ruleName(rule), title: book.rules[rule].title, summary,
          input: run.first?.name ?? "the state",
          into: &written)
      }
      do throws(Problem) {
        try output.append(written)
      } catch {
        throw Failure(error)
      }
    }
    return problems
  }
}

extension InputPlan {
  /// The files left out of the directories, as an assumption.
  fileprivate var passedOver: [Assumption] {
    guard let first = ownFiles.first else { return [] }
    let others = ownFiles.count > 1 ? " and \(ownFiles.count - 1) more" : ""
    let why =
      ownFiles.count > 1
      ? "dnplog printed them, or they are records of test runs, and no logs"
      : "dnplog printed it, or it is the record of a test run, and no log"
    return [Assumption(what: "input", value: "not read: \(first)\(others)", why: why)]
  }
}

/// Lines of events that wait to be written.
private final class EventLineBuffer {
  var bytes: [UInt8] = []

  func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }
}
