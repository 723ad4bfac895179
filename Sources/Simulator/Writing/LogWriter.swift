internal import TextWriting

/// A writer of lines in a container, which keeps account of the output's line that each came to.
///
///     var writer = LogWriter(style: try LogStyle(parsing: "threadtime+year"))
///     writer.write(line, mark: 7)
///     writer.end()
///     print(writer.take(), writer.marks)
package struct LogWriter: Sendable {
  package let style: LogStyle
  /// The bytes that were written and not yet taken.
  package internal(set) var bytes: [UInt8] = []
  /// The places of the marked lines, in the order of the output; complete only after the end.
  package internal(set) var marks: [Mark] = []
  /// The number of the line that the next byte belongs to.
  var line = 1
  /// The number of messages that were written.
  package private(set) var messages = 0
  /// The lines that a container without an order of its own keeps until it has enough.
  var held = HeldLines()
  private var pendingMark: Int?

  /// A line of the output that somebody asked to be told about.
  package struct Mark: Sendable, Equatable {
    package let id: Int
    /// The line on which the message begins, from 1.
    package let line: Int

    package init(id: Int, line: Int) {
      self.id = id
      self.line = line
    }
  }

  package init(style: LogStyle) {
    self.style = style
    begin()
  }

  /// Writes one message.
  package mutating func write(_ entry: LogLine, mark: Int? = nil) {
    pendingMark = mark
    switch style.kind {
    case .bare: writeBare(entry)
    case .bareISO: writeBareISO(entry)
    case .cocoaLumberjack: writeCocoaLumberjack(entry)
    case .capacitorIOS: writeCapacitorConsole(entry)
    case .nslog, .nslogOld: writeNSLog(entry)
    case .xcode: writeXcode(entry)
    case .logDefault: writeLogDefault(entry)
    case .logSyslog: writeLogSyslog(entry)
    case .logCompact: writeLogCompact(entry)
    case .logJSON, .logJSONStream: writeUnifiedRecord(entry, isPretty: true)
    case .osLogNDJSON: writeUnifiedRecord(entry, isPretty: false)
    case .idevicesyslog: writeDeviceSyslog(entry)
    case .idevicesyslogOld: writeOldDeviceSyslog(entry)
    case .brief, .process, .tag, .thread, .raw, .time, .threadtime, .bugreport,
      .capacitorAndroid:
      writeLogcat(entry)
    case .long: writeLongLogcat(entry)
    case .studio, .studioOld, .studioShort: writeStudio(entry)
    case .rfc3164, .rfc5424, .rsyslog: writeSyslog(entry)
    case .journald: writeJournal(entry)
    case .structlog: writeStructlog(entry)
    case .docker: writeDocker(entry)
    case .cri: writeCRI(entry)
    case .lokiLines, .lokiQuery, .lokiPush, .logService: hold(entry, mark: mark)
    }
    messages += 1
    pendingMark = nil
  }

  /// Writes the beginning of the log.
  private mutating func begin() {
    switch style.kind {
    case .logDefault, .logSyslog, .logCompact, .logJSON, .logJSONStream, .osLogNDJSON:
      beginUnifiedLog()
    case .brief, .process, .tag, .thread, .raw, .time, .threadtime, .long, .capacitorAndroid:
      appendLine("--------- beginning of main")
    case .bugreport: beginBugReport()
    default: break
    }
  }

  /// Writes the end of the log.
  package mutating func end() {
    switch style.kind {
    // An interrupted `log stream` leaves neither a closing bracket nor a last newline.
    case .logJSON: appendLine(messages > 0 ? "]" : "[]")
    case .bugreport: endBugReport()
    case .lokiLines, .lokiQuery, .lokiPush, .logService: endHeld()
    default: break
    }
  }

  /// Hands over the bytes so far, which are then gone from here.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  // MARK: Lines

  /// Begins a line of the output.
  mutating func startLine() {
    if style.modifiers.contains(.ci) { bytes.append(utf8: "web-1  | ") }
  }

  /// Ends a line of the output.
  mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    line += 1
  }

  /// Notes that the marked message begins on the current line.
  mutating func placeMark() {
    guard let mark = pendingMark else { return }
    marks.append(Mark(id: mark, line: line))
    pendingMark = nil
  }

  /// Writes a whole line of its own.
  mutating func appendLine(_ text: String) {
    startLine()
    bytes.append(utf8: text)
    newline()
  }

  /// Writes the message and the end of its last line; further lines of it have no head.
  mutating func endLine(with entry: LogLine, tagged: Bool = true) {
    placeMark()
    if tagged { appendTag(of: entry) }
    guard entry.message.contains(0x0A) else {
      bytes += entry.message
      return newline()
    }
    for (index, part) in entry.lines.enumerated() {
      if index > 0 { startLine() }
      bytes += part
      newline()
    }
  }

  /// Writes `[TAG] ` as it stands in messages where the container has no place for tags.
  mutating func appendTag(of entry: LogLine) {
    if entry.tag.isEmpty || entry.isRecord { return }
    bytes.append(UInt8(ascii: "["))
    bytes.append(utf8: entry.tag)
    bytes.append(utf8: "] ")
  }

  /// Writes the message with its tag, as the inside of a JSON string.
  mutating func appendJSON(_ entry: LogLine, escapingSlashes: Bool = false) {
    placeMark()
    appendTag(of: entry)
    bytes.append(json: entry.message, escapingSlashes: escapingSlashes)
  }
}

extension LogLine {
  /// The lines of the message; one even if it is empty.
  var lines: [ArraySlice<UInt8>] {
    message.contains(0x0A)
      ? message.split(separator: 0x0A, omittingEmptySubsequences: false) : [message[...]]
  }
}
