/// The way in which an input must be read, told by its first bytes.
package enum LogShape: UInt8, Sendable, Codable {
  /// Lines, in their order.
  case lines
  /// Lines with heads of logcat's long format above them.
  case longLines
  /// Records of Apple's unified log, some of which count lost messages.
  case unifiedRecords
  /// Records of journald, which may write a message as numbers.
  case journal
  /// Lines of `logcli -o jsonl`, by default the newest first.
  case lokiLines
  /// A document of Loki's API, its entries by streams and often on one line.
  case lokiDocument
  /// Documents in which other log services answer, their records often on one line.
  case records

  /// The number of first bytes that decide.
  package static let headLength = 512

  /// The shape of an input that begins with these bytes.
  package init(head bytes: Span<UInt8>) {
    let head = bytes.extracting(0..<min(bytes.count, Self.headLength))
    let start = head.skipSpace(at: head.skipByteOrderMark())
    if head.firstRange(of: "\"eventType\"".utf8.span, in: head.indices) != nil {
      self = .unifiedRecords
    } else if head.peek(start) == UInt8(ascii: "{") {
      self = Self.ofRecords(head, at: start)
    } else if Self.isRecordList(head, at: start) {
      self = .records
    } else {
      self = Self.hasLongHead(head, from: start) ? .longLines : .lines
    }
  }

  /// Whether its entries may come in another order than that of their times.
  var isCollected: Bool { self == .lokiLines || isDocument }

  /// Whether its entries stand anywhere on its lines.
  package var isDocument: Bool { self == .lokiDocument || self == .records }

  private static func hasLongHead(_ head: Span<UInt8>, from index: Int) -> Bool {
    var start = index
    while start < head.count {
      let end = head.firstIndex(of: 0x0A, in: start..<head.count) ?? head.count
      if LineHead.readLong(head.extracting(start..<end)) != nil { return true }
      start = end + 1
    }
    return false
  }

  private static func ofRecords(_ head: Span<UInt8>, at open: Int) -> LogShape {
    let end = head.firstIndex(of: 0x0A, in: open..<head.count) ?? head.count
    var members: [JSONMember] = []
    _ = JSONReader.object(head.extracting(0..<end), at: open, members: &members)
    if isLokiLine(head, members) { return .lokiLines }
    if KnownMembers(head, in: members).isJournal { return .journal }
    if isLokiDocument(head, from: open) { return .lokiDocument }
    return isRecordDocument(head, from: open) ? .records : .lines
  }

  /// Whether its members are `labels`, `line` and `timestamp` and no others, as far as can be seen.
  private static func isLokiLine(_ head: Span<UInt8>, _ members: [JSONMember]) -> Bool {
    var isLine = false
    for member in members {
      if head.isText("labels", in: member.key) {
        guard head.peek(member.value.lowerBound) == UInt8(ascii: "{") else { return false }
        // The labels may be longer than the bytes at hand.
        isLine = isLine || member.kind == .broken
      } else if head.isText("line", in: member.key) {
        isLine = member.kind == .string || member.kind == .broken
      } else if !head.isText("timestamp", in: member.key) {
        return false
      }
    }
    return isLine && members.count + (members.last?.kind == .broken ? 1 : 0) >= 2
  }

  /// Whether it begins with `{"streams":[{"`, or as a query's answer whose result is streams.
  private static func isLokiDocument(_ head: Span<UInt8>, from open: Int) -> Bool {
    var dense: [UInt8] = []
    for index in open..<head.count where head[index] > 0x20 { dense.append(head[index]) }
    let text = dense.span
    if text.matches(push.span, at: 0) { return true }
    guard text.matches(status.span, at: 0) || text.matches(data.span, at: 0) else { return false }
    return text.firstRange(of: streams.span, in: text.indices) != nil
      || text.firstRange(of: stream.span, in: text.indices) != nil
  }

  /// Whether it begins with a list of records of other programs, `[{"insertId":"…",`.
  private static func isRecordList(_ head: Span<UInt8>, at open: Int) -> Bool {
    head.peek(open) == UInt8(ascii: "[")
      && isOfOtherProgram(head, at: head.skipSpace(at: open + 1))
  }

  /// Whether an object is the record of another program, as far as it can be seen.
  private static func isOfOtherProgram(_ head: Span<UInt8>, at open: Int) -> Bool {
    guard head.peek(open) == UInt8(ascii: "{") else { return false }
    var members: [JSONMember] = []
    _ = JSONReader.object(head, at: open, members: &members)
    let known = KnownMembers(head, in: members)
    // Those of the unified log stand in the order of their times, and have lists of frames in them.
    return !members.isEmpty && !known.isOwn && known.eventMessage == nil
      && !members.contains {
        head.isText("traceID", in: $0.key) || head.isText("imageOffset", in: $0.key)
          || head.isText("imageUUID", in: $0.key)
      }
  }

  /// Whether it begins with an object that tells nothing itself and has a list of objects in it:
  /// `{"took":3,"hits":{"hits":[{`.
  private static func isRecordDocument(_ head: Span<UInt8>, from open: Int) -> Bool {
    var members: [JSONMember] = []
    _ = JSONReader.object(head, at: open, members: &members)
    // The list of an export of Android Studio stands behind what it says of the device.
    if let first = members.first, head.isText("metadata", in: first.key),
      head.firstRange(of: "\"device\"".utf8.span, in: head.indices) != nil
    {
      return true
    }
    let known = KnownMembers(head, in: members)
    guard !known.isOwn, known.message == nil, known.eventMessage == nil, known.log == nil,
      known.line == nil, known.timestamp == nil, known.time == nil
    else { return false }
    return members.contains { listsObjects(head, $0) }
  }

  /// Whether a value is a list of objects, or an object with one, as far as it can be seen.
  private static func listsObjects(_ head: Span<UInt8>, _ member: JSONMember) -> Bool {
    let first = member.value.lowerBound
    if head.peek(first) == UInt8(ascii: "[") {
      var place = head.skipSpace(at: first + 1)
      // A row may be a list of fields.
      if head.peek(place) == UInt8(ascii: "[") { place = head.skipSpace(at: place + 1) }
      return isOfOtherProgram(head, at: place)
    }
    guard head.peek(first) == UInt8(ascii: "{") else { return false }
    var members: [JSONMember] = []
    _ = JSONReader.object(head, at: first, members: &members)
    return members.contains { listsObjects(head, $0) }
  }

  private static let push = Array(#"{"streams":[{""#.utf8)
  private static let status = Array(#"{"status":"success""#.utf8)
  private static let data = Array(#"{"data":{"#.utf8)
  private static let streams = Array(#""resultType":"streams""#.utf8)
  private static let stream = Array(#""result":[{"stream":{"#.utf8)
}
