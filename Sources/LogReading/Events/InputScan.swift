/// A scan of one input, chunk by chunk, which keeps the facts about it beside its events.
package struct InputScan: Sendable {
  private var scanner: EventScanner
  private var nextLine: UInt64 = 1
  private var tally = ScanTally()
  private var unread = UnreadValues()
  private var tail = LogTail()
  private var firstTime: LineTime?
  private var heads = HeadCensus()
  /// Whether a chunk was read.
  package private(set) var hasBegun = false

  /// - Parameter scanner: A scanner that has read nothing yet.
  package init(_ scanner: EventScanner) { self.scanner = scanner }

  /// Finds the events of a chunk of whole lines and returns how much of it was read.
  ///
  /// - Parameters:
  ///   - shape: The shape told by the first bytes of the input; it counts for the first chunk.
  ///   - isWhole: Whether nothing can follow the chunk that would belong to its last lines.
  package mutating func read(
    _ chunk: Span<UInt8>, shape: LogShape, isWhole: Bool, into batch: inout EventBatch
  ) -> Int {
    let isFirst = !hasBegun
    if isFirst {
      hasBegun = true
      scanner.begin(shape)
    }
    let before = tally.lines
    batch.unread = UnreadValues()
    defer { unread.add(batch.unread) }
    let used = scanner.scan(
      chunk, firstLine: nextLine, isWhole: isWhole, into: &batch, tally: &tally)
    nextLine += UInt64(clamping: tally.lines - before)
    tail.append(chunk.extracting(0..<used))
    // What is collected comes in chunks that are cut anywhere.
    if heads.isOpen, isFirst || !shape.isCollected { look(at: chunk.extracting(0..<used)) }
    return used
  }

  package func write(to state: borrowing RunStateWriter) {
    scanner.write(to: state)
    state.put(nextLine)
    state.put(tally)
    state.put(unread)
    state.put(tail)
    state.put(firstTime)
    state.put(heads)
    state.put(hasBegun)
  }

  /// Goes on with a scan that was written down.
  ///
  /// - Parameter scanner: A scanner that has read nothing yet.
  package init(
    from state: borrowing RunStateReader, _ scanner: EventScanner
  ) throws(StateDamage) {
    self.init(scanner)
    try self.scanner.goOn(from: state)
    nextLine = try state.take()
    tally = try state.take()
    unread = try state.take()
    tail = try state.take()
    firstTime = try state.take()
    heads = try state.take()
    hasBegun = try state.take()
    try state.require(
      nextLine <= StateLimits.most && StateLimits.isCount(tally.lines) && heads.lines >= 0)
  }

  /// Looks at the first lines, in whatever chunks they come.
  private mutating func look(at lines: Span<UInt8>) {
    var start = 0
    while start < lines.count, heads.isOpen {
      let end = lines.firstIndex(of: 0x0A, in: start..<lines.count) ?? lines.count
      let line = lines.extracting(start..<end)
      heads.count(line)
      if firstTime == nil { firstTime = LineTime(of: line) }
      start = end + 1
    }
  }

  // MARK: Lines that are brought into order first

  /// Whether lines wait to be read in order although the input has not ended.
  package var hasFullCollection: Bool { scanner.hasFullCollection }

  /// Puts the waiting lines in order; call it before they are read.
  package mutating func order(isAtEnd: Bool) { scanner.orderCollected(isAtEnd: isAtEnd) }

  /// Finds the events of some of the ordered lines; nil once all were read.
  /// - Returns: The bytes that the events refer to.
  package mutating func readOrdered(into batch: inout EventBatch) -> [UInt8]? {
    batch.unread = UnreadValues()
    defer { unread.add(batch.unread) }
    guard scanner.readCollected(into: &batch, tally: &tally) else {
      scanner.dropCollected()
      return nil
    }
    return scanner.collectedBytes
  }

  // MARK: The end

  /// The facts known at the end of the input.
  package func ending(_ report: ReadReport) -> InputEnding {
    var (first, last) = (firstTime, tail.lastTime())
    if let times = scanner.documentTimes { (first, last) = times }
    if let early = first, let late = last, scanner.isNewestFirst(early, late) {
      (first, last) = (late, early)
    }
    return InputEnding(
      report: report, tally: tally, lossNotes: scanner.lossNotes,
      zoneName: scanner.zoneName, dumps: scanner.dumps.kept, unread: unread, firstTime: first,
      lastTime: last, heads: heads,
      hasOpenDocument: scanner.hasOpenDocument)
  }
}

/// The facts about an input that was read to its end.
package struct InputEnding: Sendable {
  package var report: ReadReport
  package var tally: ScanTally
  /// The input's own notes of lines that it lost.
  package var lossNotes: LossNotes
  /// The zone of the device, as a bug report names it.
  package var zoneName: String?
  /// The parts of a bug report that tell the device's state.
  package var dumps: [DumpSection]
  /// The values of its events that could not be read.
  package var unread: UnreadValues
  /// The times of the first and the last line that has one, of any program.
  package var firstTime: LineTime?
  package var lastTime: LineTime?
  /// The containers of its first lines.
  package var heads: HeadCensus
  /// Whether a document lacks its end, and so perhaps whole streams.
  package var hasOpenDocument: Bool
}
