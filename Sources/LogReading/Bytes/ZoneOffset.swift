/// How far wall clocks are ahead of UTC: whole quarters of an hour, in microseconds.
package enum ZoneOffset {
  package static let quarter: Int64 = 900_000_000
  /// Zones are up to 12 hours behind UTC, and up to 14 ahead.
  package static let mostBehind = 48 * quarter
  package static let mostAhead = 56 * quarter
  /// A line is written so shortly after the instant that it names, or before it.
  package static let tolerance: Int64 = 120_000_000

  /// The offset of a wall clock that shows a time at an instant, or shortly after or before it; nil if
  /// it is of no zone.
  package static func of(
    local time: Int64, isYearless: Bool, at instant: Int64, within tolerance: Int64 = tolerance
  ) -> Int64? {
    let local = isYearless ? YearlessTime.moving(time, near: instant) : time
    let (ahead, overflow) = local.subtractingReportingOverflow(instant)
    guard !overflow, ahead.magnitude < 60 * 3_600_000_000 else { return nil }
    let offset = nearest(to: ahead)
    let lateness = ahead - offset
    guard lateness.magnitude <= tolerance, -mostBehind <= offset, offset <= mostAhead
    else { return nil }
    return offset
  }

  /// The nearest number of whole quarters of an hour, as microseconds.
  static func nearest(to span: Int64) -> Int64 {
    let shifted = span &+ quarter / 2
    return (shifted / quarter - (shifted % quarter < 0 ? 1 : 0)) * quarter
  }

  /// Whether some place has it: the whole hours, and those of India, Nepal, Australia and a few more.
  static func isOfPlace(_ offset: Int64) -> Bool {
    let minutes = offset / 60_000_000
    return minutes % 60 == 0
      || [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765].contains(minutes)
  }
}
