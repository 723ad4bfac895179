internal import LogReading
internal import RuleEngine
internal import RunReport

// What the whole log tells of its inputs.
extension LogAnalyser {
  /// Whether no line is the plugin's, not even one that is not understood.
  var holdsNoEvent: Bool { engine.eventCount == 0 }

  /// Whether there are such lines, and all of them lie outside the part that is judged.
  var leavesOutAll: Bool {
    let (before, behind) = engine.leftOut
    return holdsNoEvent && before + behind > 0
  }

  /// The inputs whose lines of the plugin are all in another container than the one that was named: their
  /// heads were not read, nor the times in them.
  var misreadInputs: [InputSummary] {
    guard let container = options.container else { return [] }
    return inputs.summaries.filter { input in
      !input.containers.isEmpty && !input.containers.contains { $0.name == container.name }
    }
  }

  /// The first part of the log that ends before the one in front of it begins; nil where each may
  /// follow the other, and for a merge, whose parts are read side by side.
  var partBeforeItsOlder: String? {
    isMerge ? nil : inputs.partBeforeItsOlder(engine.clock, near: engine.lastTime)
  }

  /// What the source of the log does not show.
  var sourceLimits: SourceLimits {
    var limits = sources.limits(hasTask: seenKinds.contains { engine.isOfExecution($0) })
    limits.mixesApps = engine.mixedApps.count > 1 || engine.mixedUsers.count > 1
    limits.mixesDevices = engine.mixedDevices.count > 1
    // What is missing at the end of all is told by its place; what another input follows is not.
    if losses.losesMiddle(of: inputs.count) { limits.hasLosses = true }
    // What stands on both sides of a gap was never one behind the other.
    limits.runsBackward =
      engine.runsBackward || partBeforeItsOlder != nil
      || losses.isInside(inputs.count, isMerge: isMerge)
    return limits
  }

  /// The inputs with what only the whole log tells of them.
  var inputSummaries: [InputSummary] {
    // Times that no event has would look as if they had been read.
    let misread = misreadInputs
    let (firstTime, lastTime) = (engine.firstTime, engine.lastTime)
    // Only now is the year of times without one known; without an event nothing tells it.
    func time(_ line: LineTime, near event: Int64?) -> Int64? {
      firstTime == nil && line.gaps.contains(.year) ? nil : engine.clock.time(line, near: event)
    }
    return inputs.list.enumerated().map { index, input in
      var summary = input.summary
      if let late = engine.lateLines[input.number] {
        summary.events += late.events
        summary.unclassified += late.unclassified
      }
      if !misread.contains(input.summary) {
        summary.firstTime = input.times.first.flatMap { time($0, near: firstTime) }
        summary.lastTime = input.times.last.flatMap { time($0, near: lastTime) }
      }
      if inputs.count == 1, !holdsNoEvent {
        summary.firstTime = summary.firstTime ?? firstTime
        summary.lastTime = summary.lastTime ?? lastTime
      }
      summary.isHeadComplete = engine.hasHead
      summary.isTailCut =
        index == inputs.count - 1
        && (engine.isTailCut || losesContent || engine.log.doubtsCutEvents)
      return summary
    }
  }
}
