internal import JSONReading
internal import TextWriting

/// Reads the feed of messages that a publisher offers: a list of objects in JSON.
package enum FeedReader {
  /// The members that the app decides by.
  private static let deciding = ["id", "priority", "posted_at", "expires_at", "target_regions"]
  /// The other members that are known: the range of versions, which may be left out, and what is shown.
  private static let others = ["target_version", "target_region", "title", "body", "message"]
  private static let longestText = 400
  /// So many unknown members of a message are told.
  private static let mostUnknown = 10
  /// The most messages that are read: each one becomes events and a row of the report.
  private static let most = 20_000

  package static func feed(in file: [UInt8], path: String) throws(StateError) -> MessageFeed {
    // Places are counted without the mark of UTF-8 before the text.
    let bytes = file.starts(with: JSONDocument.mark) ? Array(file.dropFirst(3)) : file
    let node = try FeedFile.feed.read(bytes, path: path)
    guard case .list(let elements) = node.content else { throw noList(node, path) }
    guard elements.count <= most else {
      throw StateError(
        path, line: elements[most].line, "holds more than \(most) messages",
        advice: "drop what has expired")
    }
    var feed = MessageFeed(path: path, messages: [])
    var places: [String: Int] = [:]
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element.content else {
        throw StateError(
          path, line: element.line,
          "element \(index + 1) is \(element.words), where a message should stand",
          advice: "write each message as an object")
      }
      var message = FeedMessage(
        place: index + 1, line: element.line, text: text(of: bytes[element.bytes]))
      read(members, into: &message)
      if let id = message.id {
        if let first = places[id] { message.sameAs = first } else { places[id] = index + 1 }
      }
      feed.messages.append(message)
    }
    return feed
  }

  private static func noList(_ node: JSONNode, _ path: String) -> StateError {
    var advice = "write the messages as the list, as [{\"id\": …}, …]"
    if case .object(let members) = node.content {
      let list = members.first { member in
        if case .list = member.value.content { true } else { false }
      }
      if let list { advice = "write the list of '\(list.name)' alone, without an object around it" }
    }
    return StateError(
      path, line: node.line, "is \(node.words), where a list of messages should stand",
      advice: advice)
  }

  /// The bytes of an element on one line.
  private static func text(of bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var isBlank = false
    for byte in bytes {
      // Blanks in a text are shortened too, which nobody misses in a line of evidence.
      if byte <= 0x20 {
        isBlank = true
        continue
      }
      if isBlank { text.append(0x20) }
      isBlank = false
      text.append(byte)
      if text.count > longestText { break }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Members

  private static func read(_ members: [JSONNode.Member], into message: inout FeedMessage) {
    var values: [String: JSONNode] = [:]
    var known: Set<String> = []
    for member in members {
      // The document has both names; where a message has both, the first is the list's.
      let name = member.name == "target_region" ? "target_regions" : member.name
      if member.name == "target_region", values[name] != nil { continue }
      if deciding.contains(name) || others.contains(name) {
        values[name] = member.value
      } else if message.unknownMembers.count < mostUnknown, !known.contains(member.name) {
        message.unknownMembers.append(shown(unknown: member.name))
      }
      known.insert(member.name)
    }
    let given = values.filter { !$0.value.isNull }
    message.lacks = deciding.filter { given[$0] == nil }
    if let node = given["id"] { readID(node, into: &message) }
    if let node = given["priority"] { readPriority(node, into: &message) }
    message.postedAt = time("posted_at", given, &message)
    message.expiresAt = time("expires_at", given, &message)
    if let node = given["target_regions"] { readRegions(node, into: &message) }
    if let node = given["target_version"] {
      if let range = node.text {
        message.version = range
      } else {
        message.mistyped.append("target_version is \(node.words)")
      }
    }
    for name in ["title", "body", "message"] {
      guard let node = given[name], node.text == nil else { continue }
      // What is shown may have any form; only what is no text at all is told.
      if case .object = node.content { continue }
      message.mistyped.append("\(name) is \(node.words)")
    }
  }

  /// A member that is not known, with the one that it may be meant for.
  private static func shown(unknown name: String) -> String {
    func plain(_ name: String) -> String { name.lowercased().replacing("_", with: "") }
    let meant = (deciding + others).first { plain($0) == plain(name) }
    let short = name.shortened
    return meant.map { "\(short) (meant for \($0)?)" } ?? short
  }

  private static func readID(_ node: JSONNode, into message: inout FeedMessage) {
    guard let id = node.text else { return message.mistyped.append("id is \(node.words)") }
    if id.isEmpty { message.lacks.insert("id", at: 0) } else { message.id = id }
  }

  private static func readPriority(_ node: JSONNode, into message: inout FeedMessage) {
    guard case .number(let text) = node.content else {
      return message.mistyped.append("priority is \(node.words)")
    }
    if let number = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) }) {
      message.priority = number
    } else {
      message.mistyped.append("priority is \(text.shortened)")
    }
  }

  private static func time(
    _ name: String, _ values: [String: JSONNode], _ message: inout FeedMessage
  ) -> FeedTime? {
    guard let node = values[name] else { return nil }
    guard let text = node.text else {
      message.mistyped.append("\(name) is \(node.words)")
      return nil
    }
    if let time = FeedTime(text) { return time }
    message.undated.append("\(name) is '\(text.shortened)'")
    return nil
  }

  private static func readRegions(_ node: JSONNode, into message: inout FeedMessage) {
    guard case .list(let elements) = node.content else {
      return message.regionsText = node.text.map { "the text '\($0.shortened)'" } ?? node.words
    }
    if let odd = elements.first(where: { $0.text == nil }) {
      return message.mistyped.append("a region is \(odd.words)")
    }
    if elements.isEmpty { return message.lacks.append("a region in target_regions") }
    message.regions = elements.compactMap(\.text)
  }
}
