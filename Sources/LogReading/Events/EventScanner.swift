package import RuleLanguage

/// A scanner that finds the events in chunks of whole lines.
///
/// Lines without one of a few fixed texts are never split: a search over the whole chunk finds the
/// others, and only their heads and messages are read. The events do not depend on how the input is
/// cut into chunks: a record over several lines that a chunk may not hold whole is left for the
/// next one.
package struct EventScanner: Sendable {
  var grammar: Grammar
  private(set) var needles: NeedleSearch
  /// The input's own notes of lines that it lost.
  private(set) var lossNotes = LossNotes()
  /// The zone that a bug report names.
  private(set) var zoneName: String?
  /// What a bug report says of the device's state.
  private(set) var dumps = DumpSections()
  private let needleTexts: [[UInt8]]
  private(set) var shape = LogShape.lines
  var collected = CollectedLines()
  var document = LokiDocument()
  var records = RecordDocument()
  /// Whether the collected chunk before ended in the middle of a line.
  var isInsideLine = false
  var buffers = LineBuffers()
  private var cleaned: [UInt8] = []
  var joined: [UInt8] = []
  /// Whether a head of logcat's long format was seen in this input.
  var hasLongHeads = false
  var memory = LineMemory()
  /// The number of lines that were read like others of their form.
  package var rememberedLines: Int { memory.hits }

  /// The most bytes that are read of a line or a record.
  package static let lineLimit = 1 << 20
  static let newline: UInt8 = 0x0A

  /// The only container to read lines as; nil where each line shows its own.
  package var container: Container? {
    get { grammar.only }
    set { grammar.only = newValue }
  }

  package init(catalogue: Catalogue) {
    grammar = Grammar(catalogue: catalogue)
    needleTexts = Self.needles(of: catalogue)
    needles = NeedleSearch(needleTexts)
  }

  /// Begins a new input, of the shape that its first bytes show.
  package mutating func begin(_ shape: LogShape) {
    let old = Self.needles(of: self.shape)
    self.shape = shape
    hasLongHeads = shape == .longLines
    document = LokiDocument()
    records = RecordDocument()
    isInsideLine = false
    lossNotes = LossNotes()
    zoneName = nil
    dumps = DumpSections()
    let own = Self.needles(of: shape)
    if own != old { needles = NeedleSearch(needleTexts + own) }
  }

  /// The outcome of reading the lines around a needle.
  enum Step {
    /// The lines up to this index were read.
    case read(upTo: Int)
    /// The record that begins at this index does not end with the chunk.
    case unfinished(from: Int)
  }

  /// Appends the events of a chunk to the batch; the chunk begins at a line's start, or where the
  /// scan of the chunk before it ended.
  ///
  /// - Parameters:
  ///   - firstLine: The one-based number of the chunk's first line in its input.
  ///   - isWhole: Whether nothing can follow the chunk that would belong to its last lines.
  /// - Returns: How many bytes were read. The rest must begin the next chunk.
  @discardableResult
  package mutating func scan(
    _ chunk: Span<UInt8>, firstLine: UInt64, isWhole: Bool = true, into batch: inout EventBatch,
    tally: inout ScanTally
  ) -> Int {
    if shape.isCollected {
      collect(chunk, firstLine: firstLine)
      tally.lines &+= linesBegun(in: chunk)
      return chunk.count
    }
    var used = isWhole ? chunk.count : openTail(of: chunk, isFileStart: firstLine == 1)
    var position = 0
    var line = firstLine
    // The last needle and its column. Lines of one program have their tags in one column: the
    // search and the counting of newlines took 3,600 instructions a line of the dense corpus;
    // looking in that column first takes 150.
    var needle = 0
    var column = -1
    while true {
      let text = chunk.extracting(0..<used)
      var hit = position + column
      var start = position
      var skipped = 0
      if !needles.holds(needle, in: text, atColumn: column, ofLineAt: position) {
        guard let found = needles.next(in: text, from: position, newlines: &skipped) else {
          line &+= UInt64(skipped)
          position = used
          break
        }
        hit = found.place
        if skipped > 0 { start = chunk.lineStart(before: hit, floor: position) }
        (needle, column) = (found.needle, hit - start)
      }
      let end = chunk.firstIndex(of: Self.newline, in: hit..<chunk.count) ?? chunk.count
      let number = line &+ UInt64(skipped)
      let known = batch.events.count
      if !chunk.isText(in: start..<end) {
        skipNoText(chunk, start..<end, line: number, tally: &tally)
        let next = min(end + 1, used)
        line &+= UInt64(chunk.count(of: Self.newline, in: position..<next))
        position = next
        continue
      }
      let isKnown = remembers(chunk, start..<end, line: number, into: &batch, tally: &tally)
      let step =
        isKnown
        ? Step.read(upTo: min(end + 1, chunk.count))
        : readHit(
          chunk, start..<end, line: number, floor: position, isFileStart: firstLine == 1,
          isWhole: isWhole, into: &batch, tally: &tally)
      guard case .read(let index) = step else {
        if case .unfinished(let index) = step { used = min(used, max(index, position)) }
        break
      }
      if batch.events.count == known {
        lossNotes.read(chunk.extracting(start..<end))
        zoneName = zoneName ?? BugreportClock.zoneName(of: chunk.extracting(start..<end))
        dumps.meet(chunk, start..<end, number: number)
      }
      let next = min(max(index, hit + 1), used)
      // Nearly always only this line was read.
      let isOneLine = next == end + 1
      line &+= UInt64(
        isOneLine ? skipped + 1 : chunk.count(of: Self.newline, in: position..<next))
      position = next
    }
    line &+= UInt64(chunk.count(of: Self.newline, in: position..<used))
    dumps.endChunk(chunk, at: used)
    // A last line without a newline counts too.
    let isOpen = used == chunk.count && used > 0 && chunk[used - 1] != Self.newline
    tally.lines &+= Int64(clamping: line &- firstLine) &+ (isOpen ? 1 : 0)
    if isWhole {
      // A line that ends with its closing bracket is whole, even without a newline.
      let mayBeCut = isOpen && !Self.closesBracket(chunk, upTo: used)
      Self.markCut(ofLine: isOpen ? line : line &- 1, mayBeCut, in: &batch)
    }
    return used
  }

  /// Whether a line ends with the bracket that closes its fields or its document, and not with one
  /// inside a value: that bracket's opener is behind a blank, and nothing is left open.
  private static func closesBracket(_ chunk: Span<UInt8>, upTo end: Int) -> Bool {
    let close = chunk[end - 1]
    let open: UInt8
    switch close {
    case UInt8(ascii: ")"): open = UInt8(ascii: "(")
    case UInt8(ascii: "]"): open = UInt8(ascii: "[")
    case UInt8(ascii: "}"): open = UInt8(ascii: "{")
    default: return false
    }
    var depth = 0
    var index = end - 1
    var isOfFields: Bool?
    while index >= 0, chunk[index] != newline {
      if chunk[index] == close {
        depth += 1
      } else if chunk[index] == open {
        depth -= 1
        if depth < 0 { return false }
        if depth == 0, isOfFields == nil {
          isOfFields = index == 0 || chunk[index - 1] <= UInt8(ascii: " ")
        }
      }
      index -= 1
    }
    return depth > 0 || isOfFields ?? false
  }

  /// Marks the events of a last line that may lack its end.
  private static func markCut(ofLine line: UInt64, _ mayBeCut: Bool, in batch: inout EventBatch) {
    for index in batch.events.indices.reversed() {
      guard batch.events[index].line == line else { return }
      batch.events[index].isCut =
        batch.events[index].isCut || mayBeCut || batch.events[index].textLength >= lineLimit
    }
  }

  /// Reads a line as it is; `outer` is the head that another line gives to it.
  mutating func readLine(
    _ chunk: Span<UInt8>, _ range: Range<Int>, line: UInt64, inside outer: LineHead? = nil,
    into batch: inout EventBatch, tally: inout ScanTally
  ) {
    var end = min(range.upperBound, range.lowerBound + Self.lineLimit)
    while end > range.lowerBound, chunk[end - 1] == 0x0D { end -= 1 }
    let text = chunk.extracting(range.lowerBound..<end)
    var frame = LineFrame(line: line, range: range.lowerBound..<end, in: batch)
    // The line's head stands on another line.
    if outer != nil { frame.carry(0..<text.count) }
    let known = batch.events.count
    let family: LineFamily?
    if text.firstIndex(of: TerminalEscapes.escape, in: text.indices) != nil {
      // The bytes are taken out meanwhile, since they are lent while buffers are written.
      var clean: [UInt8] = []
      swap(&clean, &cleaned)
      clean.removeAll(keepingCapacity: true)
      TerminalEscapes.strip(text, into: &clean)
      let base = frame.scratchBase + batch.scratch.count
      batch.scratch.append(contentsOf: clean)
      family = grammar.readLine(
        clean.span.withoutPadding, inside: outer, base: base, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
      swap(&clean, &cleaned)
    } else {
      family = grammar.readLine(
        text.withoutPadding, inside: outer, base: 0, frame: frame, buffers: &buffers,
        batch: &batch, tally: &tally)
    }
    count(family, since: known, frame, in: &batch, tally: &tally)
  }

  /// Counts a line with an event; one without leaves nothing behind.
  func count(
    _ family: LineFamily?, since known: Int, _ frame: LineFrame, in batch: inout EventBatch,
    tally: inout ScanTally
  ) {
    if let family, batch.events.count > known {
      tally.count(batch.events[known].container, family)
    } else {
      batch.scratch.removeLast(batch.scratch.count - Int(frame.scratchStart))
    }
  }
}

// MARK: State

// The forms of lines that were learned are worth time only. Of collected lines nothing is written: inputs
// of such shapes are not followed.
extension EventScanner {
  func write(to state: borrowing RunStateWriter) {
    state.put(shape)
    state.put(hasLongHeads)
    state.put(isInsideLine)
    state.put(lossNotes)
    state.put(zoneName)
    state.put(dumps)
  }

  /// Goes on where another one stopped.
  mutating func goOn(from state: borrowing RunStateReader) throws(StateDamage) {
    begin(try state.take())
    hasLongHeads = try state.take()
    isInsideLine = try state.take()
    lossNotes = try state.take()
    zoneName = try state.take()
    dumps = try state.take()
  }
}
