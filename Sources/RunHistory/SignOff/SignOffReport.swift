package import RunReport

/// The checklist of a campaign, held against all runs that are recorded (S4:571-577, S4:335-337).
package struct SignOffReport: Sendable, Equatable {
  package enum Item: String, Sendable, CaseIterable {
    case simulator, device, failure, smallLead = "small-lead", timeZone = "timezone", telemetry
    case majority

    /// What the checklist asks for.
    package var words: String {
      switch self {
      case .simulator: "Simulator: one whole healthy cycle, from the schedule to the delivery"
      case .device:
        "Device: plugged in, on Wi-Fi and not force-quit, a prefetch before its notification, and used"
      case .failure: "A failure for want of a network or a permission, handled gracefully"
      case .smallLead: "A lead that is too small"
      case .timeZone: "A change of the time zone"
      case .telemetry: "Counters that the app reports, and that are right"
      case .majority:
        "In good conditions, the prefetch runs before the notification in most runs"
      }
    }

    /// The line of the testing guide.
    package var source: String {
      switch self {
      case .simulator: "S4:573"
      case .device: "S4:574"
      case .failure: "S4:575"
      case .smallLead, .timeZone: "S4:576"
      case .telemetry: "S4:577"
      case .majority: "S4:337"
      }
    }

    /// Whether the guide lets it be put off.
    package var mayBeDeferred: Bool { [.smallLead, .timeZone, .telemetry].contains(self) }
  }

  package enum Status: String, Sendable { case done, deferred, missing }

  /// The run that came nearest to an item, and what it lacks.
  package struct Nearest: Sendable, Equatable {
    package var run: Int64
    package var lacks: [EvidenceLack]
  }

  package struct Row: Sendable, Equatable {
    package var item: Item
    package var status: Status
    /// The runs that show it, the oldest first.
    package var runs: [Int64]
    /// For one that is missing: the run that came nearest; nil where no run is recorded.
    package var nearest: Nearest?
  }

  /// How many runs had a condition that the device tests vary (S4:318-334).
  package struct Condition: Sendable, Equatable {
    package var key: String
    package var value: String
    package var runs: Int64
  }

  package private(set) var rows: [Row] = []
  /// The runs in good conditions, and those of them in which a prefetch ran in time.
  package private(set) var goodRuns: [Int64] = []
  package private(set) var runsInTime: [Int64] = []
  /// In the order of keys.
  package private(set) var conditions: [Condition] = []
  /// How many runs take no part, since they were pruned.
  package var pruned: Int64 = 0
  /// How many an older dnplog recorded, which kept other evidence.
  package var older: Int64 = 0

  /// Whether nothing is missing.
  package var isComplete: Bool { rows.allSatisfy { $0.status != .missing } }

  init(_ evidence: StoredEvidence, conditions: [Condition], deferred: Set<Item>) {
    goodRuns = evidence.runs(showing: .goodRun)
    runsInTime = evidence.runs(showing: .prefetchInTime)
    self.conditions = conditions
    for item in Item.allCases {
      let kind = Self.evidence(of: item)
      let runs = evidence.runs(showing: kind ?? .prefetchInTime)
      // A majority is more than half of them.
      let isDone = kind == nil ? runs.count * 2 > goodRuns.count : !runs.isEmpty
      let status: Status =
        isDone ? .done : deferred.contains(item) && item.mayBeDeferred ? .deferred : .missing
      let asked = kind ?? (goodRuns.isEmpty ? .goodRun : .prefetchInTime)
      rows.append(
        Row(
          item: item, status: status, runs: runs,
          nearest: status == .missing ? evidence.nearest(to: asked) : nil))
    }
  }

  private static func evidence(of item: Item) -> RunEvidence.Item? {
    switch item {
    case .simulator: .simulatorCycle
    case .device: .deviceCycle
    case .failure: .failurePath
    case .smallLead: .smallLead
    case .timeZone: .zoneChange
    case .telemetry: .counters
    case .majority: nil
    }
  }
}
