internal import RuleLanguage

/// The properties that the events of one line share.
struct LineFrame {
  var head: LineHead
  var line: UInt64
  var textStart: UInt32
  var textLength: UInt32
  var scratchStart: UInt32
  /// See `Event.messageStart`.
  private var messageStart: UInt32 = 0
  private var messageLength: UInt32 = 0
  /// Whether the line repeats the head of the one before it, and so may continue its message.
  var isContinuation = false
  /// Whether another record encloses the one at hand, as an object.
  var isEnclosed = false
  /// See `Event.quartersAhead`.
  private var quartersAhead: Int8?

  /// A frame whose head is still to be read.
  init(line: UInt64, range: Range<Int>, in batch: EventBatch) {
    head = LineHead()
    self.line = line
    textStart = UInt32(clamping: range.lowerBound)
    textLength = UInt32(clamping: range.count)
    scratchStart = UInt32(clamping: batch.scratch.count)
  }

  func draft(_ form: EventForm, tag: UInt8, in batch: EventBatch) -> EventDraft {
    var event = Event(kind: EventKind(rawValue: 0), form: form, container: head.container)
    event.timeQuality = head.quality
    event.timeGaps = head.gaps
    event.time = head.time
    event.level = head.level
    event.pid = head.pid
    event.quartersAhead = quartersAhead
    event.tag = tag
    event.line = line
    event.textStart = textStart
    event.textLength = textLength
    event.scratchStart = scratchStart
    event.messageStart = messageStart
    event.messageLength = messageLength
    return EventDraft(event, in: batch)
  }

  /// Notes the indices of a message that another line, or a record, carries, in the event's text.
  mutating func carry(_ message: Range<Int>) {
    messageStart = UInt32(clamping: message.lowerBound)
    messageLength = UInt32(clamping: message.count)
  }

  var isCarried: Bool { messageLength > 0 }

  /// The offset from an index in the scratch bytes to one in the event's own text.
  var scratchBase: Int { Int(textLength) - Int(scratchStart) }

  /// Takes the time of a JSON record for a line whose head has none, or only a collector's; for any
  /// other, the year and the zone that its head leaves out.
  mutating func takeTime(_ text: Span<UInt8>, in range: Range<Int>) {
    let hasOwnTime = head.quality != .none && !head.container.isCollector
    guard !hasOwnTime || !head.gaps.isEmpty, let reading = text.recordTime(in: range) else {
      return
    }
    if hasOwnTime {
      if reading.gaps.isEmpty { takeGaps(from: reading.micros) }
      return
    }
    head.time = reading.micros
    head.gaps = reading.gaps
    head.quality = max(head.quality, .json)
  }

  private mutating func takeGaps(from instant: Int64) {
    guard
      let ahead = ZoneOffset.of(
        local: head.time, isYearless: head.gaps.contains(.year), at: instant)
    else { return }
    if head.gaps.contains(.zone) { quartersAhead = Int8(ahead / ZoneOffset.quarter) }
    if head.gaps.contains(.year) {
      head.time = YearlessTime.moving(head.time, near: instant)
      head.gaps.remove(.year)
    }
  }
}

/// The buffers that the reading of a record reuses from line to line.
struct RecordBuffers: Sendable {
  var members: [JSONMember] = []
  var inner: [JSONMember] = []
  var reasons: [JSONMember] = []
  var decoded: [UInt8] = []
}

/// The buffers that the reading of a line reuses.
struct LineBuffers: Sendable {
  /// The texts of records, by their nesting depth.
  var messages: [[UInt8]] = Array(repeating: [], count: Grammar.recordDepth)
  /// The line without the escapes of its container.
  var escaped: [UInt8] = []
  var record = RecordBuffers()
  var repeated = RepeatedHead()
}
