package import RuleLanguage

/// What the source of a log keeps back: what is missing there proves nothing.
package struct SourceLimits: Sendable, Codable {
  /// Messages were lost.
  package var hasLosses = false
  /// The newest line stands first, so nothing is told by what comes before what.
  package var runsBackward = false
  /// Several apps wrote it, so that what one did may be held against what another one did.
  package var mixesApps = false
  /// The same of several devices.
  package var mixesDevices = false
  /// The lowest level that the source lets through, where lines below it seem to be left out.
  package var lowestLevel: LogLevel?
  /// The highest level of which the source leaves lines out: an event of such a level that the log has none
  /// of may be logged at it, or above it.
  package var skippedLevel: LogLevel?
  /// No line is of a lower level than a warning, so that the log shows hardly any step.
  package var holdsWarningsAlone = false
  /// A unified log, which what tasks print in the background does not reach, with nothing of a task.
  package var lacksPrint = false

  package init() {}
}
