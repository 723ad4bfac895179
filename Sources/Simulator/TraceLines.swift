internal import LogReading

/// Puts the records of a trace into the lines of a container.
struct TraceLines {
  private let plan: SimulationPlan
  private let text: MessageText
  private var random: Random
  var writer: LogWriter
  /// A mark of a record that has no words; the next line bears it.
  private var waitingMark: Int?

  init(simulation: Simulation, writer: LogWriter) {
    plan = simulation.plan
    text = simulation.text
    random = Random(seed: plan.seed, part: 0x7E87)
    self.writer = writer
  }

  mutating func write(_ record: TraceRecord, mark: Int?) {
    if let mark { waitingMark = mark }
    var line = LogLine(
      time: record.time, zoneOffset: record.zoneOffset,
      level: record.level ?? text.level(of: record.event) ?? .info, process: record.process,
      tag: text.tag(of: record), message: [])
    if plan.form != .json, let words = text.text(of: record, random: &random) {
      line.message = words
      write(line)
    }
    if plan.form == .json || (plan.form == .both && record.jsonName != nil) {
      line.message = text.json(of: record)
      line.isRecord = true
      write(line)
    }
  }

  private mutating func write(_ line: LogLine) {
    writer.write(line, mark: waitingMark)
    waitingMark = nil
  }
}

/// Writes a log while its device still lives, and keeps what the truth tells of it.
final class LogStream {
  private var lines: TraceLines
  private let sink: ([UInt8]) -> Bool
  /// How many entries of the truth are on the lines so far.
  private var seen = 0
  private var isOpen = true
  /// Not so for a stream that was cut off.
  private var endsLine = true
  /// How many records were written.
  private(set) var events = 0
  /// When the log begins, by the clock on the wall.
  private(set) var firstWallClock: Int64?
  /// The instants of the records that the entries name, in the order of the entries.
  private(set) var times: [Int64] = []

  init(_ lines: TraceLines, _ sink: @escaping ([UInt8]) -> Bool) {
    self.lines = lines
    self.sink = sink
  }

  /// The lines of the records that the entries name, by the record, in order.
  var marks: [LogWriter.Mark] { lines.writer.marks }

  /// How many lines were written.
  var lineCount: Int { lines.writer.line - (endsLine ? 1 : 0) }

  /// Takes the records of a trace, and says whether more are wanted.
  func write(_ trace: inout Trace) -> Bool {
    for record in trace.takeRecords() {
      if events == 0 { firstWallClock = record.time + record.zoneOffset }
      var mark: Int?
      // Entries stand in the order of their records.
      while seen < trace.entries.count, trace.entries[seen].record <= events {
        mark = events
        times.append(record.time)
        seen += 1
      }
      lines.write(record, mark: mark)
      events += 1
    }
    return pass()
  }

  func end() {
    lines.writer.end()
    _ = pass()
  }

  private func pass() -> Bool {
    let bytes = lines.writer.take()
    if let last = bytes.last { endsLine = last == UInt8(ascii: "\n") }
    if isOpen { isOpen = sink(bytes) }
    return isOpen
  }
}
