/// Instants in UTC as text, from microseconds since 1970.
package enum InstantText {
  /// Writes `2025-11-14T05:48:00Z`, with three or six digits of a fraction unless it is zero;
  /// without a known year `11-14 05:48:00`.
  package static func iso(_ instant: Int64) -> String { text { $0.append(iso: instant) } }

  /// Writes `2025-11-14`, or `11-14`.
  package static func date(_ instant: Int64) -> String {
    text { $0.append(date: WallClock(instant)) }
  }

  /// Writes `05:48:00Z`; without a zone where not even the year is known.
  package static func time(_ instant: Int64) -> String {
    text { $0.append(timeInUTC: WallClock(instant)) }
  }

  private static func text(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends an instant as `2025-11-14T05:48:00Z`, or as `11-14 05:48:00`.
  package mutating func append(iso instant: Int64) {
    let clock = WallClock(instant)
    append(date: clock)
    append(UInt8(ascii: WallClock.unknownYears.contains(clock.year) ? " " : "T"))
    append(timeInUTC: clock)
  }

  /// Appends `2025-11-14`, or `11-14`.
  package mutating func append(date clock: WallClock, separator: UInt8 = UInt8(ascii: "-")) {
    if !WallClock.unknownYears.contains(clock.year) {
      append(number: clock.year, width: 4)
      append(separator)
    }
    append(number: clock.month, width: 2)
    append(separator)
    append(number: clock.day, width: 2)
  }

  /// Appends `05:48:00` and none, three or six digits of the second.
  package mutating func append(
    time clock: WallClock, digits: Int, point: UInt8 = UInt8(ascii: ".")
  ) {
    append(number: clock.hour, width: 2)
    append(UInt8(ascii: ":"))
    append(number: clock.minute, width: 2)
    append(UInt8(ascii: ":"))
    append(number: clock.second, width: 2)
    guard digits > 0 else { return }
    append(point)
    append(number: digits == 3 ? clock.micros / 1000 : clock.micros, width: digits)
  }

  /// Appends `05:48:00Z`, with three or six digits of the second where they are not zero.
  fileprivate mutating func append(timeInUTC clock: WallClock) {
    append(time: clock, digits: clock.micros == 0 ? 0 : clock.micros % 1000 == 0 ? 3 : 6)
    if !WallClock.unknownYears.contains(clock.year) { append(UInt8(ascii: "Z")) }
  }
}
