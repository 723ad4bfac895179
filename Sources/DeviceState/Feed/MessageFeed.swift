/// The messages that a publisher offers, as the file has them.
package struct MessageFeed: Sendable, Equatable {
  package var path: String
  package var messages: [FeedMessage]
}

/// One message of a feed: what is in order, and what is not.
package struct FeedMessage: Sendable, Equatable {
  /// Its number in the list, from one, and the line on which it begins.
  package let place: Int
  package let line: Int
  /// The element as the file has it, on one line and cut where it is long.
  package let text: String
  package var id: String?
  package var priority: Int64?
  package var postedAt: FeedTime?
  package var expiresAt: FeedTime?
  package var regions: [String]?
  package var version: String?
  /// Members that decide over a message and that it does not have.
  package var lacks: [String] = []
  /// Members of another type than theirs, as `priority is a text`.
  package var mistyped: [String] = []
  /// What stands in the place of the list of regions.
  package var regionsText: String?
  /// Dates that are none, as `expires_at is 'soon'`.
  package var undated: [String] = []
  /// Members that decide nothing and are not known.
  package var unknownMembers: [String] = []
  /// The place of the first message with its id, where it is not this one.
  package var sameAs: Int?

  package init(place: Int, line: Int, text: String) {
    self.place = place
    self.line = line
    self.text = text
  }

  /// `message 3 ('m3')`
  package var name: String { "message \(place)" + (id.map { " ('\($0.shortened)')" } ?? "") }
}

extension String {
  /// The text for a sentence, cut where it is longer than any that is meant to be read.
  package var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
