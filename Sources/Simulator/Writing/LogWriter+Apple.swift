internal import RuleLanguage
internal import TextWriting

// The lines of Xcode, `log` and libimobiledevice.
extension LogWriter {
  /// Writes `2025-11-14 05:48:00.123456+0000 App[201:4211] …`; formerly three digits and no zone.
  mutating func writeNSLog(_ entry: LogLine) {
    startLine()
    if style.kind == .nslog {
      bytes.appendUnifiedTime(entry)
    } else {
      appendWallTime(entry)
    }
    bytes.append(utf8: " ")
    bytes.append(utf8: entry.program)
    bytes.append(UInt8(ascii: "["))
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(number: Int64(entry.process.tid))
    bytes.append(utf8: "] ")
    endLine(with: entry)
  }

  /// Writes the message, and on the following line all that Xcode 15 knows about it.
  mutating func writeXcode(_ entry: LogLine) {
    endLine(with: entry)
    bytes.append(utf8: "Type: ")
    bytes.append(utf8: entry.level.unifiedType)
    bytes.append(utf8: " | Timestamp: ")
    let clock = WallClock(entry.time + entry.zoneOffset)
    bytes.append(date: clock)
    bytes.append(UInt8(ascii: " "))
    bytes.append(time: clock, digits: 6)
    bytes.appendZone(entry.zoneOffset, colon: true)
    bytes.append(utf8: " | Process: ")
    bytes.append(utf8: entry.program)
    bytes.append(utf8: " | Library: ")
    bytes.append(utf8: entry.library)
    bytes.append(utf8: " | Subsystem: ")
    bytes.append(utf8: entry.subsystem)
    bytes.append(utf8: " | Category: ")
    bytes.append(utf8: entry.library)
    bytes.append(utf8: " | TID: 0x")
    bytes.append(hex: UInt64(entry.process.tid.magnitude))
    newline()
  }

