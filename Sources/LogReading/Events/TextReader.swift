internal import RuleLanguage

// Reading of a line: a record of its own, or a head and a message.
extension Grammar {
  /// The most nested records that are read: Loki around Docker around structlog is three, an answer of
  /// Elasticsearch around a Docker record five.
  static let recordDepth = 6

  private static let recordSeparator: UInt8 = 0x1E

  /// Reads a text as a line and adds its events: a whole line, or the message inside a record.
  ///
  /// - Parameter outer: The head of the record around the text. It gives the container;
  ///   `LineHead.inside(_:)` tells which time counts.
  /// - Returns: The mark of the line; nil for a line without an event.
  func readLine(
    _ text: Span<UInt8>, inside outer: LineHead? = nil, depth: Int = 0, base: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var frame = frame
    var start = text.skipSpace(at: text.skipByteOrderMark())
    // RFC 7464 begins each record with this byte.
    if text.peek(start) == Self.recordSeparator { start = text.skipSpace(at: start + 1) }
    if text.peek(start) == UInt8(ascii: "["), allowsRecords, depth < Self.recordDepth,
      text.peek(text.skipSpace(at: start + 1)) == UInt8(ascii: "{")
    {
      return readRecords(
        text, from: start + 1, inside: outer, depth: depth, base: base, frame: frame,
        buffers: &buffers, batch: &batch, tally: &tally)
    }
    if text.peek(start) == UInt8(ascii: "{"), allowsRecords || outer != nil {
      frame.head = outer ?? LineHead()
    } else {
      frame.head = head(of: text, isInside: outer != nil)
      // A record behind the prefix of a build server is read like one alone.
      guard outer == nil, frame.head.container == .bare, allowsRecords,
        text.peek(frame.head.messageStart) == UInt8(ascii: "{")
      else {
        if let outer { frame.head = frame.head.inside(outer) }
        return readMessages(
          text, inside: outer, depth: depth, base: base, frame: frame, buffers: &buffers,
          batch: &batch, tally: &tally)
      }
      start = frame.head.messageStart
    }
    if outer == nil { frame.head.container = .jsonLines }
    let outcome = readRecord(
      text, at: start, base: base, frame: frame, tag: Catalogue.noTag,
      place: outer == nil ? .alone : .nested, record: &buffers.record, batch: &batch,
      tally: &tally)
    switch outcome {
    case .event: return .json
    case .message(let message):
      guard outer != nil || allows(message.container) else { return nil }
      if depth > 0 || outer != nil {
        // A record may stand over several lines: the event is on that of the message.
        let value = buffers.record.members[message.member].value
        frame.line &+= UInt64(text.count(of: EventScanner.newline, in: 0..<value.lowerBound))
      }
      return readMessage(
        of: message, in: text, inside: outer, depth: depth, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
    case .none:
      // A whole record of another program may quote a tag; broken text may be a line with one.
      if text.isRecord(at: start, &buffers.record) {
        return readForeign(
          text, start..<text.count, inside: outer, depth: depth, base: base, frame: frame,
          buffers: &buffers, batch: &batch, tally: &tally)
      }
      guard outer == nil else {
        frame.head.messageStart = start
        return readMessage(
          text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
      }
      frame.head = head(of: text, isInside: false)
      return readMessages(
        text, inside: nil, depth: depth, base: base, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
    }
  }

  /// Whether lines of a container are looked for.
  func allows(_ container: Container) -> Bool { only == nil || only == container }

  /// Whether records are looked for; the plugin's own may be in any container.
  var allowsRecords: Bool { only?.isRecord ?? true }

  /// The head of a line; one of a container that is not looked for is a part of the message.
  private func head(of text: Span<UInt8>, isInside: Bool) -> LineHead {
    let head = LineHead.read(text)
    if isInside || head.container == .bare || allows(head.container) { return head }
    var bare = LineHead()
    bare.messageStart = text.skipBlanks(at: text.skipByteOrderMark())
    return bare
  }

  /// The longest text that is divided: texts beside the line itself are copied for each event.
  private static let divisionLimit = 1 << 16

  /// Reads the message behind the frame's head, and the others of the line with heads of their own.
  ///
  /// Each is read as a line, so that an event's text is its own message.
  private func readMessages(
    _ text: Span<UInt8>, inside outer: LineHead?, depth: Int, base: Int, frame: LineFrame,
    buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let isLine = base == 0 && depth == 0
    guard frame.head.nextStart > 0, isLine || text.count <= Self.divisionLimit else {
      return readOne(
        text, depth: depth, base: base, frame: frame, buffers: &buffers, batch: &batch,
        tally: &tally)
    }
    var frame = frame
    var family: LineFamily?
    var start = 0
    while true {
      let next = frame.head.nextStart
      let end = next > 0 ? start + next : text.count
      if isLine {
        frame.textLength = UInt32(clamping: end - start)
        frame.scratchStart = UInt32(clamping: batch.scratch.count)
      }
      let found = readOne(
        text.extracting(start..<end), depth: depth, base: isLine ? 0 : base + start, frame: frame,
        buffers: &buffers, batch: &batch, tally: &tally)
      if family == nil { family = found }
      guard next > 0 else { return family }
      if isLine { frame.textStart &+= UInt32(clamping: next) }
      start = end
      frame.head = LineHead.read(text.extracting(start..<text.count))
      if let outer { frame.head = frame.head.inside(outer) }
    }
  }

  /// Reads the message behind the frame's head.
  private func readOne(
    _ text: Span<UInt8>, depth: Int, base: Int, frame: LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var frame = frame
    frame.isContinuation = buffers.repeated.update(text, head: frame.head, line: frame.line)
    if frame.isCarried {
      // The facts in a head of its own are stored with the event.
      let start = min(frame.head.ownStart, text.count)
      frame.carry((base + start)..<(base + text.count))
    }
    if frame.head.escapes != .none, isEscaped(text, head: frame.head, &buffers.record) {
      return readEscaped(
        text, depth: depth, frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
    }
    return readHeaded(
      text, depth: depth, base: base, frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
  }

  /// Reads the message behind a head, which may be a record that carries another message.
  private func readHeaded(
    _ text: Span<UInt8>, depth: Int, base: Int, frame: LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var start = text.skipBlanks(at: frame.head.messageStart)
    let end = min(text.count, frame.head.messageEnd)
    var isHeaded = frame.head.container != .bare
    if start < end, isHeaded, isList(text, at: start, head: frame.head) {
      return readRecords(
        text.extracting(0..<end), from: start + 1, inside: frame.head, depth: depth, base: base,
        frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
    }
    var frame = frame
    var outer: LineHead? = frame.head
    if start < end, let open = recordBehindWords(text, in: start..<end, &buffers.record) {
      start = open
      if !isHeaded {
        outer = nil
        frame.head.container = .jsonLines
      }
      isHeaded = true
    } else if let family = readQuotedRecord(
      text, in: start..<max(start, end), depth: depth, frame: frame, buffers: &buffers,
      batch: &batch, tally: &tally)
    {
      return family
    }
    guard start < end, text[start] == UInt8(ascii: "{"), isHeaded,
      !text.isTag(frame.head.tagColumn)
    else {
      return readMessage(
        text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
    }
    let record = text.extracting(0..<end)
    let outcome = readRecord(
      record, at: start, base: base, frame: frame, tag: Catalogue.noTag, place: .nested,
      record: &buffers.record, batch: &batch, tally: &tally)
    switch outcome {
    case .event: return .json
    case .none:
      if record.isRecord(at: start, &buffers.record) {
        return readForeign(
          record, start..<end, inside: outer, depth: depth, base: base, frame: frame,
          buffers: &buffers, batch: &batch, tally: &tally)
      }
      return readMessage(
        text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
    case .message(let message):
      return readMessage(
        of: message, in: record, inside: outer, depth: depth, frame: frame,
        buffers: &buffers, batch: &batch, tally: &tally)
    }
  }

  /// Reads the records of a list on one line, each as a line.
  private func readRecords(
    _ text: Span<UInt8>, from start: Int, inside outer: LineHead?, depth: Int, base: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let isLine = base == 0 && depth == 0
    var family: LineFamily?
    var place = text.skipSpace(at: start)
    while text.peek(place) == UInt8(ascii: "{") {
      buffers.record.members.removeAll(keepingCapacity: true)
      let end = JSONReader.object(text, at: place, members: &buffers.record.members) ?? text.count
      var frame = frame
      if isLine {
        frame.textStart &+= UInt32(clamping: place)
        frame.textLength = UInt32(clamping: end - place)
        frame.scratchStart = UInt32(clamping: batch.scratch.count)
      }
      let found = readLine(
        text.extracting(place..<end), inside: outer, depth: depth, base: isLine ? 0 : base + place,
        frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
      if family == nil { family = found }
      place = text.skipSpace(at: end)
      guard text.peek(place) == UInt8(ascii: ",") else { break }
      place = text.skipSpace(at: place + 1)
    }
    return family
  }

  /// Keeps a record of an unknown program, if it holds a message of the plugin.
  ///
  /// - Parameter record: The buffers with its members.
  func keepForeign(
    _ text: Span<UInt8>, _ range: Range<Int>, base: Int, frame: LineFrame,
    record: inout RecordBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    // Activities, signposts and losses of a unified log are no messages.
    guard only == nil else { return nil }
    let isMarked = text.firstOwnWords(in: range)?.isTag ?? false
    guard isMarked || text.holdsKeyedTag(in: range) else { return nil }
    let known = KnownMembers(text, in: record.members)
    // Journald has known members for its message.
    guard !known.isActivity, isMarked || !known.isJournal else { return nil }
    let draft = frame.draft(.json, tag: Catalogue.noTag, in: batch)
    addUnclassified(text, range, draft: draft, base: base, batch: &batch, tally: &tally)
    return .json
  }

  /// Whether a message holds escapes of its container, and no record that can be read with them.
  private func isEscaped(_ text: Span<UInt8>, head: LineHead, _ record: inout RecordBuffers) -> Bool
  {
    let message = Self.message(of: text, head)
    guard text.firstIndex(of: head.escapes.mark, in: message) != nil else { return false }
    guard let open = text.firstIndex(of: UInt8(ascii: "{"), in: message) else { return true }
    record.members.removeAll(keepingCapacity: true)
    return JSONReader.object(text, at: open, members: &record.members) == nil
  }

  private static func message(of text: Span<UInt8>, _ head: LineHead) -> Range<Int> {
    let start = min(head.messageStart, text.count)
    return start..<max(start, min(head.messageEnd, text.count))
  }

  /// Reads a message whose container wrote some bytes as escapes.
  private func readEscaped(
    _ text: Span<UInt8>, depth: Int, frame: LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    // The bytes are taken out meanwhile, since they are lent while buffers are written.
    var line: [UInt8] = []
    swap(&line, &buffers.escaped)
    defer { swap(&line, &buffers.escaped) }
    line.removeAll(keepingCapacity: true)
    // The head is kept, so that its places stay valid.
    var frame = frame
    let message = Self.message(of: text, frame.head)
    line.append(text.extracting(first: message.lowerBound))
    frame.head.escapes.decode(text, in: message, into: &line)
    frame.head.messageEnd = line.count
    let base = frame.scratchBase + batch.scratch.count
    batch.scratch.append(contentsOf: line)
    return readHeaded(
      line.span, depth: depth, base: base, frame: frame, buffers: &buffers, batch: &batch,
      tally: &tally)
  }

  /// Reads the message of a record whose members stand in the buffers.
  func readMessage(
    of message: RecordMessage, in text: Span<UInt8>, inside outer: LineHead?, depth: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    guard depth < Self.recordDepth else { return nil }
    var head = LineHead(record: text, message, in: buffers.record.members)
    if let outer { head = head.inside(outer) }
    // The bytes are taken out meanwhile, since they are lent while buffers are written.
    var bytes: [UInt8] = []
    swap(&bytes, &buffers.messages[depth])
    defer { swap(&bytes, &buffers.messages[depth]) }
    bytes.removeAll(keepingCapacity: true)
    message.decode(text, in: buffers.record.members, into: &bytes)
    if bytes.span.firstIndex(of: TerminalEscapes.escape, in: bytes.indices) != nil {
      buffers.record.decoded.removeAll(keepingCapacity: true)
      TerminalEscapes.strip(bytes.span, into: &buffers.record.decoded)
      swap(&bytes, &buffers.record.decoded)
    }
    return readMessage(
      bytes.span, inside: head, depth: depth, frame: frame, buffers: &buffers, batch: &batch,
      tally: &tally)
  }

  /// Reads a message whose text no line holds as it is, and which goes to the scratch bytes.
  func readMessage(
    _ bytes: Span<UInt8>, inside head: LineHead, depth: Int, frame: LineFrame,
    buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let base = frame.scratchBase + batch.scratch.count
    for index in bytes.indices { batch.scratch.append(bytes[index]) }
    let text = bytes.withoutPadding
    var frame = frame
    // A message may have several lines, each with its own mark of the plugin.
    var family: LineFamily?
    var start = 0
    repeat {
      let end = text.nextMessage(behind: start)
      let line = text.extracting(start..<end).withoutPadding
      frame.carry((base + start)..<(base + start + line.count))
      let found = readLine(
        line, inside: head, depth: depth + 1, base: base + start, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
      if family == nil { family = found }
      start = end
    } while start < text.count
    return family
  }
}

extension Span where Element == UInt8 {
  /// Whether the rest of a text from an index on is one whole record; its members are read.
  func isRecord(at open: Int, _ record: inout RecordBuffers) -> Bool {
    record.members.removeAll(keepingCapacity: true)
    guard let end = JSONReader.object(self, at: open, members: &record.members) else {
      return false
    }
    return isRecordEnd(at: end)
  }

  /// Whether a column holds a DNP tag and nothing else.
  func isTag(_ column: Range<Int>) -> Bool {
    !column.isEmpty && tagEnd(at: column.lowerBound) == column.upperBound
  }

  /// The start of the next line that is the plugin's, behind a line, or the end.
  fileprivate func nextMessage(behind start: Int) -> Int {
    var place = firstLine(from: start).upperBound + 1
    while place < count {
      let line = firstLine(from: place)
      if extracting(line).opensMessage { return place }
      place = line.upperBound + 1
    }
    return count
  }

  /// Whether a line is the plugin's by the beginning of its message.
  var opensMessage: Bool {
    let head = LineHead.read(self)
    let start = skipBlanks(at: head.messageStart)
    return bracketTag(at: start) != nil || colonTag(at: start) != nil || classTag(at: start) != nil
      || holds("DN|", at: start) || isTag(head.tagColumn)
  }

  /// The text without blanks, carriage returns and NUL bytes at its end.
  var withoutPadding: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var end = count
      while end > 0, self[end - 1] <= 0x20 { end -= 1 }
      return extracting(0..<end)
    }
  }
}
