/// Instants in UTC as text, from microseconds since 1970.
package enum InstantText {
  /// `2025-11-14T05:48:00Z`; a fraction of three or six digits only where it is not zero.
  package static func iso(_ instant: Int64) -> String { text { $0.append(iso: instant) } }

  /// `2025-11-14`
  package static func date(_ instant: Int64) -> String {
    text { $0.append(date: WallClock(instant)) }
  }

  /// `05:48:00Z`
  package static func time(_ instant: Int64) -> String {
    text { $0.append(time: WallClock(instant)) }
  }

  private static func text(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends an instant as `2025-11-14T05:48:00Z`.
  package mutating func append(iso instant: Int64) {
    let clock = WallClock(instant)
    append(date: clock)
    append(UInt8(ascii: "T"))
    append(time: clock)
  }

  fileprivate mutating func append(date clock: WallClock) {
    append(number: clock.year, width: 4)
    append(UInt8(ascii: "-"))
    append(number: clock.month, width: 2)
    append(UInt8(ascii: "-"))
    append(number: clock.day, width: 2)
  }

  fileprivate mutating func append(time clock: WallClock) {
    append(number: clock.hour, width: 2)
    append(UInt8(ascii: ":"))
    append(number: clock.minute, width: 2)
    append(UInt8(ascii: ":"))
    append(number: clock.second, width: 2)
    if clock.micros % 1000 != 0 {
      append(UInt8(ascii: "."))
      append(number: clock.micros, width: 6)
    } else if clock.micros != 0 {
      append(UInt8(ascii: "."))
      append(number: clock.micros / 1000, width: 3)
    }
    append(UInt8(ascii: "Z"))
  }
}
