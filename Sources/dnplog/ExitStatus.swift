/// The exit status of the program; the numbers are a contract.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case pass = 0
  case fail = 1
  case usage = 2
  case badRules = 3
  case testsFailed = 4
  case interrupted = 130

  /// A sentence for the manual page.
  var meaning: String {
    switch self {
    case .pass: "The log passes, or the command did what it was asked for."
    case .fail: "A rule is violated, or the log shows too little for a verdict."
    case .usage: "The command line is wrong, or an input cannot be read."
    case .badRules: "A rule, catalogue or profile file is wrong."
    case .testsFailed: "The tests of a rule fail ('dnplog rules test')."
    case .interrupted: "Interrupted: the report covers what was read until then."
    }
  }

  /// The rank from the status that gives way to all others to the one that prevails.
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
