import Foundation
import LogReading
import RuleLanguage
import RunReport
import Testing

/// The page: what stands in it without its script, and the data that the script reads.
@Suite struct HTMLPageTests {
  private func page(_ summary: RunSummary, now: Int64 = 0) -> String {
    var style = ReportStyle()
    style.now = now
    return String(decoding: HTMLRenderer.report(of: summary, style), as: UTF8.self)
  }

  /// A run of many cycles in which a fetch of each third one never ended.
  private func longRun(_ count: Int) -> RunSummary {
    var summary = failedRun()
    summary.cycles = []
    summary.findings = []
    for number in 0..<count {
      var cycle = failedCycle()
      let later = Int64(number) * 86_400_000_000
      cycle.scheduleId = "daily-\(number)"
      cycle.notificationTime = morning + 300_000_000 + later
      cycle.steps = cycle.steps.map { step in
        var step = step
        step.time = step.time.map { $0 + later }
        step.line = step.line.map { $0 + Int64(number) * 30 }
        return step
      }
      cycle.lines = [
        .init(
          file: "device.log", first: 3 + Int64(number) * 30, last: 20 + Int64(number) * 30)
      ]
      if number % 3 == 0 {
        var finding = unmetFetch()
        finding.scope.cycle = cycle.scheduleId
        summary.findings.append(finding)
      } else {
        cycle.outcome = .usedPrefetch
        cycle.steps = cycle.steps.filter { $0.status == .seen }
      }
      summary.cycles.append(cycle)
    }
    return summary
  }

  private struct Data {
    let cycles: [String: [Any]]
    let findings: [[Any]]
    let shapes: [String]
    let patterns: [String]
    let texts: [String]

    init(of page: String) throws {
      let begin = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
      let end = try #require(page[begin.upperBound...].range(of: "</script>"))
      let bytes = Foundation.Data(page[begin.upperBound..<end.lowerBound].utf8)
      let data = try #require(
        JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      cycles = try #require(data["cycles"] as? [String: [Any]])
      findings = try #require(data["findings"] as? [[Any]])
      shapes = try #require(data["shapes"] as? [String])
      patterns = try #require(data["patterns"] as? [String])
      texts = try #require(data["texts"] as? [String])
    }

    /// The values of a column, with nil for null.
    func column(_ name: String) -> [Int?] { (cycles[name] ?? []).map { $0 as? Int } }
  }

  @Test func `findings of one rule stand once, with their other places`() {
    let page = page(longRun(90))
    #expect(page.components(separatedBy: "<article class=\"finding").count == 2)
    #expect(page.contains("Likewise in 29 more"))
    #expect(page.contains("17 more are among the cycles below."))
    #expect(page.contains("<a href=\"#c4\">cycle daily-3 (line 12)</a>"))
  }

  @Test func `a finding leads to its cycle and to its line there`() {
    let page = page(failedRun())
    #expect(page.contains("<a href=\"#c1\">cycle daily-1</a>"))
    #expect(page.contains("<a href=\"#c1-l12\">line 12</a>"))
    #expect(page.contains("id=\"c1\""))
    #expect(page.contains("no fetch_success or fetch_failure by <time"))
  }

