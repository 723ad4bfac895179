internal import RuleLanguage
internal import TextWriting

/// The detail of all cycles as JSON for the script of the page, as short as it can be read.
///
/// Each fact is a column over all cycles. Texts that recur (events, rules, outcomes, the sequence of the
/// steps and of their lines) stand once, and columns refer to them by number. Times are whole
/// milliseconds, each since the one before it; `Script/PageScript+Data.swift` reads it all back.
struct ReportData {
  private var texts = TextTable()
  private var shapes = TextTable()
  private var patterns = TextTable()
  /// How much text of the log the page still has room for.
  private var room = Self.roomForText
  private static let roomForText = 60_000

  private init() {}

  static func json(of summary: RunSummary, _ index: FindingIndex) -> [UInt8] {
    var data = ReportData()
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      writer.object("cycles") { data.write(summary.cycles, to: &$0) }
      let shown = summary.findings.indices.filter { !index.cycles[$0].isEmpty }
      writer.array("findings", of: shown) { writer, place in
        writer.array(of: [summary.findings[place]]) {
          data.write($1, index.entryNumbers[place], index.cycles[place], to: &$0)
        }
      }
      // Last: what stands before makes them.
      writer.array("shapes", of: data.shapes.texts) { $0.string($1) }
      writer.array("patterns", of: data.patterns.texts) { $0.string($1) }
      writer.array("texts", of: data.texts.texts) { $0.string($1) }
    }
    return writer.bytes
  }

  // MARK: Cycles

  private mutating func write(_ cycles: [CycleSummary], to writer: inout JSONWriter) {
    writer.array("id", of: cycles) { writer, cycle in
      if let id = cycle.scheduleId {
        writer.string(TextEscaping.terminal(id))
      } else {
        writer.null()
      }
    }
    let due = cycles.map { $0.notificationTime.map(Self.milliseconds) }
    Self.write("due", Self.distances(due), to: &writer)
    Self.write("begin", cycles.map { $0.beginDate.map(Self.milliseconds) }, from: due, to: &writer)
    Self.write("outcome", cycles.map { number(of: $0.outcome.words) }, to: &writer)
    Self.write("account", cycles.map { number(of: $0.account) }, to: &writer)
    Self.write("tone", cycles.map(\.tone), to: &writer)
    Self.write("shape", cycles.map { shape(of: $0) }, to: &writer)
    writer.array("times", of: cycles) { writer, cycle in
      let times = cycle.steps.map { $0.time.map(Self.milliseconds) }
      let start = cycle.notificationTime.map(Self.milliseconds) ?? 0
      // They are a third of the page, and by 36 a fifth shorter than by ten.
      let digits = Self.distances(times, from: start).map { $0.map { String($0, radix: 36) } ?? "" }
      writer.string(digits.joined(separator: ","))
    }
    Self.write("line", cycles.map { $0.steps.lazy.compactMap(\.line).first }, to: &writer)
    Self.write("pattern", cycles.map { pattern(of: $0) }, to: &writer)
    writeMeasures(of: cycles, to: &writer)
    writeRanges(of: cycles, to: &writer)
  }

  private mutating func shape(of cycle: CycleSummary) -> Int64? {
    let parts = cycle.steps.map { step in
      "\(texts.number(of: TextEscaping.terminal(step.event))),\(step.stage.lane),"
        + step.status.rawValue
    }
    return Int64(shapes.number(of: parts.joined(separator: ";")))
  }

  /// The distances of the lines of the steps, which in a quiet log are the same for most cycles.
  private mutating func pattern(of cycle: CycleSummary) -> Int64? {
    let start = cycle.steps.lazy.compactMap(\.line).first ?? 0
    let distances = Self.distances(cycle.steps.map(\.line), from: start)
    return Int64(
      patterns.number(of: distances.map { $0.map { "\($0)" } ?? "" }.joined(separator: ",")))
  }

  private func writeMeasures(of cycles: [CycleSummary], to writer: inout JSONWriter) {
    let spans: [(String, (CycleSummary) -> Double?)] = [
      ("lead", \.leadSeconds), ("delay", \.executionDelaySeconds),
      ("left", \.leadAtExecutionSeconds), ("fetch", \.fetchDurationSeconds),
      ("age", \.cacheAgeAtDeliverySeconds), ("drift", \.deliveryDriftSeconds),
    ]
    for (name, value) in spans {
      let values = cycles.map { cycle in
        value(cycle).flatMap { abs($0) < 1e12 ? Int64(($0 * 1000).rounded()) : nil }
      }
      Self.write(name, values, to: &writer)
    }
    Self.write("flags", cycles.map(\.flags), to: &writer)
  }

  /// Writes file, first and last line of each range, as distances from the range before it.
  private mutating func writeRanges(of cycles: [CycleSummary], to writer: inout JSONWriter) {
    var last: Int64 = 0
    writer.array("ranges", of: cycles) { writer, cycle in
      writer.array(of: cycle.lines) { writer, range in
        writer.integer(Int64(texts.number(of: TextEscaping.terminal(range.file))))
        writer.integer(range.first &- last)
        writer.integer(range.last &- range.first)
        last = range.last
      }
    }
  }

  // MARK: Findings

  /// Writes the elements of a finding's array, in the order in which the script names them.
  private mutating func write(
    _ finding: Finding, _ entry: Int, _ cycles: [Int], to writer: inout JSONWriter
  ) {
    let account = TextEscaping.terminal(finding.account.isEmpty ? finding.title : finding.account)
    room -= account.utf8.count
    writer.integer(Int64(entry))
    writer.integer(Int64(texts.number(of: TextEscaping.terminal(finding.rule))))
    writer.integer(finding.kind)
    writer.string(account)
    writer.array(of: cycles) { $0.integer(Int64($1)) }
    writer.integer(finding.deadline.map(Self.milliseconds))
    let missing = finding.missing.map { "\(texts.number(of: TextEscaping.terminal($0)))" }
    writer.integer(Int64(patterns.number(of: missing.joined(separator: ","))))
    for line in finding.evidence {
      writer.integer(Int64(texts.number(of: TextEscaping.terminal(line.file))))
      writer.integer(line.line)
      room -= line.text.utf8.count
      // Beyond the room the number of the line still tells where to look.
      writer.string(room > 0 ? TextEscaping.terminal(line.text) : "")
    }
  }

  // MARK: Values

  private mutating func number(of text: String) -> Int64? { Int64(texts.number(of: text)) }

  /// Writes a column; none where no cycle has a value.
  private static func write(
    _ key: String, _ values: [Int64?], from starts: [Int64?]? = nil, to writer: inout JSONWriter
  ) {
    if values.allSatisfy({ $0 == nil }) { return }
    writer.array(key, of: Array(values.indices)) { writer, place in
      writer.integer(values[place].map { $0 &- (starts?[place] ?? 0) })
    }
  }

  /// Returns the distance of each value from the last one that there is.
  private static func distances(_ values: [Int64?], from start: Int64 = 0) -> [Int64?] {
    var last = start
    return values.map { value in
      guard let value else { return nil }
      defer { last = value }
      return value &- last
    }
  }

  private static func milliseconds(_ instant: Int64) -> Int64 {
    instant / 1000 - (instant % 1000 < 0 ? 1 : 0)
  }
}

