/// A reader of documents of Loki's API, piece by piece: an answer may be one line of any length.
///
///     {"status":"success","data":{"resultType":"streams","result":[
///       {"stream":{…},"values":[["1763099280000000000","line"],…]},…]}}
///     {"streams":[{"stream":{…},"values":[…]},{"labels":"…","entries":[{"ts":"…","line":"…"}]}]}
///
/// It follows only nesting and strings, so that a damaged document gives as much as can be read.
struct LokiDocument: Sendable {
  /// The meaning of a level of nesting.
  private enum Role: UInt8 {
    case top, data, list, stream, values, pair, entries, entry, other
  }

  /// The buffer for the bytes of the current value.
  private enum Target { case none, key, time, line }

  private var levels: [Role] = []
  /// The number of levels beyond the limit.
  private var deeper = 0
  private var container = Container.lokiQuery
  private var expectsKey = false
  private var key: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  private var target = Target.none
  private var element = 0
  private var timeText: [UInt8] = []
  private var lineText: [UInt8] = []
  private var hasLine = false
  private var lineNumber: UInt64 = 1
  private var entryLine: UInt64 = 1
  private var firstOfStream = 0
  private var isSkippingLine = false
  private var decoded: [UInt8] = []

  /// The earliest and the latest time of all entries.
  private(set) var times: ClosedRange<Int64>?

  /// Whether the document ends in the middle.
  var isOpen: Bool { !levels.isEmpty }

  /// Reads the next bytes; entries with a needle are added.
  mutating func read(
    _ bytes: Span<UInt8>, needles: NeedleSearch, into lines: inout CollectedLines
  ) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        index = readString(bytes, from: index)
        continue
      }
      index += 1
      if byte == 0x0A {
        lineNumber &+= 1
        isSkippingLine = false
      }
      if isSkippingLine || byte <= 0x20 { continue }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open(byte == UInt8(ascii: "{"), in: lines)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close(needles, into: &lines)
      case UInt8(ascii: "\"") where !levels.isEmpty: beginString()
      case UInt8(ascii: ","): separate()
      case UInt8(ascii: ":"): expectsKey = false
      default:
        if levels.isEmpty {
          isSkippingLine = true
        } else if deeper == 0, !expectsKey {
          // A time may be written as a number.
          if valueTarget == .time, timeText.count < Self.nameLimit { timeText.append(byte) }
        }
      }
    }
  }

  private static let nameLimit = 64

  // MARK: Strings

  private mutating func beginString() {
    isInString = true
    isEscaped = false
    target = deeper > 0 ? .none : expectsKey ? .key : valueTarget
    switch target {
    case .none: break
    case .key: key.removeAll(keepingCapacity: true)
    case .time: timeText.removeAll(keepingCapacity: true)
    case .line:
      lineText.removeAll(keepingCapacity: true)
      hasLine = true
      entryLine = lineNumber
    }
  }

  private var valueTarget: Target {
    switch levels.last {
    case .pair: element == 0 ? .time : element == 1 ? .line : .none
    case .entry:
      key.elementsEqual("line".utf8)
        ? .line
        : key.elementsEqual("ts".utf8) || key.elementsEqual("timestamp".utf8) ? .time : .none
    default: .none
    }
  }

  /// Reads on in a string and returns the index behind the bytes read.
  private mutating func readString(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
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
    let content = start..<(isInString ? end : end - 1)
    switch target {
    case .none: break
    case .key: Self.append(bytes, content, to: &key, limit: Self.nameLimit)
    case .time: Self.append(bytes, content, to: &timeText, limit: Self.nameLimit)
    case .line: Self.append(bytes, content, to: &lineText, limit: EventScanner.lineLimit)
    }
    return end
  }

  private static func append(
    _ bytes: Span<UInt8>, _ range: Range<Int>, to text: inout [UInt8], limit: Int
  ) {
    text.append(bytes.extracting(range.prefix(max(0, limit - text.count))))
  }

  // MARK: Nesting

  private mutating func open(_ isObject: Bool, in lines: CollectedLines) {
    guard levels.count < JSONReader.depthLimit else {
      deeper += 1
      return
    }
    let role = role(isObject)
    switch role {
    case .pair, .entry:
      element = 0
      hasLine = false
      timeText.removeAll(keepingCapacity: true)
    case .values, .entries: firstOfStream = lines.entries.count
    default: break
    }
    levels.append(role)
    expectsKey = isObject
  }

  private mutating func role(_ isObject: Bool) -> Role {
    guard let parent = levels.last else { return isObject ? .top : .other }
    switch (parent, isObject) {
    case (.top, true) where key.elementsEqual("data".utf8): return .data
    case (.top, false) where key.elementsEqual("streams".utf8):
      container = .lokiPush
      return .list
    case (.top, false) where key.elementsEqual("result".utf8),
      (.data, false) where key.elementsEqual("result".utf8):
      container = .lokiQuery
      return .list
    case (.list, true): return .stream
    case (.stream, false) where key.elementsEqual("values".utf8): return .values
    case (.stream, false) where key.elementsEqual("entries".utf8): return .entries
    case (.values, false): return .pair
    case (.entries, true): return .entry
    default: return .other
    }
  }

  private mutating func close(_ needles: NeedleSearch, into lines: inout CollectedLines) {
    if deeper > 0 {
      deeper -= 1
      return
    }
    guard let role = levels.popLast() else { return }
    expectsKey = false
    switch role {
    case .pair, .entry: finishEntry(needles, into: &lines)
    // A query's streams are newest first by default.
    case .values, .entries: lines.turn(from: firstOfStream)
    default: break
    }
  }

  private mutating func separate() {
    guard deeper == 0 else { return }
    switch levels.last {
    case .pair: element += 1
    case .top, .data, .stream, .entry: expectsKey = true
    default: break
    }
  }

  private mutating func finishEntry(_ needles: NeedleSearch, into lines: inout CollectedLines) {
    let time = Self.time(timeText.span)
    if let time {
      times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
    }
    guard hasLine else { return }
    // The text is taken out meanwhile, since it is lent while buffers are written.
    var text: [UInt8] = []
    swap(&text, &decoded)
    defer { swap(&text, &decoded) }
    text.removeAll(keepingCapacity: true)
    JSONText.decode(lineText.span, in: lineText.indices, into: &text)
    var newlines = 0
    guard needles.next(in: text.span, from: 0, newlines: &newlines) != nil else { return }
    lines.add(text.span, line: entryLine, time: time, container: container)
  }

  /// Nanoseconds since 1970, or an ISO-8601 time.
  private static func time(_ text: Span<UInt8>) -> Int64? {
    if text.count > 13, let nanoseconds = text.integer(in: text.indices), nanoseconds >= 0 {
      return nanoseconds / 1000
    }
    guard let reading = text.recordTime(in: text.indices), reading.gaps.isEmpty else { return nil }
    return reading.micros
  }
}
