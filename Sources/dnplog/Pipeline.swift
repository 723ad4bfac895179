internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunAnalysis
internal import RunReport
internal import TextWriting

/// The result of reading and judging the inputs, beside the answers.
struct Analysis {
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
  /// Reads and judges, and hands on what there is to say of each input as soon as it is its turn, in
  /// the order of the inputs; an interruption ends the reading.
  ///
  /// - Parameters:
  ///   - isEach: Whether inputs are found one by one, each when it is its turn.
  ///   - begin: Called before the first is judged.
  static func analyse(
    _ sources: InputSources, isEach: Bool, book: RuleBook, options: AnalysisOptions,
    asides: [Assumption] = [], recorder: RunRecorder? = nil, begin: () throws(Failure) -> Void = {},
    take: RunCollector.Take
  ) throws(Failure) -> Analysis {
    let plan = try AnalysisPlan(
      sources: isEach ? nil : sources.names, book: book, options: options)
    if isEach, sources.list == nil {
      let names = sources.names
      Progress.begin(options.progress) { InputDiscovery.plan(ofEach: names).storedBytes }
    }
    var known = try BaselineFile(at: options.baseline)
    try begin()
    var feed = isEach ? InputFeed(each: sources) : InputFeed(plan, of: sources.names.count)
    // Runs use up a baseline one after the other, and a history looks up each before the next.
    let isInOrder = options.baseline != nil || recorder != nil
    let jobs = isInOrder ? 1 : options.jobs ?? WorkerThread.processors
    if jobs > 1, try feed.hasSeveral(stop: plan.stop), let crew = JobCrew(of: jobs, plan, feed) {
      return try collect(from: crew, RunCollector(asides: asides, problems: plan.problems), take)
    }
    var analysis = Analysis()
    var collector = RunCollector(asides: asides, problems: plan.problems)
    var isFirst = true
    while let job = try feed.next(stop: plan.stop) {
      // Lines already read of an interrupted first run are reported.
      if Interruption.isRequested, !isFirst { break }
      try collector.begin(job, take)
      let archives = try plan.judge(
        job, isFirst: isFirst, knowing: &known.baseline, recorder: recorder
      ) {
        analysis.lastAnalyser = $0.engine.eventCount < 4_096 ? $0 : nil
      } take: { run throws(Failure) in
        try collector.add(run, of: job, take)
      }
      if Interruption.isRequested { break }
      try collector.end(job, archives, take)
      isFirst = false
    }
    try collector.handOver(take)
    analysis.notes = known.assumptions
    analysis.runs = collector.runs
    return analysis
  }

  /// Takes what several threads judge, in its order; of an interrupted call up to the first run of
  /// which lines are missing.
  private static func collect(
    from crew: JobCrew, _ collector: RunCollector, _ take: RunCollector.Take
  ) throws(Failure) -> Analysis {
    var collector = collector
    steps: while true {
      switch crew.next() {
      case .begin(let job): try collector.begin(job, take)
      case .run(let run, let job):
        try collector.add(run, of: job, take)
        if run.isInterrupted { break steps }
      case .end(let job, let archives):
        // Files that were not read are not left out.
        if Interruption.isRequested {
          try collector.handOver(take)
        } else {
          try collector.end(job, archives, take)
        }
      case .failure(let failure): throw failure
      case .done: break steps
      }
    }
    try collector.handOver(take)
    var analysis = Analysis()
    analysis.runs = collector.runs
    return analysis
  }

  /// Writes events as NDJSON and returns the inputs that could not be read.
  static func writeEvents(
    _ sources: [String], book: RuleBook, options: AnalysisOptions,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    let plan = try AnalysisPlan(sources: sources, book: book, options: options)
    var problems = plan.inputs.problems.map { Problem($0) }
    var archives = ArchiveTally(plan.inputs.archives)
    var first: String?
    var isEmpty = true
    for unit in plan.units where archives.wants(unit) && !Interruption.isRequested {
      let analyser = try plan.analyser()
      var noted = NotedViolations()
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
        return plan.isStopped(analyser, &noted) || failure != nil
      }
      let inputs = analyser.finish().inputs
      DamageNotice.print(of: inputs)
      if first == nil { first = inputs.first?.name }
      if inputs.contains(where: { $0.events > 0 }) { isEmpty = false }
      let facts = ReadFacts(analyser)
      do throws(Problem) {
        if let failure { throw failure }
        try output.append(lines.take())
      } catch {
        throw Failure(error)
      }
      problems += archives.problems(of: facts)
      _ = archives.isJudged(facts, in: unit)
    }
    if isEmpty, let first, problems.isEmpty {
      StandardError.print(
        Problem(
          "no line is an event of the plugin", at: first, advice: "is it the log of the app?"))
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
    var archives = ArchiveTally(plan.inputs.archives)
    for unit in plan.units where archives.wants(unit) && !Interruption.isRequested {
      let change = { (options: inout RunOptions) in
        options.explainedRule = rule
      }
      var written: [UInt8] = []
      try plan.read(unit, change) { (run, analyser, _) throws(Failure) in
        let facts = ReadFacts(analyser)
        problems += archives.problems(of: facts)
        let isJudged = archives.isJudged(facts, in: run)
        let summary = analyser.finish()
        DamageNotice.print(of: summary.inputs)
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

/// Lines of events that wait to be written.
private final class EventLineBuffer {
  var bytes: [UInt8] = []

  func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }
}
