// What the stations tell of the run.
extension Correlator {
  @inlinable package var clock: ClockResolver {
    get { times.resolver }
    _modify { yield &times.resolver }
  }
  /// How many events are judged.
  package var judgedCount: Int64 { eventCount - (filter?.count ?? 0) }
  /// How many events lie before and behind the part that is judged.
  package var leftOut: (before: Int, behind: Int) {
    filter.map { ($0.before, $0.behind) } ?? (0, 0)
  }
  /// The instants between which that part lies; nil where no event has a time, or all is judged.
  package var bounds: (since: Int64, until: Int64)? {
    filter?.bounds.map { ($0.since, $0.until) }
  }
  package var lateLines: [UInt16: LineOwners.LateLines] { owners.lateLines }
  package var undecidedLines: Int { owners.undecided }
  /// The devices that are judged as if they were one; none where all is well.
  package var mixedDevices: [String] { owners.devices.mixed }
  package var mixedApps: [String] { owners.apps.mixed }

  /// The users of Android whose apps are judged as if they were one; none or one where all is well.
  package var mixedUsers: [Int64] { owners.apps.users }
  package var otherApps: (names: [String], lines: Int64) {
    (owners.apps.others, owners.apps.leftOut)
  }
  package var hasHead: Bool { processes.hasHead }
  package var headSequence: Int64 { processes.headSequence }
  package var inheritsWork: Bool { processes.inheritsWork }
  package var segmentCount: Int32 { processes.count }
  package var kills: [Kill] { processes.ends.kills }
  @inlinable package var cycles: [Cycle] { cycleBook.cycles }
  package var closedCycles: Int { cycleBook.closed }
  package var evictedCycles: Int { cycleBook.evicted }
  @inlinable package var executions: [Window] { executionWindows.windows }
  @inlinable package var deliveries: [Window] { deliveryWindows.windows }
  package var clockSteps: Int { times.steps }
  package var runsBackward: Bool { times.runsBackward }
  package var firstTime: Int64? { times.first }
  @inlinable package var lastTime: Int64? { times.last }
  @inlinable package var currentEpoch: UInt32 { times.epoch }
  package var repeats: Int { duplicates.repeats }
  package var sinkRepeats: Int { duplicates.sinkRepeats }
  package var loneJSON: Int { duplicates.loneJSON }
  package var twins: Int { duplicates.twins }
}
