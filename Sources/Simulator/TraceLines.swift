internal import RuleLanguage

/// A writer of the records of a trace as lines of a container.
struct TraceLines {
  private let plan: SimulationPlan
  private let text: MessageText
  private var random: Random
  private var noise: Noise?
  var writer: LogWriter
  /// A mark of a record that has no words; the next line bears it.
  private var waitingMark: Int?

  init(simulation: Simulation, device: Int, writer: LogWriter) {
    plan = simulation.plan
    text = simulation.text
    random = Random(seed: plan.seed, part: 0x7E87)
    self.writer = writer
    if plan.noise > 0 {
      noise = Noise(
        share: plan.noise, platform: plan.scenario.platform,
        seed: plan.seed ^ UInt64(device) << 32)
    }
  }

  mutating func write(_ record: TraceRecord, mark: Int?) {
    if let mark { waitingMark = mark }
    var line = LogLine(
      time: record.time, zoneOffset: record.zoneOffset,
      level: record.level ?? text.level(of: record.event) ?? .info, process: record.process,
      tag: text.tag(of: record), message: [])
    if plan.form != .json, !record.isObject, let words = text.text(of: record, random: &random) {
      line.message = words
      write(line)
    }
    let hasTwin = plan.form == .both && record.jsonName != nil
    if plan.form == .json || record.isObject || hasTwin {
      line.message = text.json(of: record)
      line.isRecord = true
      write(line)
    }
  }

  private mutating func write(_ line: LogLine) {
    noise?.write(before: line, to: &writer)
    writer.write(line, mark: waitingMark)
    waitingMark = nil
  }

  /// Writes the end of the log.
  mutating func end() {
    noise?.finish(to: &writer)
    writer.end()
  }
}
