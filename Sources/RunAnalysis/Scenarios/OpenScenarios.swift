internal import RunReport

// What the collector of scenarios holds while it is open.
extension ScenarioCollector {
  /// A scenario that began and is not over yet.
  struct Pending: Codable {
    var begin: ScenarioMark
    /// Whether a line of its own tells of it, not only what the plugin made of it.
    var isAnnotated = true
    var fired: ScenarioMark?
    /// A miss of what was due behind its beginning.
    var missed: ScenarioMark?
    /// The next time the user opened the app, whether a launch tells of it, and its recovery.
    var opening: Start?
    var recovery: SeenRecovery?
    /// Whether it is only told that the user ended the app.
    var isOnlyEnd = false
    /// Of a start of the device: what its receiver did, and whether the app had been stopped before.
    var boot: SeenRecovery?
    var isAfterStop = false
    /// The line by which the plugin takes it for a force stop.
    var takenForStop: ScenarioMark?
    /// Whether the log shows the app before it.
    var isAppKnown = false
    /// Of a force stop: the device started behind it, before the app was opened.
    var hasRebooted = false
    /// Lines in it are in no words that are known.
    var isUnclear = false
    /// Something was due behind it, by the plans in the log, and its time is over.
    var due: Int64?
  }

  /// The app as the user opens it.
  struct Start: Codable {
    enum Form: UInt8, Sendable, Codable { case cold, warm, returned, loaded, unknown }
    var form: Form
    var begin: ScenarioMark
    /// The first one behind a force stop has rows of its own.
    var isAfterStop = false
    /// The process ended before it had recovered.
    var hasEnded = false
    /// Lines in it are in no words that are known.
    var isUnclear = false
    /// The last time that was known before something else began.
    var last: Int64?
  }

  /// Whose recovery is at work.
  enum Owner: UInt8, Codable { case none, start, boot, repeated }

  /// What is set for a time, by the id of its schedule or alone.
  struct Plan: Codable {
    var id: String?
    var due: Int64
  }
}
