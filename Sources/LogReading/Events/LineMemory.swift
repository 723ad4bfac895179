internal import RuleLanguage

/// A memory of the forms of lines, by which further lines of a form are read.
///
/// Programs write few forms of lines. The readers of heads, shapes and JSON read the first line of
/// a form; then its texts are kept, and a line with the same texts whose values end where they must
/// gives the event that they would. Any other line is left to them, so an unknown form costs only
/// time. A line of the dense corpus takes 2,010 instructions instead of 5,750, one of the json
/// corpus 2,080 instead of 6,700.
struct LineMemory: Sendable {
  /// The bytes that must follow a line: words of eight bytes are read beyond its end.
  private static let slack = 64
  private static let shortest = 48
  private static let longest = 2048
  private static let headLimit = 8
  private static let headSize = 128
  /// The budget for forms tried in vain, which cost time and are paid with lines that were read.
  private static let patience = 512
  private static let linesPerTry = 16

  private var clock = UsualClock()
  private var lines = LearnedLines()
  private var heads: [LearnedHead] = []
  /// The bytes of each head, in slots of equal size.
  private var headTexts: [UInt8] = []
  private var lastHead = 0
  private var nextHead = 0
  private(set) var hits = 0
  private var tries = 0

  /// Adds the event of a line of a known form; false, and nothing done, for any other.
  mutating func read(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, into batch: inout EventBatch
  ) -> Bool {
    guard !lines.isEmpty, let end = Self.end(of: range, in: chunk) else { return false }
    let start = range.lowerBound
    var event = Event(kind: EventKind(rawValue: 0), form: .text, container: .bare)
    let scratchStart = batch.scratch.count
    let firstField = batch.fields.count
    if chunk[start] == UInt8(ascii: "{") {
      guard
        lines.read(
          chunk, start..<end, lineStart: start, key: start + Self.recordKey, clock: &clock,
          into: &event, batch: &batch)
      else { return false }
    } else {
      guard let (local, timeEnd) = clock.read(chunk, at: start),
        let number = head(chunk, at: timeEnd, separator: chunk[start + 10])
      else { return false }
      let known = heads[number]
      let message = timeEnd + known.count
      guard
        lines.read(
          chunk, message..<end, lineStart: start, key: message + Self.messageKey, clock: &clock,
          into: &event, batch: &batch)
      else { return false }
      event.container = known.container
      event.timeQuality = .line
      event.timeGaps = known.gaps
      event.level = known.level
      event.pid = known.pid
      event.time = local - known.zone
    }
    event.line = line
    event.textStart = UInt32(clamping: start)
    event.textLength = UInt32(clamping: end - start)
    event.firstField = UInt32(clamping: firstField)
    event.fieldCount = UInt16(clamping: batch.fields.count - firstField)
    event.scratchStart = UInt32(clamping: scratchStart)
    event.scratchLength = UInt32(clamping: batch.scratch.count - scratchStart)
    batch.events.append(event)
    hits &+= 1
    return true
  }

  /// The index of the bytes that choose a form: in records behind `{"event":"`, in messages behind
  /// the beginning that all tags share.
  private static let recordKey = 10
  private static let messageKey = 5

  /// The end of a line that may be read, without carriage returns.
  @inline(__always)
  private static func end(of range: Range<Int>, in chunk: Span<UInt8>) -> Int? {
    guard chunk.count - range.upperBound >= slack, range.count >= shortest, range.count <= longest
    else { return nil }
    let first = chunk[range.lowerBound]
    if first == UInt8(ascii: "{") {
      // The lines below a message may be a part of it.
      if XcodeMetadata.mayBegin(chunk[range.upperBound + 1]) { return nil }
    } else if first &- 0x30 >= 10 {
      return nil
    } else if !ContinuedList.mayBeginHead(chunk[range.upperBound + 1]),
      ContinuedList.end(of: range, in: chunk, isWhole: false) != .none
    {
      return nil
    }
    var end = range.upperBound
    while end > range.lowerBound, chunk[end - 1] == 0x0D { end -= 1 }
    // Blanks and control bytes at the end are no part of the line.
    return end - range.lowerBound >= shortest && chunk[end - 1] > 0x20 ? end : nil
  }

  /// The head at an index, tried from the last one on.
  @inline(__always)
  private mutating func head(_ chunk: Span<UInt8>, at index: Int, separator: UInt8) -> Int? {
    if holds(lastHead, chunk, at: index, separator) { return lastHead }
    for number in heads.indices where holds(number, chunk, at: index, separator) {
      lastHead = number
      return number
    }
    return nil
  }

  @inline(__always)
  private func holds(_ number: Int, _ chunk: Span<UInt8>, at index: Int, _ separator: UInt8) -> Bool
  {
    guard number < heads.count, chunk.count - index >= Self.headSize + 8 else { return false }
    let count = heads[number].count
    return heads[number].separator == separator
      && chunk.load(at: index + count) & 0xFF_FFFF_FFFF == Self.tagStart
      && chunk.isSame(at: index, as: headTexts.span, at: number * Self.headSize, count: count)
  }

  /// `[DNP-` as a little-endian word.
  private static let tagStart: UInt64 = 0x2D_504E_445B

  // MARK: Learning

