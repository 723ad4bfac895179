internal import RuleLanguage
internal import TextWriting

/// A row of the table of recovery scenarios (S2:508-521): what a run, or many, showed of one of them.
package struct ScenarioSummary: Sendable, Equatable, Codable {
  /// The seven rows, in the order of the table.
  package enum Kind: UInt8, Sendable, CaseIterable, Codable {
    case swipe, forceStop, deviceReboot, phoneReboot, coldStart, warmStart, forceStopRecovery
  }

  /// What a scenario came to, the worst last.
  package enum Result: String, Sendable, CaseIterable, Codable {
    /// A line names it, and nothing of it follows.
    case notObserved = "not_observed"
    case pass, inconclusive, fail

    var rank: Int64 {
      switch self {
      case .notObserved: 0
      case .pass: 1
      case .inconclusive: 2
      case .fail: 3
      }
    }
  }

  package enum Answer: String, Sendable, CaseIterable, Codable {
    case yes, no
    case notObserved = "not observed"
    /// What nobody asks of this scenario.
    case notApplicable = "n/a"
  }

  /// The four questions that each scenario is asked (S2:194-199).
  package enum Question: String, Sendable, CaseIterable, Codable {
    case fired, missedDetected, recovered, nextLaunch
  }

  /// A line that shows a scenario: that it took place, or the answer to a question.
  package struct Line: Sendable, Equatable, Codable {
    package var file: String
    package var line: Int64
    /// Nil for the line that the scenario begins with.
    package var question: Question?
    /// When it was written; nil where it has no time.
    package var time: Int64?
    package init(file: String, line: Int64, question: Question?, time: Int64? = nil) {
      self.time = time
      self.file = file
      self.line = line
      self.question = question
    }
  }

  /// How often a scenario was seen, by what it came to.
  package struct Times: Sendable, Equatable, Codable {
    package var passed: Int64 = 0
    package var inconclusive: Int64 = 0
    package var failed: Int64 = 0
    package init() {}

    /// How often it was seen at all.
    package var all: Int64 { passed.addingSaturated(inconclusive).addingSaturated(failed) }

    fileprivate mutating func merge(_ other: Times) {
      passed = passed.addingSaturated(other.passed)
      inconclusive = inconclusive.addingSaturated(other.inconclusive)
      failed = failed.addingSaturated(other.failed)
    }
  }

  package var kind: Kind
  /// The result of the worst time; the members below tell of that one too.
  package private(set) var result: Result
  package private(set) var times = Times()
  /// What was seen, in a whole sentence.
  package var observed: String
  /// What else is to be known of it, in whole sentences; empty for nothing.
  package var remark: String
  package var fired = Answer.notObserved
  package var missedDetected = Answer.notObserved
  package var recovered = Answer.notObserved
  package var nextLaunch = Answer.notObserved
  package var lines: [Line] = []

  /// Makes the row of a scenario that was seen a number of times, alike each time.
  package init(
    _ kind: Kind, _ result: Result, observed: String, remark: String = "", times count: Int64 = 1
  ) {
    self.kind = kind
    self.result = result
    self.observed = observed
    self.remark = remark
    switch result {
    case .notObserved: break
    case .pass: times.passed = count
    case .inconclusive: times.inconclusive = count
    case .fail: times.failed = count
    }
  }

  /// Sets what it came to, as a summary says it that is read.
  mutating func set(_ result: Result, times: Times) {
    self.result = result
    self.times = times
  }

  /// Takes back what speaks against the plugin, where that is not certain.
  package mutating func doubt(_ reason: String) {
    guard times.failed > 0 else { return }
    times.inconclusive = times.inconclusive.addingSaturated(times.failed)
    times.failed = 0
    if result == .fail {
      result = .inconclusive
      remark = reason
    }
  }

  /// Names the finding that blames the plugin for one of the lines of a row that passes: the questions
  /// of the table do not ask everything.
  package mutating func noteBlame(by findings: [Finding]) {
    guard result == .pass else { return }
    let blame = findings.first { finding in
      finding.outcome == .violated && finding.severity == .error && finding.fault == .plugin
        && finding.evidence.contains { evidence in
          lines.contains { $0.file == evidence.file && $0.line == evidence.line }
        }
    }
    guard let blame else { return }
    remark = [remark, "But see the finding \(blame.rule)."].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  package subscript(_ question: Question) -> Answer {
    get {
      switch question {
      case .fired: fired
      case .missedDetected: missedDetected
      case .recovered: recovered
      case .nextLaunch: nextLaunch
      }
    }
    set {
      switch question {
      case .fired: fired = newValue
      case .missedDetected: missedDetected = newValue
      case .recovered: recovered = newValue
      case .nextLaunch: nextLaunch = newValue
      }
    }
  }
}

// Rows of one scenario add up: how often it was seen, and of the times the worst.
extension ScenarioSummary {
  /// The order in which one of several times is told: the worst first, and of those that are alike in
  /// that a time at which something had been missed.
  private var sortKey: SortKey {
    let rank = (3 - result.rank) * 2 + (missedDetected == .yes ? 0 : 1)
    let answers = Question.allCases.map { self[$0].rawValue }.joined(separator: "\0")
    // The place goes first, so that of equals the earlier line is told.
    let places = lines.map {
      "\($0.file)\0\(NumberText.padded($0.line, to: 20))\0\($0.question?.rawValue ?? "")"
    }
    return SortKey(rank: rank, places.joined(separator: "\0"), observed, remark, answers)
  }

  private mutating func merge(_ other: ScenarioSummary) {
    var sum = times
    sum.merge(other.times)
    if other.sortKey < sortKey { self = other }
    times = sum
  }

  /// Returns the rows of two tables as one, in the order of the table.
  package static func merged(
    _ left: [ScenarioSummary], _ right: [ScenarioSummary]
  ) -> [ScenarioSummary] {
    if left.isEmpty && right.count < 2 { return right }
    var rows: [ScenarioSummary] = []
    for row in left + right {
      if let index = rows.firstIndex(where: { $0.kind == row.kind }) {
        rows[index].merge(row)
      } else {
        rows.append(row)
      }
    }
    return rows.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }
}
