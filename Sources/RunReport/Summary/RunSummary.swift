package import LogReading
package import RuleLanguage

/// The result of a run: the one value that every renderer and exporter reads.
///
/// Deterministic: no wall clock, lists in a canonical order. Times are microseconds since 1970 UTC.
package struct RunSummary: Sendable, Equatable {
  package var toolVersion = ""
  package var verdict = Verdict.inconclusive
  /// The reasons for the verdict, in a sentence each.
  package var reasons: [String] = []
  package var exitStatus: Int32 = 1
  /// The profile's own line for the verdict, which is the whole text report; empty for none.
  package var message = ""
  package var profile = ""
  package var inputs: [InputSummary] = []
  /// The number of runs added up in it.
  package var runs = 0
  /// The verdicts of the runs, the worst first; of more than `keptLines` the worst are kept.
  package var verdicts: [RunVerdict] = []
  /// How many runs have which verdict.
  package var verdictCounts = VerdictCounts()
  package var assumptions: [Assumption] = []
  package var environment: [EnvironmentEntry] = []
  package var counters = SeedCounters()
  package var cycles: [CycleSummary] = []
  package var findings: [Finding] = []
  package var rules = OutcomeCounts()
  /// The rules that were satisfied and came to nothing worse, as `pack/rule`, in order.
  package var satisfiedRules: [String] = []
  /// The rules that came to something else: violated, excused or inconclusive, where findings of them
  /// are left out too.
  package var unsatisfiedRules: [String] = []
  /// Whether violated warnings fail the run too.
  package var isStrict = false
  package var omittedCycles = 0
  package var omittedFindings = 0
  package var skipped: [SkippedRule] = []
  package var distributions = Distributions()
  package var interrupted = false
  /// The first lines of warnings and errors; `omittedFailures` counts the others.
  package var failures: [FailureLine] = []
  package var omittedFailures = 0
  /// The test scenarios that the log says it is of.
  package var scenarioIds: [String] = []
  /// Cycles by outcome, all of them, even those that `cycles` leaves out.
  package var cycleCounts = CycleCounts()
  /// Findings by pack, outcome, class and severity, all of them.
  package var findingCounts: [FindingCount] = []
  /// The sources of state that the run was judged with, and what a comparison of their rows found.
  package var states: [StateSummary] = []
  package var items: [StateItem] = []
  package var omittedItems = 0
  /// The feed of messages that the run was judged with.
  package var feed: FeedSummary?
  /// What the log showed of the recovery scenarios, in the order of their table; those it showed.
  package var scenarios: [ScenarioSummary] = []
  /// The verdicts on buckets A and B, and on bucket C.
  package var logic = PartVerdict.notAssessed
  package var timing = PartVerdict.notAssessed
  package var timingGroups: [TimingGroup] = []
  /// Whether all lists are in their canonical order, as another run leaves them that is merged in.
  var isInOrder = false

  package init() {}

  /// The verdict as the JSON has it.
  package enum Verdict: String, Sendable { case pass, fail, inconclusive }

  /// A condition of the device.
  package struct EnvironmentEntry: Sendable, Equatable {
    package var key: String
    package var value: EnvironmentValue
    package init(key: String, value: EnvironmentValue) {
      self.key = key
      self.value = value
    }
  }
}

/// The value of a condition.
package enum EnvironmentValue: Sendable, Equatable {
  case bool(Bool)
  case string(String)
  case int(Int64)
  /// The log shows that it changed, or merged runs disagree.
  case varies
}

/// One input: a file, a rotation set or standard input.
package struct InputSummary: Sendable, Equatable {
  /// A name and how often it occurred.
  package struct Count: Sendable, Equatable {
    package var name: String
    package var count: Int
    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }
  package var name = ""
  /// Recognised DNP lines by container name, in the order of the containers.
  package var containers: [Count] = []
  package var compression = ReadReport.Compression.none
  /// Bytes as stored (compressed where compressed).
  package var bytes: Int64 = 0
  package var lines: Int64 = 0
  /// Recognised events, without those that are `unclassified`.
  package var events = 0
  package var unclassified = 0
  package var damage: ReadReport.Damage?
  package var families: [Count] = []
  /// The first unrecognised DNP lines, masked.
  package var examples: [String] = []
  package var isHeadComplete = false
  package var isTailCut = false
  package var firstTime: Int64?
  package var lastTime: Int64?
  /// Lines longer than the line limit, cut there.
  package var cutLines = 0
  package init() {}
}

