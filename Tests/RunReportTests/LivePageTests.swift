import RuleLanguage
import RunReport
import Testing

/// The page of a terminal that shows a run that goes on.
struct LivePageTests {
  private static let start: Int64 = 1_763_098_080_000_000

  private static func status(findings: Int = 3) -> LiveStatus {
    var summary = RunSummary()
    summary.verdict = .fail
    summary.reasons = ["1 violation"]
    var input = InputSummary()
    input.name = "device.log"
    input.lastTime = start
    summary.inputs = [input]
    var cycle = CycleSummary()
    cycle.number = 1
    cycle.scheduleId = "s1"
    summary.cycles = [cycle]
    var waiting = Finding()
    waiting.rule = "timing/fetch-in-time"
    waiting.outcome = .inconclusive
    waiting.scope.cycle = "s1"
    waiting.missing = ["fetch_success", "fetch_failure"]
    waiting.reason = "tail_cut"
    waiting.deadline = start + 30_000_000
    summary.findings = [waiting]
    var status = LiveStatus()
    status.name = "device.log"
    status.summary = summary
    var changes = RunChanges()
    summary.findings = (0..<findings).map { number in
      var finding = Finding()
      finding.rule = "sequence/order"
      finding.title = "通知 \u{1B}[31m come in order é"
      finding.evidence = [
        Finding.Evidence(file: "device.log", line: Int64(number), time: nil, event: "e", text: "")
      ]
      return finding
    }
    _ = changes.take(summary)
    status.findings = changes.newest
    status.notices = ["05:48:00Z rotated: another file is device.log now"]
    return status
  }

  /// The columns of a row, whose wide scalars are those of the title.
  private static func columns(_ row: String) -> Int {
    row.unicodeScalars.reduce(0) { $0 + (0x4E00...0x9FFF ~= $1.value ? 2 : 1) }
  }

  @Test func `a page has as many rows as the terminal and none is wider`() {
    for height in 1...40 {
      for width in [1, 2, 10, 15, 40, 60, 80, 200] {
        let rows = LivePage.rows(
          of: Self.status(findings: 50), width: width, height: height, isColoured: false)
        #expect(rows.count == height)
        #expect(rows.allSatisfy { Self.columns($0) <= width }, "\(width) by \(height)")
        #expect(rows.last?.hasPrefix(width >= 11 ? "FAIL so far" : "") == true)
      }
    }
  }

  @Test func `a page shows open cycles with the time left, findings and the verdict so far`() {
    var status = Self.status()
    status.silence.seconds = 12
    let page = LivePage.rows(of: status, width: 100, height: 24, isColoured: false)
    let text = page.joined(separator: "\n")
    #expect(text.contains("s1: fetch_success or 1 other due in 18 s"))
    #expect(text.contains("violated   sequence/order"))
    #expect(text.contains("silent for 12 s"))
    #expect(page.last == "FAIL so far: 1 violation")
    status.silence.seconds = 45
    let later = LivePage.rows(of: status, width: 100, height: 24, isColoured: false)
    #expect(later.contains { $0.contains("fetch_success or 1 other 15 s overdue") })
  }

  @Test func `a notification is overdue three minutes behind its time, and not without a zone`() {
    var status = Self.status()
    status.summary.findings = []
    status.summary.cycles[0].notificationTime = Self.start + 60_000_000
    func row(after seconds: Double) -> String {
      status.silence.seconds = seconds
      let rows = LivePage.rows(of: status, width: 100, height: 24, isColoured: false)
      return rows.first { $0.contains("s1: ") } ?? ""
    }
    #expect(row(after: 0).contains("notification due in 60 s"))
    #expect(row(after: 61).contains("notification due now"))
    #expect(row(after: 239).contains("notification due now"))
    #expect(row(after: 300).contains("notification 4 min overdue"))
    status.summary.cycles[0].assumed = ["timezone"]
    #expect(!row(after: 300).contains("overdue"))
  }

  @Test func `colours are the only sequences on a page`() {
    let plain = LivePage.rows(of: Self.status(), width: 80, height: 24, isColoured: false)
    #expect(!plain.joined().contains("\u{1B}"))
    let coloured = LivePage.rows(of: Self.status(), width: 80, height: 24, isColoured: true)
    let stripped = coloured.joined(separator: "\n").replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(coloured.joined().contains("\u{1B}["))
    #expect(stripped == plain.joined(separator: "\n"))
  }
}
