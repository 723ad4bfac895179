/// One thing in which two runs differ, and what follows from it.
package struct Difference: Sendable, Equatable {
  /// What differs, as the JSON has it.
  package enum Kind: String, Sendable, CaseIterable {
    case cycleMissing = "cycle_missing"
    case cycleAdded = "cycle_added"
    case cycleOpen = "cycle_open"
    case launch
    case stepMissing = "step_missing"
    case stepAdded = "step_added"
    case stepReplaced = "step_replaced"
    case stepStatus = "step_status"
    case order
    case outcome
    case check
    case timing
    case verdict
    case counter
    case circumstance

    /// The label in front of it in a text report.
    package var label: String {
      switch self {
      case .cycleMissing, .stepMissing: "missing"
      case .cycleAdded, .stepAdded: "additional"
      case .cycleOpen: "open"
      case .launch: "launch"
      case .stepReplaced: "instead"
      case .stepStatus: "step"
      case .order: "order"
      case .outcome: "outcome"
      case .check: "check"
      case .timing: "timing"
      case .verdict: "verdict"
      case .counter: "counter"
      case .circumstance: "circumstance"
      }
    }

    /// Whether it is of a whole cycle; what is not known of one leaves the comparison open.
    var isOfCycle: Bool { self == .cycleMissing || self == .cycleAdded || self == .cycleOpen }

    /// The place in the list of nouns: how cycles ended stands first, and the verdict that follows last.
    var rank: Int {
      switch self {
      case .cycleMissing, .cycleAdded, .cycleOpen: 0
      case .outcome: 1
      case .verdict: 3
      default: 2
      }
    }

    /// The noun by which a verdict counts those that fail.
    package var noun: String {
      switch self {
      case .cycleMissing: "missing cycle"
      case .cycleAdded: "additional cycle"
      case .cycleOpen: "open cycle"
      case .launch: "other launch"
      case .stepMissing: "missing step"
      case .stepAdded: "additional step"
      case .stepReplaced: "replaced step"
      case .stepStatus: "worse step"
      case .order: "changed order"
      case .outcome: "worse outcome"
      case .check: "worse check"
      case .timing: "timing beyond tolerance"
      case .verdict: "worse verdict"
      case .counter: "higher counter"
      case .circumstance: "other circumstance"
      }
    }
  }

  /// What follows from a difference, as the JSON has it.
  package enum Effect: String, Sendable, CaseIterable {
    /// The candidate does not look like the golden run.
    case fails
    /// A run that shows too little leaves open whether it differs.
    case doubtful
    /// The candidate is better than the golden run.
    case better
    /// It is told, and nothing follows from it.
    case told

    /// The mark in front of it.
    package var mark: String {
      switch self {
      case .fails: "✗"
      case .doubtful: "?"
      case .better: "✓"
      case .told: "·"
      }
    }

    var role: Palette.Role {
      switch self {
      case .fails: .bad
      case .doubtful: .doubtful
      case .better: .good
      case .told: .quiet
      }
    }

    var tone: HTMLRenderer.Tone {
      switch self {
      case .fails: .bad
      case .doubtful: .doubt
      case .better: .good
      case .told: .plain
      }
    }
  }

  package var kind: Kind
  package var effect: Effect
  /// The step, figure, check or condition that it is about; empty where the kind says it.
  package var subject: String
  /// The value in each run; nil where the run has none.
  package var golden: String?
  package var candidate: String?
  /// The whole in words, without its lines.
  package var account: String
  /// The lines that show it: "line 9, golden line 12"; empty for none.
  package var lines = ""
  /// Whether it says only that the candidate goes another way, which is no fault where the golden run
  /// went wrong.
  var isOtherWay = false

  /// The whole in words, with its lines.
  package var words: String { lines.isEmpty ? account : "\(account) (\(lines))" }

  /// What it is about, and the value in each run, as the cells of a table.
  var cells: [String] {
    golden == nil && candidate == nil
      ? [account, "", ""] : [subject, golden ?? "–", candidate ?? "–"]
  }

  package init(
    _ kind: Kind, _ effect: Effect, _ subject: String = "", golden: String? = nil,
    candidate: String? = nil, account: String? = nil
  ) {
    self.kind = kind
    self.effect = effect
    self.subject = subject
    self.golden = golden
    self.candidate = candidate
    let change = "\(golden ?? "none") → \(candidate ?? "none")"
    self.account = account ?? (subject.isEmpty ? change : "\(subject): \(change)")
  }
}
