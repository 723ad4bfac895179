/// Turns the times of a log into UTC: adds the year and the zone that its lines leave out.
///
/// What had to be assumed is kept, for the report to print.
package struct ClockResolver: Sendable {
  package static let day: Int64 = 86_400_000_000
  /// The zone of times that name none; nil where no option said so.
  private let zone: LocalZone?
  /// The year that an option gives for a log that names none.
  private let givenYear: Int64?
  private var year: Int64?
  private var last: Int64?
  /// The wall-clock time that was read last, in the hour that comes twice when clocks are set back.
  private var lastTwice: Int64?
  /// That hour comes for the second time.
  private var isSecond = false
  /// Lines written out of order step back less than clocks that are set back do.
  private static let straggling: Int64 = 60_000_000

  package private(set) var assumedZone = false
  /// Some lines name a zone that means several, or a place.
  package private(set) var hasUnreadZone = false
  package private(set) var assumedYear: Int64?
  /// The year came from an instant inside the log.
  package private(set) var inferredYear: Int64?
  /// The year that was given, where such an instant shows another.
  package private(set) var contradictedYear: Int64?
  /// How far the lines are ahead of UTC, as ids of the log show.
  package private(set) var inferredOffset: Int64?
  /// Ids that show another offset than the one gone by: how many, and the first such offset.
  package private(set) var contradictions = 0
  package private(set) var otherOffset: Int64?
  private var mayInfer = true

  package init(zone: LocalZone? = nil, year: Int? = nil) {
    self.zone = zone
    givenYear = year.map(Int64.init)
  }

  /// Whether a year must still be found before times without one can be read.
  package var needsYear: Bool { year == nil }

  /// Whether ids may still tell the zone of times without one.
  package var needsOffset: Bool {
    mayInfer && zone == nil && inferredOffset == nil && !assumedZone
  }

  /// Takes the offset that an id shows.
  package mutating func inferOffset(_ offset: Int64) { inferredOffset = offset }

  /// What follows is read with what is known by now.
  mutating func stopInferring() { mayInfer = false }

  /// How far lines without a zone are ahead of UTC at a wall-clock time.
  private func offsets(atLocal time: Int64) -> LocalZone.Offsets {
    zone?.offsets(atLocal: time) ?? LocalZone.Offsets(first: inferredOffset ?? 0)
  }

  /// The same for the next line: where its time comes twice, a step back tells that it is the second.
  private mutating func nextOffset(atLocal time: Int64) -> Int64 {
    let offsets = offsets(atLocal: time)
    guard let second = offsets.second else {
      lastTwice = nil
      isSecond = false
      return offsets.first
    }
    if let lastTwice, lastTwice &- time > Self.straggling { isSecond = true }
    lastTwice = time
    return isSecond ? second : offsets.first
  }

  /// Notes an id that shows another offset.
  mutating func noteContradiction(_ offset: Int64) {
    contradictions += 1
    if otherOffset == nil { otherOffset = offset }
  }

  /// The offset, in whole quarters of an hour, of a wall clock that shows a time at an instant, or
  /// shortly after or before it; nil if it is of no zone.
  package static func offset(ofLocal time: Int64, isYearless: Bool, at instant: Int64) -> Int64? {
    let local = isYearless ? moving(time, near: instant) : time
    let (ahead, overflow) = local.subtractingReportingOverflow(instant)
    guard !overflow, ahead.magnitude < 60 * 3_600_000_000 else { return nil }
    let quarter: Int64 = 900_000_000
    let shifted = ahead + quarter / 2
    let quarters = shifted / quarter - (shifted % quarter < 0 ? 1 : 0)
    let offset = quarters * quarter
    let lateness = ahead - offset
    guard lateness.magnitude <= 120_000_000, (-48...56).contains(quarters) else { return nil }
    return offset
  }

  /// An instant of the log that is further from its line than this shows no other year than the one
  /// given: something may be due in a year.
  private static let showing = 31 * day

  /// Takes the year that puts a yearless time nearest to an instant of the same log.
  package mutating func inferYear(from instant: Int64, near yearless: Int64) {
    let found = Self.year(of: instant)
    var best = found
    var distance = Int64.max
    for candidate in (found - 1)...(found + 1) {
      let gap = abs(Self.moving(yearless, toYear: candidate) - instant)
      if gap < distance {
        distance = gap
        best = candidate
      }
    }
    if let givenYear, best == givenYear || distance > Self.showing {
      year = givenYear
      return
    }
    contradictedYear = givenYear
    year = best
    inferredYear = best
  }

  /// The UTC time of an event.
  package mutating func resolve(_ time: Int64, gaps: TimeGaps) -> Int64 {
    var result = time
    if gaps.contains(.year) {
      var year = self.year ?? givenYear ?? 2000
      if self.year == nil {
        self.year = year
        assumedYear = givenYear == nil ? year : nil
      }
      result = Self.moving(time, toYear: year)
      // A yearless log that passes New Year steps back by a year; a straggler steps the other way.
      if let last, last - result > 180 * Self.day {
        year += 1
        self.year = year
        result = Self.moving(time, toYear: year)
      } else if let last, result - last > 180 * Self.day {
        result = Self.moving(time, toYear: year - 1)
      }
      last = result
    }
    if gaps.contains(.zone) {
      result &-= nextOffset(atLocal: result)
      if zone == nil, inferredOffset == nil { assumedZone = true }
      if gaps.contains(.zoneName) { hasUnreadZone = true }
    }
    return result
  }

  /// The time of a line beside the events: the year is the one that brings it near to theirs.
  package func time(_ line: LineTime, near reference: Int64) -> Int64 {
    var result = line.micros
    if line.gaps.contains(.year) { result = Self.moving(line.micros, near: reference) }
    guard line.gaps.contains(.zone) else { return result }
    let offsets = offsets(atLocal: result)
    let first = result &- offsets.first
    guard let offset = offsets.second else { return first }
    let second = result &- offset
    return abs(second &- reference) < abs(first &- reference) ? second : first
  }

  /// The same day and time of day in the year that brings it nearest to an instant.
  static func moving(_ yearless: Int64, near reference: Int64) -> Int64 {
    let found = year(of: reference)
    var best = moving(yearless, toYear: found)
    for candidate in [found - 1, found + 1] {
      let time = moving(yearless, toYear: candidate)
      if abs(time &- reference) < abs(best &- reference) { best = time }
    }
    return best
  }

  /// The same day and time of day in another year; 29 February becomes 1 March where there is none.
  private static func moving(_ yearless: Int64, toYear year: Int64) -> Int64 {
    // A zone that was given with it may have moved it over either end of the year.
    let dayOfYear = yearless / day - (yearless % day < 0 ? 1 : 0)
    let start = daysToYear(year)
    // Yearless times count the days of a leap year, whose 29 February is day 59.
    let skipsLeapDay = dayOfYear > 59 && daysToYear(year + 1) - start == 365
    return (start + dayOfYear - (skipsLeapDay ? 1 : 0)) * day + (yearless - dayOfYear * day)
  }

  /// Days from 1970-01-01 to the first of January of a year.
  private static func daysToYear(_ year: Int64) -> Int64 {
    let past = year - 1
    return 365 * (year - 1970) + (past / 4 - past / 100 + past / 400) - 477
  }

  private static func year(of instant: Int64) -> Int64 {
    let days = instant / day - (instant % day < 0 ? 1 : 0)
    var year = 1970 + days / 366
    while daysToYear(year + 1) <= days { year += 1 }
    while daysToYear(year) > days { year -= 1 }
    return year
  }
}
