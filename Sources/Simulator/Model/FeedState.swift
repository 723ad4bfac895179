internal import TextWriting

/// The message feed of a server, and what the app keeps of it.
struct FeedState: Sendable {
  struct Message: Sendable {
    var id: String
    var postedAt: Int64
    var expiresAt: Int64
    var priority: Int64
    var regions: [String]
    /// A range of versions, and whether the installed one is in it.
    var version: (range: String, fits: Bool)?
  }

  static let region = "ON"
  static let installedVersion = "1.4.0"

  /// Whether all messages have the same priority.
  var isFlat = false
  private(set) var receipts: [StateSnapshot.Receipt] = []
  private var received: Set<String> = []
  /// The entity tag of the feed that was last downloaded.
  var etag: String?

  mutating func store(_ receipt: StateSnapshot.Receipt) {
    receipts.append(receipt)
    received.insert(receipt.messageId)
  }

  mutating func forgetReceipts() {
    receipts = []
    received = []
  }

  func hasReceipt(of message: Message) -> Bool { received.contains(message.id) }

  /// Returns the messages that the server publishes at an instant; most expired ones are trimmed.
  func messages(at now: Int64) -> [Message] {
    let today = now - now % .day
    return (0...3).reversed().flatMap { age in posted(on: today - age * .day) }
      .filter { $0.postedAt <= now && $0.expiresAt + 3 * .day > today && $0.expiresAt != today }
  }

  /// Returns the messages of a day: two for everybody, and three that are not for this user.
  private func posted(on day: Int64) -> [Message] {
    let name = "m-" + InstantText.date(day)
    let priority: Int64 = isFlat ? 1 : 2 + (day / .day) % 4
    return [
      Message(
        id: name + "-a", postedAt: day + 10 * .minute, expiresAt: day + 4 * .day, priority: 1,
        regions: ["CA"]),
      Message(
        id: name + "-b", postedAt: day + 20 * .minute, expiresAt: day + 4 * .day,
        priority: priority, regions: [Self.region, "QC"], version: (">=1.3.0 <2.0.0", true)),
      Message(
        id: name + "-expired", postedAt: day - 2 * .day, expiresAt: day - .day,
        priority: 7, regions: ["CA"]),
      Message(
        id: name + "-region", postedAt: day + 30 * .minute, expiresAt: day + 4 * .day,
        priority: 8, regions: ["BC", "AB"]),
      Message(
        id: name + "-version", postedAt: day + 40 * .minute, expiresAt: day + 4 * .day,
        priority: 9, regions: ["CA"], version: (">=2.0.0", false)),
    ]
  }
}

extension FeedState.Message {
  /// Returns the reasons why the message is not for this user; empty where it is.
  func reasons(at now: Int64, hasReceipt: Bool) -> [String] {
    var reasons: [String] = []
    // Both are compared as dates.
    if expiresAt - expiresAt % .day <= now - now % .day { reasons.append("expired") }
    if !regions.contains("CA"), !regions.contains(FeedState.region) { reasons.append("region") }
    if version?.fits == false { reasons.append("version") }
    if hasReceipt { reasons.append("receipt") }
    return reasons
  }
}
