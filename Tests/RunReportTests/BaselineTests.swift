import RuleLanguage
import RunReport
import Testing

/// The violations of a former run, which fail no run where they occur again.
@Suite struct BaselineTests {
  /// Returns a summary of findings of these cycles, with their count.
  private func run(_ cycles: String...) -> RunSummary {
    var summary = RunSummary()
    summary.findings = cycles.map { cycle in
      var finding = unmetFetch()
      finding.scope.cycle = cycle
      return finding
    }
    summary.findingCounts = [
      FindingCount(
        pack: "prefetch-cycle", outcome: .violated, fault: .plugin, severity: .error,
        count: cycles.count)
    ]
    return summary
  }

  private func baseline(_ cycles: String...) -> Baseline {
    var baseline = Baseline()
    for cycle in cycles { baseline.add(unmetFetch().fingerprint, cycle: cycle) }
    return baseline
  }

  @Test func `of more findings than were known those of other cycles are new`() {
    var summary = run("a", "b", "c")
    var known = baseline("c", "b")
    summary.mark(&known)
    #expect(summary.findings.map(\.isKnown) == [false, true, true])
    #expect(summary.findings.map(\.scope.cycle) == ["a", "b", "c"])
    #expect(summary.findingCounts[0].known == 2)
    #expect(known.met == 2)
  }

  @Test func `what is new stands first`() {
    var summary = run("a", "b", "c")
    var known = baseline("a", "b")
    summary.mark(&known)
    #expect(summary.findings.map(\.scope.cycle) == ["c", "a", "b"])
    #expect(summary.findings.map(\.isKnown) == [false, true, true])
  }

  @Test func `a finding of another day is known all the same`() {
    var summary = run("today")
    var known = baseline("yesterday")
    summary.mark(&known)
    #expect(summary.findings.map(\.isKnown) == [true])
  }

  @Test func `several runs share what is known`() {
    var first = run("a")
    var second = run("a")
    var known = baseline("a")
    first.mark(&known)
    second.mark(&known)
    #expect(first.findings[0].isKnown && !second.findings[0].isKnown)
    first.merge(second)
    #expect(first.findingCounts.map(\.count) == [2])
    #expect(first.findingCounts.map(\.known) == [1])
    #expect(first.failure.hasSuffix("; 1 known violation"))
  }

  @Test func `what follows from a known violation is named as what is new`() {
    var summary = run("a", "b")
    summary.findings[1].rule = "hints/handler-runs"
    summary.findings[1].cause = summary.findings[0].rule
    #expect(summary.failure.hasPrefix("1 plugin fault, 1 consequence: prefetch-cycle/"))
    summary.findings[0].isKnown = true
    summary.findingCounts[0].known = 1
    #expect(
      summary.failure
        == "1 plugin fault: hints/handler-runs in cycle b; 1 known violation")
  }

  @Test func `what is no violation is not known`() {
    var summary = run("a")
    summary.findings[0].outcome = .inconclusive
    var known = baseline("a")
    summary.mark(&known)
    #expect(!summary.findings[0].isKnown)
  }

  @Test func `reports tell what is known and fail no case for it`() {
    var summary = failedRun()
    summary.findings[0].isKnown = true
    func report(_ renderer: any ReportRenderer.Type) -> String {
      String(decoding: renderer.report(of: summary), as: UTF8.self)
    }
    #expect(
      report(JUnitRenderer.self).contains("<skipped type=\"known\" message=\"known: The fetch"))
    #expect(report(GitHubRenderer.self).contains("\n::notice file=device.log,line=12,"))
    #expect(report(SARIFRenderer.self).contains("\"suppressions\": [\n"))
    #expect(report(JSONRenderer.self).contains("\"known\": true"))
    #expect(report(TextRenderer.self).contains("· known, plugin fault: "))
  }
}
