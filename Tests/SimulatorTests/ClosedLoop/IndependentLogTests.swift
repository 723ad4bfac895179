import RunReport
import Testing

/// Logs of readers of the documents are judged as these expect, but for those that are settled.
@Suite struct IndependentLogTests {
  @Test(arguments: IndependentLog.areas)
  func `each log is judged as expected, or its difference is settled`(area: String) throws {
    for log in try IndependentLog.all(of: area) {
      let summary = try log.judge()
      let isRight = log.isRight(summary)
      let told =
        "\(log.name): \(summary.verdict.rawValue), expected \(log.expected): "
        + summary.reasons.joined(separator: "; ")
      let isSettled = log.settlement != nil && log.settledVerdict == summary.verdict.rawValue
      #expect(isRight || isSettled, "\(told)")
      #expect(
        !isRight || log.settlement == nil, "\(log.name) is judged as expected: remove 'settled'")
    }
  }

  @Test
  func `docs/accuracy.md counts them`() throws {
    var table = "| area | logs | healthy | as expected | own words | arguable | wrong |\n"
    table += "|---|---:|---:|---:|---:|---:|---:|\n"
    var sums = [Int](repeating: 0, count: 6)
    for area in IndependentLog.areas {
      let logs = try IndependentLog.all(of: area)
      let settled = IndependentLog.Settlement.allCases.map { kind in
        logs.count { $0.settlement == kind }
      }
      let counts =
        [logs.count, logs.count { $0.isHealthy }, logs.count - settled.reduce(0, +)] + settled
      sums = zip(sums, counts).map { $0 + $1 }
      table += "| \(area) | \(counts.map(String.init).joined(separator: " | ")) |\n"
    }
    table += "| all | \(sums.map(String.init).joined(separator: " | ")) |\n"
    #expect(sums[0] >= 300)
    #expect(sums[1] * 5 >= sums[0] * 2)
    try AccuracyPage.check(.readers, is: AccuracyPage.text(ofReaders: table))
  }
}
