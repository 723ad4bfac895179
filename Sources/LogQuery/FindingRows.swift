internal import RuleLanguage
internal import RunReport

extension ColumnFiller {
  /// Fills a row of the findings.
  mutating func fill(from finding: Finding, number: Int, run: Int64) {
    let first = finding.evidence.first
    add(run)
    add(number)
    add(finding.rule)
    add(finding.outcome.name)
    add(finding.fault.name)
    add(finding.severity.name)
    add(finding.bucket.name)
    add(finding.message)
    add(finding.reason)
    add(finding.scope.process.map { Int64($0) })
    add(finding.scope.cycle)
    add(time: finding.deadline)
    add(first?.file)
    add(first?.line)
    add(time: first?.time)
    add(finding.cause)
    add(finding.fingerprint)
    add(list: finding.covers)
    add(list: finding.missing)
    add { JSONRenderer.writeSteps(of: finding, to: &$0) }
    add { JSONRenderer.writeNearMisses(of: finding, to: &$0) }
    add { JSONRenderer.writeEvidence(of: finding, to: &$0) }
    add(list: finding.hints)
  }
}
