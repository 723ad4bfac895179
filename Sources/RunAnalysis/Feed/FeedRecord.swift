internal import DeviceState
internal import RunReport
internal import TextWriting

/// The records of a feed's messages: what the catalogue reads as `feed_message` and `message_decided`.
enum FeedRecord {
  /// The message as its file has it, with the members that are in order and what is wrong with the others.
  static func bytes(of message: FeedMessage) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { object in
      object.member("event", "feed_message")
      object.member("place", message.place)
      if let id = message.id { object.member("messageId", id) }
      if let first = message.sameAs { object.member("sameAs", first) }
      if let priority = message.priority { object.member("priority", priority) }
      write(message.postedAt, "postedAt", to: &object)
      write(message.expiresAt, "expiresAt", to: &object)
      if let regions = message.regions { object.strings("targetRegions", regions) }
      if let version = message.version { object.member("targetVersion", version) }
      if let text = message.regionsText { object.member("regionsText", text) }
      let lists = [
        ("missing", message.lacks), ("mistyped", message.mistyped), ("undated", message.undated),
        ("unknownMembers", message.unknownMembers),
      ]
      for (name, words) in lists where !words.isEmpty { object.strings(name, words) }
    }
    return writer.bytes
  }

  private static func write(_ time: FeedTime?, _ name: String, to object: inout JSONWriter) {
    if let time { object.member(name, time: time.micros) }
  }

  /// What was decided over a message, and what the log shows of it, where there is one.
  static func bytes(
    of message: FeedMessage, _ verdict: FeedSummary.Verdict, _ sight: FeedComparison.Sight?
  ) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { object in
      object.member("event", "message_decided")
      object.member("place", message.place)
      if let id = message.id { object.member("messageId", id) }
      object.member("decision", verdict.rawValue)
      guard let sight else { return }
      object.member("shownTimes", sight.displayCount)
      if let ineligible = sight.ineligible {
        object.member("shownWhile", ineligible.verdict.rawValue)
      }
      object.member("shownAgain", sight.again != nil)
      object.member("passedOver", sight.passedOver != nil)
    }
    return writer.bytes
  }
}
