/// A row of the table of two platforms.
package struct ParityRow: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case step, outcome, check, statement, timing

    /// The noun by which a verdict counts it.
    var noun: String {
      switch self {
      case .step: "differing step"
      case .outcome: "differing outcome"
      case .check: "differing check"
      case .statement: "differing statement"
      case .timing: "differing timing"
      }
    }
  }

  /// Whether both platforms did the same.
  package enum Result: String, Sendable {
    case same, differs
    /// Only one of the logs can tell.
    case oneSide = "one_side"
    /// The platforms differ here by their nature.
    case mayDiffer = "may_differ"
    /// The shares differ, and one of the logs shows too little to tell.
    case doubtful

    var words: String {
      switch self {
      case .same: "same"
      case .differs: "differs"
      case .oneSide: "one side only"
      case .mayDiffer: "may differ"
      case .doubtful: "not known"
      }
    }

    /// What follows from it; nil for nothing.
    var effect: Difference.Effect? {
      switch self {
      case .same: nil
      case .differs: .fails
      case .oneSide, .mayDiffer: .told
      case .doubtful: .doubtful
      }
    }

    var mark: String {
      switch self {
      case .same: "✓"
      case .differs: "✗"
      case .oneSide, .doubtful: "?"
      case .mayDiffer: "·"
      }
    }

    var role: Palette.Role {
      switch self {
      case .same: .good
      case .differs: .bad
      case .oneSide, .doubtful: .doubtful
      case .mayDiffer: .quiet
      }
    }
  }

  package var kind: Kind
  /// The stage of a step, the rule of a statement; else empty.
  package var place: String
  package var what: String
  package var ios: String
  package var android: String
  package var result: Result
  /// Whether a statement of the seeds asks the same of both platforms by name.
  package var isOfBoth = false
}