/// An assumption, and the reason for it.
package struct Assumption: Sendable, Equatable {
  package var what: String
  package var value: String
  package var why: String
  /// Whether a reader should know of it before believing the verdict, as of a file that was not read.
  package var isNotable: Bool
  /// How many runs took it for granted; none where the whole call did.
  var runs = 0
  /// The first inputs of some of them.
  var runNames: [String] = []
  /// - Parameter isNotable: nil where its kind decides.
  package init(what: String, value: String, why: String, isNotable: Bool? = nil) {
    self.what = what
    self.value = value
    self.why = why
    self.isNotable = isNotable ?? !Self.usual.contains(what)
  }

  /// What nearly every run takes for granted.
  private static let usual: Set<String> = [
    "timezone", "year", "platform", "simulator", "unknown", "lead", "profile", "options",
  ]
}

/// The five counters of S4:670-672, derived from events and as the log reported them last.
package struct SeedCounters: Sendable, Equatable {
  /// A counter as the events give it, and as the log reported it last, if it did.
  package struct Pair: Sendable, Equatable {
    package var derived: Int64 = 0
    package var reported: Int64?
    package init() {}
  }
  package var scheduled = Pair()
  package var executed = Pair()
  package var success = Pair()
  package var failureNetwork = Pair()
  package var failureAuth = Pair()
  package var failureSystem = Pair()
  package var used = Pair()
  /// How many runs are added up, and of how many the log reported counters.
  package var runs = 0
  package var reportingRuns = 0
  /// The process that reported them last, of one run.
  package var reportingProcess: Int?
  package init() {}
}

/// One notification, from its scheduling to its end.
package struct CycleSummary: Sendable, Equatable, Codable {
  /// The outcome as the JSON has it.
  package enum Outcome: String, Sendable, CaseIterable, Codable {
    case usedPrefetch = "used_prefetch"
    case fallback
    /// Shown, with no trace of a prefetch for it, as of an alarm.
    case delivered
    case notDelivered = "not_delivered"
    /// The call was refused for want of permission, so that nothing was scheduled.
    case refused
    case excused, open
  }
  /// Whether the cache held valid content after the delivery.
  package enum Persistence: String, Sendable, Codable { case verified, violated, unknown }
  /// Why an excused notification was not shown.
  package enum NotShownReason: String, Sendable, Codable {
    case cancelled
    /// It was set for another time.
    case moved
    /// A recovery found out that it was missed.
    case missReported = "miss_reported"
  }
  /// The cause of a fallback: the first failure on the way from the schedule to the cache.
  package enum FallbackCause: String, Sendable, Codable {
    case prefetchDisabled = "prefetch_disabled"
    case submissionFailed = "submission_failed"
    /// The app took it back, or the user ended the app before it ran.
    case taskCancelled = "task_cancelled"
    case taskLost = "task_lost"
    case taskNotRun = "task_not_run"
    /// It ran after the delivery.
    case taskLate = "task_late"
    /// The system ended the app while it ran.
    case taskKilled = "task_killed"
    case fetchFailed = "fetch_failed"
    case fetchUnfinished = "fetch_unfinished"
    case notStored = "not_stored"
    case expired
    case notFound = "not_found"
  }
  /// A step of the profile in this cycle.
  package struct StepSummary: Sendable, Equatable, Codable {
    /// Whether and how the step was met.
    package enum Status: String, Sendable, Codable { case seen, missing, late, excused, implied }
    /// The event, or the alternatives joined by " | " where none was seen.
    package var event: String
    package var time: Int64?
    // Between the two, where they take no room of their own: a long log keeps 20,000 steps.
    package var stage: ProfileStep.Stage
    package var status: Status
    package var line: Int64?
    /// The events of which one would do.
    package var alternatives: [String] { event.split(separator: " | ").map(String.init) }
    package init(
      event: String, stage: ProfileStep.Stage, time: Int64?, line: Int64?, status: Status
    ) {
      self.event = event
      self.stage = stage
      self.time = time
      self.line = line
      self.status = status
    }
  }
  /// Lines of a file, the last one included.
  package struct LineRange: Sendable, Equatable, Codable {
    package var file: String
    package var first: Int64
    package var last: Int64
    package init(file: String, first: Int64, last: Int64) {
      self.file = file
      self.first = first
      self.last = last
    }
  }
  /// The number that its events have it by, from one; of one run.
  package var number: Int64 = 0
  package var scheduleId: String?
  package var notificationTime: Int64?
  package var outcome = Outcome.open
  package var leadSeconds: Double?
  package var executionDelaySeconds: Double?
  package var deliveryDriftSeconds: Double?
  package var contentHashMatch: Bool?
  package var scheduleHashMatch: Bool?
  package var cachePersistence = Persistence.unknown
  package var leadCapped = false
  package var leadAtExecutionSeconds: Double?
  package var fetchDurationSeconds: Double?
  package var cacheAgeAtDeliverySeconds: Double?
  package var ttlValid: Bool?
  package var fetched = false
  package var usedCached: Bool?
  package var fallbackCause: FallbackCause?
  /// NETWORK, AUTH or SYSTEM, where a prefetch failed.
  package var failureReason: String?
  /// Why it was not shown, where the log says so and no finding does.
  package var notShownReason: NotShownReason?
  /// From the call that scheduled it to the notification.
  package var scheduledAheadSeconds: Double?
  /// Whether it was scheduled and powered as a baseline of the device tests asks (S4:307-309).
  package var isBaseline: Bool?
  /// The assumptions behind the times that its figures compare with instants: see
  /// `Assumption.what`.
  package var assumed: [String] = []
  package var steps: [StepSummary] = []
  package var lines: [LineRange] = []
  // Instants that the members of the JSON are measured from, for the record of a test run.
  package var beginDate: Int64?
  package var handlerTime: Int64?
  package var deliveredTime: Int64?
  /// Whether the notification showed what the prefetch had fetched; nil where none was shown.
  package var usedCache: Bool?
  // What the words of its outcome rest on.
  /// The line of the fetch that succeeded at the delivery, where its content was shown.
  package var deliveryFetchLine: Int64?
  /// The line at which the system ended the prefetch, where that is why it has no outcome.
  package var expirationLine: Int64?
  /// Whether a line says that it was not shown, or that it was taken back.
  package var isToldUnshown = false
  /// The parts of time that its lines leave open, until the whole log is known.
  package var gaps: TimeGaps = []
  package init() {}
}

