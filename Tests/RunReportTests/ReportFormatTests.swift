import RuleLanguage
import RunReport
import Testing

/// The reports for CI servers on one run, to the letter.
@Suite struct ReportFormatTests {
  private func rendered(_ renderer: any ReportRenderer.Type) -> String {
    var summary = failedRun()
    summary.satisfiedRules = ["hints/registered-task-runs"]
    var excused = unmetFetch()
    excused.rule = "timing/runs-in-time"
    excused.outcome = .excused
    excused.fault = .os
    summary.findings.append(excused)
    var warning = unmetFetch()
    warning.rule = "timing/lead-is-the-usual-one"
    warning.severity = .warning
    warning.evidence = []
    summary.findings.append(warning)
    return String(decoding: renderer.report(of: summary), as: UTF8.self)
  }

  @Test
  func `a test report has a case for the verdict and for each rule that was judged`() {
    let account =
      "The fetch started and nothing ended it. (A started fetch ends in success or failure)"
    let cases = """
          <testcase classname="dnplog" name="verdict" time="0"><failure type="fail" \
      message="fail: 1 rule is violated.">1 rule is violated.</failure></testcase>
          <testcase classname="hints" name="registered-task-runs" time="0"></testcase>
          <testcase classname="prefetch-cycle" name="fetch-has-outcome" time="0">\
      <failure type="plugin" message="\(account)">device.log:12
      error, plugin fault
      expected     A started fetch ends in success or failure
      found        The fetch started and nothing ended it.
      in           cycle daily-1, process 1
      met          fetch_start (line 12)
      missing      fetch_success or fetch_failure, due by 2025-11-14T05:48:42Z
      near miss    fetch_success at line 40 came 4.2 s too late
      evidence     line 12  [DNP-FETCH] Starting fetch\\x1b[2J
      check next   Check network connectivity
                   Verify the API endpoint is accessible</failure></testcase>
          <testcase classname="timing" name="lead-is-the-usual-one" time="0"><system-out>warning, plugin fault

      """
    let report = rendered(JUnitRenderer.self)
    #expect(report.contains(cases))
    #expect(
      report.contains(
        """
            <testcase classname="timing" name="runs-in-time" time="0"><skipped type="excused" \
        message="excused (OS limitation): \(account)">device.log:12
        OS limitation
        expected     A started fetch ends in success or failure
        """))
    #expect(
      report.contains(
        "<testsuite name=\"device.log\" tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"1\" time="
      ))
  }

  @Test
  func `a warning is an annotation of its own level, without a place where no line proves it`() {
    let lines = rendered(GitHubRenderer.self).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "::error title=dnplog FAIL::1 rule is violated.")
    #expect(
      lines[1].hasPrefix(
        "::error file=device.log,line=12,title=prefetch-cycle/fetch-has-outcome (error%2C plugin fault)"
          + "::expected: A started fetch ends in success or failure%0Afound: The fetch started"))
    #expect(
      lines[2].hasPrefix("::warning title=timing/lead-is-the-usual-one (warning%2C plugin fault)::")
    )
  }

  @Test
  func `code scanning gets a result for what is violated, and a remark for what is excused`() {
    let report = rendered(SARIFRenderer.self)
    #expect(report.contains("\"version\": \"2.1.0\""))
    #expect(report.contains("\"kind\": \"informational\""))
    let results = report.split(separator: "\"results\": [").last.map(String.init) ?? ""
    #expect(results.contains("\"ruleId\": \"prefetch-cycle/fetch-has-outcome\""))
    #expect(results.contains("\"startLine\": 12"))
    #expect(results.contains("\"level\": \"warning\""))
    #expect(results.contains("\"locations\": []"))
    #expect(report.contains("\"executionSuccessful\": true"))
  }

  @Test
  func `a page tells the verdict and the findings by outcome`() {
    let page = rendered(HTMLRenderer.self)
    for part in [
      "<style>\n:root { color-scheme", "<h1>FAIL</h1>", "<header class=\"fail\">",
      "<h3>Violated (1 error, 1 warning)</h3>", "<summary>Excused (1)</summary>",
      "Check next", "The fetch started and nothing ended it.</h4>",
      "Came close: fetch_success at line 40 came 4.2 s too late", "Starting fetch\\x1b[2J",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.hasSuffix("</body>\n</html>\n"))
  }

  @Test
  func `markdown folds what is not violated`() {
    let page = rendered(MarkdownRenderer.self)
    for part in [
      "## dnplog: FAIL\n\n1 rule is violated.\n\n",
      "<details open><summary>Violated (1 error, 1 warning)</summary>",
      "<details><summary>Excused (1)</summary>", "- **missing** fetch\\_success or fetch\\_failure",
      "```text\nline 12  [DNP-FETCH] Starting fetch\\x1b[2J\n```",
      "| 2025-11-14T05:53:00Z | daily-1 | no delivery in the log |",
    ] {
      #expect(page.contains(part), "\(part)")
    }
  }
}
