internal import LogReading
internal import RuleEngine
internal import RuleLanguage

/// What tells that the source of a log keeps lines back.
struct SourceGaps: Codable {
  /// Records that say that messages were lost.
  private var lossRecords: Int64 = 0
  private var lossNotes = LossNotes()
  /// Lines that would be events if they were text.
  private(set) var noText: Int64 = 0
  /// The processes with events; more are not told apart.
  private var processes: [Int32] = []
  private static let processLimit = 256
  private var lastProcess: Int32 = -1
  /// The highest level of messages that `log show` said it leaves out.
  private(set) var skippedLevel: LogLevel?
  private var events: Int64 = 0
  private var unified: Int64 = 0
  private var levelled: Int64 = 0
  /// The lowest level of a line, and of an event as the catalogue knows it.
  private var lowestLine = LogLevel.fault
  private var lowestKind = LogLevel.fault

  /// A preamble stands at the beginning; no search of the whole log is made for it.
  private static let preambleLength = 4096
  private static let skipping = Array("Skipping info and debug messages".utf8)
  private static let skippingDebug = Array("Skipping debug messages".utf8)

  mutating func readPreamble(_ chunk: Span<UInt8>) {
    let start = chunk.extracting(0..<min(chunk.count, Self.preambleLength))
    for (text, level) in [(Self.skippingDebug, LogLevel.debug), (Self.skipping, .info)]
    where start.firstRange(of: text.span, in: start.indices) != nil { skippedLevel = level }
  }

  /// - Parameters:
  ///   - level: What the catalogue gives the event, whatever its line says.
  ///   - isOfApp: False for a line that the system writes about the app.
  mutating func note(_ event: Event, level: LogLevel, isOfApp: Bool) {
    events += 1
    if isOfApp, event.pid != lastProcess { noteProcess(event.pid) }
    if event.container.isUnifiedLog { unified += 1 }
    if event.level != .unknown {
      levelled += 1
      if event.level < lowestLine { lowestLine = event.level }
    }
    if level != .unknown, level < lowestKind { lowestKind = level }
  }

  private mutating func noteProcess(_ process: Int32) {
    lastProcess = process
    if process >= 0, processes.count < Self.processLimit, !processes.contains(process) {
      processes.append(process)
    }
  }

  mutating func note(_ tally: ScanTally, _ notes: LossNotes) {
    lossRecords += tally.losses
    noText += tally.noText
    lossNotes.add(notes)
  }

  /// How often the log says that lines which may be the plugin's were lost.
  var losses: Int64 { lossRecords + lossNotes.count(for: processes) }

  /// - Parameter hasTask: An event of a task in the background was seen.
  func limits(hasTask: Bool) -> SourceLimits {
    var limits = SourceLimits()
    limits.hasLosses = losses > 0 || noText > 0
    // Where every line has its level, and none has the lowest, those may have been left out. A line
    // may have a higher level than its event: all that NSLog writes has the same.
    let hasLevels = levelled == events && lowestLine > .debug
    if events > 0, hasLevels || skippedLevel != nil { limits.lowestLevel = lowestKind }
    limits.skippedLevel = skippedLevel
    if events > 0, hasLevels, lowestLine >= .warning {
      limits.holdsWarningsAlone = true
      limits.skippedLevel = .notice
    }
    limits.lacksPrint = events > 0 && unified == events && !hasTask
    return limits
  }
}
