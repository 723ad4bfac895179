/// A reader of documents in which log services answer, piece by piece: an answer may be one line of any
/// length, and is often the newest record first.
///
///     {"events":[{"timestamp":1763099280123,"message":"line"},…],"nextToken":"…"}
///     {"hits":{"hits":[{"_source":{"@timestamp":"…","message":"line"}},…]}}
///     [{"jsonPayload":{"message":"line"},"timestamp":"…"},…]
///     {"results":[[{"field":"@timestamp","value":"…"},{"field":"@message","value":"line"}],…]}
///
/// It follows only nesting and strings, so that a damaged document gives as much as can be read. A
/// record is an object in a list, or a list in a list, that is in no other record. Several documents
/// may follow each other, and lines of any kind may stand between them.
struct RecordDocument: Sendable {
  /// A record whose document is not over.
  private struct Held {
    var range: Range<Int>
    var line: UInt64
  }

  /// The levels of nesting, the lists among them as ones; of one nested deeper than that nobody reads the
  /// records.
  private var lists: UInt64 = 0
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var lineNumber: UInt64 = 1
  /// The bytes of the record or the line at hand, or of the whole document while it may be one record.
  private var text: [UInt8] = []
  private var textLine: UInt64 = 1
  /// Where the bytes of the chunk at hand begin that belong to the text; nil where none do.
  private var from: Int?
  /// The document at hand may be one record, of which no part is given before its end.
  private var isHolding = false
  private var held: [Held] = []
  private var record: (start: Int, depth: Int, line: UInt64)?
  /// A line that is no part of a document is at hand.
  private var isInLine = false

  /// The earliest and the latest time of all records.
  private(set) var times: ClosedRange<Int64>?

  /// Whether a document ends in the middle.
  var isOpen: Bool { depth > 0 }

