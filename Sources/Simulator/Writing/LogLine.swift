package import RuleLanguage

/// One message with all that a container may say about it.
package struct LogLine: Sendable, Equatable {
  /// Microseconds since 1970 UTC, by the clock of the device.
  package var time: Int64
  /// How far the wall clock of the device is ahead of UTC, in microseconds.
  package var zoneOffset: Int64
  package var level: LogLevel
  package var process: TraceProcess
  /// The name of the program: the app's, or that of another which makes noise.
  package var program: String
  /// The library or package that logs; empty where there is none to tell.
  package var library: String
  /// The subsystem of a unified log, or the package of an Android app.
  package var subsystem: String
  /// `DNP-FETCH`, or the logcat tag of another program; empty for a message without one.
  package var tag: String
  /// The words, without the tag; a JSON object for a record.
  package var message: [UInt8]
  /// Whether the message is a JSON object.
  package var isRecord: Bool

  package init(
    time: Int64, zoneOffset: Int64 = 0, level: LogLevel = .info,
    process: TraceProcess = TraceProcess(), program: String = "App",
    library: String = "DailyNotification", subsystem: String = "org.timesafari.app", tag: String,
    message: [UInt8], isRecord: Bool = false
  ) {
    self.time = time
    self.zoneOffset = zoneOffset
    self.level = level
    self.process = process
    self.program = program
    self.library = library
    self.subsystem = subsystem
    self.tag = tag
    self.message = message
    self.isRecord = isRecord
  }
}
