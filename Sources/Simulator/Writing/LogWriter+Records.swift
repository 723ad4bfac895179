internal import RuleLanguage
internal import TextWriting

// Records in JSON, and a program's output as container runtimes store it.
extension LogWriter {
  /// Writes a record of `journalctl -o json`.
  mutating func writeJournal(_ entry: LogLine) {
    startLine()
    bytes.append(utf8: #"{"__REALTIME_TIMESTAMP":""#)
    bytes.append(number: entry.time)
    bytes.append(utf8: #"","_BOOT_ID":""#)
    var random = Random(seed: UInt64(entry.process.boot.magnitude))
    bytes.append(hex: random.next(), width: 16)
    bytes.append(hex: random.next(), width: 16)
    bytes.append(utf8: #"","_HOSTNAME":"phone","PRIORITY":""#)
    bytes.append(number: entry.level.severity)
    bytes.append(utf8: #"","SYSLOG_IDENTIFIER":""#)
    bytes.append(utf8: entry.program)
    bytes.append(utf8: #"","_PID":""#)
    bytes.append(number: Int64(entry.process.pid))
    bytes.append(utf8: #"","MESSAGE":"#)
    // Whatever a terminal could not print becomes a list of its bytes.
    if entry.message.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) {
      placeMark()
      let start = bytes.count
      appendTag(of: entry)
      let message = bytes[start...] + entry.message
      bytes.removeSubrange(start...)
      for (index, byte) in message.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
        bytes.append(number: Int64(byte))
      }
      bytes.append(utf8: "]}")
    } else {
      bytes.append(UInt8(ascii: "\""))
      appendJSON(entry)
      bytes.append(utf8: "\"}")
    }
    newline()
  }

  /// Writes a line of structlog: the message is its `event`, and a record gives its own members.
  mutating func writeStructlog(_ entry: LogLine) {
    startLine()
    if entry.isRecord, entry.message.last == UInt8(ascii: "}") {
      placeMark()
      bytes += entry.message.dropLast()
      if entry.message.count > 2 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(utf8: #""level":""#)
      bytes.append(utf8: entry.level.pythonName)
      bytes.append(utf8: #"","logger":""#)
      bytes.append(utf8: entry.library)
      bytes.append(utf8: "\"}")
      return newline()
    }
    bytes.append(utf8: #"{"event":""#)
    appendJSON(entry)
    bytes.append(utf8: #"","level":""#)
    bytes.append(utf8: entry.level.pythonName)
    bytes.append(utf8: #"","logger":""#)
    bytes.append(utf8: entry.library)
    bytes.append(utf8: #"","timestamp":""#)
    let clock = WallClock(entry.time)
    bytes.append(date: clock)
    bytes.append(UInt8(ascii: "T"))
    bytes.append(time: clock, digits: 6)
    bytes.append(utf8: "Z\"}")
    newline()
  }

  // MARK: Container runtimes

  /// The most bytes of a piece, in which runtimes store the output of a program.
  static let pieceLimit = 16 << 10

  /// Writes objects of Docker's json-file driver; only the last of a line ends in `\n`.
  mutating func writeDocker(_ entry: LogLine) {
    placeMark()
    for text in output(of: entry) {
      for piece in (text + [0x0A]).pieces(of: Self.pieceLimit) {
        bytes.append(utf8: #"{"log":""#)
        bytes.append(json: piece)
        bytes.append(utf8: #"","stream":"stdout","time":""#)
        bytes.appendGoTime(entry.time)
        bytes.append(utf8: "\"}")
        newline()
      }
    }
  }

  /// Writes `2025-11-14T05:48:00.123456Z stdout F …`; all pieces but the last are partial.
  mutating func writeCRI(_ entry: LogLine) {
    placeMark()
    for text in output(of: entry) {
      let pieces = text.pieces(of: Self.pieceLimit)
      for (index, piece) in pieces.enumerated() {
        bytes.appendGoTime(entry.time)
        bytes.append(utf8: index < pieces.count - 1 ? " stdout P " : " stdout F ")
        bytes += piece
        newline()
      }
    }
  }

  /// Returns the lines that the program writes for a message.
  private func output(of entry: LogLine) -> [[UInt8]] {
    var lines = entry.lines.map(Array.init)
    if !entry.tag.isEmpty, !entry.isRecord { lines[0] = Array("[\(entry.tag)] ".utf8) + lines[0] }
    return lines
  }
}

extension LogLevel {
  fileprivate var pythonName: String {
    switch self {
    case .debug: "debug"
    case .unknown, .info, .notice: "info"
    case .warning: "warning"
    case .error: "error"
    case .fault: "critical"
    }
  }
}

extension [UInt8] {
  /// Returns parts of at most so many bytes, none ending within a character; one even of nothing.
  fileprivate func pieces(of limit: Int) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while count - start > limit {
      var end = start + limit
      while end > start + 1, self[end] & 0xC0 == 0x80 { end -= 1 }
      pieces.append(self[start..<end])
      start = end
    }
    pieces.append(self[start...])
    return pieces
  }
}
