internal import LogReading

/// One of several inputs that are read side by side: its next events, and when they were.
final class MergeSource {
  private(set) var file: LogAnalyser.File
  /// Events that were not taken yet, and the bytes that they point into.
  private(set) var batch = EventBatch()
  private(set) var bytes: [UInt8] = []
  private var position = 0
  /// The time of the next event, or of the last before it that has one.
  private(set) var time = Int64.min
  /// Nothing more comes.
  private(set) var isDone = false

  private let set: InputSet
  private var nextMember = 0
  private var reader: ChunkReader?
  private var unread = 0
  private var tail = LogTail()
  private var scanner: EventScanner
  private(set) var clock: ClockResolver
  /// The time of the next event in UTC, if it has one.
  private var resolved: Int64?
  private var isCollecting = false

  init(_ set: InputSet, scanner: EventScanner, clock: ClockResolver) {
    self.set = set
    self.scanner = scanner
    self.clock = clock
    reader = nil
    file = LogAnalyser.File()
  }

  var next: Event { batch.events[position] }
  /// What the input is called in reports.
  var name: String { self.set.members.first?.name ?? "" }

  // MARK: Times

  /// An instant with a full date among the events at hand: of a line, or of a field.
  var fullDate: Int64? {
    for event in batch.events {
      if event.timeQuality != .none, !event.timeGaps.contains(.year) { return event.time }
      let fields = Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount))
      for field in batch.fields[fields] where field.type == .instant && field.state == .value {
        return field.value
      }
    }
    return nil
  }

  /// Takes the year of an instant that another input names.
  func inferYear(from instant: Int64) {
    let yearless = batch.events.first { $0.timeQuality != .none && $0.timeGaps.contains(.year) }
    guard clock.needsYear, let yearless else { return }
    clock.inferYear(from: instant, near: yearless.time)
  }

  /// Takes the offset that an id among the events at hand shows, for lines without a zone.
  func inferOffset(_ known: KnownEvents) {
    guard clock.needsOffset else { return }
    for event in batch.events
    where event.timeQuality != .none && event.timeGaps.contains(.zone)
      && event.container.isAndroid && known.isShowing(event.kind)
    {
      guard let instant = idInstant(of: event),
        let offset = ClockResolver.offset(
          ofLocal: event.time, isYearless: event.timeGaps.contains(.year), at: instant)
      else { continue }
      clock.inferOffset(offset)
      return
    }
  }

  private func idInstant(of event: Event) -> Int64? {
    let fields = Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount))
    for field in batch.fields[fields] where field.type == .string && field.state == .value {
      let end = Int(field.start) + Int(field.length)
      guard end <= Int(event.textLength) else { continue }
      let start = Int(event.textStart)
      if let found = bytes.span.idInstant(in: (start + Int(field.start))..<(start + end)) {
        return found.micros
      }
    }
    return nil
  }

  /// Reads the time of the next event.
  ///
  /// A step back of more than a second is the clock's: what follows it comes as early as it says.
  func readTime() {
    resolved = nil
    guard !isDone, position < batch.events.count, next.timeQuality != .none else { return }
    let found = clock.resolve(next.time, gaps: next.timeGaps)
    resolved = found
    time = found < time &- 1_000_000 && time != .min ? found : max(time, found)
  }

  // MARK: Events

  /// Gives the next event to an analyser, and finds the one behind it.
  func takeNext(for analyser: LogAnalyser, isStopped: () -> Bool) {
    var event = next
    if let resolved {
      // Each input has a clock of its own.
      event.time = resolved
      event.timeGaps = []
    }
    analyser.take(event, of: batch, bytes.span, in: &file)
    position += 1
    advance(for: analyser, isStopped: isStopped)
    readTime()
  }

  /// Reads on until there is an event, or nothing more.
  func advance(for analyser: LogAnalyser, isStopped: () -> Bool) {
    while !isDone, position >= batch.events.count {
      batch.removeAll()
      position = 0
      if isStopped() {
        analyser.wasInterrupted = true
        isDone = true
      } else if isCollecting {
        readCollected(for: analyser)
      } else {
        do throws(InputError) {
          try read(for: analyser)
        } catch {
          analyser.problems.append(error)
          reader = nil
        }
      }
    }
  }

  private func read(for analyser: LogAnalyser) throws(InputError) {
    guard var open = reader.take() else { return try openNext(for: analyser) }
    if try scan(&open, for: analyser) {
      reader = consume open
      isCollecting = scanner.hasFullCollection
      if isCollecting {
        analyser.ordersByParts = true
        scanner.orderCollected()
      }
      return
    }
    report = open.report
    if analyser.options.stop?.isRequested == true { analyser.wasInterrupted = true }
    try analyser.checkContent(report, of: set.members[nextMember - 1])
    scanner.orderCollected()
    isCollecting = true
  }

  private var report = ReadReport()

  private func openNext(for analyser: LogAnalyser) throws(InputError) {
    guard nextMember < set.members.count, !analyser.wasInterrupted else {
      isDone = true
      return
    }
    let member = set.members[nextMember]
    nextMember += 1
    reader = try ChunkReader(
      member, shape: analyser.options.container?.shape, stop: analyser.options.stop)
    file = analyser.begin(member.name)
    tail = LogTail()
    unread = 0
  }

  /// Reads a chunk; false at the end of the file.
  private func scan(
    _ reader: inout ChunkReader, for analyser: LogAnalyser
  ) throws(InputError) -> Bool {
    guard let chunk = try reader.next(keeping: unread) else { return false }
    if !file.hasChunk {
      scanner.begin(chunk.shape)
      file.hasChunk = true
      file.firstTime = LogAnalyser.firstTime(in: chunk.bytes)
      analyser.sources.readPreamble(chunk.bytes)
    }
    // A cut line is not read as if its last value were whole.
    let end =
      chunk.isCut
      ? (chunk.bytes.lastIndex(of: 0x0A, in: chunk.bytes.indices) ?? -1) + 1 : chunk.bytes.count
    let before = file.tally.lines
    let used = scanner.scan(
      chunk.bytes.extracting(0..<end), firstLine: file.nextLine, isWhole: chunk.isWhole,
      into: &batch, tally: &file.tally)
    file.nextLine += UInt64(clamping: file.tally.lines - before)
    tail.append(chunk.bytes.extracting(0..<used))
    unread = chunk.bytes.count - used
    // The chunk is lent; its bytes are needed only if there is an event in it.
    if !batch.events.isEmpty { bytes = chunk.bytes.copied() }
    return true
  }

  /// Reads lines that had to be brought into order; behind the last of them the file may end.
  private func readCollected(for analyser: LogAnalyser) {
    if scanner.readCollected(into: &batch, tally: &file.tally) {
      bytes = scanner.collectedBytes
      return
    }
    scanner.dropCollected()
    isCollecting = false
    guard reader == nil else { return }
    analyser.end(file, report, tail, scanner)
    if time != .min { analyser.resolveLastLineTimes { clock.time($0, near: time) } }
  }
}
