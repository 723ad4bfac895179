/// Finds the events in chunks of whole lines.
///
/// Lines without one of a few fixed texts are never split: a search over the whole chunk finds the
/// others, and only their heads and messages are read. What is found does not depend on how the
/// input is cut into chunks.
package struct EventScanner: Sendable {
  private let grammar: Grammar
  private let needles: NeedleSearch
  private var buffers = LineBuffers()
  private var cleaned: [UInt8] = []

  /// Longer lines are read up to here only.
  package static let lineLimit = 1 << 20
  private static let newline: UInt8 = 0x0A

  package init(catalogue: Catalogue) {
    grammar = Grammar(catalogue: catalogue)
    needles = NeedleSearch(Self.needles(of: catalogue))
  }

  /// Appends the events of a chunk to the batch; the chunk begins at a line's start.
  ///
  /// - Parameter firstLine: The one-based number of the chunk's first line in its input.
  package mutating func scan(
    _ chunk: Span<UInt8>, firstLine: UInt64, into batch: inout EventBatch,
    tally: inout ScanTally
  ) {
    var position = 0
    var line = firstLine
    while let hit = needles.next(in: chunk, from: position) {
      let skipped = chunk.count(of: Self.newline, in: position..<hit)
      var start = position
      if skipped > 0, let last = chunk.lastIndex(of: Self.newline, in: position..<hit) {
        start = last + 1
      }
      line &+= UInt64(skipped)
      let end = chunk.firstIndex(of: Self.newline, in: hit..<chunk.count) ?? chunk.count
      readLine(chunk, start..<end, line: line, into: &batch, tally: &tally)
      position = min(end + 1, chunk.count)
      line &+= 1
    }
    line &+= UInt64(chunk.count(of: Self.newline, in: position..<chunk.count))
    // A last line without a newline was not counted, unless it was read above.
    let isOpen = chunk.count > position && chunk[chunk.count - 1] != Self.newline
    tally.lines &+= Int64(clamping: line &- firstLine) &+ (isOpen ? 1 : 0)
  }

  private mutating func readLine(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, into batch: inout EventBatch,
    tally: inout ScanTally
  ) {
    var end = min(range.upperBound, range.lowerBound + Self.lineLimit)
    while end > range.lowerBound, chunk[end - 1] == 0x0D { end -= 1 }
    let text = chunk.extracting(range.lowerBound..<end)
    let frame = LineFrame(
      head: LineHead(), line: line, textStart: UInt32(clamping: range.lowerBound),
      textLength: UInt32(clamping: text.count), scratchStart: UInt32(clamping: batch.scratch.count))
    let known = batch.events.count
    let family: LineFamily?
    if text.firstIndex(of: TerminalEscapes.escape, in: text.indices) != nil {
      // Taken out of the scanner meanwhile, since its bytes are lent while buffers are written.
      var clean: [UInt8] = []
      swap(&clean, &cleaned)
      clean.removeAll(keepingCapacity: true)
      TerminalEscapes.strip(text, into: &clean)
      let base = frame.scratchBase + batch.scratch.count
      batch.scratch.append(contentsOf: clean)
      family = grammar.readLine(
        clean.span.withoutPadding, base: base, frame: frame, buffers: &buffers, batch: &batch,
        tally: &tally)
      swap(&clean, &cleaned)
    } else {
      family = grammar.readLine(
        text.withoutPadding, base: 0, frame: frame, buffers: &buffers, batch: &batch,
        tally: &tally)
    }
    if let family, batch.events.count > known {
      tally.count(batch.events[known].container, family)
    } else {
      batch.scratch.removeLast(batch.scratch.count - Int(frame.scratchStart))
    }
  }
}
