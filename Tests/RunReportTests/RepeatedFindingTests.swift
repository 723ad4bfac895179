import RuleLanguage
import RunReport
import Testing

/// Findings of one rule that repeat, in the reports for CI servers, and the fingerprints that tell them
/// for the same.
@Suite struct RepeatedFindingTests {
  private func repeated(_ count: Int, inputs: [String] = ["device.log"]) -> RunSummary {
    var summary = failedRun()
    let input = summary.inputs[0]
    summary.inputs = inputs.map { name in
      var input = input
      input.name = name
      return input
    }
    summary.findings = (0..<count).map { number in
      var finding = unmetFetch()
      finding.scope.cycle = "daily-\(number)"
      finding.evidence[0].line = Int64(number)
      finding.evidence[0].file = inputs[number % inputs.count]
      return finding
    }
    return summary
  }

  private func report(_ summary: RunSummary, _ renderer: any ReportRenderer.Type) -> String {
    String(decoding: renderer.report(of: summary), as: UTF8.self)
  }

  @Test func `each violation is a failed case, up to twenty of a rule`() {
    let report = report(repeated(23), JUnitRenderer.self)
    #expect(report.contains("tests=\"21\" failures=\"21\""))
    #expect(report.contains("name=\"fetch-has-outcome\""))
    #expect(report.contains("name=\"fetch-has-outcome (20)\""))
    #expect(!report.contains("name=\"fetch-has-outcome (21)\""))
    #expect(report.contains("\n\nlikewise in 3 more</failure>"))
  }

  @Test func `each input that has findings has a suite of its own`() {
    let report = report(repeated(3, inputs: ["a.log", "b.log", "c.log"]), JUnitRenderer.self)
    let names = report.split(separator: "<testsuite name=\"").dropFirst().map { $0.prefix(5) }
    #expect(names == ["dnplo", "a.log", "b.log", "c.log"])
    #expect(report.contains("<testsuites name=\"dnplog\" tests=\"4\" failures=\"4\""))
  }

  @Test func `a part of a rotation is of the input that names it`() {
    var summary = repeated(1, inputs: ["device.log", "other.log"])
    summary.findings[0].evidence[0].file = "device.log.1"
    #expect(
      report(summary, JUnitRenderer.self).contains("<testsuite name=\"device.log\" tests=\"1\""))
  }

  @Test func `findings alike share a fingerprint and are numbered for code scanning`() {
    let summary = repeated(2)
    let fingerprints = Set(summary.findings.map(\.fingerprint))
    #expect(fingerprints.count == 1)
    let report = report(summary, SARIFRenderer.self)
    let name = fingerprints.first ?? ""
    #expect(report.contains("\"partialFingerprints\": {\"dnplogFinding/v1\": \"\(name):1\"}"))
    #expect(report.contains("\"partialFingerprints\": {\"dnplogFinding/v1\": \"\(name):2\"}"))
  }

  @Test func `a fingerprint stands for what is wrong and not for where or when`() {
    let finding = unmetFetch()
    var moved = finding
    moved.evidence[0].line = 99
    moved.evidence[0].time = 0
    moved.scope.cycle = "another"
    moved.deadline = 5
    moved.message = "Other words"
    #expect(moved.fingerprint == finding.fingerprint)
    for change: (inout Finding) -> Void in [
      { $0.rule = "hints/other" }, { $0.reason = "seen_late" }, { $0.missing = ["fetch_success"] },
      { $0.evidence[0].event = "fetch_retry" },
    ] {
      var other = finding
      change(&other)
      #expect(other.fingerprint != finding.fingerprint)
    }
    // Baselines of old must stay good.
    #expect(finding.fingerprint == "4e592a56cdb001f8")
  }

  @Test func `the first line of a result says what was found`() {
    let report = report(repeated(1), SARIFRenderer.self)
    #expect(
      report.contains(
        "\"message\": {\"text\": \"The fetch started and nothing ended it.\\nerror, plugin fault\\n"
      ))
    #expect(!report.contains("found: "))
  }

  @Test func `a result shows the steps of its cycle`() {
    let report = report(failedRun(), SARIFRenderer.self)
    let flow = report.split(separator: "\"codeFlows\"").last ?? ""
    #expect(
      flow.contains(
        "\"region\": {\"startLine\": 12}}, \"message\": {\"text\": \"fetch_start (late)\"}}, "
          + "\"executionTimeUtc\": \"2025-11-14T05:48:12.250Z\", \"importance\": \"essential\"}"))
  }
}