  /// Reads the next bytes; records and lines with a needle are added.
  ///
  /// - Parameter isOne: Whether a whole document is one record and not a list of them.
  mutating func read(
    _ bytes: Span<UInt8>, needles: NeedleSearch, into lines: inout CollectedLines,
    isOne: (Span<UInt8>) -> Bool
  ) {
    from = depth > 0 || isInLine ? 0 : nil
    var index = 0
    while index < bytes.count {
      if isInString {
        index = readString(bytes, from: index)
        continue
      }
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        if isInLine { endLine(bytes, at: index - 1, needles, into: &lines) }
        lineNumber &+= 1
      } else if isInLine {
        continue
      } else {
        read(byte, bytes, at: index - 1, needles, into: &lines, isOne)
      }
    }
    keep(bytes, upTo: bytes.count)
    from = nil
    if isHolding, text.count > EventScanner.lineLimit { stopHolding(needles, into: &lines) }
    if !isHolding, record == nil, !isInLine { text.removeAll(keepingCapacity: true) }
  }

  /// Ends the input: its last line may lack a newline. A record without its end is left out.
  mutating func end(needles: NeedleSearch, into lines: inout CollectedLines) {
    if isInLine { give(text.indices, line: textLine, container: nil, needles, into: &lines) }
    if isHolding { giveHeld(needles, into: &lines) }
    (isInLine, isHolding) = (false, false)
    text.removeAll()
  }

  private mutating func read(
    _ byte: UInt8, _ bytes: Span<UInt8>, at index: Int, _ needles: NeedleSearch,
    into lines: inout CollectedLines, _ isOne: (Span<UInt8>) -> Bool
  ) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte == UInt8(ascii: "["), at: index)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth > 0 { close(bytes, behind: index + 1, needles, into: &lines, isOne) }
    case UInt8(ascii: "\"") where depth > 0:
      isInString = true
      isEscaped = false
    case UInt8(ascii: ","): break
    default:
      if depth == 0, byte > 0x20 { beginLine(at: index) }
    }
  }

  /// Reads on in a string and returns the index behind the bytes read.
  private mutating func readString(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { lineNumber &+= 1 }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        break
      }
    }
    return index
  }

  // MARK: Nesting

  private mutating func open(_ isList: Bool, at index: Int) {
    if depth == 0, !isList {
      isHolding = true
      begin(at: index)
    } else if record == nil, depth > 0, lists & 1 == 1 {
      if !isHolding { begin(at: index) }
      record = (isHolding ? place(of: index) : 0, depth, lineNumber)
    }
    depth += 1
    lists = lists << 1 | (isList ? 1 : 0)
  }

  private mutating func close(
    _ bytes: Span<UInt8>, behind index: Int, _ needles: NeedleSearch,
    into lines: inout CollectedLines, _ isOne: (Span<UInt8>) -> Bool
  ) {
    depth -= 1
    lists >>= 1
    if let record, record.depth == depth {
      if isHolding {
        held.append(Held(range: record.start..<place(of: index), line: record.line))
      } else {
        keep(bytes, upTo: index)
        give(text.indices, line: record.line, needles, into: &lines)
        drop()
      }
      self.record = nil
    }
    guard depth == 0, isHolding else { return }
    keep(bytes, upTo: index)
    if held.isEmpty || text.count <= EventScanner.lineLimit && isOne(text.span) {
      give(text.indices, line: textLine, container: nil, needles, into: &lines)
    } else {
      giveHeld(needles, into: &lines)
    }
    held.removeAll()
    isHolding = false
    drop()
  }

  /// Takes a document for a list of records, which it is by its length.
  private mutating func stopHolding(_ needles: NeedleSearch, into lines: inout CollectedLines) {
    giveHeld(needles, into: &lines)
    isHolding = false
    guard let record else { return drop() }
    text.removeFirst(record.start)
  }

  // MARK: Bytes

  private mutating func begin(at index: Int) {
    text.removeAll(keepingCapacity: true)
    textLine = lineNumber
    from = index
  }

  /// Where a byte of the chunk at hand will stand in the text.
  private func place(of index: Int) -> Int { text.count + index - (from ?? index) }

  private mutating func keep(_ bytes: Span<UInt8>, upTo end: Int) {
    guard let start = from else { return }
    // A record beyond the limit is broken, whatever follows. What is held is looked at with each chunk.
    let room = isHolding ? end - start : max(0, EventScanner.lineLimit - text.count)
    text.append(bytes.extracting((start..<end).prefix(room)))
    from = end
  }

  private mutating func drop() {
    text.removeAll(keepingCapacity: true)
    from = nil
  }

  private mutating func beginLine(at index: Int) {
    begin(at: index)
    isInLine = true
  }

  private mutating func endLine(
    _ bytes: Span<UInt8>, at end: Int, _ needles: NeedleSearch, into lines: inout CollectedLines
  ) {
    keep(bytes, upTo: end)
    give(text.indices, line: textLine, container: nil, needles, into: &lines)
    drop()
    isInLine = false
  }

  // MARK: Records

  private mutating func giveHeld(_ needles: NeedleSearch, into lines: inout CollectedLines) {
    for record in held { give(record.range, line: record.line, needles, into: &lines) }
    held.removeAll()
  }

  /// Adds a record or a line that holds a needle.
  private mutating func give(
    _ range: Range<Int>, line: UInt64, container: Container? = .logService,
    _ needles: NeedleSearch, into lines: inout CollectedLines
  ) {
    // The text is taken out meanwhile, since it is lent while the times are written.
    var bytes: [UInt8] = []
    swap(&bytes, &text)
    defer { swap(&bytes, &text) }
    let own = bytes.span.extracting(range)
    if container != nil {
      give(own, line: line, depth: 0, needles, into: &lines)
    } else if let place = needles.first(in: own) {
      let line = line &+ UInt64(own.count(of: EventScanner.newline, in: 0..<place))
      let time = LineTime(of: own).flatMap { $0.gaps.isEmpty ? $0.micros : nil }
      lines.add(own, line: line, time: time, container: nil)
    }
  }

  /// The most lists in lists that are taken apart.
  private static let listDepth = 4

  /// Adds a record, or those of its lists where nothing else in it is the plugin's.
  private mutating func give(
    _ record: Span<UInt8>, line: UInt64, depth: Int, _ needles: NeedleSearch,
    into lines: inout CollectedLines
  ) {
    if needles.first(in: record) != nil, let message = StudioRecord(record) {
      var own: [UInt8] = []
      message.write(record, to: &own)
      addLines(own.span, line: line, into: &lines)
      return
    }
    if record.peek(0) == UInt8(ascii: "[") {
      var row: [UInt8] = []
      Self.write(record, asRecordTo: &row)
      add(row.span, line: line, needles, into: &lines)
      return
    }
    let elements = depth < Self.listDepth ? record.listedObjects : []
    if elements.isEmpty || record.hasNeedle(needles, outside: elements) {
      add(record, line: line, needles, into: &lines)
      return
    }
    for element in elements {
      let line = line &+ UInt64(record.count(of: EventScanner.newline, in: 0..<element.lowerBound))
      give(record.extracting(element), line: line, depth: depth + 1, needles, into: &lines)
    }
  }

  /// Adds the lines of one message, which have heads of their own.
  private mutating func addLines(
    _ text: Span<UInt8>, line: UInt64, into lines: inout CollectedLines
  ) {
    var start = 0
    while let end = text.firstIndex(of: EventScanner.newline, in: start..<text.count) {
      let own = text.extracting(start..<end)
      let time = LineTime(of: own)?.micros
      if let time { note(time) }
      lines.add(own, line: line, time: time, container: nil)
      start = end + 1
    }
  }

  private mutating func note(_ time: Int64) {
    let known = times ?? time...time
    times = min(known.lowerBound, time)...max(known.upperBound, time)
  }

  private mutating func add(
    _ record: Span<UInt8>, line: UInt64, _ needles: NeedleSearch, into lines: inout CollectedLines
  ) {
    let time = Self.time(record, at: 0, depth: 0)
    if let time { note(time) }
    guard needles.first(in: record) != nil else { return }
    lines.add(record, line: line, time: time, container: .logService)
  }

  /// Writes a list of fields with their values, `[{"field":"@message","value":"…"},…]`, as a record.
  private static func write(_ list: Span<UInt8>, asRecordTo record: inout [UInt8]) {
    record.append(UInt8(ascii: "{"))
    var place = list.skipSpace(at: 1)
    var members: [JSONMember] = []
    while list.peek(place) == UInt8(ascii: "{"),
      let end = JSONReader.object(list, at: place, members: &members)
    {
      if let name = members.first(where: { list.isText("field", in: $0.key) }),
        let value = members.first(where: { list.isText("value", in: $0.key) }),
        name.kind == .string, value.kind == .string
      {
        if record.count > 1 { record.append(UInt8(ascii: ",")) }
        // With their escapes.
        record.append(UInt8(ascii: "\""))
        record.append(list.extracting(name.value))
        record.append(contentsOf: "\":\"".utf8)
        record.append(list.extracting(value.value))
        // CloudWatch writes its times in UTC, and does not say so.
        if list.isText("@timestamp", in: name.value) { record.append(UInt8(ascii: "Z")) }
        record.append(UInt8(ascii: "\""))
      }
      place = list.skipSpace(at: end)
      guard list.peek(place) == UInt8(ascii: ",") else { break }
      place = list.skipSpace(at: place + 1)
      members.removeAll(keepingCapacity: true)
    }
    record.append(UInt8(ascii: "}"))
  }

  /// The deepest object in a record in which its time is looked for.
  private static let timeDepth = 2

  /// The time that a record gives for itself, or an object in it.
  private static func time(_ text: Span<UInt8>, at open: Int, depth: Int) -> Int64? {
    var members: [JSONMember] = []
    guard JSONReader.object(text, at: open, members: &members) != nil else { return nil }
    if let reading = KnownMembers(text, in: members).ownTime(text, in: members) {
      return reading.gaps.isEmpty ? reading.micros : nil
    }
    guard depth < timeDepth else { return nil }
    for member in members where member.kind == .object {
      if let time = time(text, at: member.value.lowerBound, depth: depth + 1) { return time }
    }
    return nil
  }
}

extension NeedleSearch {
  /// The place of the first needle in a text; nil for none.
  fileprivate func first(in text: Span<UInt8>) -> Int? {
    var newlines = 0
    return next(in: text, from: 0, newlines: &newlines)?.place
  }
}

extension Span where Element == UInt8 {
  /// The objects in the lists of a record.
  fileprivate var listedObjects: [Range<Int>] {
    var members: [JSONMember] = []
    guard JSONReader.object(self, at: 0, members: &members) != nil else { return [] }
    return objects(of: members.filter { $0.kind == .array })
  }

  /// Whether a needle stands in none of some parts, which are in their order.
  fileprivate func hasNeedle(_ needles: NeedleSearch, outside parts: [Range<Int>]) -> Bool {
    var start = 0
    for part in parts {
      if needles.first(in: extracting(start..<part.lowerBound)) != nil { return true }
      start = part.upperBound
    }
    return needles.first(in: extracting(start..<count)) != nil
  }
}
