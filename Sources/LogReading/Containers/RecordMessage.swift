/// The member of a JSON record that holds the message of another program.
struct RecordMessage: Equatable {
  /// The form of the record, which tells the program that wrote it.
  var container: Container
  /// The index of the member among the record's members.
  var member: Int
  /// The index of the member that gives a tag to a message without one.
  var tag: Int?

  /// Finds the message of a record; nil for an unknown form of record.
  ///
  /// - Parameter isOfService: Whether a log service wrote the record around it: its message is one of a
  ///   program, whatever it says.
  init?(
    _ text: Span<UInt8>, _ known: KnownMembers, in members: [JSONMember], isOfService: Bool = false
  ) {
    if let event = known.event {
      // In structlog `event` is the message, in the plugin's records it is the event's name.
      guard text.isMessage(in: members[event].value) else { return nil }
      self.init(.structlog, event)
    } else if let message = known.eventMessage, !known.isActivity {
      self.init(.osLogNDJSON, message)
    } else if let message = known.journalMessage, known.isJournal {
      self.init(.journald, message)
    } else if let log = known.log, known.stream != nil || known.time != nil {
      self.init(.docker, log)
    } else if let line = known.line, known.timestamp != nil {
      self.init(.lokiLines, line)
    } else if let message = known.message,
      isOfService || known.tag != nil || text.mayBeOwn(in: members[message].value)
    {
      self.init(.structlog, message)
    } else {
      return nil
    }
    if let known = known.tag, known != member, !text.holdsOwnWords(in: members[member].value) {
      tag = known
    }
  }

  private init(_ container: Container, _ member: Int) {
    self.container = container
    self.member = member
  }

  /// Appends the text of the message.
  func decode(_ text: Span<UInt8>, in members: [JSONMember], into bytes: inout [UInt8]) {
    if let tag {
      bytes.append(text.extracting(members[tag].value))
      bytes.append(contentsOf: ": ".utf8)
    }
    let value = members[member].value
    switch members[member].kind {
    case .string, .broken: JSONText.decode(text, in: value, into: &bytes)
    case .array: Self.decodeArray(text, in: value, into: &bytes)
    default: break
    }
  }

  /// Appends a message that journald wrote as `[68,78,80]`, not being UTF-8, or the first of
  /// repeated fields `["…","…"]`.
  private static func decodeArray(
    _ text: Span<UInt8>, in value: Range<Int>, into bytes: inout [UInt8]
  ) {
    var place = text.skipSpace(at: value.lowerBound + 1)
    if text.peek(place) == UInt8(ascii: "\"") {
      place += 1
      var end = place
      while end < value.upperBound, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      JSONText.decode(text, in: place..<min(end, value.upperBound), into: &bytes)
      return
    }
    while let number = text.processNumber(at: place), number.end < value.upperBound,
      number.pid < 256
    {
      bytes.append(UInt8(truncatingIfNeeded: number.pid))
      place = text.skipSpace(at: number.end)
      guard text.peek(place) == UInt8(ascii: ",") else { return }
      place = text.skipSpace(at: place + 1)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether a message may be the plugin's: it holds its words, or is a record, judged on its own.
  fileprivate func mayBeOwn(in value: Range<Int>) -> Bool {
    peek(value.lowerBound) == UInt8(ascii: "{") && !value.isEmpty || holdsOwnWords(in: value)
  }

  /// Whether the first line of a message holds words of the plugin, at any place.
  fileprivate func holdsOwnWords(in value: Range<Int>) -> Bool {
    guard let words = firstOwnWords(in: value.lowerBound..<firstBreak(in: value)) else {
      return false
    }
    guard case .code = words.mark else { return true }
    return holds("DN|", at: words.start)
  }

  /// The index of the first line break that is written as an escape, or the end.
  private func firstBreak(in value: Range<Int>) -> Int {
    var place = value.lowerBound
    while place < value.upperBound {
      if self[place] == UInt8(ascii: "\\") {
        if peek(place + 1) == UInt8(ascii: "n") { return place }
        place += 1
      }
      place += 1
    }
    return value.upperBound
  }

  /// Whether the value of `event` is a message, not the name of an event: a name has no blanks.
  fileprivate func isMessage(in value: Range<Int>) -> Bool {
    let first = peek(value.lowerBound)
    guard !value.isEmpty, first != UInt8(ascii: "{") else { return !value.isEmpty }
    return firstIndex(of: UInt8(ascii: " "), in: value) != nil
      || colonTag(at: value.lowerBound) != nil || firstBracketTag(in: value) != nil
  }
}
