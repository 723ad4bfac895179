internal import RunReport

/// A line that shows something of a scenario.
struct ScenarioMark: Sendable, Equatable, Codable {
  var file: UInt16
  var line: UInt64
  var segment: Int32
  /// When it was written, where its line has a time.
  var time: Int64?

  /// How long after another line it was written; nil where one of them has no time.
  func span(since other: ScenarioMark) -> Int64? {
    guard let time, let start = other.time else { return nil }
    let (span, isTooFar) = time.subtractingReportingOverflow(start)
    return isTooFar ? nil : span
  }
}

/// What the lines of one recovery tell, from its beginning to its end.
struct SeenRecovery: Sendable, Codable {
  enum Trigger: UInt8, Sendable, Codable { case cold, warm, boot, forceStop, unknown }

  var trigger: Trigger
  var begin: ScenarioMark
  var end: ScenarioMark?
  var counts = RecoveryCounts()
  /// What it found before it set anything, and what it left.
  var before, after: RecoveryCounts.Comparison?
  var compared: ScenarioMark?
  var detected: ScenarioMark?
  /// The first line of a miss, and how many there are.
  var firstMissed: ScenarioMark?
  var told: Int64 = 0
  /// The first line of an alarm that was set again, how many there are, and how many of them because of
  /// a miss.
  var firstSet: ScenarioMark?
  var set: Int64 = 0
  var repeats: Int64 = 0
  /// An alarm that it set again and did not tell as missed, though it was due in the meantime.
  var lost: ScenarioMark?
  /// The same, where nothing tells the zone of the lines that it rests on.
  var mayBeLost = false
  /// A later line that tells of a miss from before its end, of which it counted none.
  var overlooked: ScenarioMark?
  /// How many missed tasks it tells of, which it may count or not.
  var tasks: Int64 = 0
  /// Lines in it are in no words that are known.
  var isUnclear = false
  /// It began after its limit.
  var isLate = false

  init(_ trigger: Trigger, begin: ScenarioMark) {
    self.trigger = trigger
    self.begin = begin
  }

  /// Whether it took the start for one after a force stop.
  var detectsStop: Bool { detected != nil || trigger == .forceStop }

  /// How many had been missed, as far as it tells.
  var missed: Int64 { max(told, (counts.missed ?? 0).addingSaturated(-tasks)) }

  /// Whether all that is stored had been missed, so that nothing was to come.
  var foundAllMissed: Bool { before?.stored.map { $0 > 0 && missed >= $0 } ?? false }

  /// Whether what had been missed was told.
  var missesTold: ScenarioSummary.Answer {
    if overlooked != nil || lost != nil && missed == 0 { return .no }
    if let counted = counts.missed, counted > told.addingSaturated(tasks) { return .no }
    if repeats > told { return .no }
    return told > 0 ? .yes : .notObserved
  }

  /// The line that shows whether what had been missed was told.
  var missMark: ScenarioMark? {
    switch missesTold {
    case .yes: firstMissed
    case .no: overlooked ?? lost ?? (repeats > told ? firstSet : nil) ?? end
    default: nil
    }
  }

  /// Whether every alarm was there at its end; nil where the log does not show it.
  var isComplete: Bool? {
    if let after, let stored = after.stored, let active = after.active { return active >= stored }
    guard end != nil, let before, let stored = before.stored, let active = before.active else {
      return nil
    }
    // An alarm was there, was set again, or had been missed and comes no more.
    let again = max(0, max(set, counts.rescheduled ?? 0) - repeats)
    return active.addingSaturated(again).addingSaturated(missed) >= stored
  }

  /// How many it set again, as far as it tells.
  var setAgain: Int64 { max(set, counts.rescheduled ?? 0) }
}
