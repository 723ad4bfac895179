// Reads a line: a record of its own, or a head and a message.
extension Grammar {
  /// Reads a line's text and adds its events.
  ///
  /// - Returns: How the line was marked, or nothing for a line without an event.
  func readText(
    _ text: Span<UInt8>, base: Int, frame: inout LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var start = text.skipSpace(at: text.skipByteOrderMark())
    if text.peek(start) != UInt8(ascii: "{") {
      frame.head = LineHead.read(text)
      // Behind the prefix of a build server, a record stands as it does alone.
      guard frame.head.container == .bare,
        text.peek(frame.head.messageStart) == UInt8(ascii: "{")
      else {
        return readMessages(
          text, base: base, frame: &frame, buffers: &buffers, batch: &batch, tally: &tally)
      }
      start = frame.head.messageStart
    }
    var alone = frame
    alone.head.container = .jsonLines
    let outcome = readRecord(
      text, at: start, base: base, frame: alone, tag: Catalogue.noTag, place: .alone,
      record: &buffers.record, batch: &batch, tally: &tally)
    switch outcome {
    case .event: return .json
    case .message:
      return readLogRecord(text, frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
    case .none:
      // A whole record of someone else may quote a tag; broken text may be a line with one.
      if let last = buffers.record.members.last, last.kind != .broken { return nil }
    }
    frame.head = LineHead.read(text)
    return readMessages(
      text, base: base, frame: &frame, buffers: &buffers, batch: &batch, tally: &tally)
  }

  /// Reads the message behind the frame's head, and the others of the line with heads of their own.
  private func readMessages(
    _ text: Span<UInt8>, base: Int, frame: inout LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var family: LineFamily?
    while true {
      frame.isContinuation = buffers.repeated.update(text, head: frame.head, line: frame.line)
      let found =
        frame.head.escapes != .none && isEscaped(text, head: frame.head, &buffers.record)
        ? readEscaped(text, frame: frame, buffers: &buffers, batch: &batch, tally: &tally)
        : readMessage(
          text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
      if family == nil { family = found }
      guard frame.head.nextStart > 0 else { return family }
      frame.head = LineHead.read(text, from: frame.head.nextStart, depth: 0)
    }
  }

  /// Whether a message holds escapes of its container, and no record that reads as it is.
  private func isEscaped(_ text: Span<UInt8>, head: LineHead, _ record: inout RecordBuffers) -> Bool
  {
    let message = min(head.messageStart, text.count)..<text.count
    guard text.firstIndex(of: UInt8(ascii: "\\"), in: message) != nil else { return false }
    guard let open = text.firstIndex(of: UInt8(ascii: "{"), in: message) else { return true }
    record.members.removeAll(keepingCapacity: true)
    return JSONReader.object(text, at: open, members: &record.members) == nil
  }

  /// Reads a message whose container wrote some bytes as escapes.
  private func readEscaped(
    _ text: Span<UInt8>, frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch,
    tally: inout ScanTally
  ) -> LineFamily? {
    // Taken out of the buffers meanwhile, since its bytes are lent while they are written.
    var line: [UInt8] = []
    swap(&line, &buffers.message)
    defer { swap(&line, &buffers.message) }
    line.removeAll(keepingCapacity: true)
    // The head stays, so that its places hold.
    let start = min(frame.head.messageStart, text.count)
    for index in 0..<start { line.append(text[index]) }
    frame.head.escapes.decode(text, in: start..<text.count, into: &line)
    let base = frame.scratchBase + batch.scratch.count
    batch.scratch.append(contentsOf: line)
    return readMessage(
      line.span, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
  }

  /// Reads the message of a unified-log record whose members stand in the buffers.
  private func readLogRecord(
    _ text: Span<UInt8>, frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch,
    tally: inout ScanTally
  ) -> LineFamily? {
    let members = KnownMembers(text, in: buffers.record.members)
    guard let member = members.eventMessage else { return nil }
    var frame = frame
    frame.head.read(text, members, in: buffers.record.members)
    // Taken out of the buffers meanwhile, since its bytes are lent while they are written.
    var message: [UInt8] = []
    swap(&message, &buffers.message)
    defer { swap(&message, &buffers.message) }
    message.removeAll(keepingCapacity: true)
    JSONText.decode(text, in: buffers.record.members[member].value, into: &message)
    if message.span.firstIndex(of: TerminalEscapes.escape, in: message.indices) != nil {
      buffers.record.decoded.removeAll(keepingCapacity: true)
      TerminalEscapes.strip(message.span, into: &buffers.record.decoded)
      swap(&message, &buffers.record.decoded)
    }
    let base = frame.scratchBase + batch.scratch.count
    batch.scratch.append(contentsOf: message)
    return readMessage(
      message.span, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
  }
}
