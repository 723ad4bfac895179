internal import LogReading
package import RuleLanguage

/// One instance of a rule that did not come to `satisfied`.
package struct Finding: Sendable, Equatable {
  /// The process and cycles of the finding.
  package struct Scope: Sendable, Equatable {
    package var process: Int?
    /// The cycle's schedule id, or its notification time.
    package var cycle: String?
    /// The cycles of its lines, for a finding that is of no cycle itself.
    package var cycles: [String] = []
    package init(process: Int? = nil, cycle: String? = nil) {
      self.process = process
      self.cycle = cycle
    }
  }
  /// An event that took part, or the one that is missing.
  package struct StepMet: Sendable, Equatable {
    package var event: String
    package var line: Int64?
    /// `seen`, `missing` or `late`.
    package var status: String
    package init(event: String, line: Int64?, status: String) {
      self.event = event
      self.line = line
      self.status = status
    }
  }
  /// An event that almost was the missing one.
  package struct NearMiss: Sendable, Equatable {
    /// `seen_late`, `after_cancel`, `seen_early`, `wrong_key`, `wrong_field` or `other_epoch`.
    package var reason: String
    package var event: String
    package var offsetSeconds: Double?
    package var line: Int64?
    /// The difference in words: "for schedule s2", "status is 500".
    package var detail: String
    package init(
      reason: String, event: String, offsetSeconds: Double? = nil, line: Int64? = nil,
      detail: String = ""
    ) {
      self.reason = reason
      self.event = event
      self.offsetSeconds = offsetSeconds
      self.line = line
      self.detail = detail
    }
  }
  /// A line that proves the finding.
  package struct Evidence: Sendable, Equatable, Codable {
    /// The reason to show the line: it took part, it excuses what is missing, it stands beside the gap, or it
    /// ended the process, which could log no more.
    package enum Role: String, Sendable, Codable { case met, excuse, around, end }
    package var file: String
    package var line: Int64
    package var time: Int64?
    package var event: String
    /// Masked text of the line, or of the message that it carries; empty where it was no longer held.
    package var text: String
    /// Whether the text is a message without its head, and so without its time.
    package var isCarried: Bool
    package var role: Role
    /// Whether it came through standard input.
    var isPiped: Bool { file == InputSet.standardInputName }
    package init(
      file: String, line: Int64, time: Int64?, event: String, text: String,
      isCarried: Bool = false, role: Role = .met
    ) {
      self.file = file
      self.line = line
      self.time = time
      self.event = event
      self.text = text
      self.isCarried = isCarried
      self.role = role
    }
  }
  /// `pack/rule`
  package var rule = ""
  package var title = ""
  package var covers: [String] = []
  package var outcome = Outcome.violated
  package var fault = FaultClass.plugin
  package var severity = Severity.error
  package var bucket = Bucket.a
  package var message = ""
  package var scope = Scope()
  /// The events that would have met the missing step.
  package var missing: [String] = []
  package var reason = ""
  package var deadline: Int64?
  package var steps: [StepMet] = []
  package var nearMisses: [NearMiss] = []
  package var evidence: [Evidence] = []
  package var hints: [String] = []
  /// The expression that does not hold, for authors of rules; empty for none.
  package var condition = ""
  /// The rule of the finding that it follows from; nil for one that stands for itself.
  package var cause: String?
  /// Whether a baseline holds it, so that the run does not fail for it.
  package var isKnown = false
  package init() {}
}
