/// Instants in UTC as text, from microseconds since 1970.
package enum InstantText {
  /// `2025-11-14T05:48:00Z`; a fraction of three or six digits only where it is not zero.
  package static func iso(_ instant: Int64) -> String { date(instant) + "T" + time(instant) }

  /// `2025-11-14`
  package static func date(_ instant: Int64) -> String {
    let clock = WallClock(instant)
    return NumberText.padded(clock.year, to: 4) + "-" + NumberText.padded(clock.month, to: 2) + "-"
      + NumberText.padded(clock.day, to: 2)
  }

  /// `05:48:00Z`
  package static func time(_ instant: Int64) -> String {
    let clock = WallClock(instant)
    var text = NumberText.padded(clock.hour, to: 2) + ":"
    text += NumberText.padded(clock.minute, to: 2) + ":"
    text += NumberText.padded(clock.second, to: 2)
    if clock.micros % 1000 != 0 {
      text += "." + NumberText.padded(clock.micros, to: 6)
    } else if clock.micros != 0 {
      text += "." + NumberText.padded(clock.micros / 1000, to: 3)
    }
    return text + "Z"
  }
}
