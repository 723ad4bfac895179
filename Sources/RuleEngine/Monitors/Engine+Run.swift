package import LogReading
package import RuleLanguage

// What is told to a run beside its events.
extension Engine {
  /// Takes a name of the plugin's app that somebody stated: of its package, bundle or process.
  package mutating func state(app name: String) { facts.correlator.state(app: name) }

  /// Judges only a part of the log.
  package mutating func limit(to span: TimeSpan) { facts.correlator.limit(to: span) }

  /// Takes the date that a bug report gives as its own.
  package mutating func report(date: Int64) { facts.correlator.clock.report(date: date) }

  /// Takes the zone that a bug report names.
  package mutating func report(zone name: String) { facts.correlator.clock.report(zone: name) }

  /// Hands each event to a listener as soon as it has its scopes, with the correlator as its line
  /// leaves it; rules judge the event later.
  package mutating func tell(_ listener: some CorrelatorListener) {
    facts.correlator.tell(listener)
  }
}

// What is asked of a run: the rules.
extension Engine {
  package var environment: EnvironmentState { facts.environment }
  /// What is known of the device by now, of one thing.
  package func device(_ key: EnvironmentKey) -> Value { facts.environment[key] }
  /// The counters of all the run.
  package var totals: DerivedCounters { facts.counters.ofRun }
  /// The counters as the log last reported them; nil for one that it never reported.
  package var reported: [CounterKey: Int64] { facts.counters.reported }
  /// The process that reported last.
  package var reportedSegment: Int32 { facts.counters.reportedSegment }
  /// Whether an event of that kind came.
  package func hasSeen(_ kind: EventKind) -> Bool { sources.hasSeen(kind) }
  /// Whether events of a kind can change a counter.
  package func counts(_ kind: EventKind) -> Bool { plan.isCounted[Int(kind.rawValue)] }
  /// How many values of keys each rule had to let go.
  package var evictedKeys: [Int: Int64] { keys.evicted }
}

// What is asked of a run: the log.
extension Engine {
  package var eventCount: Int64 { facts.correlator.judgedCount }
  /// How lines without a year or a zone were read.
  package var clock: ClockResolver { facts.correlator.clock }
  /// What lines leave out of their times, and nothing tells.
  package var openGaps: TimeGaps { facts.correlator.clock.openGaps }
  /// How many events lie before and behind the part that is judged, and the instants of its bounds.
  package var leftOut: (before: Int, behind: Int) { facts.correlator.leftOut }
  package var bounds: (since: Int64, until: Int64)? { facts.correlator.bounds }
  package var firstTime: Int64? { facts.correlator.firstTime }
  package var lastTime: Int64? { facts.correlator.lastTime }
  /// How often the clock was set back.
  package var clockSteps: Int { facts.correlator.clockSteps }
  /// The newest line stands first.
  package var runsBackward: Bool { facts.correlator.runsBackward }
  /// Neither did the log break off and begin anew, nor was the clock set back.
  package var isUnbroken: Bool {
    facts.correlator.clockSteps == 0 && facts.correlator.breaks == 0
  }
  /// The log begins with the start of a process.
  package var hasHead: Bool { facts.correlator.hasHead }
  /// The log ends while something may still go on.
  package var isTailCut: Bool { facts.correlator.isTailCut }
  package var closedCycles: Int { facts.correlator.closedCycles }
  /// Cycles that were let go, since more were open than are held.
  package var evictedCycles: Int { facts.correlator.evictedCycles }
  /// Lines of the system or of some app of which nothing tells whether they are of the plugin's.
  package var undecidedLines: Int { facts.correlator.undecidedLines }
  /// The apps whose lines are judged as if they were one's; fewer than two where all is well.
  package var mixedDevices: [String] { facts.correlator.mixedDevices }
  package var mixedApps: [String] { facts.correlator.mixedApps }

  /// The users of Android whose apps write lines of the plugin, where the log tells their processes.
  package var mixedUsers: [Int64] { facts.correlator.mixedUsers }
  /// The apps that have the plugin and are not judged, and how many lines of theirs were left out.
  package var otherApps: (names: [String], lines: Int64) { facts.correlator.otherApps }
  /// Lines that count once with an earlier one.
  package var repeats: Int { facts.correlator.repeats }
  /// Lines that another sink wrote once more.
  package var sinkRepeats: Int { facts.correlator.sinkRepeats }
  /// By file, lines that proved to be the plugin's when it was read on.
  package var lateLines: [UInt16: LineOwners.LateLines] { facts.correlator.lateLines }
  /// What an event of a kind does.
  package func role(of kind: EventKind) -> EventRole { facts.correlator.role(of: kind) }
  /// Whether an event of a kind is one of a task.
  package func isOfExecution(_ kind: EventKind) -> Bool { facts.correlator.isOfExecution(kind) }
  /// The schedule of an open cycle, as far as it is known; nil for no cycle.
  package func scheduleId(ofCycleAt slot: Int32) -> String? {
    slot < 0 ? nil : facts.correlator.cycles[Int(slot)].scheduleId
  }
  /// The text of recent events.
  package var store: EventStore {
    _read { yield facts.correlator.store }
  }
}
