internal import JSONReading

/// What a publisher sends out, or an app keeps of it, which is held to JSON to the letter.
enum FeedFile: String {
  case feed = "a feed"
  case receipts = "the receipts"

  /// A feed is trimmed, and a phone downloads it again and again.
  private static let largest = 4 << 20

  private var advice: String {
    switch self {
    case .feed: "mend it: an app that reads it shows no message at all"
    case .receipts: "copy the file from the app again"
    }
  }

  /// Returns the value that a file holds.
  func read(_ bytes: [UInt8], path: String) throws(StateError) -> JSONNode {
    guard bytes.count <= Self.largest else {
      throw StateError(
        path, line: 1, "is larger than 4 MiB",
        advice: "name \(rawValue) in JSON, without what has expired")
    }
    do throws(JSONError) {
      if let node = try JSONDocument.read(bytes) { return node }
    } catch {
      let isNoText = error.message == "is no UTF-8"
      throw StateError(
        path, line: error.line, error.message, advice: isNoText ? "save it as UTF-8" : advice)
    }
    throw StateError(
      path, line: 1, "is empty", advice: "name \(rawValue) in JSON; [] stands for none")
  }
}
