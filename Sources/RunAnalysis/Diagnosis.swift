internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// Joins the findings of one fault: of those that belong together, the one that went wrong first in the
/// order of a cycle is the cause of the others.
///
/// Rules know nothing of each other, so a line that is missing breaks all that ask for it. A report has
/// one headline for it, and each of the others names its cause.
struct Diagnosis {
  /// The place of each event in the order of a cycle, which is that of the catalogue; where no event of a group
  /// is part of a cycle, all of them have one place, and their lines decide.
  private let places: [String: Int]
  /// The events of those groups.
  private let outside: Set<String>
  /// The rules on counters, each with the rank of those that it reads, and the events that these count.
  private let sums: [String: Int]
  private let counted: Set<String>
  /// The rules that ask what became of a fault which a tester injected.
  private let ofInjected: Set<String>

  /// Looks through the rules that findings name.
  init(_ book: RuleBook, of findings: [Finding], counts: (EventKind) -> Bool) {
    let events = book.catalogue.events
    let names = events.map(\.name)
    let ofCycles = Set(events.filter(\.role.isOfCycle).map(\.group))
    let firsts = Dictionary(
      events.enumerated().map { ($1.group, $0) }, uniquingKeysWith: { first, _ in first })
    outside = Set(events.filter { !ofCycles.contains($0.group) }.map(\.name))
    places = Dictionary(
      events.enumerated().map { place, event in
        (event.name, ofCycles.contains(event.group) ? place : firsts[event.group] ?? place)
      }, uniquingKeysWith: { first, _ in first })
    counted = Set(
      names.indices.filter { counts(EventKind(rawValue: UInt16($0))) }.map { names[$0] })
    let ids = Set(Set(findings.map { $0.rule }).map { $0.split(separator: "/").last ?? "" })
    let onCounters = book.rules.filter { rule in
      ids.contains(rule.id[...])
        && rule.reads { if case .derived = $0 { true } else { false } }
    }
    sums = Dictionary(
      onCounters.map { ("\(book.packs[Int($0.pack)].name)/\($0.id)", Self.counterRank(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    ofInjected = Set(
      book.rules.filter { ids.contains($0.id[...]) && Self.asksOfInjected($0) }
        .map { "\(book.packs[Int($0.pack)].name)/\($0.id)" })
  }

  /// Whether a rule is about events under an injected fault.
  private static func asksOfInjected(_ rule: Rule) -> Bool {
    guard case .response(let trigger, _, _) = rule.obligation else { return false }
    return trigger.contains {
      rule.patterns[Int($0)].condition?.comparedWithConstants.contains(.environment(.fault))
        ?? false
    }
  }

  /// The rank of a rule among those on counters, by the last counter of a cycle that it reads: a use that has no success is wrong behind a success
  /// that is not counted. Of rules on one counter that which reads no other comes first.
  private static func counterRank(of rule: Rule) -> Int {
    let ofCycle = CounterKey.allCases.prefix { $0 != .used } + [.used]
    var keys: Set<CounterKey> = []
    // One walk through the conditions finds them all.
    _ = rule.reads { reference in
      if case .derived(let key) = reference { keys.insert(key) }
      return false
    }
    let read = ofCycle.indices.filter { keys.contains(ofCycle[$0]) }
    return (read.last ?? 0) * (ofCycle.count + 1) + read.count
  }

  /// Gives each finding that follows from another the name of its cause.
  func diagnose(_ findings: inout [Finding]) {
    let ranked = findings.indices
      .filter { findings[$0].isOpenQuestion && !findings[$0].standsAlone }
      .map { (index: $0, rank: rank(findings[$0])) }
      .sorted { $0.rank == $1.rank ? $0.index < $1.index : $0.rank.precedes($1.rank) }
    var causes: [Marks] = []
    for (index, _) in ranked {
      let marks = Marks(findings[index], outside)
      let isSum = sums[marks.rule] != nil
      if let cause = causes.first(where: {
        $0.explains(marks) || isSum && $0.miscounts(marks, counted, sums)
      }) {
        // What one rule finds again is one more fault, and follows from none.
        if cause.rule != marks.rule { findings[index].cause = cause.rule }
      } else if causes.count < Self.causeLimit {
        causes.append(marks)
      }
    }
  }

  /// So many causes are held against each other finding; a report of more is read by its first ones.
  private static let causeLimit = 64

  /// What comes first: errors before warnings before doubts, what a tester broke before what follows from
  /// it, then the order of a cycle, of its lines, and of its counters.
  private struct Rank: Equatable {
    var weight: Int
    var place: Int
    var line: Int64
    var counter: Int

    func precedes(_ other: Rank) -> Bool {
      (weight, place, line, counter) < (other.weight, other.place, other.line, other.counter)
    }
  }

  private func rank(_ finding: Finding) -> Rank {
    let met = finding.evidence.last { $0.role == .met }?.event
    let wrong = met.map(outside.contains) == true ? met : finding.missing.first ?? met
    let weight =
      (finding.outcome == .violated ? 0 : Severity.allCases.count) + Int(finding.severity.rawValue)
    return Rank(
      weight: weight,
      place: ofInjected.contains(finding.rule) ? -1 : wrong.flatMap { places[$0] } ?? .max,
      line: finding.lastLine, counter: sums[finding.rule] ?? 0)
  }

  /// What findings are held against each other by; of lines and events each has few.
  private struct Marks {
    struct Line: Equatable {
      let number: Int64
      let file: String
    }

    let rule: String
    let fails: Bool
    let cycle, brokenCycle: String?
    let process: Int?
    let firstLine, lastLine: Int64
    let lines: [Line]
    /// The crash or kill behind which its process could log no more.
    let end: Line?
    let events, missing: [String]
    /// Whether the last of its events is part of no cycle.
    let isOutside: Bool

    init(_ finding: Finding, _ outside: Set<String>) {
      let met = finding.evidence.filter { $0.role == .met }
      rule = finding.rule
      fails = finding.fails
      cycle = finding.scope.cycle
      brokenCycle = finding.brokenCycle
      process = finding.scope.process
      firstLine = finding.evidence.first?.line ?? .max
      lastLine = finding.lastLine
      lines = met.map { Line(number: $0.line, file: $0.file) }
      end = finding.evidence.first { $0.role == .end }.map {
        Line(number: $0.line, file: $0.file)
      }
      events = met.map { $0.event }
      missing = finding.missing
      isOutside = events.last.map(outside.contains) == true
    }

    /// Whether another finding follows from this one: a fault of the same cycle, or what speaks of the
    /// same line or of the event that it lacks.
    func explains(_ other: Marks) -> Bool {
      if fails, other.fails {
        if let cycle, other.cycle == cycle { return true }
        // What is out of order within one cycle belongs to it, whatever the scope of its rule.
        if let brokenCycle, other.brokenCycle == brokenCycle { return true }
      }
      if let end = other.end, lines.contains(end) { return true }
      guard process == other.process else { return false }
      return lines.contains { other.lines.contains($0) }
        || missing.contains { other.missing.contains($0) || other.events.contains($0) }
        // In a cycle what is missing comes first by its place; here the line does, which may have been the other's.
        || isOutside && other.isOutside && other.missing.contains { events.contains($0) }
    }

    /// Whether a counter of the process is wrong behind it for what it did to an event that is counted,
    /// or for what the counter told before: a count that went wrong stays wrong.
    func miscounts(_ other: Marks, _ counted: Set<String>, _ sums: [String: Int]) -> Bool {
      guard fails, other.fails, firstLine <= other.lastLine else { return false }
      if sums[rule] != nil { return true }
      return process == other.process
        && (missing.contains { counted.contains($0) } || events.contains { counted.contains($0) })
    }
  }
}

extension Finding {
  /// Whether it speaks against the plugin, or leaves open whether something does.
  fileprivate var isOpenQuestion: Bool { outcome == .violated || outcome == .inconclusive }

  /// The cycle of which one event came in spite of another, where all of them are of that cycle.
  fileprivate var brokenCycle: String? {
    guard reason == FindingReason.forbidden.name, evidence.count(where: { $0.role == .met }) > 1
    else { return nil }
    return scope.cycle ?? (scope.cycles.count == 1 ? scope.cycles.first : nil)
  }

  fileprivate var lastLine: Int64 { evidence.last { $0.role != .end }?.line ?? .max }

  fileprivate var fails: Bool { outcome == .violated && severity == .error }
}

extension Finding {
  /// Whether it follows from no other: each fault of a message of a feed is one to be mended, and no fault makes
  /// a program log a secret.
  fileprivate var standsAlone: Bool {
    !evidence.isEmpty && evidence.allSatisfy { $0.event == "feed_message" }
      || evidence.contains { $0.event == "secret_logged" }
  }
}