  /// Writes the lines that `log` prints before any message.
  mutating func beginUnifiedLog() {
    // The predicate is echoed with the very mark that readers look for.
    appendLine(#"Filtering the log data using "composedMessage CONTAINS "DNP-"""#)
    switch style.kind {
    case .logDefault:
      appendLine(
        "Timestamp                       Thread     Type        Activity             PID    TTL  ")
    case .logSyslog: appendLine("Timestamp                       (process)[PID]    ")
    case .logCompact: appendLine("Timestamp               Ty Process[PID:TID]")
    default: break
    }
  }

  /// `2025-11-14 05:48:00.123456+0000 0x1073     Default     0x0                  201    0    App: …`
  mutating func writeLogDefault(_ entry: LogLine) {
    startLine()
    bytes.appendUnifiedTime(entry)
    bytes.append(utf8: " 0x")
    let thread = bytes.count
    bytes.append(hex: UInt64(entry.process.tid.magnitude))
    pad(from: thread, to: 9)
    bytes.append(entry.level.unifiedType, width: 12)
    bytes.append(utf8: "0x0                  ")
    let pid = bytes.count
    bytes.append(number: Int64(entry.process.pid))
    pad(from: pid, to: 7)
    bytes.append(utf8: "0    ")
    bytes.append(utf8: entry.program)
    bytes.append(utf8: ": ")
    appendSender(of: entry)
    endLine(with: entry)
  }

  /// Writes `2025-11-14 05:48:00.123456+0000  localhost App[201]: …`.
  mutating func writeLogSyslog(_ entry: LogLine) {
    startLine()
    bytes.appendUnifiedTime(entry)
    bytes.append(utf8: "  localhost ")
    bytes.append(utf8: entry.program)
    bytes.append(UInt8(ascii: "["))
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(utf8: "]: ")
    appendSender(of: entry)
    endLine(with: entry)
  }

  /// Writes `2025-11-14 05:48:00.123 Df App[201:1073] …`.
  mutating func writeLogCompact(_ entry: LogLine) {
    startLine()
    appendWallTime(entry)
    switch entry.level {
    case .debug: bytes.append(utf8: " Db ")
    case .info: bytes.append(utf8: " I  ")
    case .unknown, .notice, .warning: bytes.append(utf8: " Df ")
    case .error: bytes.append(utf8: " E  ")
    case .fault: bytes.append(utf8: " F  ")
    }
    bytes.append(utf8: entry.program)
    bytes.append(UInt8(ascii: "["))
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(hex: UInt64(entry.process.tid.magnitude))
    bytes.append(utf8: "] ")
    appendSender(of: entry)
    endLine(with: entry)
  }

  /// Writes `Nov 14 05:48:00.123456 App(DailyNotification)[201] <Notice>: …`.
  mutating func writeDeviceSyslog(_ entry: LogLine) {
    startLine()
    bytes.appendSyslogTime(WallClock(entry.time + entry.zoneOffset), digits: 6)
    appendDeviceProcess(of: entry)
    bytes.append(utf8: entry.level == .info ? " <Info>: " : entry.level.relayLevel)
    endLine(with: entry)
  }

  /// `Nov 14 05:48:00 App(DailyNotification)[201] <Notice>: …`; bytes beyond ASCII by vis(3).
  mutating func writeOldDeviceSyslog(_ entry: LogLine) {
    startLine()
    bytes.appendSyslogTime(WallClock(entry.time + entry.zoneOffset), digits: 0)
    appendDeviceProcess(of: entry)
    bytes.append(utf8: entry.level == .fault ? " <Error>: " : entry.level.relayLevel)
    var visible = entry
    visible.message = entry.message.visible
    endLine(with: visible)
  }

  // MARK: Parts

  /// Appends `2025-11-14 05:48:00.123`.
  private mutating func appendWallTime(_ entry: LogLine) {
    let clock = WallClock(entry.time + entry.zoneOffset)
    bytes.append(date: clock)
    bytes.append(UInt8(ascii: " "))
    bytes.append(time: clock, digits: 3)
  }

  /// Fills a column up with blanks.
  private mutating func pad(from start: Int, to width: Int) {
    while bytes.count - start < width { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends `(Library) [subsystem:category] `.
  private mutating func appendSender(of entry: LogLine) {
    if !entry.library.isEmpty {
      bytes.append(UInt8(ascii: "("))
      bytes.append(utf8: entry.library)
      bytes.append(utf8: ") ")
    }
    if !entry.subsystem.isEmpty {
      bytes.append(UInt8(ascii: "["))
      bytes.append(utf8: entry.subsystem)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(utf8: entry.library)
      bytes.append(utf8: "] ")
    }
  }

  /// Appends ` App(Library)[201]`.
  private mutating func appendDeviceProcess(of entry: LogLine) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(utf8: entry.program)
    if !entry.library.isEmpty, entry.library != entry.program {
      bytes.append(UInt8(ascii: "("))
      bytes.append(utf8: entry.library)
      bytes.append(UInt8(ascii: ")"))
    }
    bytes.append(UInt8(ascii: "["))
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(UInt8(ascii: "]"))
  }
}

extension LogLevel {
  /// The type of a message in the unified log, which knows no warnings.
  var unifiedType: String {
    switch self {
    case .unknown, .notice, .warning: "Default"
    case .debug: "Debug"
    case .info: "Info"
    case .error: "Error"
    case .fault: "Fault"
    }
  }

  fileprivate var relayLevel: String {
    switch self {
    case .unknown, .info, .notice: " <Notice>: "
    case .warning: " <Warning>: "
    case .debug: " <Debug>: "
    case .error: " <Error>: "
    case .fault: " <Fault>: "
    }
  }
}

extension [UInt8] {
  /// Bytes beyond ASCII as `\M-x` and `\M^x`, as the old relay of iOS encodes them by vis(3).
  fileprivate var visible: [UInt8] {
    guard contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else { return self }
    var text: [UInt8] = []
    for byte in self {
      switch byte {
      case UInt8(ascii: "\\"): text.append(utf8: "\\134")
      case ..<0x80: text.append(byte)
      case 0xA0: text.append(utf8: "\\240")
      default:
        let low = byte & 0x7F
        let isControl = low < 0x20 || low == 0x7F
        text.append(utf8: isControl ? "\\M^" : "\\M-")
        text.append(isControl ? low ^ 0x40 : low)
      }
    }
    return text
  }
}
