internal import TextWriting

// Numbers and times as bytes, appended without a text in between: a log has millions of them.
extension [UInt8] {
  /// A number, filled up to a width on its left.
  mutating func append(_ number: Int64, width: Int = 0, pad: UInt8 = UInt8(ascii: "0")) {
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var count = 0
    var rest = number.magnitude
    repeat {
      digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    if number < 0 { append(UInt8(ascii: "-")) }
    for _ in 0..<Swift.max(0, width - count) { append(pad) }
    while count > 0 {
      count -= 1
      append(digits[count])
    }
  }

  /// A number in base 16, with leading zeros up to a width.
  mutating func append(hex number: UInt64, width: Int = 1, upper: Bool = false) {
    let letter = UInt8(ascii: upper ? "A" : "a") - 10
    let used = (Int(64 - number.leadingZeroBitCount) + 3) / 4
    for place in (0..<Swift.max(used, width)).reversed() {
      let digit = place < 16 ? UInt8(truncatingIfNeeded: number >> (UInt64(place) * 4)) & 0xF : 0
      append(digit < 10 ? UInt8(ascii: "0") + digit : letter + digit)
    }
  }

  /// A text, filled up with blanks on its right.
  mutating func append(_ text: String, width: Int) {
    append(utf8: text)
    for _ in 0..<Swift.max(0, width - text.utf8.count) { append(UInt8(ascii: " ")) }
  }

  /// `2025-11-14`
  mutating func appendDate(_ clock: WallClock, separator: UInt8 = UInt8(ascii: "-")) {
    append(clock.year, width: 4)
    append(separator)
    append(clock.month, width: 2)
    append(separator)
    append(clock.day, width: 2)
  }

  /// `05:48:00`, and so many digits of the second.
  mutating func appendTime(_ clock: WallClock, digits: Int, point: UInt8 = UInt8(ascii: ".")) {
    append(clock.hour, width: 2)
    append(UInt8(ascii: ":"))
    append(clock.minute, width: 2)
    append(UInt8(ascii: ":"))
    append(clock.second, width: 2)
    guard digits > 0 else { return }
    append(point)
    append(digits == 3 ? clock.micros / 1000 : clock.micros, width: digits)
  }

  /// `+0100` or `+01:00`
  mutating func appendZone(_ offset: Int64, colon: Bool) {
    append(UInt8(ascii: offset < 0 ? "-" : "+"))
    let minutes = Int64(clamping: offset.magnitude) / .minute
    append(minutes / 60, width: 2)
    if colon { append(UInt8(ascii: ":")) }
    append(minutes % 60, width: 2)
  }

  /// `2025-11-14 05:48:00.123456+0100`, the time of the unified log.
  mutating func appendUnifiedTime(_ entry: LogLine) {
    let clock = WallClock(entry.time + entry.zoneOffset)
    appendDate(clock)
    append(UInt8(ascii: " "))
    appendTime(clock, digits: 6)
    appendZone(entry.zoneOffset, colon: false)
  }

  /// `2025-11-14T05:48:00.12Z`, a fraction without zeros at its end, as Go writes it.
  mutating func appendGoTime(_ instant: Int64, zoneOffset: Int64 = 0) {
    let clock = WallClock(instant + zoneOffset)
    appendDate(clock)
    append(UInt8(ascii: "T"))
    appendTime(clock, digits: 6)
    while last == UInt8(ascii: "0") { removeLast() }
    if last == UInt8(ascii: ".") { removeLast() }
    if zoneOffset == 0 {
      append(UInt8(ascii: "Z"))
    } else {
      appendZone(zoneOffset, colon: true)
    }
  }

  /// `Nov  4 05:48:00`, the time of syslog.
  mutating func appendSyslogTime(_ clock: WallClock, digits: Int) {
    append(utf8: Self.months[Int(clock.month - 1) % 12])
    append(clock.day, width: 2, pad: UInt8(ascii: " "))
    append(UInt8(ascii: " "))
    appendTime(clock, digits: digits)
  }

  private static let months = [
    "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
  ]

  /// The inside of a JSON string.
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
