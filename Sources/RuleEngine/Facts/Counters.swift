internal import LogReading
internal import RuleLanguage

/// The counters of the run, of its log and of each process, and what the log reported of them.
struct Counters: Sendable, Codable, ToldNumbers {
  /// Those of the log at hand, and of what stood before it broke off.
  private(set) var ofLog = DerivedCounters()
  private var ofEarlier = DerivedCounters()
  private var ofSegments: [Int32: DerivedCounters] = [:]
  /// The counters as the log last reported them; nil for one that it never reported.
  private(set) var reported: [CounterKey: Int64] = [:]
  /// The process that reported last.
  private(set) var reportedSegment: Int32 = 0

  /// Those of all the run.
  var ofRun: DerivedCounters { ofEarlier + ofLog }

  func ofProcess(_ segment: Int32) -> DerivedCounters { ofSegments[segment] ?? DerivedCounters() }

  mutating func count(_ event: ScopedEvent, _ correlator: borrowing Correlator) {
    ofLog.count(event, correlator)
    ofSegments[event.segment, default: DerivedCounters()].count(event, correlator)
  }

  mutating func report(_ key: CounterKey, _ value: Int64, segment: Int32) {
    reported[key] = value
    reportedSegment = segment
  }

  mutating func forget(_ segment: Int32) { ofSegments[segment] = nil }

  /// Counts from zero again: a log that begins in the middle has no share in what was before it.
  mutating func beginAnew() {
    ofEarlier = ofRun
    ofLog = DerivedCounters()
  }
}
