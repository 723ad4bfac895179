// Reads a line: a record of its own, or a head and a message.
extension Grammar {
  /// Records inside records are followed this deep: Loki around Docker around structlog is three.
  static let recordDepth = 4

  /// Reads a text as a line and adds its events: a whole line, or the message inside a record.
  ///
  /// - Parameter outer: The head of the record around the text. It gives the container; see
  ///   `LineHead.inside(_:)` for whose time holds.
  /// - Returns: How the line was marked, or nothing for a line without an event.
  func readLine(
    _ text: Span<UInt8>, inside outer: LineHead? = nil, depth: Int = 0, base: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var frame = frame
    var start = text.skipSpace(at: text.skipByteOrderMark())
    var outer = outer
    let isRecord = text.peek(start) == UInt8(ascii: "{")
    if isRecord {
      frame.head = outer ?? LineHead()
      if outer == nil { frame.head.container = .jsonLines }
    } else {
      frame.head = LineHead.read(text)
      if let outer { frame.head = frame.head.inside(outer) }
      start = text.skipBlanks(at: frame.head.messageStart)
      guard text.peek(start) == UInt8(ascii: "{"), frame.head.container != .bare,
        !text.isTag(frame.head.tagColumn)
      else {
        return readMessage(
          text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
      }
      outer = frame.head
    }
    let outcome = readRecord(
      text, at: start, base: base, frame: frame, tag: Catalogue.noTag,
      place: outer == nil ? .alone : .nested, record: &buffers.record, batch: &batch,
      tally: &tally)
    switch outcome {
    case .event: return .json
    case .message(let message):
      return readMessage(
        of: message, in: text, inside: outer, depth: depth, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
    case .none:
      // A whole record of someone else may quote a tag; broken text may be a line with one.
      let isWhole = buffers.record.members.last.map { $0.kind != .broken } ?? false
      if outer != nil || isWhole { return nil }
      frame.head = LineHead.read(text)
      return readMessage(
        text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
    }
  }

  /// Reads the message of a record whose members stand in the buffers.
  func readMessage(
    of message: RecordMessage, in text: Span<UInt8>, inside outer: LineHead?, depth: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    guard depth < Self.recordDepth else { return nil }
    var head = LineHead(record: text, message, in: buffers.record.members)
    if let outer { head = head.inside(outer) }
    // Taken out of the buffers meanwhile, since its bytes are lent while they are written.
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

  /// Reads a message that stands in no line as it is, and so goes to the scratch bytes.
  func readMessage(
    _ bytes: Span<UInt8>, inside head: LineHead, depth: Int, frame: LineFrame,
    buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let base = frame.scratchBase + batch.scratch.count
    for index in bytes.indices { batch.scratch.append(bytes[index]) }
    return readLine(
      bytes.withoutPadding, inside: head, depth: depth + 1, base: base, frame: frame,
      buffers: &buffers, batch: &batch, tally: &tally)
  }
}

extension Span where Element == UInt8 {
  /// Whether a column holds a DNP tag and nothing else.
  fileprivate func isTag(_ column: Range<Int>) -> Bool {
    !column.isEmpty && tagEnd(at: column.lowerBound) == column.upperBound
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
