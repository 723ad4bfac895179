/// What the events of one line share.
struct LineFrame {
  var head: LineHead
  var line: UInt64
  var textStart: UInt32
  var textLength: UInt32
  var scratchStart: UInt32
  /// The line repeats the head of the one before it, so its message may be a part of that one.
  var isContinuation = false

  func draft(_ form: EventForm, tag: UInt8, in batch: EventBatch) -> EventDraft {
    var event = Event(kind: EventKind(rawValue: 0), form: form, container: head.container)
    event.timeQuality = head.quality
    event.timeGaps = head.gaps
    event.time = head.time
    event.level = head.level
    event.pid = head.pid
    event.tag = tag
    event.line = line
    event.textStart = textStart
    event.textLength = textLength
    event.scratchStart = scratchStart
    return EventDraft(event, in: batch)
  }

  /// What to add to an index in the scratch bytes to count from the event's own text.
  var scratchBase: Int { Int(textLength) - Int(scratchStart) }

  /// Takes the time of a JSON record for a line whose head has none.
  mutating func takeTime(_ text: Span<UInt8>, in range: Range<Int>, quality: TimeQuality) {
    guard head.quality == .none else { return }
    if let reading = text.extracting(0..<range.upperBound).isoTime(at: range.lowerBound),
      reading.end == range.upperBound
    {
      head.time = reading.micros
      head.gaps = reading.gaps
      head.quality = quality
    } else if range.count == 10 || range.count == 13, let epoch = text.integer(in: range),
      epoch >= 0
    {
      head.time = epoch * (range.count == 10 ? CivilTime.microsPerSecond : 1000)
      head.quality = quality
    }
  }
}

/// Buffers that the reading of a record reuses from line to line.
struct RecordBuffers: Sendable {
  var members: [JSONMember] = []
  var inner: [JSONMember] = []
  var reasons: [JSONMember] = []
  var decoded: [UInt8] = []
}

/// Buffers that the reading of a line reuses.
struct LineBuffers: Sendable {
  /// The text of a unified-log record.
  var message: [UInt8] = []
  var record = RecordBuffers()
  var repeated = RepeatedHead()
}
