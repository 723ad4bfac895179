internal import RuleLanguage
internal import TextWriting

// Messages with little or nothing before them.
extension LogWriter {
  /// Writes `[DNP-FETCH] …`.
  mutating func writeBare(_ entry: LogLine) {
    startLine()
    endLine(with: entry)
  }

  /// Writes `2025-11-14T05:48:00.123Z [DNP-FETCH] …`.
  mutating func writeBareISO(_ entry: LogLine) {
    startLine()
    let clock = WallClock(entry.time)
    bytes.append(date: clock)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(time: clock, digits: 3)
    bytes.append(utf8: "Z ")
    endLine(with: entry)
  }

  /// Writes `2025/11/14 05:48:00:123  [DNP-FETCH] …`.
  mutating func writeCocoaLumberjack(_ entry: LogLine) {
    startLine()
    let clock = WallClock(entry.time + entry.zoneOffset)
    bytes.append(date: clock, separator: UInt8(ascii: "/"))
    bytes.append(UInt8(ascii: " "))
    bytes.append(time: clock, digits: 3, point: UInt8(ascii: ":"))
    bytes.append(utf8: "  ")
    endLine(with: entry)
  }

  /// Writes `⚡️  [log] - [DNP-FETCH] …`.
  mutating func writeCapacitorConsole(_ entry: LogLine) {
    startLine()
    bytes.append(utf8: "\u{26A1}\u{FE0F}  ")
    switch entry.level {
    case .debug: bytes.append(utf8: "[debug] - ")
    case .unknown, .info, .notice: bytes.append(utf8: "[log] - ")
    case .warning: bytes.append(utf8: "[warn] - ")
    case .error, .fault: bytes.append(utf8: "[error] - ")
    }
    endLine(with: entry)
  }
}
