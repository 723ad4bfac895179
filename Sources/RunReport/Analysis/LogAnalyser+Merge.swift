package import LogReading
internal import RuleEngine

extension LogAnalyser {
  /// Reads input sets side by side as one log, in the order of their times.
  ///
  /// Lines of one input keep their order, whatever their times; of lines of the same time, those of
  /// the input given first come first. A line without a time stays behind the line before it.
  package func merge(_ sets: [InputSet], isStopped: () -> Bool) {
    let sources = sets.map { set in
      MergeSource(
        set, scanner: scanner, clock: ClockResolver(zone: options.zone, year: options.year))
    }
    for source in sources { source.advance(for: self, isStopped: isStopped) }
    // Each looks for a date of its own first.
    let date = sources.lazy.compactMap(\.fullDate).first
    for source in sources {
      if let date = source.fullDate ?? date { source.inferYear(from: date) }
      source.inferOffset(engine.correlator.known)
      source.readTime()
    }
    while let source = Self.earliest(of: sources) {
      source.takeNext(for: self, isStopped: isStopped)
    }
    for source in sources { mergedClocks += clockAssumptions(of: source.clock, in: source.name) }
    sortInputs()
  }

  /// Reads the first and the last time of the input that ended last by its own clock.
  func resolveLastLineTimes(_ time: (LineTime) -> Int64) {
    guard let (first, last) = lineTimes.last else { return }
    lineTimes[lineTimes.count - 1] = (
      first.map { LineTime(micros: time($0), gaps: []) },
      last.map { LineTime(micros: time($0), gaps: []) }
    )
  }

  private static func earliest(of sources: [MergeSource]) -> MergeSource? {
    var best: MergeSource?
    for source in sources where !source.isDone {
      if let found = best, found.time <= source.time { continue }
      best = source
    }
    return best
  }

  /// Inputs ended in the order of their times; they stand in that of the command line.
  private func sortInputs() {
    let order = inputs.indices.sorted { first, second in
      (fileNames.firstIndex(of: inputs[first].name) ?? 0)
        < (fileNames.firstIndex(of: inputs[second].name) ?? 0)
    }
    inputs = order.map { inputs[$0] }
    lineTimes = order.map { lineTimes[$0] }
    let reference = engine.correlator.lastTime ?? 0
    logEnd = lineTimes.compactMap { $0.last }.max { first, second in
      engine.correlator.clock.time(first, near: reference)
        < engine.correlator.clock.time(second, near: reference)
    }
  }
}
