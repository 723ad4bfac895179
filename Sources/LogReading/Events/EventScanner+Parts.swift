// Reading of messages in several lines, since a container runtime cuts long ones.
extension EventScanner {
  /// Reads a message in several lines; nil for a line that holds one whole.
  mutating func readParts(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, floor: Int, isWhole: Bool,
    into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step? {
    let text = chunk.extracting(range)
    guard let part = LinePart(text, members: &buffers.record.members) else { return nil }
    let start = max(firstPart(before: part, at: range.lowerBound, in: chunk), floor)
    guard start < range.lowerBound || part.isOpen else { return nil }

    var message: [UInt8] = []
    swap(&message, &joined)
    defer { swap(&message, &joined) }
    message.removeAll(keepingCapacity: true)
    var place = start
    var last: LinePart?
    var first = 0..<0
    while place < chunk.count, message.count < Self.lineLimit {
      let end = chunk.firstIndex(of: Self.newline, in: place..<chunk.count) ?? chunk.count
      let text = chunk.extracting(place..<end)
      guard let part = LinePart(text, members: &buffers.record.members) else { break }
      if let last, !part.follows(last) { break }
      part.decode(text, into: &message)
      if last == nil { first = place..<min(end, place + Self.lineLimit) }
      last = part
      place = min(end + 1, chunk.count)
      if !part.isOpen { break }
    }
    guard let last else { return nil }
    if last.isOpen, place >= chunk.count, !isWhole { return .unfinished(from: start) }

    let above = UInt64(chunk.count(of: Self.newline, in: start..<range.lowerBound))
    let frame = LineFrame(line: line &- above, range: chunk.trimmedLine(first), in: batch)
    let known = batch.events.count
    var head = part.head
    if start < range.lowerBound,
      let opening = LinePart(chunk.extracting(first), members: &buffers.record.members)
    {
      head = opening.head
    }
    let family = grammar.readMessage(
      message.span, inside: head, depth: 0, frame: frame, buffers: &buffers, batch: &batch,
      tally: &tally)
    count(family, since: known, frame, in: &batch, tally: &tally)
    return .read(upTo: max(place, min(range.upperBound + 1, chunk.count)))
  }

  /// The start of the first part of a message, from the start of its line with a needle.
  private func firstPart(before part: LinePart, at start: Int, in chunk: Span<UInt8>) -> Int {
    var members: [JSONMember] = []
    var first = start
    var part = part
    while first > 0, start - first < Self.lineLimit {
      let above = chunk.lineStart(before: first - 1, floor: 0)
      guard let before = LinePart(chunk.extracting(above..<(first - 1)), members: &members),
        part.follows(before)
      else { break }
      first = above
      part = before
    }
    return first
  }

  /// The start of the message of which the last line of a chunk is a part, if it is cut there.
  func firstPart(of start: Int, in chunk: Span<UInt8>) -> Int? {
    guard chunk.peek(start) == UInt8(ascii: "{") || chunk.peek(start).isDigit else {
      return nil
    }
    var members: [JSONMember] = []
    let line = chunk.trimmedLine(start..<chunk.count)
    guard let part = LinePart(chunk.extracting(line), members: &members), part.isOpen else {
      return nil
    }
    return firstPart(before: part, at: start, in: chunk)
  }
}
