internal import LogReading
internal import TextWriting

/// Instants whose year nothing tells, in JSON.
///
/// As times they are null, so that nobody takes them for a date; beside that stands what is known, by
/// which they can be compared with each other.
enum YearlessInstant {
  /// The end of the name of such a member.
  static let suffix = "WithoutYear"

  private static var firstYear: Int64 { WallClock.unknownYears.lowerBound }

  /// Writes `y0 11-14 05:48:00`: the first year of the log is 0.
  static func text(of instant: Int64) -> String {
    "y\(WallClock(instant).year - firstYear) \(InstantText.iso(instant))"
  }

  /// Reads it; nil for anything else.
  static func read(_ text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("y"), let year = Int64(parts[0].dropFirst()),
      0..<Int64(WallClock.unknownYears.count) ~= year
    else { return nil }
    let date = "\(NumberText.padded(firstYear + year, to: 4))-\(parts[1])"
    return WrittenInstant.read("\(date)T\(parts[2])Z")
  }
}
