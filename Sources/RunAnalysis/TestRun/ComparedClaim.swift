internal import Redaction
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// What a record of a test run says in one place, beside what the log shows of it.
struct ComparedClaim {
  /// Whether the log shows what is claimed.
  enum Shown: String {
    case yes
    /// The whole log shows that it did not happen.
    case no
    case unknown
  }

  /// The times of a record's outcome.
  struct Times {
    var scheduled: Int64?
    var executed: Int64?
    var fired: Int64?

    /// A record may be written in whole seconds.
    private static let tolerance: UInt64 = 2_000_000

    /// Leaves out what is in no order in the log either: there it is judged, and a record that tells
    /// of it truly contradicts nothing.
    mutating func leaveOutOfOrder(as log: Times) {
      let isTold = (
        Self.agree(scheduled, log.scheduled), Self.agree(executed, log.executed),
        Self.agree(fired, log.fired)
      )
      if isTold.0, isTold.1, Self.isLater(log.scheduled, log.executed) { scheduled = nil }
      if isTold.0, isTold.2, Self.isLater(log.scheduled, log.fired) { scheduled = nil }
      if isTold.1, isTold.2, Self.isLater(log.executed, log.fired) { executed = nil }
    }

    private static func agree(_ claimed: Int64?, _ seen: Int64?) -> Bool {
      guard let claimed, let seen else { return false }
      let (distance, overflow) = claimed.subtractingReportingOverflow(seen)
      return !overflow && distance.magnitude <= tolerance
    }

    private static func isLater(_ first: Int64?, _ second: Int64?) -> Bool {
      guard let first, let second else { return false }
      return first > second
    }
  }

  let claim: TestRunRecord.Claim
  let form: TestRunRecord.Form
  /// The file of the record.
  let file: String
  var shown = Shown.unknown
  var seen: Value?
  /// What a log that begins or ends in the middle shows at least.
  var least: Int64?
  /// The lines of the log that show it.
  var evidence: [Finding.Evidence] = []
  /// The cycle that the record speaks of.
  var cycle: String?

  // Of the record as a whole.
  var mistake: String?
  var lacks: String?
  var times = Times()
  var usedCache: Bool?
  var isSimulated: Bool?

  init(claim: TestRunRecord.Claim, form: TestRunRecord.Form, file: String) {
    self.claim = claim
    self.form = form
    self.file = file
  }

  /// Says in a finding what is claimed, what is seen, and where.
  func explain(_ finding: inout Finding) {
    if finding.scope.cycle == nil { finding.scope.cycle = cycle }
    finding.steps = evidence.map {
      Finding.StepMet(event: $0.event, line: $0.line, status: "seen")
    }
    finding.evidence += evidence
    if claim.member == .record {
      if let mistake { finding.message = "the \(form.rawValue) cannot be read: \(mistake)" }
      if finding.outcome == .inconclusive, let lacks {
        finding.message = "the \(form.rawValue) does not tell \(lacks)"
      }
      return
    }
    finding.message = "\(claim.name) is recorded as \(text(of: claim.value)), \(sight(finding))"
  }

  private func sight(_ finding: Finding) -> String {
    if finding.outcome == .satisfied { return "as the log shows" }
    if shown == .no { return "but the log shows none" }
    if let seen { return "the log shows \(text(of: seen))" }
    if let least {
      return finding.outcome == .violated
        ? "the log shows at least \(least)"
        : "the log shows \(least), but may not hold the whole run"
    }
    return "which the log does not show"
  }

  private func text(of value: Value) -> String {
    switch value {
    case .string(let text): SecretMasking.mask(text).text
    case .bool(let flag) where form == .template: flag ? "yes" : "no"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .instant(let time): InstantText.iso(time)
    case .duration(let span): NumberText.decimal(Double(span) / 1_000_000) + "s"
    default: "nothing"
    }
  }
}
