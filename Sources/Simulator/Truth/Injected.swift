/// Something that is put into a log on purpose, with the finding that a judge must make of it.
package struct Injected: Sendable, Equatable {
  /// The finding that a judge of the whole rule set must make.
  package enum Outcome: String, Sendable {
    /// The plugin did what the seeds ask: the rows hold and nothing is found against it.
    case satisfied
    case violated
    /// Not met, and the log holds the evidence that it is not the plugin's doing.
    case excused
    /// The log cannot show it.
    case inconclusive
  }

  /// The party at fault, in the words of the run summary.
  package enum Fault: String, Sendable { case plugin, os, environment, none }

  /// The things that a log must carry so that it can be found at all.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Times on the lines.
    package static let times = Needs(rawValue: 1)
    /// Times finer than a second.
    package static let fractions = Needs(rawValue: 2)
    /// The plugin's text lines: JSON alone proves no absence.
    package static let text = Needs(rawValue: 4)
    /// Times that name their zone, or need none.
    package static let zones = Needs(rawValue: 32)
    /// Process numbers on the lines.
    package static let processes = Needs(rawValue: 8)
    /// A snapshot of the device's state: no line of the log tells it.
    package static let state = Needs(rawValue: 16)
  }

  /// A name in lower case with hyphens, one for each thing.
  package let name: String
  /// A sentence on the event.
  package let what: String
  /// The place in the seeds, such as `S4:232-238`.
  package let source: String
  package let outcome: Outcome
  package let fault: Fault
  /// Whether it leaves the verdict: a violation is a warning, or what cannot be told is not
  /// required.
  package let isWarning: Bool
  /// The rows of the matrix that apply: those violated, excused, or put to the test.
  package let rows: [String]
  package let needs: Needs

  package init(
    _ name: String, _ what: String, source: String, _ outcome: Outcome, _ fault: Fault = .none,
    isWarning: Bool = false, rows: [String], needs: Needs = []
  ) {
    self.name = name
    self.what = what
    self.source = source
    self.outcome = outcome
    self.fault = fault
    self.isWarning = isWarning
    self.rows = rows
    self.needs = needs
  }
}
