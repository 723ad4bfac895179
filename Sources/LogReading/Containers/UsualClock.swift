internal import TextWriting

/// A reader of times in their usual forms that keeps the date of the last one.
///
/// The dates of a log hardly change, so a day is worked out once and its text compared: this takes
/// 110 instructions for a time instead of some 340.
struct UsualClock: Sendable {
  /// The ten bytes of the last date, and the microseconds to its start.
  private var date: UInt64 = 0
  private var rest: UInt64 = 0
  private var start: Int64 = 0

  /// A time `2025-11-14 05:48:00`, with three or six digits of a fraction or none, and the index
  /// after it; nothing for any other form, or with less than 32 bytes from the index on.
  ///
  /// A zone is left behind it, if there is one.
  @inline(__always)
  mutating func read(_ text: Span<UInt8>, at index: Int) -> (micros: Int64, end: Int)? {
    guard text.count - index >= 32 else { return nil }
    let date = text.load(at: index)
    let middle = text.load(at: index + 8)
    if date != self.date || middle & 0xFFFF != rest {
      guard takeDate(text, at: index, date, middle & 0xFFFF) else { return nil }
    }
    let separator = UInt8(truncatingIfNeeded: middle >> 16)
    guard separator == UInt8(ascii: " ") || separator | 0x20 == UInt8(ascii: "t") else {
      return nil
    }
    let time = middle ^ 0x3030_3A30_3000_0000
    let last = text.load(at: index + 16) ^ 0x3030_3030_3030_303A
    guard time & 0x0000_FF00_0000_0000 == 0, Self.areDigits(time & 0xFFFF_00FF_FF00_0000),
      last & 0xFF == 0, Self.areDigits(last & 0xFF_FF00)
    else { return nil }
    let hour = Self.pair(time, 3)
    let minute = Self.pair(time, 6)
    let second = Self.pair(last, 1)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let micros = start + Int64((hour * 60 + minute) * 60 + second) * 1_000_000
    let point = UInt8(truncatingIfNeeded: last >> 24) ^ 0x30
    guard point == UInt8(ascii: ".") else {
      return point == UInt8(ascii: ",") ? nil : (micros, index + 19)
    }
    let fraction = text.load(at: index + 20) ^ 0x3030_3030_3030_3030
    let others = Self.noDigits(fraction)
    guard others != 0 else { return nil }
    switch others.trailingZeroBitCount >> 3 {
    case 6:
      let value =
        Self.pair(fraction, 0) * 10_000 + Self.pair(fraction, 2) * 100 + Self.pair(fraction, 4)
      return (micros + Int64(value), index + 26)
    case 3:
      let value = Self.pair(fraction, 0) * 10 + Self.digit(fraction, 2)
      return (micros + Int64(value) * 1000, index + 23)
    default: return nil
    }
  }

  @inline(never)
  private mutating func takeDate(
    _ text: Span<UInt8>, at index: Int, _ date: UInt64, _ rest: UInt64
  ) -> Bool {
    guard let days = text.isoDays(at: index) else { return false }
    self.date = date
    self.rest = rest
    start = Int64(days) * CivilDate.microsPerDay
    return true
  }

  /// The high bit of every byte that is not below ten.
  private static func noDigits(_ word: UInt64) -> UInt64 {
    // The bytes are added without their high bits, so that none carries into the next.
    ((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
  }

  private static func areDigits(_ word: UInt64) -> Bool { noDigits(word) == 0 }

  private static func digit(_ word: UInt64, _ place: UInt64) -> Int {
    Int(word >> (place * 8) & 0xFF)
  }

  private static func pair(_ word: UInt64, _ place: UInt64) -> Int {
    digit(word, place) * 10 + digit(word, place + 1)
  }
}
