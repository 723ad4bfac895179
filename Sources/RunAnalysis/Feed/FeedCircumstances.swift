package import DeviceState

/// What the messages of a feed are held against; nil for what nothing tells.
package struct FeedCircumstances: Sendable, Equatable {
  package var region: String?
  package var appVersion: String?
  package var today: FeedTime?
  package var receipts: Receipts?

  package init() {}
}

/// A feed, and what its messages are held against.
package struct FeedQuestion: Sendable, Equatable {
  package var feed: MessageFeed
  package var circumstances: FeedCircumstances

  package init(feed: MessageFeed, circumstances: FeedCircumstances) {
    self.feed = feed
    self.circumstances = circumstances
  }
}
