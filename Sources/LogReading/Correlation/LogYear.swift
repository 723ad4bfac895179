internal import TextWriting

/// The year of times that name none.
package struct LogYear: Sendable, Codable, CheckedState {
  /// The year that an option gives.
  private let given: Int64?
  private var year: Int64?
  private var last: Int64?
  /// Nothing tells the year of some lines: their times have one of those that stand for it.
  package private(set) var isUnknown = false
  /// The year that an instant of the log shows.
  package private(set) var inferred: Int64?
  /// The year that was given, where such an instant shows another.
  package private(set) var contradicted: Int64?

  /// An instant of the log that is further from its line than this shows no other year than the one
  /// given: something may be due in a year.
  private static let showing = 31 * YearlessTime.day
  /// A step as long as this leads into another year.
  private static let halfYear = 180 * YearlessTime.day

  package func isSound(_ limits: inout StateLimits) -> Bool {
    [given, year, inferred, contradicted].allSatisfy { $0 == nil || 0...9999 ~= $0 ?? 0 }
  }

  init(given: Int?) { self.given = given.map(Int64.init) }

  /// Whether it must still be found before times without one can be read.
  var isNeeded: Bool { year == nil }

  /// Whether a yearless time may be of a clock that the device has not set yet, as it starts: the first of
  /// January.
  static func mayBeUnset(_ yearless: Int64) -> Bool { 0..<YearlessTime.day ~= yearless }

  /// Takes the year that puts a yearless time nearest to an instant of the same log.
  mutating func infer(from instant: Int64, near yearless: Int64) {
    let found = YearlessTime.year(of: instant)
    var best = found
    var distance = Int64.max
    for candidate in (found - 1)...(found + 1) {
      let gap = abs(YearlessTime.moving(yearless, toYear: candidate) - instant)
      if gap < distance {
        distance = gap
        best = candidate
      }
    }
    if distance > Self.showing, Self.mayBeUnset(yearless) { return }
    if let given, best == given || distance > Self.showing {
      year = given
      return
    }
    contradicted = given
    year = best
    inferred = best
  }

  /// Notes a time that was resolved elsewhere, where nothing told its year.
  mutating func noteUnknown() { isUnknown = true }

  /// Puts the next time of the log into its year.
  mutating func resolve(_ time: Int64) -> Int64 {
    var year = self.year ?? anyYear
    if self.year == nil {
      self.year = year
      isUnknown = given == nil
    }
    var result = YearlessTime.moving(time, toYear: year)
    // A yearless log that passes New Year steps back by a year; a straggler steps the other way.
    if let last, last - result > Self.halfYear {
      let next = YearlessTime.moving(time, toYear: year + 1)
      // It is a step back of the clock, and no other year.
      if next - last > Self.showing, Self.mayBeUnset(time) { return result }
      year += 1
      self.year = year
      result = next
    } else if let last, result - last > Self.halfYear {
      result = YearlessTime.moving(time, toYear: year - 1)
    }
    last = result
    return result
  }

  /// Puts a time beside the events into the year that brings it near to theirs, if there are any.
  func resolve(_ time: Int64, near reference: Int64?) -> Int64 {
    reference.map { YearlessTime.moving(time, near: $0) }
      ?? YearlessTime.moving(time, toYear: anyYear)
  }

  /// The year of times without one where no event tells it.
  private var anyYear: Int64 { year ?? given ?? WallClock.unknownYears.lowerBound }
}