/// A line of a warning or an error.
package struct FailureLine: Sendable, Equatable, Codable {
  package var line: Finding.Evidence
  /// Whether it is an error, not a warning.
  package var isError: Bool
  package init(line: Finding.Evidence, isError: Bool) {
    self.line = line
    self.isError = isError
  }
}

/// Rules by their worst outcome.
package struct OutcomeCounts: Sendable, Equatable {
  package var satisfied = 0
  package var violated = 0
  package var excused = 0
  package var inconclusive = 0
  package var notApplicable = 0
  package init() {}

  /// Counts one rule.
  package mutating func count(_ outcome: Outcome) {
    switch outcome {
    case .satisfied: satisfied += 1
    case .violated: violated += 1
    case .excused: excused += 1
    case .inconclusive: inconclusive += 1
    case .notApplicable: notApplicable += 1
    }
  }
}

/// Cycles by outcome.
package struct CycleCounts: Sendable, Equatable, Codable {
  package var usedPrefetch = 0
  package var fallback = 0
  package var delivered = 0
  package var notDelivered = 0
  package var refused = 0
  package var excused = 0
  package var open = 0
  package init() {}

  /// The cycles that are over: all but those still open.
  package var closed: Int {
    CycleSummary.Outcome.allCases.reduce(0) { $1 == .open ? $0 : $0.addingSaturated(self[$1]) }
  }

  /// The number of cycles of an outcome.
  package subscript(outcome: CycleSummary.Outcome) -> Int {
    get { self[keyPath: Self.path(of: outcome)] }
    set { self[keyPath: Self.path(of: outcome)] = newValue }
  }

  private static func path(of outcome: CycleSummary.Outcome) -> WritableKeyPath<CycleCounts, Int> {
    switch outcome {
    case .usedPrefetch: \.usedPrefetch
    case .fallback: \.fallback
    case .delivered: \.delivered
    case .notDelivered: \.notDelivered
    case .refused: \.refused
    case .excused: \.excused
    case .open: \.open
    }
  }
}

/// The number of findings that share pack, outcome, class and severity.
package struct FindingCount: Sendable, Equatable {
  package var pack: String
  package var outcome: Outcome
  package var fault: FaultClass
  package var severity: Severity
  package var count: Int
  /// How many of them a baseline holds.
  package var known = 0
  package init(pack: String, outcome: Outcome, fault: FaultClass, severity: Severity, count: Int) {
    self.pack = pack
    self.outcome = outcome
    self.fault = fault
    self.severity = severity
    self.count = count
  }
}

/// A rule that judged nothing, and why.
package struct SkippedRule: Sendable, Equatable {
  package var rule: String
  /// `unarmed`, `vacuous`, `skipped` or `simulator`.
  package var reason: String
  package init(rule: String, reason: String) {
    self.rule = rule
    self.reason = reason
  }
}
