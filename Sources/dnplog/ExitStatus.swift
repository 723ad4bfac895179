/// What the program tells its caller; the numbers are a contract.
enum ExitStatus: Int32, Sendable {
  case pass = 0
  /// A rule is violated, or the evidence does not suffice.
  case fail = 1
  /// The command line is wrong, or an input cannot be read.
  case usage = 2
  /// A rule, catalogue or profile file is wrong.
  case badRules = 3
  /// `rules test` found a rule that does not do what its tests say.
  case testsFailed = 4
  case interrupted = 130

  /// From the status that gives way to all others to the one that prevails.
  private var rank: Int {
    switch self {
    case .pass: 0
    case .fail: 1
    case .testsFailed: 2
    case .usage: 3
    case .badRules: 4
    case .interrupted: 5
    }
  }

  /// Takes the other status where it prevails.
  mutating func worsen(to other: ExitStatus) {
    if other.rank > rank { self = other }
  }
}
