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
  var summary: RunSummary?
  var isInterrupted = false
}

extension AnalysisPlan {
  /// Reads and judges the runs of a job, hands each on, and returns the account of its archives.
  ///
  /// - Parameters:
  ///   - isFirst: Whether it is the first job of the call: lines already read of an interrupted first
  ///     run are reported.
  ///   - baseline: What is known, which runs use up in their order.
  ///   - keep: Takes the analyser of the last run.
  func judge(
    _ job: RunJob, isFirst: Bool, knowing baseline: inout Baseline,
    keep: (LogAnalyser) -> Void = { _ in },
    take: (ReadRun) throws(Failure) -> Void
  ) throws(Failure) -> ArchiveTally {
    var archives = ArchiveTally(job.archives)
    for (number, unit) in job.units.enumerated() where archives.wants(unit) {
      if stop.isRequested, number > 0 || !isFirst { break }
      try read(unit) { (unit, analyser, assumptions) throws(Failure) in
        let facts = ReadFacts(analyser)
        var run = ReadRun(problems: archives.problems(of: facts))
        if !facts.isUnreadable {
          let isJudged = archives.isJudged(facts, in: unit)
          var summary = analyser.finish(knowing: &baseline)
          summary.add(assumptions)
          run.inputs = summary.inputs
          run.isInterrupted = summary.interrupted
          if isJudged { run.summary = summary } else { archives.keep(summary, of: unit) }
        }
        if job.isLast, number == job.units.count - 1 { keep(analyser) }
        try take(run)
      }
    }
    return archives
  }
}
