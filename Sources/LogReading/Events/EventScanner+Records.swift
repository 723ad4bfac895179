internal import RuleLanguage

// Reading of records that take more lines than the one with the needle.
extension EventScanner {
  /// Reads the line with a needle, and the lines that belong to it.
  ///
  /// Almost every line is a record of its own, as its first byte and that of the next line show.
  mutating func readHit(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, floor: Int, isFileStart: Bool,
    isWhole: Bool, into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step {
    let next = min(range.upperBound + 1, chunk.count)
    if shape == .unifiedRecords, isLoss(chunk, range) {
      tally.losses &+= 1
      return .read(upTo: next)
    }
    let first = chunk.peek(range.lowerBound)
    let isIndented = first == UInt8(ascii: " ") || first == UInt8(ascii: "\t")
    if isIndented, grammar.allowsRecords, PrettyRecord.isMember(chunk, range) {
      return readPretty(
        chunk, range, line: line, floor: floor, isFileStart: isFileStart, isWhole: isWhole,
        into: &batch, tally: &tally)
    }
    if chunk.opensRecord(in: chunk.trimmedLine(range)), grammar.allowsRecords,
      let step = readOpened(
        chunk, range, line: line, floor: floor, isFileStart: isFileStart, isWhole: isWhole,
        into: &batch, tally: &tally)
    {
      return step
    }
    let mayBePart =
      first == UInt8(ascii: "{")
      ? grammar.allows(.docker)
      : first.isDigit && grammar.allows(.cri)
    if mayBePart {
      if let step = readParts(
        chunk, range, line: line, floor: floor, isWhole: isWhole, into: &batch, tally: &tally)
      {
        return step
      }
    }
    if first == UInt8(ascii: "["), grammar.allows(.logcatLong),
      let head = LineHead.readLong(chunk.extracting(range))
    {
      hasLongHeads = true
      return readLongMessage(
        chunk, below: head, range, line: line, isWhole: isWhole, into: &batch, tally: &tally)
    }
    if first != UInt8(ascii: "{") {
      switch ContinuedList.end(of: range, in: chunk, isWhole: isWhole) {
      case .none, .open: break
      case .until(let end):
        return readBelow(
          chunk, range.lowerBound..<end, line: line, isWhole: isWhole, into: &batch, tally: &tally)
      case .unknown: return .unfinished(from: range.lowerBound)
      }
    }
    if first.isDigit {
      readPlainLine(chunk, range, line: line, into: &batch, tally: &tally)
      return .read(upTo: next)
    }
    if isFileStart, line == 1, range.lowerBound == 0, chunk.isCutMember(range) {
      return .read(upTo: next)
    }
    return readBelow(chunk, range, line: line, isWhole: isWhole, into: &batch, tally: &tally)
  }

  /// Reads a line, or the lines of one message, whose head may stand on another line.
  private mutating func readBelow(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, isWhole: Bool,
    into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step {
    let first = chunk.peek(range.lowerBound)
    var outer: LineHead?
    if hasLongHeads, LineHead.read(chunk.extracting(range)).quality == .none {
      outer = LongHeadPlace(above: range.lowerBound, in: chunk)?.head
      outer?.tagColumn = 0..<0
    }
    if outer == nil, grammar.allows(.xcode) {
      switch XcodeMetadata.below(range.upperBound + 1, in: chunk, isWhole: isWhole) {
      case .none: break
      case .head(let head): outer = head
      case .unknown: return .unfinished(from: range.lowerBound)
      }
    }
    if outer == nil, first == UInt8(ascii: "{") {
      readPlainLine(chunk, range, line: line, into: &batch, tally: &tally)
    } else {
      readLine(chunk, range, line: line, inside: outer, into: &batch, tally: &tally)
    }
    return .read(upTo: min(range.upperBound + 1, chunk.count))
  }

  /// Whether a line is read by itself alone.
  private var mayRemember: Bool {
    shape == .lines && !hasLongHeads && grammar.only == nil
  }

  /// Reads a line like others of its form; false for one that has to be read anew.
  @inline(__always)
  mutating func remembers(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, into batch: inout EventBatch,
    tally: inout ScanTally
  ) -> Bool {
    // A file may begin in the middle of a record.
    guard line > 1, mayRemember, memory.read(chunk, range, line: line, into: &batch) else {
      return false
    }
    let event = batch.events[batch.events.count - 1]
    tally.count(event.container, event.form == .json ? .json : .bracket)
    return true
  }

  /// Skips a line that is no text, and counts it if it looked like an event: its original bytes are
  /// unknown, so they prove nothing.
  mutating func skipNoText(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, tally: inout ScanTally
  ) {
    var (aside, events) = (ScanTally(), EventBatch())
    readLine(chunk, range, line: line, into: &events, tally: &aside)
    if !events.events.isEmpty { tally.noText &+= 1 }
  }

  /// Reads a line that is a record of its own, and learns its form.
  private mutating func readPlainLine(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, into batch: inout EventBatch,
    tally: inout ScanTally
  ) {
    let known = batch.events.count
    readLine(chunk, range, line: line, into: &batch, tally: &tally)
    if mayRemember, batch.events.count == known + 1, !batch.events[known].isCut {
      memory.learn(chunk, range, grammar: grammar, batch: &batch)
    }
  }

  /// Whether a line marks its record as one that counts lost messages.
  private func isLoss(_ chunk: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let (needle, key) = (Self.lossNeedle, Self.typeKey)
    guard let value = chunk.firstRange(of: needle.span, in: range) else { return false }
    return chunk.firstRange(of: key.span, in: range.lowerBound..<value.lowerBound) != nil
  }

  /// The start of the lines at a chunk's end that the next chunk may continue.
  func openTail(of chunk: Span<UInt8>, isFileStart: Bool) -> Int {
    guard chunk.count > 0 else { return 0 }
    let start = chunk.lineStart(before: chunk.count - 1, floor: 0)
    let first = chunk.skipBlanks(at: start)
    let content = chunk.trimmedLine(first..<chunk.count)
    if chunk.peek(first) == UInt8(ascii: "\"") || chunk.peek(first) == UInt8(ascii: "{")
      || chunk.peek(first) == UInt8(ascii: "}") || chunk.peek(first) == UInt8(ascii: "]")
      || chunk.peek(first) == UInt8(ascii: "["), !content.isEmpty
    {
      if first > start,
        let record = PrettyRecord(chunk, around: start, floor: 0, isFileStart: isFileStart),
        record.end(in: chunk, isWhole: false) == nil
      {
        return record.start
      }
      let last = content.upperBound - 1
      if content.count <= 4, chunk[last] == UInt8(ascii: "{") { return last }
    }
    if let part = firstPart(of: start, in: chunk) { return part }
    if hasLongHeads || chunk.peek(start) == UInt8(ascii: "["),
      let place = LongHeadPlace(above: chunk.count, in: chunk)
    {
      return place.start
    }
    return chunk.count
  }

  // MARK: JSON over several lines

  private mutating func readPretty(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, floor: Int, isFileStart: Bool,
    isWhole: Bool, into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step {
    let next = min(range.upperBound + 1, chunk.count)
    guard
      let record = PrettyRecord(
        chunk, around: range.lowerBound, floor: floor, isFileStart: isFileStart)
    else { return .read(upTo: next) }
    guard let end = record.end(in: chunk, isWhole: isWhole) else {
      return .unfinished(from: record.start)
    }
    let text = chunk.extracting(record.start..<end.index)
    let known = batch.events.count
    var frame = LineFrame(line: line, range: record.start..<end.index, in: batch)
    frame.head.container = .jsonLines
    var outcome = Grammar.RecordOutcome.none
    if record.hasBrace, end.isClosed {
      outcome = grammar.readRecord(
        text, at: 0, base: 0, frame: frame, tag: Catalogue.noTag, place: .alone,
        record: &buffers.record, batch: &batch, tally: &tally)
    } else {
      outcome = readBroken(
        chunk, record, text, range, line: line, into: &batch, tally: &tally)
    }
    var family: LineFamily?
    switch outcome {
    case .event: family = .json
    case .message(var message):
      // The event belongs to the line of its message.
      let value = buffers.record.members[message.member].value
      let start = record.start + text.lineStart(before: value.lowerBound, floor: 0)
      let own = chunk.trimmedLine(start..<(record.start + value.upperBound))
      let first = line &- UInt64(chunk.count(of: Self.newline, in: record.start..<range.lowerBound))
      frame = LineFrame(
        line: first &+ UInt64(chunk.count(of: Self.newline, in: record.start..<start)), range: own,
        in: batch)
      if message.container == .osLogNDJSON { message.container = .logJSON }
      family = grammar.readMessage(
        of: message, in: text, inside: nil, depth: 0, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
    case .none:
      if record.hasBrace, end.isClosed {
        family = grammar.readForeign(
          text, text.indices, inside: nil, depth: 0, base: 0, frame: frame, buffers: &buffers,
          batch: &batch, tally: &tally)
      }
    }
    count(family, since: known, frame, in: &batch, tally: &tally)
    if case .none = outcome, family == nil { return .read(upTo: next) }
    return .read(upTo: max(end.index, next))
  }

  /// Reads a record whose brace stands behind a tag, `[DNP-TEST] {`; nil for any other line.
  private mutating func readOpened(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, floor: Int, isFileStart: Bool,
    isWhole: Bool, into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step? {
    let next = range.upperBound + 1
    guard
      let end = next < chunk.count
        ? chunk.firstIndex(of: Self.newline, in: next..<chunk.count) : nil
    else { return isWhole ? nil : .unfinished(from: range.lowerBound) }
    guard PrettyRecord.isMember(chunk, next..<end),
      let record = PrettyRecord(chunk, around: next, floor: floor, isFileStart: isFileStart)
    else { return nil }
    guard let end = record.end(in: chunk, isWhole: isWhole) else {
      return .unfinished(from: range.lowerBound)
    }
    guard record.hasBrace, end.isClosed else { return nil }
    let known = batch.events.count
    var frame = LineFrame(line: line, range: record.start..<end.index, in: batch)
    frame.head.container = .jsonLines
    let outcome = grammar.readRecord(
      chunk.extracting(record.start..<end.index), at: 0, base: 0, frame: frame,
      tag: Catalogue.noTag, place: .alone, record: &buffers.record, batch: &batch, tally: &tally)
    guard outcome == .event else { return nil }
    count(.json, since: known, frame, in: &batch, tally: &tally)
    return .read(upTo: end.index)
  }

  /// Reads the message, if it is whole, of a record that lacks its beginning or its end.
  private mutating func readBroken(
    _ chunk: Span<UInt8>, _ record: PrettyRecord, _ text: Span<UInt8>, _ range: Range<Int>,
    line: UInt64, into batch: inout EventBatch, tally: inout ScanTally
  ) -> Grammar.RecordOutcome {
    buffers.record.members.removeAll(keepingCapacity: true)
    let first = text.skipSpace(at: record.hasBrace ? 1 : 0)
    _ = JSONReader.members(text, at: first, into: &buffers.record.members)
    let known = KnownMembers(text, in: buffers.record.members)
    if let message = RecordMessage(text, known, in: buffers.record.members),
      buffers.record.members[message.member].kind == .string
    {
      return .message(message)
    }
    guard known.isOwn || known.hasOwnMessage(text, in: buffers.record.members) else {
      return .none
    }
    tally.malformedJSON &+= 1
    let own = chunk.trimmedLine(range)
    var frame = LineFrame(line: line, range: own, in: batch)
    frame.head.container = .jsonLines
    let draft = frame.draft(.json, tag: Catalogue.noTag, in: batch)
    let content = chunk.skipBlanks(at: own.lowerBound) - own.lowerBound
    grammar.addUnclassified(
      chunk.extracting(own), content..<own.count, draft: draft, base: 0, batch: &batch,
      tally: &tally)
    return .event
  }

  // MARK: Logcat's long format

  /// Reads the message below a head whose tag may hold the needle.
  private mutating func readLongMessage(
    _ chunk: Span<UInt8>, below head: LineHead, _ range: Range<Int>, line: UInt64, isWhole: Bool,
    into batch: inout EventBatch, tally: inout ScanTally
  ) -> Step {
    let start = range.upperBound + 1
    guard start < chunk.count else {
      return isWhole ? .read(upTo: chunk.count) : .unfinished(from: range.lowerBound)
    }
    let text = chunk.extracting(range)
    guard text.tagEnd(at: head.tagColumn.lowerBound) == head.tagColumn.upperBound else {
      return .read(upTo: start)
    }
    let end = chunk.firstIndex(of: Self.newline, in: start..<chunk.count) ?? chunk.count
    let both = chunk.trimmedLine(range.lowerBound..<min(end, range.lowerBound + Self.lineLimit))
    guard both.upperBound > start else { return .read(upTo: start) }
    var frame = LineFrame(line: line &+ 1, range: both, in: batch)
    frame.head = head
    frame.head.messageStart = start - range.lowerBound
    let known = batch.events.count
    let family = grammar.readMessage(
      chunk.extracting(both), base: 0, frame: frame, record: &buffers.record, batch: &batch,
      tally: &tally)
    count(family, since: known, frame, in: &batch, tally: &tally)
    return .read(upTo: min(end + 1, chunk.count))
  }
}

extension Span where Element == UInt8 {
  /// Whether a file begins in the middle of a record's member: the rest of a line, then members.
  fileprivate func isCutMember(_ range: Range<Int>) -> Bool {
    let line = trimmedLine(range)
    guard let last = line.last, self[last] == UInt8(ascii: ",") || self[last] == UInt8(ascii: "\"")
    else { return false }
    let next = range.upperBound + 1
    if peek(next) == UInt8(ascii: "}") { return true }
    guard peek(next) == UInt8(ascii: " ") else { return false }
    let end = firstIndex(of: 0x0A, in: next..<count) ?? count
    return PrettyRecord.isMember(self, next..<end)
  }
}
