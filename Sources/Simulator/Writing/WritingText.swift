internal import TextWriting

// Numbers and times as bytes, appended without a text in between: a log has millions of them.
extension [UInt8] {
  /// Appends a text, filled up with blanks on its right.
  mutating func append(_ text: String, width: Int) {
    append(utf8: text)
    append(UInt8(ascii: " "), count: width - text.utf8.count)
  }

  /// Appends `+0100` or `+01:00`.
  mutating func appendZone(_ offset: Int64, colon: Bool) {
    append(UInt8(ascii: offset < 0 ? "-" : "+"))
    let minutes = Int64(clamping: offset.magnitude) / .minute
    append(number: minutes / 60, width: 2)
    if colon { append(UInt8(ascii: ":")) }
    append(number: minutes % 60, width: 2)
  }

  /// Appends `2025-11-14 05:48:00.123456+0100`, the time of the unified log.
  mutating func appendUnifiedTime(_ entry: LogLine) {
    let clock = WallClock(entry.time + entry.zoneOffset)
    append(date: clock)
    append(UInt8(ascii: " "))
    append(time: clock, digits: 6)
    appendZone(entry.zoneOffset, colon: false)
  }

  /// Appends `2025-11-14T05:48:00.12Z`, a fraction without zeros at its end, as Go writes it.
  mutating func appendGoTime(_ instant: Int64, zoneOffset: Int64 = 0) {
    let clock = WallClock(instant + zoneOffset)
    append(date: clock)
    append(UInt8(ascii: "T"))
    append(time: clock, digits: 6)
    while last == UInt8(ascii: "0") { removeLast() }
    if last == UInt8(ascii: ".") { removeLast() }
    if zoneOffset == 0 {
      append(UInt8(ascii: "Z"))
    } else {
      appendZone(zoneOffset, colon: true)
    }
  }

  /// Appends `Nov  4 05:48:00`, the time of syslog.
  mutating func appendSyslogTime(_ clock: WallClock, digits: Int) {
    append(utf8: Self.months[Int(clock.month - 1) % 12])
    append(number: clock.day, width: 2, pad: UInt8(ascii: " "))
    append(UInt8(ascii: " "))
    append(time: clock, digits: digits)
  }

  private static let months = [
    "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
  ]

  /// Appends the inside of a JSON string.
  mutating func append(json text: some Collection<UInt8>, escapingSlashes: Bool = false) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case UInt8(ascii: "/") where escapingSlashes: append(utf8: "\\/")
      case 0x0A: append(utf8: "\\n")
      case 0x0D: append(utf8: "\\r")
      case 0x09: append(utf8: "\\t")
      case ..<0x20:
        append(utf8: "\\u")
        append(hex: UInt64(byte), width: 4)
      default: append(byte)
      }
    }
  }
}
