/// Turns the times of a log into UTC: adds the year and the zone that its lines leave out.
///
/// What had to be assumed is kept, for the report to print.
@usableFromInline
package struct ClockResolver: Sendable, Codable {
  package private(set) var year: LogYear
  package private(set) var zone: LogZone
  /// What the log says for and against the zone.
  package private(set) var evidence = ZoneEvidence()
  /// Messages name instants without a zone, which are read as UTC.
  package private(set) var hasZonelessInstants = false
  /// What was due at such an instant came in time by the clock of the lines.
  package private(set) var areInstantsShown = false

  package init(zone: LocalZone? = nil, year: Int? = nil) {
    self.zone = LogZone(zone)
    self.year = LogYear(given: year)
  }

  // MARK: What is open

  /// What no line tells of the times that lack it, so that nothing may rest on it: the difference of
  /// two such times is known all the same, but for a `jump` between them. Only the whole log tells for
  /// good.
  ///
  /// The one place that says so. All that holds a line's time against an instant asks here.
  package var openGaps: TimeGaps {
    var gaps: TimeGaps = year.isUnknown ? .year : []
    if evidence.speaks(against: zone) { gaps.formUnion(.lineZones) }
    if hasZonelessInstants, !areInstantsShown { gaps.insert(.instant) }
    if evidence.jumps.mayBe { gaps.insert(.jump) }
    return gaps
  }

  /// Whether an option or the log told the zone of lines without one, and nothing speaks against it
  /// so far.
  package var tellsZone: Bool { zone.isTold && !openGaps.contains(.zone) }

  /// Whether the clock may have been set forward so far between two times, of which no place tells: it
  /// is in the first hours of a day.
  package func mayMiss(_ span: Int64, between first: Int64, and last: Int64) -> Bool {
    !zone.isOfPlace && last &- first >= span && zone.mayHaveNight(between: first, and: last)
  }

  /// Whether a year must still be found before times without one can be read.
  package var needsYear: Bool { year.isNeeded }

  /// Whether the log may still tell the zone of times without one; an option counts where it does not.
  package var needsOffset: Bool { zone.isNeeded }

  // MARK: What tells the year and the zone

  /// Takes the year that puts a yearless time nearest to an instant of the same log.
  package mutating func inferYear(from instant: Int64, near yearless: Int64) {
    year.infer(from: instant, near: yearless)
  }

  /// Takes the offset that something shows at an instant; a zone that was given and has it then stays.
  package mutating func inferOffset(
    _ offset: Int64, at instant: Int64, by inference: LogZone.Inference = .id
  ) {
    zone.infer(offset, at: instant, by: inference)
  }

  /// Takes the zone that a bug report names, unless a line told one.
  package mutating func report(zone name: String) {
    if zone.report(name) { evidence.noteOtherReport() }
  }

  /// Takes the local time at which a bug report was made.
  package mutating func report(date: Int64?) { zone.report(date: date) }

  /// What follows is read with what is known by now.
  mutating func stopInferring() { zone.stopInferring() }

  // MARK: What speaks for and against them

  /// Notes a line that names an instant without a zone, and how late that came which was due then.
  mutating func noteZonelessInstant(late: Int64?) {
    hasZonelessInstants = true
    if let late, ZoneEvidence.inTime.contains(late) { areInstantsShown = true }
  }

  /// Notes that lines without a zone step back.
  mutating func noteSetBack(by span: Int64) { evidence.noteSetBack(by: span) }

  /// Notes that a line without a zone tells of a change of the device's.
  mutating func noteJump(at time: Int64) { evidence.noteJump(at: time, by: zone) }

  /// Notes how late something came that the system can do late and never early, and when it came.
  mutating func note(late: Int64, at time: Int64) {
    evidence.note(late: late, at: time, by: zone)
  }

  /// Notes how late a task ran, and when.
  mutating func noteRun(late: Int64, at time: Int64) {
    evidence.noteRun(late: late, at: time, by: zone)
  }

  /// Notes an id that shows another offset.
  mutating func noteContradiction(_ offset: Int64) { evidence.noteContradiction(offset) }

  // MARK: Reading times

  /// The UTC time of an event.
  package mutating func resolve(_ time: Int64, gaps: TimeGaps) -> Int64 {
    if gaps.contains(.filled) {
      if gaps.contains(.year) { year.noteUnknown() }
      if gaps.contains(.zone) { zone.noteFilled() }
      return time
    }
    var result = time
    if gaps.contains(.year) { result = year.resolve(result) }
    if gaps.contains(.zone) {
      result = zone.resolve(result, isNamed: gaps.contains(.zoneName))
    }
    return result
  }

  /// The time of a line beside the events.
  package func time(_ line: LineTime, near reference: Int64?) -> Int64 {
    var result = line.micros
    if line.gaps.contains(.year) { result = year.resolve(result, near: reference) }
    return line.gaps.contains(.zone) ? zone.resolve(result, near: reference) : result
  }
}
