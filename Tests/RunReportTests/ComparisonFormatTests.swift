import RuleLanguage
import RunReport
import Testing

/// The forms of a comparison: what each says, and that nothing in it is believed.
struct ComparisonFormatTests {
  private static let hostile = "</script><b>\u{1B}[31m|`@all` \u{202E}x"

  private func comparison(_ text: String, android: Bool = false) -> RunComparison {
    let golden = RunComparisonTests.healthy()
    var candidate = golden
    candidate.environment = [
      .init(key: "platform", value: .string(android ? "android" : "ios")),
      .init(key: "build", value: .string(text)),
    ]
    candidate.cycles[0].scheduleId = text
    candidate.cycles[0].steps[3].status = .missing
    candidate.reasons = [text]
    var finding = RunComparisonTests.finding()
    finding.message = text
    finding.scope.cycle = text
    candidate.findings = [finding]
    return RunComparison(golden, candidate, named: (text, text), titles: ["p/rule": text])
  }

  @Test(arguments: ComparisonFormat.allCases, [false, true])
  func `hostile text does nothing in any form`(format: ComparisonFormat, android: Bool) {
    let text = String(
      decoding: format.report(of: comparison(Self.hostile, android: android)), as: UTF8.self)
    let harmful = text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E }
    #expect(!harmful)
    switch format {
    case .html: #expect(!text.contains("</script>") && !text.contains("<b>\\x1b"))
    case .markdown: #expect(!text.contains("<b>") && !text.contains("@all"))
    case .json: #expect(!text.contains("</script>"))
    case .text: #expect(text.contains("\\x1b[31m"))
    }
  }

  @Test func `the verdict is the last line of the text report`() {
    let text = String(
      decoding: ComparisonFormat.text.report(of: comparison("x")), as: UTF8.self)
    let last = text.split(separator: "\n").last ?? ""
    #expect(last == "DIFFERENT  1 missing step, 1 new finding", "\(text)")
  }

  @Test func `the page allows nothing from elsewhere and follows the reader's colours and width`() {
    let text = String(
      decoding: ComparisonFormat.html.report(of: comparison("x")), as: UTF8.self)
    #expect(text.contains("Content-Security-Policy\" content=\"default-src 'none';"))
    #expect(!text.contains("<script"))
    #expect(text.contains("prefers-color-scheme: dark"))
    #expect(text.contains("@media (max-width: 640px)"))
  }

  @Test func `two platforms are compared row by row`() throws {
    let result = comparison("x", android: true)
    let rows = try #require(result.parity)
    // The rows decide, and findings are told beside them.
    #expect(result.cycles.isEmpty && result.findings.map(\.effect) == [.told])
    let fetched = try #require(rows.first { $0.what == "The content is fetched" })
    #expect((fetched.ios, fetched.android) == ("2 of 2", "1 of 2"))
    #expect(fetched.result == .differs)
    let delivered = try #require(rows.first { $0.what == "The notification is delivered" })
    #expect(delivered.result == .same)
    let statement = try #require(rows.first { $0.place == "p/rule" })
    #expect(statement.result == .differs)
    #expect(result.verdict == .different)
  }

  @Test func `platforms that have nothing in common are not the same`() {
    var android = RunComparisonTests.healthy()
    android.environment = [.init(key: "platform", value: .string("android"))]
    android.cycles = []
    let result = RunComparison(RunComparisonTests.healthy(), android, named: ("a", "b"))
    #expect(result.verdict == .inconclusive)
    #expect(result.exitStatus == 1)
  }
}
