// Reads inputs whose lines do not stand in the order of their times.
extension EventScanner {
  /// The most bytes of lines that are put in order together; more are ordered part by part.
  package static let collectedLimit = 16 << 20
  /// The number of entries for one batch.
  private static let batchSize = 4096

  /// Whether lines wait to be read in order although the input has not ended.
  package var hasFullCollection: Bool { collected.size >= Self.collectedLimit }

  /// The bytes that events of collected lines refer to.
  package var collectedBytes: [UInt8] { collected.bytes }

  /// The earliest and the latest time in a document; lines are read for theirs.
  package var documentTimes: (first: LineTime, last: LineTime)? {
    (document.times ?? records.times).map {
      (
        LineTime(micros: $0.lowerBound, gaps: []), LineTime(micros: $0.upperBound, gaps: [])
      )
    }
  }

  /// Whether the first and the last line of an input come in the order of `logcli`.
  package func isNewestFirst(_ first: LineTime, _ last: LineTime) -> Bool {
    shape == .lokiLines && first.gaps == last.gaps && first.micros > last.micros
  }

  /// Whether a document lacks its end, and so perhaps whole streams.
  package var hasOpenDocument: Bool { document.isOpen || records.isOpen }

  mutating func collect(_ chunk: Span<UInt8>, firstLine: UInt64) {
    if shape == .lokiDocument {
      document.read(chunk, needles: needles, into: &collected)
      return
    }
    if shape == .records {
      let grammar = grammar
      records.read(chunk, needles: needles, into: &collected) { grammar.isOneRecord($0) }
      return
    }
    var position = 0
    var line = firstLine
    var skipped = 0
    while let hit = needles.next(in: chunk, from: position, newlines: &skipped) {
      let start = chunk.lineStart(before: hit.place, floor: position)
      line &+= UInt64(skipped)
      skipped = 0
      let end = chunk.firstIndex(of: Self.newline, in: hit.place..<chunk.count) ?? chunk.count
      let text = chunk.extracting(start..<min(end, start + Self.lineLimit))
      let time = LineTime(of: text)
      collected.add(
        text, line: line, time: time.flatMap { $0.gaps.isEmpty ? $0.micros : nil }, container: nil)
      position = min(end + 1, chunk.count)
      line &+= 1
    }
  }

  /// How many lines begin in a chunk, which may begin and end inside one.
  mutating func linesBegun(in chunk: Span<UInt8>) -> Int64 {
    guard chunk.count > 0 else { return 0 }
    var lines = chunk.count(of: Self.newline, in: chunk.indices) + (isInsideLine ? 0 : 1)
    isInsideLine = chunk[chunk.count - 1] != Self.newline
    if !isInsideLine { lines -= 1 }
    return Int64(lines)
  }

  /// Puts the collected lines in order; call it before they are read.
  ///
  /// - Parameter isAtEnd: Whether nothing follows them.
  package mutating func orderCollected(isAtEnd: Bool) {
    if isAtEnd { records.end(needles: needles, into: &collected) }
    if shape == .lokiLines || shape == .records { collected.turn(from: 0) }
    collected.sort()
  }

  /// Reads some of the collected lines, in order; false once there are none left.
  package mutating func readCollected(
    into batch: inout EventBatch, tally: inout ScanTally
  ) -> Bool {
    guard collected.position < collected.entries.count else { return false }
    // The bytes are taken out meanwhile, since they are lent while buffers are written.
    var bytes: [UInt8] = []
    swap(&bytes, &collected.bytes)
    defer { swap(&bytes, &collected.bytes) }
    let end = min(collected.entries.count, collected.position + Self.batchSize)
    for index in collected.position..<end {
      let entry = collected.entries[index]
      let range = entry.start..<(entry.start + entry.count)
      var outer: LineHead?
      if let container = entry.container {
        var head = LineHead()
        head.container = container
        head.time = entry.time
        head.quality = entry.hasTime ? .line : .none
        outer = head
      }
      readLine(
        bytes.span, range, line: entry.line, inside: outer, into: &batch, tally: &tally)
    }
    collected.position = end
    return true
  }

  /// Frees the lines that were read.
  package mutating func dropCollected() {
    collected.removeAll()
  }
}
