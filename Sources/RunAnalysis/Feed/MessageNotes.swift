internal import LogReading

/// What a log tells of a feed: its looks at it, and the messages that were shown, in their order.
struct MessageNotes {
  struct Look {
    var status: Int64?
    var isUnchanged: Bool
    var region: String?
    var appVersion: String?
    var today: String?
  }

  enum Kind {
    case look(Look)
    case shown(String)
    case receipt(String)
    /// The task is over, and what it was to show is shown.
    case end
    /// Something came in between that no rule on messages can see through.
    case broken
  }

  struct Note {
    var kind: Kind
    var file: UInt16
    var line: UInt64
    var time: Int64?
    var gaps: TimeGaps = []
    var event: String
    var text: String
  }

  private(set) var notes: [Note] = []
  /// An app looks a few times a day, so these are years.
  private static let limit = 10_000

  mutating func add(_ note: Note) {
    if notes.count < Self.limit { notes.append(note) }
  }

  var lastLook: Look? {
    for note in notes.reversed() {
      if case .look(let look) = note.kind { return look }
    }
    return nil
  }

  /// Whether the log tells of any look or message.
  var tells: Bool {
    notes.contains { note in
      switch note.kind {
      case .look, .shown, .receipt: true
      case .end, .broken: false
      }
    }
  }
}
