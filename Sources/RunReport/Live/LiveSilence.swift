/// What the clock alone says of a log of which no line comes.
package struct LiveSilence: Sendable, Equatable {
  /// For how long nothing has come.
  package var seconds = 0.0
  /// How many findings rest on it.
  package var findings = 0
  /// How many cycles came to their end by it.
  package var cycles = 0

  package init(seconds: Double = 0, findings: Int = 0, cycles: Int = 0) {
    self.seconds = seconds
    self.findings = findings
    self.cycles = cycles
  }
}
