internal import LogReading
internal import RunAnalysis
internal import RunReport

/// What came of a run that was read and judged, without the analyser, which stays with its thread.
struct ReadRun: Sendable {
  /// What the user is told of it.
  var problems: [Problem]
  /// Its inputs, of which damage is told; none where nothing could be read.
  var inputs: [InputSummary] = []
  /// Nil where nothing could be read, or where a file of an archive holds no line of the plugin.
  var judged: JudgedRun?
  var isInterrupted = false
}

/// A run that was judged.
struct JudgedRun: Sendable {
  var summary: RunSummary
  /// The number by which the recorder of the call knows what was read; nil where nothing records.
  var number: Int?
}

extension AnalysisPlan {
  /// Reads and judges the runs of a job, hands each on, and returns the account of its archives.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the first job of the call: lines already read of an interrupted first
  ///     run are reported.
  ///   - baseline: What is known, which runs use up in their order.
  ///   - recorder: What records the runs, and so wants to know what they read.
  ///   - keep: Takes the analyser of the last run.
  func judge(
    _ job: RunJob, isFirst: Bool, knowing baseline: inout Baseline,
    recorder: RunRecorder? = nil, keep: (LogAnalyser) -> Void = { _ in },
    take: (ReadRun) throws(Failure) -> Void
  ) throws(Failure) -> ArchiveTally {
    var archives = ArchiveTally(job.archives)
    for (number, unit) in job.units.enumerated() where archives.wants(unit) {
      if stop.isRequested, number > 0 || !isFirst { break }
      try read(
        unit, { $0.contents = recorder?.ledger() },
        begin: { analyser in
          recorder?.listen(to: analyser)
          return { false }
        }
      ) { (unit, analyser, assumptions) throws(Failure) in
        let facts = ReadFacts(analyser)
        var run = ReadRun(problems: archives.problems(of: facts))
        if !facts.isUnreadable {
          let isJudged = archives.isJudged(facts, in: unit)
          var summary = analyser.finish(knowing: &baseline)
          summary.add(assumptions)
          run.inputs = summary.inputs
          run.isInterrupted = summary.interrupted
          let judged = JudgedRun(summary: summary, number: recorder?.note(analyser, summary))
          if isJudged { run.judged = judged } else { archives.keep(judged, of: unit) }
        }
        if job.isLast, number == job.units.count - 1 { keep(analyser) }
        try take(run)
      }
    }
    return archives
  }
}
