internal import RuleLanguage
internal import TextWriting

/// The detail of all cycles as JSON for the script of the page, as short as it can be read.
///
/// Texts that recur (events, rules, outcomes, the sequence of the steps) stand once, and cycles refer to
/// them by number. Times are whole milliseconds, the first since 1970 and each other since the one
/// before it; lines likewise.
struct ReportData {
  private var texts = TextTable()
  private var shapes = TextTable()
  /// How much text of the log the page still has room for.
  private var room = Self.roomForText
  private static let roomForText = 250_000

  private init() {}

  static func json(of summary: RunSummary, _ index: FindingIndex) -> [UInt8] {
    var data = ReportData()
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      writer.array("cycles", of: summary.cycles) { data.write($1, of: summary, to: &$0) }
      let shown = summary.findings.indices.filter { !index.cycles[$0].isEmpty }
      writer.array("findings", of: shown) { data.write($1, of: summary, index, to: &$0) }
      if data.room <= 0 { writer.member("isCut", true) }
      // Last: what stands before makes them.
      writer.array("shapes", of: data.shapes.texts) { $0.string($1) }
      writer.array("texts", of: data.texts.texts) { $0.string($1) }
    }
    return writer.bytes
  }

  private mutating func write(
    _ cycle: CycleSummary, of summary: RunSummary, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      if let id = cycle.scheduleId { writer.member("id", TextEscaping.terminal(id)) }
      let due = cycle.notificationTime.map(Self.milliseconds)
      if let due { writer.member("due", due) }
      if let begin = cycle.beginDate { writer.member("begin", Self.milliseconds(begin)) }
      writer.member("outcome", texts.number(of: cycle.outcome.words))
      if cycle.account != cycle.outcome.words {
        writer.member("account", texts.number(of: cycle.account))
      }
      writer.member("tone", cycle.tone)
      let shape = cycle.steps.map { step in
        "\(texts.number(of: TextEscaping.terminal(step.event))),\(step.stage.lane),"
          + step.status.rawValue
      }
      writer.member("shape", shapes.number(of: shape.joined(separator: ";")))
      Self.write("times", cycle.steps.map { $0.time.map(Self.milliseconds) }, from: due, &writer)
      Self.write("lines", cycle.steps.map(\.line), from: nil, &writer)
      writeMeasures(of: cycle, to: &writer)
      writer.array("ranges", of: cycle.lines) { writer, range in
        writer.integer(Int64(texts.number(of: TextEscaping.terminal(range.file))))
        writer.integer(range.first)
        writer.integer(range.last)
      }
    }
  }

  /// Writes the measurements that are known; most words are left to the script.
  private func writeMeasures(of cycle: CycleSummary, to writer: inout JSONWriter) {
    let spans: [(String, Double?)] = [
      ("lead", cycle.leadSeconds), ("delay", cycle.executionDelaySeconds),
      ("left", cycle.leadAtExecutionSeconds), ("fetch", cycle.fetchDurationSeconds),
      ("age", cycle.cacheAgeAtDeliverySeconds), ("drift", cycle.deliveryDriftSeconds),
    ]
    for (name, value) in spans {
      if let value, abs(value) < 1e12 {
        writer.member(name, Int64((value * 1000).rounded()))
      }
    }
    let flags: [(String, Bool)] = [
      ("capped", cycle.leadCapped), ("expired", cycle.ttlValid == false),
      ("hash", cycle.contentHashMatch == true), ("badHash", cycle.contentHashMatch == false),
      ("badScheduleHash", cycle.scheduleHashMatch == false),
      ("badCache", cycle.cachePersistence == .violated), ("assumed", !cycle.assumed.isEmpty),
    ]
    for (name, flag) in flags where flag { writer.member(name, Int64(1)) }
  }

  private mutating func write(
    _ place: Int, of summary: RunSummary, _ index: FindingIndex, to writer: inout JSONWriter
  ) {
    let finding = summary.findings[place]
    writer.object { writer in
      writer.member("entry", index.entryNumbers[place])
      writer.member("rule", texts.number(of: TextEscaping.terminal(finding.rule)))
      writer.member("outcome", finding.outcome.name)
      if finding.severity != .error { writer.member("mild", Int64(1)) }
      let account = finding.account.isEmpty ? finding.title : finding.account
      room -= account.utf8.count
      writer.member("account", TextEscaping.terminal(account))
      writer.array("cycles", of: index.cycles[place]) { $0.integer(Int64($1)) }
      if let deadline = finding.deadline {
        writer.member("deadline", Self.milliseconds(deadline))
        writer.array("missing", of: finding.missing) {
          $0.integer(Int64(texts.number(of: TextEscaping.terminal($1))))
        }
      }
      writer.array("evidence", of: finding.evidence) { writer, line in
        writer.object { write(line, to: &$0) }
      }
    }
  }

  private mutating func write(_ line: Finding.Evidence, to writer: inout JSONWriter) {
    writer.member("file", texts.number(of: TextEscaping.terminal(line.file)))
    writer.member("line", line.line)
    if line.role != .met { writer.member("role", line.role.rawValue) }
    room -= line.text.utf8.count
    // Beyond the room the number of the line still tells where to look.
    if room > 0, !line.text.isEmpty {
      writer.member("text", TextEscaping.terminal(line.text))
    }
  }

  /// Writes numbers as distances, each from the last one that there is.
  private static func write(
    _ key: String, _ values: [Int64?], from start: Int64?, _ writer: inout JSONWriter
  ) {
    if values.allSatisfy({ $0 == nil }) { return }
    var last = start ?? 0
    writer.array(key, of: values) { writer, value in
      // Not a number is null.
      guard let value else { return writer.number(.nan) }
      writer.integer(value &- last)
      last = value
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
  /// How the cycle looks before its findings are known: 0 as planned, 1 doubtful, 2 bad, 3 not due yet.
  fileprivate var tone: Int {
    switch outcome {
    case .notDelivered: 2
    case .open: 3
    case .fallback, .excused: 1
    case .usedPrefetch, .delivered, .refused: isHealthy ? 0 : 1
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
