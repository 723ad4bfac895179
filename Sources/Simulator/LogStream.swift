/// A log that is written while its device still lives; keeps what the truth tells of it.
final class LogStream {
  private let plan: SimulationPlan
  private var lines: TraceLines
  private let sink: ([UInt8]) -> Bool
  private var gzip: GzipWriter?
  /// The bytes of a log that is to be damaged.
  private var held: [UInt8] = []
  /// The places of the lines after the damage.
  private var map = LineMap()
  /// The number of entries of the truth that are on the lines so far.
  private var seen = 0
  private var isOpen = true
  /// Whether the last line ends; not so for a stream that was cut off.
  private var endsLine = true
  /// The number of records that were written.
  private(set) var events = 0
  /// The begin of the log, by the clock on the wall.
  private(set) var firstWallClock: Int64?
  /// The instants of the records that the entries name, in the order of the entries.
  private(set) var times: [Int64] = []

  /// Fails where there is no memory to compress.
  init?(_ lines: TraceLines, plan: SimulationPlan, _ sink: @escaping ([UInt8]) -> Bool) {
    self.lines = lines
    self.plan = plan
    self.sink = sink
    if plan.isGzip, plan.damage == nil {
      guard let gzip = GzipWriter() else { return nil }
      self.gzip = consume gzip
    }
  }

  private static let part = 256 << 10

  /// The lines of the records that the entries name, by the record, in order.
  var marks: [LogWriter.Mark] { lines.writer.marks }

  /// Returns the place of a line after the damage; nil if it is gone.
  func place(ofLine line: Int) -> Int? { map[line] }

  /// The number of lines that can be read.
  var lineCount: Int {
    var line = lines.writer.line - (endsLine ? 1 : 0)
    while line > 0 {
      if let place = map[line] { return place }
      line -= 1
    }
    return 0
  }

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
      // Noise may be a thousand times as long as the rest.
      if lines.writer.bytes.count > Self.part { pass(lines.writer.take()) }
    }
    pass(lines.writer.take())
    return isOpen
  }

  func end() throws(DamageError) {
    lines.end()
    pass(lines.writer.take())
    if let damage = plan.damage {
      let stored = try StoredLog(
        held, packing: plan.isGzip ? .gzip() : .plain, damage: [damage], seed: plan.seed)
      map = stored.lines
      _ = sink(stored.bytes)
    } else if var gzip = gzip.take() {
      var bytes: [UInt8] = []
      gzip.finish(to: &bytes)
      _ = sink(bytes)
    }
  }

  private func pass(_ bytes: [UInt8]) {
    if let last = bytes.last { endsLine = last == UInt8(ascii: "\n") }
    guard isOpen else { return }
    if plan.damage != nil {
      held += bytes
      // Nothing to write, but to ask whether to go on.
      isOpen = sink([])
    } else if gzip != nil {
      var packed: [UInt8] = []
      gzip?.append(bytes, to: &packed)
      isOpen = sink(packed)
    } else {
      isOpen = sink(bytes)
    }
  }
}