/// Texts by number, in the order in which they were asked for.
private struct TextTable {
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func number(of text: String) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

extension CycleSummary {
  /// How the cycle looks before its findings are known: 0 as planned, 1 doubtful, 2 bad, 3 still open.
  fileprivate var tone: Int64? {
    switch outcome {
    case .notDelivered: 2
    case .open: 3
    case .fallback, .excused: 1
    case .usedPrefetch, .delivered, .refused: isHealthy ? 0 : 1
    }
  }

  /// A bit for each thing that is so, in the order in which the script names them.
  fileprivate var flags: Int64? {
    let flags = [
      leadCapped, ttlValid == false, contentHashMatch == true, contentHashMatch == false,
      scheduleHashMatch == false, cachePersistence == .violated, !assumed.isEmpty,
    ]
    return flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << Int64($1.offset) : 0) }
  }
}

extension Finding {
  /// 0 for an error, 1 for a lesser violation, 2 for what is inconclusive, 3 for what is excused.
  fileprivate var kind: Int64 {
    switch outcome {
    case .violated: severity == .error ? 0 : 1
    case .excused: 3
    case .inconclusive, .satisfied, .notApplicable: 2
    }
  }
}

extension ProfileStep.Stage {
  /// The lane of the timeline: what schedules, what runs, and what shows.
  fileprivate var lane: Int {
    switch self {
    case .launch, .schedule: 0
    case .execution: 1
    case .delivery, .summary: 2
    }
  }
}
