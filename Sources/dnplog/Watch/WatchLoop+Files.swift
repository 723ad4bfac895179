internal import LogFollowing
internal import LogReading
internal import MetricsExport
internal import RunAnalysis
internal import RunReport
internal import TextWriting

// What a watched run is written to: now and then, and at its end.
extension WatchLoop {
  /// Writes the files that are kept up to date.
  func writeIfDue(_ exporter: inout Exporter) throws(Failure) {
    guard ContinuousClock.now >= nextWriting, !judge.isBehind else { return }
    // The first files are not to say that a log which was silent before is not.
    guard isSilenceKnown || nextWriting + .seconds(max(5, settings.watch.interval)) <= .now else {
      return
    }
    nextWriting = .now + .seconds(settings.watch.interval)
    var summary = judge.summary
    var problems: [Problem] = []
    // First: a run that is recorded is never longer than what a later call goes on from, which would not
    // know it again.
    if let problem = saveCheckpoint() { problems.append(problem) }
    if let content, recordedBytes != run.bytesRead, run.bytesRead > 0 {
      recorder?.record(summary, run.evidence, content: content, isLast: false)
      recordedBytes = run.bytesRead
    }
    _ = summary.conclude()
    problems += exporter.rewrite(summary, recorder?.counts() ?? .ofRun, shownSilence)
    for problem in problems { StandardError.print(problem) }
    try tell([.status])
  }

  /// Keeps what was read for a later call; returns what is wrong.
  private func saveCheckpoint() -> Problem? {
    guard let path = settings.watch.checkpoint,
      run.bytesRead != savedBytes || FileStatus.identity(ofFile: path) == nil,
      let place = source.position()
    else { return nil }
    let checkpoint = Checkpoint(
      name: input.name, place: place, bytes: run.bytesRead,
      content: content?.savedState ?? [], run: run.state())
    do throws(ExportError) {
      try checkpoint.write(to: path)
      savedBytes = run.bytesRead
      return nil
    } catch {
      return Problem(error.message, at: error.path)
    }
  }

  // MARK: The end

  func finish(_ exporter: inout Exporter) throws(Failure) -> ExitStatus {
    var status = ExitStatus.pass
    let unsaved = saveCheckpoint()
    var summary = run.finish()
    summary.toolVersion = Program.version
    summary.add(asides)
    do throws(Failure) {
      try tell(judge.end(summary))
    } catch {
      try? view.end()
      throw error
    }
    try view.end()
    if let unsaved {
      StandardError.print(unsaved)
      status.worsen(to: .usage)
    }
    DamageNotice.print(of: summary.inputs)
    if let content { recorder?.record(summary, run.evidence, content: content, isLast: true) }
    if recorder?.hasFailed == true { status.worsen(to: .usage) }
    status.worsen(to: summary.conclude(status))
    let counts = recorder?.counts() ?? .ofRun
    let problems = exporter.write(&summary, counts)
    for problem in problems { StandardError.print(problem) }
    if !problems.isEmpty { status.worsen(to: .usage) }
    try print(summary, counts)
    recorder?.close()
    return settings.exitsZero && status == .fail ? .pass : status
  }

  private func print(_ summary: RunSummary, _ counts: RunCounts) throws(Failure) {
    var style = ReportStyle(settings)
    style.isOneLine = settings.watch.format == .ndjson
    let format = settings.watch.format == .text ? ReportFormat.text : .json
    var output = StandardOutput()
    do throws(Problem) {
      if case .text = settings.watch.format, !view.isPage, settings.detail != .quiet {
        try output.append([UInt8(ascii: "\n")])
      }
      try output.append(format.report(of: summary, style, counts))
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}
