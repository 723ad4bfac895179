internal import RuleLanguage
internal import TextWriting

// Syslog as a host writes it to a file or sends it on.
extension LogWriter {
  /// Writes one message on one line; line breaks within are escaped as rsyslog does.
  mutating func writeSyslog(_ entry: LogLine) {
    startLine()
    switch style.kind {
    case .rfc3164:
      // `Nov 14 05:48:00 phone App[201]: …`
      bytes.appendSyslogTime(WallClock(entry.time + entry.zoneOffset), digits: 0)
      appendOrigin(of: entry)
    case .rfc5424:
      // `<14>1 2025-11-14T05:48:00.123456+00:00 phone App 201 - - …`
      bytes.append(UInt8(ascii: "<"))
      // Facility 1: messages of programs.
      bytes.append(number: 8 + entry.level.severity)
      bytes.append(utf8: ">1 ")
      appendPreciseTime(entry)
      bytes.append(utf8: " phone ")
      bytes.append(utf8: entry.program)
      bytes.append(UInt8(ascii: " "))
      bytes.append(number: Int64(entry.process.pid))
      bytes.append(utf8: " - - ")
    default:
      // `2025-11-14T05:48:00.123456+00:00 phone App[201]: …`
      appendPreciseTime(entry)
      appendOrigin(of: entry)
    }
    placeMark()
    appendTag(of: entry)
    for byte in entry.message {
      if byte >= 0x20 {
        bytes.append(byte)
      } else {
        bytes.append(utf8: byte < 8 ? "#00" : "#0")
        if byte >= 8 { bytes.append(UInt8(ascii: "0") + byte / 8) }
        bytes.append(UInt8(ascii: "0") + byte % 8)
      }
    }
    newline()
  }

  private mutating func appendPreciseTime(_ entry: LogLine) {
    let clock = WallClock(entry.time + entry.zoneOffset)
    bytes.append(date: clock)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(time: clock, digits: 6)
    bytes.appendZone(entry.zoneOffset, colon: true)
  }

  private mutating func appendOrigin(of entry: LogLine) {
    bytes.append(utf8: " phone ")
    bytes.append(utf8: entry.program)
    bytes.append(UInt8(ascii: "["))
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(utf8: "]: ")
  }
}

extension LogLevel {
  /// The severity in syslog and in the journal.
  var severity: Int64 {
    switch self {
    case .debug: 7
    case .unknown, .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .fault: 2
    }
  }
}