  /// Learns the form of a line that the readers have read, whose event is the last of the batch.
  mutating func learn(
    _ chunk: Span<UInt8>, _ range: Range<Int>, grammar: borrowing Grammar,
    batch: inout EventBatch
  ) {
    guard tries < Self.patience + hits / Self.linesPerTry, let event = batch.events.last,
      let end = Self.end(of: range, in: chunk), Int(event.textStart) == range.lowerBound,
      Int(event.textLength) == end - range.lowerBound
    else { return }
    tries += 1
    let start = range.lowerBound
    let text = chunk.extracting(start..<end)
    guard text.firstIndex(of: TerminalEscapes.escape, in: text.indices) == nil else { return }
    var message = 0
    if chunk[start] != UInt8(ascii: "{") {
      guard let found = learnHead(chunk, start..<end) else { return }
      message = found
    }
    // The head alone was new, if the form is known by now.
    if isRead(chunk, range, as: event, in: &batch) { return }
    let places =
      chunk[start] == UInt8(ascii: "{")
      ? grammar.places(ofRecord: text, kind: event.kind)
      : grammar.places(ofMessage: text, at: message, kind: event.kind)
    guard let places else { return }
    let key = chunk[start] == UInt8(ascii: "{") ? Self.recordKey : message + Self.messageKey
    let known = places.map {
      ValuePlace(
        range: ($0.range.lowerBound + start)..<($0.range.upperBound + start), kind: $0.kind,
        key: $0.key, isTime: $0.isTime, isLast: $0.isLast)
    }
    guard
      lines.add(
        known, chunk, (start + message)..<end, lineStart: start, key: start + key, event: event,
        batch: batch)
    else { return }
    // A form that does not give the event of its own line is dropped.
    if !isRead(chunk, range, as: event, in: &batch) { lines.removeLast() }
  }

  /// Whether the line gives the same event again, which is then removed.
  private mutating func isRead(
    _ chunk: Span<UInt8>, _ range: Range<Int>, as event: Event, in batch: inout EventBatch
  ) -> Bool {
    let (events, fields, scratch) = (
      batch.events.count, batch.fields.count, batch.scratch.count
    )
    guard read(chunk, range, line: event.line, into: &batch) else { return false }
    hits &-= 1
    let isSame = batch.isSame(events - 1, events)
    batch.events.removeLast(batch.events.count - events)
    batch.fields.removeLast(batch.fields.count - fields)
    batch.scratch.removeLast(batch.scratch.count - scratch)
    return isSame
  }

  /// Keeps the head of a line, if its own bytes tell it, and returns its length.
  private mutating func learnHead(_ chunk: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let text = chunk.extracting(range)
    guard let (local, end) = clock.read(chunk, at: range.lowerBound) else { return nil }
    let timeEnd = end - range.lowerBound
    let head = LineHead.read(text)
    let count = head.messageStart - timeEnd
    guard head.quality == .line, head.nextStart == 0, head.messageEnd == .max,
      head.tagColumn.isEmpty, head.escapes == .none, !head.isCarried,
      text.opensTag(at: head.messageStart),
      count >= 0, count < Self.headSize - 8,
      // The hour decides how far it moves a time.
      text.halfOfDay(at: timeEnd) == nil
    else { return nil }
    switch head.container {
    case .nslog, .logSyslog, .logCompact:
      // Other columns are looked for in the message behind a digit, or a letter and a slash.
      guard let name = text.skipName(at: timeEnd), text[name] &- 0x30 >= 10,
        text.peek(name + 1) != UInt8(ascii: "/")
      else { return nil }
    case .bareISO:
      // The head is a zone and a blank, without a program that carries the line.
      guard count <= 8 else { return nil }
    default: return nil
    }
    let learned = LearnedHead(
      container: head.container, gaps: head.gaps, level: head.level, pid: head.pid,
      zone: local - head.time, separator: text[10], count: count)
    if self.head(chunk, at: end, separator: learned.separator) != nil { return head.messageStart }
    if heads.isEmpty {
      headTexts = Array(repeating: 0, count: Self.headLimit * Self.headSize + 8)
    }
    if heads.count < Self.headLimit {
      nextHead = heads.count
      heads.append(learned)
    } else {
      nextHead = (nextHead + 1) % Self.headLimit
      heads[nextHead] = learned
    }
    for index in 0..<count {
      headTexts[nextHead * Self.headSize + index] = text[timeEnd + index]
    }
    lastHead = nextHead
    return head.messageStart
  }
}

extension EventBatch {
  /// Whether two events of one line are the same, with their fields and scratch bytes.
  func isSame(_ left: Int, _ right: Int) -> Bool {
    let (one, other) = (events[left], events[right])
    guard one.kind == other.kind, one.form == other.form, one.container == other.container,
      one.timeQuality == other.timeQuality, one.timeGaps == other.timeGaps,
      one.level == other.level, one.tag == other.tag, one.isAmbiguous == other.isAmbiguous,
      one.namesProcess == other.namesProcess,
      one.isPrescribed == other.isPrescribed, one.recordTime == other.recordTime,
      one.pid == other.pid, one.time == other.time || one.timeQuality == .none,
      one.textLength == other.textLength, one.fieldCount == other.fieldCount,
      one.messageStart == other.messageStart, one.messageLength == other.messageLength,
      one.scratchLength == other.scratchLength
    else { return false }
    for index in 0..<Int(one.fieldCount) {
      let mine = fields[Int(one.firstField) + index]
      let its = fields[Int(other.firstField) + index]
      guard mine.name == its.name, mine.state == its.state, mine.type == its.type,
        mine.value == its.value, mine.start == its.start, mine.length == its.length
      else { return false }
    }
    for index in 0..<Int(one.scratchLength)
    where scratch[Int(one.scratchStart) + index] != scratch[Int(other.scratchStart) + index] {
      return false
    }
    return true
  }
}

extension Span where Element == UInt8 {
  /// The index of a name behind a time: after its zone and blanks.
  fileprivate func skipName(at index: Int) -> Int? {
    let name = skipBlanks(at: zone(at: index)?.end ?? index)
    return name < count ? name : nil
  }
}
