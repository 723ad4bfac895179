internal import RuleLanguage

/// The findings of a page by cause, and the cycles that each one is of.
struct FindingIndex {
  /// The findings of one rule and one blame, which the page tells once, and what follows from them.
  struct Entry {
    /// Places in the summary's findings, the first one told in full.
    var findings: [Int]
    /// The rules of the findings that these caused, and how often.
    var following: [(rule: String, account: String, count: Int)] = []
  }

  /// The entries by outcome; an entry's number, from one, is its anchor on the page.
  private(set) var groups: [(group: FindingGroup, entries: [(number: Int, entry: Entry)])] = []
  /// The number of the entry that tells each finding.
  private(set) var entryNumbers: [Int]
  /// The places of the cycles that each finding is of.
  private(set) var cycles: [[Int]]

  init(of summary: RunSummary) {
    entryNumbers = [Int](repeating: 0, count: summary.findings.count)
    let named = NamedCycles(of: summary)
    cycles = summary.findings.map { named.cycles(of: $0) }
    addEntries(of: summary)
  }

  private mutating func addEntries(of summary: RunSummary) {
    var entries: [Entry] = []
    var places: [String: Int] = [:]
    var causes: [String: Int] = [:]
    // Those that stand for themselves first, so that the others find their causes.
    for isConsequence in [false, true] {
      for (index, finding) in summary.findings.enumerated()
      where finding.isConsequence == isConsequence {
        if isConsequence, let cause = finding.cause,
          let place = Outcome.reported.lazy.compactMap({ causes["\($0.name) \(cause)"] }).first
        {
          entries[place].addFollowing(finding)
          entryNumbers[index] = place
          continue
        }
        if let place = places[finding.judgement] {
          entries[place].findings.append(index)
          entryNumbers[index] = place
        } else {
          places[finding.judgement] = entries.count
          let cause = "\(finding.outcome.name) \(finding.rule)"
          causes[cause] = causes[cause] ?? entries.count
          entryNumbers[index] = entries.count
          entries.append(Entry(findings: [index]))
        }
      }
    }
    number(entries, of: summary)
  }

  /// Numbers the entries in the order in which the page has them.
  private mutating func number(_ entries: [Entry], of summary: RunSummary) {
    var numbers = [Int](repeating: 0, count: entries.count)
    var next = 1
    for group in FindingGroup.all(in: summary) {
      var listed: [(number: Int, entry: Entry)] = []
      for (place, entry) in entries.enumerated()
      where summary.findings[entry.findings[0]].outcome == group.outcome {
        numbers[place] = next
        listed.append((next, entry))
        next += 1
      }
      groups.append((group, listed))
    }
    entryNumbers = entryNumbers.map { numbers[$0] }
  }
}

extension FindingIndex.Entry {
  mutating func addFollowing(_ finding: Finding) {
    if let place = following.firstIndex(where: { $0.rule == finding.rule }) {
      following[place].count += 1
    } else {
      following.append((finding.rule, finding.account, 1))
    }
  }
}

extension Outcome {
  /// The outcomes that reports list, the worst first.
  fileprivate static let reported: [Outcome] = [.violated, .inconclusive, .excused]
}
