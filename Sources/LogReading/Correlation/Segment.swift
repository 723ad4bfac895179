internal import RuleLanguage

/// A process, from its start to the next one's.
package struct Segment: Sendable, Codable {
  package var number: Int32 = 0
  var pid: Int32 = -1
  /// The log shows how it began.
  package var hasHead = false
  var taskIds: [String] = []
  var firstSequence: Int64 = 0
  var lastSequence: Int64 = 0
  /// When its last line came, but for those of a launch that may be another's.
  var lastTime: Int64?
  /// The log begins with it.
  var isFirst = false
  var onlyLaunchEvents = true
  /// A line said that its plugin had started.
  var hasStarted = false
  var launchSteps: [SeenStep] = []
  /// Another process registered its task, and it was silent since: it is over, or lives beside that one.
  var isOvertaken = false
  /// What it was at as another process wrote.
  var work: WorkAtHand?
  /// A cycle's report shows the launch once, in the first cycle that the process opened.
  var hasCycle = false
}

extension Segment {
  /// Within so many events without times, two processes may both be at work.
  private static let nearLines: Int64 = 8
  /// So many events behind its last one, a process without times is over.
  private static let farLines: Int64 = 64

  /// Whether it has shown that it is launched.
  var hasLaunched: Bool {
    !onlyLaunchEvents || hasStarted
      || launchSteps.contains { $0.part == .appLaunch || $0.part == .appLaunchFinished }
  }

  /// Whether it may have registered its tasks before the log began: it does so as it is launched, and
  /// a plugin may be loaded behind that.
  var mayHaveRegistered: Bool { !hasHead || isFirst && launchSteps.first?.part == .pluginLoad }

  /// When its last line came that has a time, of its launch or behind it.
  private var lastKnownTime: Int64? {
    guard let launched = launchSteps.last?.time else { return lastTime }
    return lastTime.map { max($0, launched) } ?? launched
  }

  /// Whether it may live beside the process that registers its task now.
  func mayLive(beside event: ScopedEvent) -> Bool {
    guard pid >= 0, event.event.pid >= 0, pid != event.event.pid else { return false }
    if let gap = Cycle.span(from: lastKnownTime, to: event.knownTime) {
      return (0...Correlator.silence).contains(gap)
    }
    return event.sequence - lastSequence <= Self.nearLines
  }

  /// Whether it did not come back since another process registered its task.
  func isOver(at event: ScopedEvent) -> Bool {
    guard isOvertaken, pid != event.event.pid else { return false }
    if let gap = Cycle.span(from: lastKnownTime, to: event.knownTime) {
      return gap > Correlator.silence
    }
    return event.sequence - lastSequence > Self.farLines
  }

  /// Notes one of its events.
  @inline(__always)
  mutating func note(_ event: ScopedEvent, isAppWork: Bool) {
    lastSequence = event.sequence
    if event.part == .startup { hasStarted = true }
    if let time = event.knownTime, event.stage != .launch || event.part == .startup {
      lastTime = time
    }
    if event.stage != .launch {
      if isAppWork { onlyLaunchEvents = false }
    } else if launchSteps.count < 8 {
      launchSteps.append(SeenStep(event))
    }
  }
}
