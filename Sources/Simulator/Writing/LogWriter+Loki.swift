internal import RuleLanguage
internal import TextWriting

/// Messages that wait until the log, or a batch of it, is complete.
struct HeldLines: Sendable {
  struct Line: Sendable {
    var time: Int64
    /// Tells lines of one microsecond apart.
    var nanos: Int64
    var zoneOffset: Int64
    var stream: Int
    /// The place of the message in the buffer.
    var message: Range<Int>
    var mark: Int?
  }

  /// A set of labels.
  struct Stream: Sendable, Equatable {
    var program: String
    var output: String
  }

  var lines: [Line] = []
  /// The messages, one behind another, as the insides of JSON strings.
  var text: [UInt8] = []
  var streams: [Stream] = []
}

// Loki sorts by time within a stream, other services write the newest record first: lines wait here until
// an answer or a push is complete.
extension LogWriter {
  /// The number of entries that an answer of the server holds unless asked for more.
  static let pageSize = 100

  /// Keeps a message.
  mutating func hold(_ entry: LogLine, mark: Int?) {
    let isProblem = entry.level == .error || entry.level == .fault
    let stream = HeldLines.Stream(
      program: entry.program, output: isProblem ? "stderr" : "stdout")
    let index = held.streams.firstIndex(of: stream) ?? held.streams.count
    if index == held.streams.count { held.streams.append(stream) }
    let start = held.text.count
    if !entry.tag.isEmpty, !entry.isRecord {
      held.text.append(utf8: "[")
      held.text.append(utf8: entry.tag)
      held.text.append(utf8: "] ")
    }
    held.text.append(json: entry.message)
    // Collectors put lines of one instant a nanosecond apart, which keeps their order.
    let last = held.lines.last
    let nanos = last?.time == entry.time ? ((last?.nanos ?? 0) + 1) % 1000 : 0
    held.lines.append(
      HeldLines.Line(
        time: entry.time, nanos: nanos, zoneOffset: entry.zoneOffset, stream: index,
        message: start..<held.text.count, mark: mark))
    if style.kind == .lokiPush, held.lines.count == Self.pageSize { releasePage() }
  }

  /// Writes the kept messages, the newest first unless they are pushed.
  mutating func endHeld() {
    switch style.kind {
    case .lokiPush:
      if !held.lines.isEmpty { releasePage() }
    case .lokiQuery, .logService:
      held.lines.reverse()
      let lines = held.lines
      for start in stride(from: 0, to: lines.count, by: Self.pageSize) {
        writePage(Array(lines[start..<min(start + Self.pageSize, lines.count)]))
      }
      if lines.isEmpty { writePage([]) }
      held = HeldLines()
    default:
      for entry in held.lines.reversed() { writeLokiLine(entry) }
      held = HeldLines()
    }
  }

  /// Writes `{"labels":{…},"line":"…","timestamp":"…"}` of `logcli -o jsonl`.
  private mutating func writeLokiLine(_ entry: HeldLines.Line) {
    place(entry.mark)
    bytes.append(utf8: #"{"labels":"#)
    appendLabels(entry.stream)
    bytes.append(utf8: #","line":""#)
    bytes += held.text[entry.message]
    bytes.append(utf8: #"","timestamp":""#)
    bytes.appendGoTime(entry.time, zoneOffset: entry.zoneOffset)
    bytes.append(utf8: "\"}")
    newline()
  }

  private mutating func releasePage() {
    writePage(held.lines)
    held.lines.removeAll(keepingCapacity: true)
    held.text.removeAll(keepingCapacity: true)
  }

  /// Writes an answer or a push on one line, its entries by stream.
  private mutating func writePage(_ entries: [HeldLines.Line]) {
    if style.kind == .logService { return writeAnswer(entries) }
    let isQuery = style.kind == .lokiQuery
    bytes.append(
      utf8: isQuery
        ? #"{"status":"success","data":{"resultType":"streams","result":["# : #"{"streams":["#)
    var isFirst = true
    for stream in held.streams.indices {
      let own = entries.filter { $0.stream == stream }
      if own.isEmpty { continue }
      bytes.append(utf8: isFirst ? #"{"stream":"# : #",{"stream":"#)
      isFirst = false
      appendLabels(stream)
      bytes.append(utf8: #","values":["#)
      for (index, entry) in own.enumerated() {
        place(entry.mark)
        bytes.append(utf8: index == 0 ? "[\"" : ",[\"")
        bytes.append(number: entry.time)
        bytes.append(number: entry.nanos, width: 3)
        bytes.append(utf8: "\",\"")
        bytes += held.text[entry.message]
        bytes.append(utf8: "\"]")
      }
      bytes.append(utf8: "]}")
    }
    bytes.append(utf8: isQuery ? "]}}" : "]}")
    newline()
  }

  /// Writes an answer of Elasticsearch on one line.
  private mutating func writeAnswer(_ entries: [HeldLines.Line]) {
    bytes.append(utf8: #"{"took":3,"timed_out":false,"hits":{"hits":["#)
    for (index, entry) in entries.enumerated() {
      place(entry.mark)
      bytes.append(
        utf8: index == 0
          ? #"{"_index":"app","_source":{"@timestamp":""#
          : #",{"_index":"app","_source":{"@timestamp":""#)
      bytes.append(iso: entry.time / .millisecond * .millisecond)
      bytes.append(utf8: #"","message":""#)
      bytes += held.text[entry.message]
      bytes.append(utf8: "\"}}")
    }
    bytes.append(utf8: "]}}")
    newline()
  }

  private mutating func appendLabels(_ stream: Int) {
    let labels = held.streams[stream]
    bytes.append(utf8: #"{"app":""#)
    bytes.append(utf8: labels.program)
    bytes.append(utf8: #"","stream":""#)
    bytes.append(utf8: labels.output)
    bytes.append(utf8: "\"}")
  }

  private mutating func place(_ mark: Int?) {
    if let mark { marks.append(Mark(id: mark, line: line)) }
  }
}
