internal import RuleLanguage

/// The cycles of a summary by the names that findings give them.
struct NamedCycles {
  private let cycles: [CycleSummary]
  /// Places in the summary's cycles; several devices, or days, may have one name.
  private var places: [String: [Int]] = [:]

  init(of summary: RunSummary) {
    cycles = summary.cycles
    // Most logs have no finding.
    if summary.findings.isEmpty { return }
    for (place, cycle) in cycles.enumerated() {
      for name in cycle.names { places[name, default: []].append(place) }
    }
  }

  /// Returns the places of the cycles that a finding names; of several of one name, those that its
  /// lines lie in.
  func cycles(of finding: Finding) -> [Int] {
    var names = finding.scope.cycle.map { [$0] } ?? []
    // A finding that spans many cycles and is no violation says little of each of them.
    if finding.outcome == .violated || finding.scope.cycles.count == 1 {
      names += finding.scope.cycles
    }
    var result: [Int] = []
    for name in names {
      guard let named = places[name] else { continue }
      let held =
        named.count == 1
        ? named
        : named.filter { finding.evidence.contains(where: cycles[$0].holds) }
      for place in held where !result.contains(place) { result.append(place) }
    }
    return result
  }
}

extension CycleSummary {
  /// Whether a line is among the cycle's own.
  func holds(_ line: Finding.Evidence) -> Bool {
    lines.contains { $0.file == line.file && $0.first <= line.line && line.line <= $0.last }
  }
}