  @Test func `what follows from a finding stands with it`() {
    var summary = failedRun()
    for rule in ["hints/cache-is-built", "hints/cache-is-built", "integrity/hash-is-told"] {
      var finding = unmetFetch()
      finding.rule = rule
      finding.message = "Nothing of \(rule)"
      finding.cause = "prefetch-cycle/fetch-has-outcome"
      summary.findings.append(finding)
    }
    let page = page(summary)
    #expect(page.components(separatedBy: "<article class=\"finding").count == 2)
    #expect(
      page.contains(
        "<li>Nothing of hints/cache-is-built <code>hints/cache-is-built</code>\n (2 times)")
    )
    #expect(page.contains("<code>integrity/hash-is-told</code>"))
  }

  @Test func `the data give back each step of each cycle`() throws {
    let summary = longRun(40)
    let data = try Data(of: page(summary))
    var due = 0
    for (place, cycle) in summary.cycles.enumerated() {
      due += try #require(data.column("due")[place])
      #expect(Int64(due) * 1000 == cycle.notificationTime)
      let shape = data.shapes[try #require(data.column("shape")[place])]
      let events = try shape.split(separator: ";").map { part in
        data.texts[try #require(Int(part.prefix { $0 != "," }))]
      }
      #expect(events == cycle.steps.map(\.event))
      let distances = try #require(data.cycles["times"]?[place] as? String)
      var time = due
      let times = distances.split(separator: ",", omittingEmptySubsequences: false).map {
        part -> Int64? in
        guard let distance = Int(part, radix: 36) else { return nil }
        time += distance
        return Int64(time) * 1000
      }
      #expect(times == cycle.steps.map(\.time))
      var line = try #require(data.column("line")[place])
      let pattern = data.patterns[try #require(data.column("pattern")[place])]
      let lines = pattern.split(separator: ",", omittingEmptySubsequences: false).map {
        part -> Int64? in
        guard let distance = Int(part) else { return nil }
        line += distance
        return Int64(line)
      }
      #expect(lines == cycle.steps.map(\.line))
    }
    #expect(data.findings.count == summary.findings.count)
    #expect(data.findings[1][4] as? [Int] == [3])
  }

  @Test func `thousands of cycles are few elements and less than a megabyte`() {
    let page = page(longRun(3500))
    #expect(page.utf8.count < 1_000_000)
    let markup = page.components(separatedBy: "<script type").first ?? ""
    #expect(markup.components(separatedBy: "<").count < 3000)
  }

  @Test func `text of a log is inert in markup and in data`() throws {
    let evil = "</script><script>x</script><!--<script>\u{2028}\"'&<img src=x onerror=x>"
    var summary = failedRun()
    summary.reasons = [evil]
    summary.inputs[0].name = evil
    summary.cycles[0].scheduleId = evil
    summary.cycles[0].steps[0].event = evil
    summary.cycles[0].lines[0].file = evil
    summary.findings[0].rule = evil
    summary.findings[0].title = evil
    summary.findings[0].message = evil
    summary.findings[0].scope.cycle = evil
    summary.findings[0].missing = [evil]
    summary.findings[0].hints = [evil]
    summary.findings[0].evidence[0].text = evil
    summary.findings[0].evidence[0].file = evil
    let page = page(summary)
    #expect(!page.contains("<img") && !page.contains("<!--"))
    // Those of the data and of the script.
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    let data = try Data(of: page)
    #expect(data.cycles["id"]?.first as? String == evil.replacing("\u{2028}", with: "\\u{2028}"))
  }

  @Test func `the policy allows the style and the script by their digests and nothing else`() throws
  {
    let page = page(failedRun())
    let begin = try #require(page.range(of: "Content-Security-Policy\" content=\""))
    let policy = page[begin.upperBound...].prefix { $0 != "\"" }
    #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
    #expect(policy.components(separatedBy: "'sha256-").count == 3)
    #expect(!policy.contains("unsafe") && !policy.contains("http"))
    for sign in ["style=\"", "onclick=", "innerHTML", "eval("] { #expect(!page.contains(sign)) }
  }

  @Test func `a page tells when it was made only where the clock is given`() {
    #expect(!page(failedRun()).contains("reported at"))
    #expect(
      page(failedRun(), now: 1_763_100_000).contains(
        "reported at <time datetime=\"2025-11-14T06:00:00Z\">2025-11-14 06:00:00 UTC</time>"))
  }

  @Test func `a run that could not be judged has a page without script`() {
    let failure = RunFailure(["device.log is a folder"], exitStatus: 2, toolVersion: "1.0")
    let page = String(decoding: HTMLRenderer.report(of: failure), as: UTF8.self)
    #expect(page.contains("INCONCLUSIVE</h1>"))
    #expect(page.contains("device.log is a folder"))
    #expect(!page.contains("<script"))
  }

  @Test func `markdown keeps below the limit of a comment and says what it leaves out`() {
    var summary = longRun(1500)
    for number in 0..<400 {
      var finding = unmetFetch()
      finding.rule = "hints/rule-\(number)"
      summary.findings.append(finding)
    }
    let page = String(decoding: MarkdownRenderer.report(of: summary), as: UTF8.self)
    #expect(page.utf8.count <= 60_000)
    #expect(page.contains("- **likewise** 499 more: cycle daily-3 (line 12)"))
    #expect(page.contains("Left out to keep this page short: "))
    #expect(page.contains("Counters: scheduled 1"))
    #expect(
      page.components(separatedBy: "<details").count
        == page.components(separatedBy: "</details>").count)
    let short = String(decoding: MarkdownRenderer.report(of: failedRun()), as: UTF8.self)
    #expect(!short.contains("Left out"))
  }
}
