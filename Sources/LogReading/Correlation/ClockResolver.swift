internal import TextWriting

/// Turns the times of a log into UTC: adds the year and the zone that its lines leave out.
///
/// What had to be assumed is kept, for the report to print.
@usableFromInline
package struct ClockResolver: Sendable {
  package static let day = CivilDate.microsPerDay
  /// The zone of times that name none; nil where neither an option nor a bug report said so.
  private var zone: LocalZone?
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
  /// The zone that a bug report names.
  package private(set) var reportedZone: LocalZone?
  /// A day of which a bug report tells the year.
  private(set) var reportedDate: Int64?
  /// Some lines name a zone that means several, or a place.
  package private(set) var hasUnreadZone = false
  /// Nothing tells the year of some lines: their times have one of those that stand for it.
  package private(set) var lacksYear = false
  /// The year came from an instant inside the log.
  package private(set) var inferredYear: Int64?
  /// The year that was given, where such an instant shows another.
  package private(set) var contradictedYear: Int64?
  /// How far the lines are ahead of UTC, as ids of the log show.
  package private(set) var inferredOffset: Int64?
  /// What shows it.
  package private(set) var inference = Inference.id
  /// The zone that was given, where the log shows another.
  package private(set) var contradictedZone: String?
  /// Ids that show another offset than the one gone by: how many, and the first such offset.
  package private(set) var contradictions = 0
  package private(set) var otherOffset: Int64?
  private var mayInfer = true
  /// Something that is due at an instant came in time by the zone gone by.
  private var isShown = false
  /// When that was last, or a task ran in time by a zone that was told.
  private var shownTime: Int64?
  /// Something came whole zones from its time by it, or before it, and the system is never early.
  package private(set) var isSuspect = false
  /// Something came before its time.
  private var isEarly = false
  /// When something first did so on a day on which nothing came in time: in the night before, clocks may
  /// have been set back, or the device have moved.
  private var unshownTime: Int64?
  /// Lines without a zone stepped back by more than lines out of order do.
  private var isSetBack = false
  /// The zone was taken for granted of times that were resolved elsewhere.
  private var isZoneFilled = false
  /// Messages name instants without a zone, which are read as UTC.
  package private(set) var hasZonelessInstants = false
  /// What was due at such an instant came in time by the clock of the lines.
  package private(set) var areInstantsShown = false

  /// What no line tells of the times that lack it, so that nothing may rest on it: the difference of
  /// two such times is known all the same. Only the whole log tells for good.
  ///
  /// The one place that says so. All that holds a line's time against an instant asks here.
  package var openGaps: TimeGaps {
    var gaps: TimeGaps = lacksYear ? .year : []
    // What was only taken for granted proves nothing against what comes early by it.
    let isUntold = (assumedZone || isZoneFilled) && (!isShown || isEarly)
    let isDoubtful = isUntold || isSuspect && shownTime == nil || unshownTime != nil
    let mayHaveMoved = isSetBack && zone?.isOfPlace != true
    if contradictions > 0 || mayHaveMoved || isDoubtful { gaps.formUnion(.lineZones) }
    if hasZonelessInstants, !areInstantsShown { gaps.insert(.instant) }
    return gaps
  }

  /// Whether an option or the log told the zone of lines without one, and nothing speaks against it
  /// so far.
  package var tellsZone: Bool {
    (zone != nil || inferredOffset != nil) && !openGaps.contains(.zone)
  }

  /// Whether the clock may have been set forward so far between two times, of which no place tells: it
  /// is in the first hours of a day.
  package func mayMiss(_ span: Int64, between first: Int64, and last: Int64) -> Bool {
    zone?.isOfPlace != true && last &- first >= span && mayHaveNight(between: first, and: last)
  }

  /// Whether some of the first hours of the later day may lie between two times.
  private func mayHaveNight(between first: Int64, and last: Int64) -> Bool {
    let start = first &+ offsets(atLocal: first).first
    let end = last &+ offsets(atLocal: last).first
    let midnight = end - (end % Self.day + Self.day) % Self.day
    return start < midnight + Self.nightEnd
  }

  /// Notes a line that names an instant without a zone, and how late that came which was due then.
  mutating func noteZonelessInstant(late: Int64?) {
    hasZonelessInstants = true
    if let late, Self.inTime.contains(late) { areInstantsShown = true }
  }

  /// Notes that lines without a zone step back: the device may be in another zone from here on, or
  /// its summer be over.
  mutating func noteSetBack(by span: Int64) {
    if span > Self.straggling { isSetBack = true }
  }

  /// Notes how late something came, by a line without a zone, that the system can do late and never
  /// early, and when it came.
  mutating func note(late: Int64, at time: Int64) {
    if Self.inTime.contains(late) {
      isShown = true
      noteShown(at: time)
    } else if late < Self.inTime.upperBound - Self.quarter {
      // What is early by less than any two zones differ by is no doubt about the zone.
      (isSuspect, isEarly) = (true, true)
      if let shownTime, unshownTime == nil, mayHaveNight(between: shownTime, and: time) {
        unshownTime = time
      }
    } else if Self.inTime.contains(late - Self.wholeZones(in: late)) {
      isSuspect = true
    }
  }

  /// Notes how late a task ran, by a line without a zone, and when. The system may well be late by whole
  /// hours, so a task alone tells no zone; but it bears out one that was told.
  mutating func noteRun(late: Int64, at time: Int64) {
    if !assumedZone, !isZoneFilled, Self.taskInTime.contains(late) { noteShown(at: time) }
  }

  private mutating func noteShown(at time: Int64) {
    if let unshownTime, !mayHaveNight(between: unshownTime, and: time) { self.unshownTime = nil }
    shownTime = time
  }

  /// How late a notification may be (S4:293), and the fractions that a line may leave out.
  private static let inTime = -1_000_000...Correlator.deliveryTolerance
  /// How late a task may be (S4:291).
  private static let taskInTime = -1_000_000...quarter
  private static let nightEnd = 16 * quarter
  private static let tolerance: Int64 = 120_000_000
  package static let quarter: Int64 = 900_000_000
  /// Zones are up to 12 hours behind UTC, and up to 14 ahead.
  package static let zonesBehind = 48 * quarter
  package static let zonesAhead = 56 * quarter

  /// The nearest number of whole quarters of an hour, as microseconds.
  private static func wholeZones(in span: Int64) -> Int64 {
    let shifted = span &+ quarter / 2
    return (shifted / quarter - (shifted % quarter < 0 ? 1 : 0)) * quarter
  }

  /// Offsets of some place: the whole hours, and those of India, Nepal, Australia and a few more.
  static func isOfPlace(_ offset: Int64) -> Bool {
    let minutes = offset / 60_000_000
    return minutes % 60 == 0
      || [-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765].contains(minutes)
  }

  package init(zone: LocalZone? = nil, year: Int? = nil) {
    self.zone = zone
    givenYear = year.map(Int64.init)
  }

  /// Whether a year must still be found before times without one can be read.
  package var needsYear: Bool { year == nil }

  /// Whether the log may still tell the zone of times without one; an option counts where it does not.
  package var needsOffset: Bool {
    mayInfer && reportedZone == nil && inferredOffset == nil && !assumedZone
  }

  /// Whether nobody gave a zone either.
  var lacksZone: Bool { zone == nil && inferredOffset == nil }

  /// What shows the zone of times without one.
  package enum Inference: Sendable {
    /// An id that carries its time, a record with a time of its own, or all that came in time.
    case id, record, agreement
  }

  /// Takes the offset that something shows at an instant; a zone that was given and has it then stays.
  package mutating func inferOffset(
    _ offset: Int64, at instant: Int64, by inference: Inference = .id
  ) {
    if let zone {
      mayInfer = false
      if zone.has(offset, atLocal: instant &+ offset) { return }
      contradictedZone = zone.name
      self.zone = nil
    }
    inferredOffset = offset
    self.inference = inference
  }

  /// Takes the zone that a bug report names, unless a line told one.
  package mutating func report(zone name: String) {
    // What was read by the zone that was given is not read again.
    guard needsOffset else {
      if let zone, zone.name != name, reportedZone == nil { isSuspect = true }
      return
    }
    let given = zone
    let date = reportedDate ?? 0
    // The C library knows the offsets of one zone at a time.
    let offset = given?.offsets(atLocal: date).first
    guard let found = LocalZone(name) else { return }
    if let given, let offset, !found.has(offset, atLocal: date) { contradictedZone = given.name }
    zone = found
    reportedZone = found
  }

  /// Takes the local time at which a bug report was made.
  package mutating func report(date: Int64?) { reportedDate = date }

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
    let offset = wholeZones(in: ahead)
    let lateness = ahead - offset
    guard lateness.magnitude <= tolerance, -zonesBehind...zonesAhead ~= offset else { return nil }
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
    if gaps.contains(.filled) {
      if gaps.contains(.year) { lacksYear = true }
      if gaps.contains(.zone) { isZoneFilled = true }
      return time
    }
    var result = time
    if gaps.contains(.year) {
      var year = self.year ?? anyYear
      if self.year == nil {
        self.year = year
        lacksYear = givenYear == nil
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

  /// The year of times without one where no event tells it.
  private var anyYear: Int64 { year ?? givenYear ?? WallClock.unknownYears.lowerBound }

  /// The time of a line beside the events: the year is the one that brings it near to theirs, if there
  /// are any.
  package func time(_ line: LineTime, near reference: Int64?) -> Int64 {
    var result = line.micros
    if line.gaps.contains(.year) {
      result =
        reference.map { Self.moving(line.micros, near: $0) }
        ?? Self.moving(line.micros, toYear: anyYear)
    }
    guard line.gaps.contains(.zone) else { return result }
    let offsets = offsets(atLocal: result)
    let first = result &- offsets.first
    guard let reference, let offset = offsets.second else { return first }
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
