// Reads a line: a record of its own, or a head and a message.
extension Grammar {
  /// Reads a line's text and adds its events.
  ///
  /// - Returns: How the line was marked, or nothing for a line without an event.
  func readText(
    _ text: Span<UInt8>, base: Int, frame: inout LineFrame, buffers: inout LineBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let start = text.skipSpace(at: text.skipByteOrderMark())
    if text.peek(start) == UInt8(ascii: "{") {
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
    }
    frame.head = LineHead.read(text)
    return readMessage(
      text, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
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
