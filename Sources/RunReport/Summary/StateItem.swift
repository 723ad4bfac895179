/// One thing that a device stored or set, beside what each of its lists says of it.
package struct StateItem: Sendable, Equatable {
  package enum Kind: String, Sendable { case schedule, notification, alarm, request }

  /// The verdict on it, in the words of the reports and of the rules.
  package enum Condition: String, Sendable, CaseIterable {
    /// Due later, and set.
    case scheduled
    /// Switched off, and not set.
    case disabled
    case delivered
    /// Due before, neither shown nor set, and not known as missed.
    case missed
    /// Missed, and the plugin knows.
    case recorded
    /// A schedule whose next run lies before the state was taken.
    case overdue
    /// Due later, and not set, while others are.
    case lost
    /// Due later, and nothing at all is set.
    case cancelled
    /// Due later, and nothing is set since the user stopped the app.
    case stopped
    /// Set more than once.
    case duplicated
    /// Set for another time than is stored.
    case moved
    /// Set, and not stored or switched off.
    case orphaned
    /// Scheduled by the log for later, and not stored.
    case unstored
    /// A fetch, which is a task of the system's scheduler and is set in neither list.
    case task
    case unknown

    /// The place in reports, the worst first.
    var rank: Int {
      switch self {
      case .lost, .duplicated, .moved, .orphaned, .unstored: 0
      case .missed, .overdue, .cancelled: 1
      case .stopped, .unknown: 2
      case .scheduled: 3
      case .recorded, .delivered, .disabled, .task: 4
      }
    }
  }

  /// A row that tells of it.
  package struct Place: Sendable, Equatable {
    package var file: String
    package var line: Int64
    package init(file: String, line: Int64) {
      self.file = file
      self.line = line
    }
  }

  package var kind: Kind
  package var id: String?
  /// When it is due, in microseconds since 1970.
  package var due: Int64?
  // Whether each list holds it; nil where no source has that list.
  package var isStored: Bool?
  package var isPending: Bool?
  package var isDelivered: Bool?
  package var hasAlarm: Bool?
  package var condition = Condition.unknown
  /// What the plugin stored as its state, in its own words.
  package var storedStatus: String?
  /// Whether a recovery should have found it, and did not.
  package var isOverlooked = false
  /// Why, in a whole sentence.
  package var reason = ""
  /// What the plugin should do when the app is next opened; empty for nothing.
  package var nextLaunch = ""
  package var places: [Place] = []

  package init(_ kind: Kind, id: String?) {
    self.kind = kind
    self.id = id
  }
}

/// A source of state that a run was judged with.
package struct StateSummary: Sendable, Equatable {
  package var name: String
  /// In the words of reports, such as `dumpsys alarm`.
  package var kind: String
  package var takenAt: Int64?
  /// How many rows each of its lists has.
  package var rows: [InputSummary.Count]
  /// What was understood and left out, in whole sentences without their full stop.
  package var notes: [String]

  package init(
    name: String, kind: String, takenAt: Int64?, rows: [InputSummary.Count], notes: [String]
  ) {
    self.name = name
    self.kind = kind
    self.takenAt = takenAt
    self.rows = rows
    self.notes = notes
  }
}
