internal import RuleLanguage
internal import TextWriting

// The formats of logcat: `-v NAME` with its modifiers, and the sections of a bug report.
extension LogWriter {
  /// Writes one message; each of its lines repeats the head.
  mutating func writeLogcat(_ entry: LogLine) {
    placeMark()
    if style.kind == .bugreport {
      return writeLogcat(entry, entry.message.printable[...], isFirst: true)
    }
    guard entry.message.contains(0x0A) else {
      return writeLogcat(entry, entry.message[...], isFirst: true)
    }
    for (index, part) in entry.lines.enumerated() {
      writeLogcat(entry, part, isFirst: index == 0)
    }
  }

  private mutating func writeLogcat(
    _ entry: LogLine, _ message: ArraySlice<UInt8>, isFirst: Bool
  ) {
    startLine()
    let tag = column(of: entry)
    switch style.kind {
    case .raw:
      if isFirst { appendTag(of: entry) }
    case .process:
      bytes.append(entry.level.letter)
      appendProcess(of: entry)
      bytes.append(utf8: ") ")
    case .thread:
      bytes.append(entry.level.letter)
      appendProcess(of: entry)
      bytes.append(UInt8(ascii: ":"))
      bytes.append(number: Int64(entry.process.tid), width: 5, pad: UInt8(ascii: " "))
      bytes.append(utf8: ") ")
      // This format shows no tag: a message must hold it to be recognised.
      if isFirst { appendTag(of: entry) }
    case .brief, .time, .tag:
      if style.kind == .time {
        appendLogcatTime(entry)
        bytes.append(UInt8(ascii: " "))
      }
      bytes.append(entry.level.letter)
      bytes.append(UInt8(ascii: "/"))
      bytes.append(tag, width: 8)
      if style.kind != .tag {
        appendProcess(of: entry)
        bytes.append(UInt8(ascii: ")"))
      }
      bytes.append(utf8: ": ")
    default:
      appendLogcatTime(entry)
      bytes.append(UInt8(ascii: " "))
      if style.modifiers.contains(.uid) || style.kind == .bugreport {
        bytes.append(number: user(of: entry), width: 5, pad: UInt8(ascii: " "))
        bytes.append(UInt8(ascii: " "))
      }
      bytes.append(number: Int64(entry.process.pid), width: 5, pad: UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
      bytes.append(number: Int64(entry.process.tid), width: 5, pad: UInt8(ascii: " "))
      bytes.append(UInt8(ascii: " "))
      bytes.append(entry.level.letter)
      bytes.append(UInt8(ascii: " "))
      bytes.append(tag, width: 8)
      bytes.append(utf8: ": ")
    }
    if style.kind == .capacitorAndroid, entry.isOwn {
      bytes.append(utf8: "File: https://localhost/assets/index.js - Line 214 - Msg: ")
      if isFirst { appendTag(of: entry) }
    }
    bytes += message
    if style.kind == .process {
      bytes.append(utf8: "  (")
      bytes.append(utf8: tag)
      bytes.append(UInt8(ascii: ")"))
    }
    newline()
  }

  /// `[ 11-14 05:48:00.123   201: 4211 I/DNP-FETCH ]`, the message below it, and an empty line.
  mutating func writeLongLogcat(_ entry: LogLine) {
    bytes.append(utf8: "[ ")
    appendLogcatTime(entry)
    bytes.append(UInt8(ascii: " "))
    if style.modifiers.contains(.uid) {
      bytes.append(number: user(of: entry), width: 5, pad: UInt8(ascii: " "))
      bytes.append(UInt8(ascii: ":"))
    }
    bytes.append(number: Int64(entry.process.pid), width: 5, pad: UInt8(ascii: " "))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(number: Int64(entry.process.tid), width: 5, pad: UInt8(ascii: " "))
    bytes.append(UInt8(ascii: " "))
    bytes.append(entry.level.letter)
    bytes.append(UInt8(ascii: "/"))
    bytes.append(column(of: entry), width: 8)
    bytes.append(utf8: " ]")
    newline()
    endLine(with: entry, tagged: false)
    newline()
  }

  /// Writes the lines that Android Studio copies.
  mutating func writeStudio(_ entry: LogLine) {
    placeMark()
    for part in entry.lines {
      startLine()
      let clock = WallClock(entry.time + entry.zoneOffset)
      if style.kind == .studio {
        bytes.append(date: clock)
      } else {
        bytes.append(number: clock.month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: clock.day, width: 2)
      }
      bytes.append(UInt8(ascii: " "))
      bytes.append(time: clock, digits: 3)
      bytes.append(utf8: style.kind == .studio ? "  " : " ")
      if style.kind != .studioShort {
        bytes.append(number: Int64(entry.process.pid))
        bytes.append(UInt8(ascii: "-"))
        bytes.append(number: Int64(entry.process.tid))
      }
      switch style.kind {
      case .studio:
        bytes.append(utf8: "  ")
        bytes.append(column(of: entry), width: 23)
        bytes.append(utf8: "  ")
        bytes.append(entry.subsystem, width: 35)
        bytes.append(utf8: "  ")
        bytes.append(entry.level.letter)
        bytes.append(utf8: "  ")
      default:
        if style.kind == .studioOld {
          bytes.append(UInt8(ascii: "/"))
          bytes.append(utf8: entry.subsystem)
          bytes.append(UInt8(ascii: " "))
        }
        bytes.append(entry.level.letter)
        bytes.append(UInt8(ascii: "/"))
        bytes.append(utf8: column(of: entry))
        bytes.append(utf8: ": ")
      }
      bytes += part
      newline()
    }
  }

  // MARK: Bug reports

  mutating func beginBugReport() {
    let rule = String(repeating: "=", count: 56)
    for text in [
      rule, "== dumpstate", rule, "", "Build fingerprint: 'example/device/device:14/build'",
      "Android SDK version: 34", "", "------ UPTIME (uptime) ------",
      " up 6 days, 21:30,  0 users,  load average: 1.21, 1.10, 1.03",
      "------ 0.018s was the duration of 'UPTIME' ------", "",
      "------ SYSTEM LOG (logcat -v threadtime -v printable -v uid -d *:v) ------",
      "--------- beginning of main",
    ] {
      appendLine(text)
    }
  }

  mutating func endBugReport() {
    for text in [
      "------ 0.412s was the duration of 'SYSTEM LOG' ------", "",
      "------ DUMPSYS (/system/bin/dumpsys) ------", "DUMP OF SERVICE alarm:",
      "  1 pending alarms: ",
      "    RTC #1: Alarm{2ef432f type 1 origWhen 1763164800000 whenElapsed 42731645 android}",
      "--------- 0.020s was the duration of dumpsys alarm, ending at: alarm",
    ] {
      appendLine(text)
    }
  }

  // MARK: Parts

  /// Appends `[2025-]11-14 05:48:00.123[456][ +0000]`, or seconds since 1970.
  private mutating func appendLogcatTime(_ entry: LogLine) {
    let digits = style.modifiers.contains(.usec) ? 6 : 3
    if style.modifiers.contains(.epoch) {
      let clock = WallClock(entry.time)
      bytes.append(
        number: (entry.time - clock.micros) / .second, width: 19, pad: UInt8(ascii: " "))
      bytes.append(UInt8(ascii: "."))
      bytes.append(number: digits == 3 ? clock.micros / 1000 : clock.micros, width: digits)
      return
    }
    let clock = WallClock(entry.time + entry.zoneOffset)
    if style.modifiers.contains(.year) {
      bytes.append(number: clock.year, width: 4)
      bytes.append(UInt8(ascii: "-"))
    }
    bytes.append(number: clock.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(number: clock.day, width: 2)
    bytes.append(UInt8(ascii: " "))
    bytes.append(time: clock, digits: digits)
    if style.modifiers.contains(.zone) {
      bytes.append(UInt8(ascii: " "))
      bytes.appendZone(entry.zoneOffset, colon: false)
    }
  }

  /// Appends `(  201`, with the user before it if asked for.
  private mutating func appendProcess(of entry: LogLine) {
    bytes.append(UInt8(ascii: "("))
    if style.modifiers.contains(.uid) {
      bytes.append(number: user(of: entry), width: 5, pad: UInt8(ascii: " "))
      bytes.append(UInt8(ascii: ":"))
    }
    bytes.append(number: Int64(entry.process.pid), width: 5, pad: UInt8(ascii: " "))
  }

  /// Apps have users of their own, the system is 1000.
  private func user(of entry: LogLine) -> Int64 { entry.isOwn ? 10_123 : 1000 }

  /// Returns the text of the tag column, which is never empty.
  private func column(of entry: LogLine) -> String {
    if style.kind == .capacitorAndroid, entry.isOwn { return "Capacitor/Console" }
    if !entry.tag.isEmpty { return entry.tag }
    return entry.library.isEmpty ? entry.program : entry.library
  }
}

extension LogLine {
  /// Whether it is a line of the app, not of another program.
  fileprivate var isOwn: Bool { tag.isEmpty || tag.hasPrefix("DNP-") }
}

extension LogLevel {
  /// The letter of a level in logcat.
  fileprivate var letter: UInt8 {
    switch self {
    case .debug: UInt8(ascii: "D")
    case .unknown, .info, .notice: UInt8(ascii: "I")
    case .warning: UInt8(ascii: "W")
    case .error: UInt8(ascii: "E")
    case .fault: UInt8(ascii: "F")
    }
  }
}

extension [UInt8] {
  /// Control bytes and backslashes as `-v printable` escapes them.
  fileprivate var printable: [UInt8] {
    guard contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
      return self
    }
    var text: [UInt8] = []
    for byte in self {
      switch byte {
      case UInt8(ascii: "\\"): text.append(utf8: "\\\\")
      case 0x0A: text.append(utf8: "\\n")
      case 0x0D: text.append(utf8: "\\r")
      case 0x09: text.append(utf8: "\\t")
      case ..<0x20, 0x7F:
        text.append(utf8: "\\x")
        text.append(hex: UInt64(byte), width: 2, upper: true)
      default: text.append(byte)
      }
    }
    return text
  }
}
