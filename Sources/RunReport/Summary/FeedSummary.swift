/// The feed that a run was judged with, and what became of each of its messages.
package struct FeedSummary: Sendable, Equatable {
  /// What is known of a message, in the words of the reports and of the rules.
  package enum Verdict: String, Sendable, CaseIterable {
    /// It is the one to show now.
    case shown
    /// It is eligible, and another one comes first.
    case waits
    case alreadyShown = "already_shown"
    case expired
    case notYet = "not_yet"
    case otherRegion = "other_region"
    case otherVersion = "other_version"
    /// A fault of its publisher leaves open whether it may be shown.
    case faulty
    case unknown
  }

  /// A line of the log that shows a message.
  package struct Display: Sendable, Equatable {
    package var file: String
    package var line: Int64
    package var time: Int64?
    package init(file: String, line: Int64, time: Int64?) {
      self.file = file
      self.line = line
      self.time = time
    }
  }

  package struct Row: Sendable, Equatable {
    /// Its number in the feed, from one, and the line on which it begins.
    package var place: Int
    package var line: Int
    package var id: String?
    package var verdict: Verdict
    /// Why, in whole sentences.
    package var reason: String
    /// The first lines that show it; empty too where nothing tells.
    package var displays: [Display] = []
    /// How often it was shown; nil where no log tells.
    package var displayCount: Int?

    package init(place: Int, line: Int, id: String?, verdict: Verdict, reason: String) {
      self.place = place
      self.line = line
      self.id = id
      self.verdict = verdict
      self.reason = reason
    }
  }

  package var name: String
  // What the messages were held against; nil where it is not known.
  package var region: String?
  package var appVersion: String?
  package var today: String?
  package var receipts: String?
  /// Whether a log tells of the messages that were shown; nil where none was given.
  package var isTold: Bool?
  /// The messages in the order of the feed.
  package var rows: [Row] = []
  package var omittedRows = 0

  package init(name: String) { self.name = name }

  /// The one that two runs have in common; of different ones the first in the order of their texts.
  static func merged(_ left: FeedSummary?, _ right: FeedSummary?) -> FeedSummary? {
    guard let left, let right else { return left ?? right }
    return right.sortKey < left.sortKey ? right : left
  }

  private var sortKey: SortKey {
    func text(_ value: String?) -> String { value.map { "=" + $0 } ?? "-" }
    let rows = rows.map { row in
      let displays = row.displays.map { "\($0.file):\($0.line):\($0.time ?? .min)" }
      return "\(row.place):\(row.line):\(text(row.id)):\(row.verdict.rawValue):\(row.reason)"
        + ":\(row.displayCount ?? -1):" + displays.joined(separator: ",")
    }
    return SortKey(
      name, text(region), text(appVersion), text(today), text(receipts),
      isTold.map { $0 ? "y" : "n" } ?? "-", rows.joined(separator: "\n"), "\(omittedRows)")
  }
}
