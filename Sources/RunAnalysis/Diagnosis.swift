internal import LogReading
internal import RuleLanguage
internal import RunReport

/// Joins the findings of one fault: of those that belong together, the one that went wrong first in the
/// order of a cycle is the cause of the others.
///
/// Rules know nothing of each other, so a line that is missing breaks all that ask for it. A report has
/// one headline for it, and each of the others names its cause.
struct Diagnosis {
  /// The place of each event in the order of a cycle, which is that of the catalogue.
  private let places: [String: Int]
  /// The rules on counters, and the events that these count.
  private let sums: Set<String>
  private let counted: Set<String>

  /// Looks through the rules that findings name.
  init(_ book: RuleBook, of findings: [Finding], counts: (EventKind) -> Bool) {
    let names = book.catalogue.events.map(\.name)
    places = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    counted = Set(
      names.indices.filter { counts(EventKind(rawValue: UInt16($0))) }.map { names[$0] })
    let ids = Set(findings.map { $0.rule.split(separator: "/").last ?? "" })
    let onCounters = book.rules.filter { rule in
      ids.contains(rule.id[...])
        && rule.reads { if case .derived = $0 { true } else { false } }
    }
    sums = Set(onCounters.map { "\(book.packs[Int($0.pack)].name)/\($0.id)" })
  }

  /// Gives each finding that follows from another the name of its cause.
  func diagnose(_ findings: inout [Finding]) {
    let ranked = findings.indices
      .filter { findings[$0].isOpenQuestion && !findings[$0].isOfFeed }
      .map { (index: $0, rank: rank(findings[$0])) }
      .sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank.precedes($1.rank) }
    var causes: [Cause] = []
    for (index, _) in ranked {
      let marks = Marks(findings[index])
      let isSum = sums.contains(findings[index].rule)
      if let cause = causes.first(where: {
        $0.explains(findings[index], marks) || isSum && $0.miscounts(findings[index], counted, sums)
      }) {
        findings[index].cause = cause.finding.rule
      } else if causes.count < Self.causeLimit {
        causes.append(Cause(finding: findings[index], marks: marks))
      }
    }
  }

  /// So many causes are held against each other finding; a report of more is read by its first ones.
  private static let causeLimit = 64

  /// What comes first: errors before warnings before doubts, then the order of a cycle.
  private struct Rank: Equatable {
    var weight: Int
    var place: Int
    var line: Int64

    func precedes(_ other: Rank) -> Bool {
      (weight, place, line) < (other.weight, other.place, other.line)
    }
  }

  private func rank(_ finding: Finding) -> Rank {
    let wrong = finding.missing.first ?? finding.evidence.last { $0.role == .met }?.event
    let weight =
      (finding.outcome == .violated ? 0 : Severity.allCases.count) + Int(finding.severity.rawValue)
    return Rank(
      weight: weight, place: wrong.flatMap { places[$0] } ?? .max,
      line: finding.evidence.last?.line ?? .max)
  }

  /// A finding that heads others.
  private struct Cause {
    let finding: Finding
    let marks: Marks

    /// Whether another finding follows from it: a fault of the same cycle, or what speaks of the same
    /// line or of the event that it lacks.
    func explains(_ other: Finding, _ others: Marks) -> Bool {
      if let cycle = finding.scope.cycle, other.scope.cycle == cycle,
        finding.fails, other.fails
      {
        return true
      }
      guard finding.scope.process == other.scope.process else { return false }
      return !marks.lines.isDisjoint(with: others.lines)
        || !marks.missing.isDisjoint(with: others.missing.union(others.events))
    }

    /// Whether a counter of the process is wrong behind it for what it did to an event that is counted,
    /// or for what the counter told before: a count that went wrong stays wrong.
    func miscounts(_ other: Finding, _ counted: Set<String>, _ sums: Set<String>) -> Bool {
      guard finding.fails, other.fails, (finding.evidence.first?.line ?? .max) <= other.lastLine
      else { return false }
      if sums.contains(finding.rule) { return true }
      return finding.scope.process == other.scope.process
        && !counted.isDisjoint(with: marks.missing.union(marks.events))
    }
  }

  /// What findings are held against each other by.
  private struct Marks {
    let lines: Set<String>
    let events: Set<String>
    let missing: Set<String>

    init(_ finding: Finding) {
      let met = finding.evidence.filter { $0.role == .met }
      lines = Set(met.map { "\($0.line) \($0.file)" })
      events = Set(met.map(\.event))
      missing = Set(finding.missing)
    }
  }
}

extension Finding {
  /// Whether it speaks against the plugin, or leaves open whether something does.
  fileprivate var isOpenQuestion: Bool { outcome == .violated || outcome == .inconclusive }

  fileprivate var lastLine: Int64 { evidence.last?.line ?? .max }

  fileprivate var fails: Bool { outcome == .violated && severity == .error }
}

extension Finding {
  /// Whether it is about messages of a feed alone: each of their faults is one to be mended, and none
  /// follows from another.
  fileprivate var isOfFeed: Bool {
    !evidence.isEmpty && evidence.allSatisfy { $0.event == "feed_message" }
  }
}
