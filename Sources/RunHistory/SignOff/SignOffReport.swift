internal import Database

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

  package struct Row: Sendable, Equatable {
    package var item: Item
    package var status: Status
    /// The runs that show it, the oldest first.
    package var runs: [Int64]
  }

  package private(set) var rows: [Row] = []
  /// The runs in good conditions, and those of them in which a prefetch ran in time.
  package private(set) var goodRuns: [Int64] = []
  package private(set) var runsInTime: [Int64] = []
  /// How many runs had each condition that the device tests vary (S4:318-334), in the order of keys.
  package private(set) var conditions: [(key: String, value: String, runs: Int64)] = []

  /// Whether nothing is missing.
  package var isComplete: Bool { rows.allSatisfy { $0.status != .missing } }

  package static func == (left: Self, right: Self) -> Bool {
    left.rows == right.rows && left.goodRuns == right.goodRuns
      && left.runsInTime == right.runsInTime
  }

  init(
    evidence: [SignOffEvidence: [Int64]], conditions: [(String, String, Int64)],
    deferred: Set<Item>
  ) {
    goodRuns = evidence[.goodRun] ?? []
    runsInTime = (evidence[.prefetchInTime] ?? []).filter(goodRuns.contains)
    self.conditions = conditions.map { (key: $0.0, value: $0.1, runs: $0.2) }
    for item in Item.allCases {
      let runs: [Int64]
      let isDone: Bool
      if let kind = Self.evidence(of: item) {
        runs = evidence[kind] ?? []
        isDone = !runs.isEmpty
      } else {
        runs = runsInTime
        // A majority is more than half of them.
        isDone = runsInTime.count * 2 > goodRuns.count
      }
      let status: Status =
        isDone ? .done : deferred.contains(item) && item.mayBeDeferred ? .deferred : .missing
      rows.append(Row(item: item, status: status, runs: runs))
    }
  }

  private static func evidence(of item: Item) -> SignOffEvidence? {
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

extension History {
  /// The conditions that the device tests vary (S4:322-334, S4:353).
  private static let varied = [
    "simulator", "power", "network", "lowPower", "backgroundRefresh", "forceQuit",
    "dstTransition", "phase", "scenarioId",
  ]

  /// Holds the runs that are not pruned against the checklist.
  package func signOff(
    deferring deferred: Set<SignOffReport.Item>
  ) throws(HistoryError) -> SignOffReport {
    try attempt { () throws(DatabaseError) in
      var evidence: [SignOffEvidence: [Int64]] = [:]
      try database.each("SELECT item, run FROM evidence ORDER BY run") {
        (row) throws(DatabaseError) in
        guard let item = SignOffEvidence(rawValue: row.text(0)) else { return }
        evidence[item, default: []].append(row.int(1))
      }
      var conditions: [(String, String, Int64)] = []
      for key in Self.varied {
        try database.each(
          "SELECT value, count(*) FROM conditions WHERE key = ? GROUP BY value ORDER BY value",
          [.text(key)]
        ) { (row) throws(DatabaseError) in conditions.append((key, row.text(0), row.int(1))) }
      }
      return SignOffReport(evidence: evidence, conditions: conditions, deferred: deferred)
    }
  }
}
