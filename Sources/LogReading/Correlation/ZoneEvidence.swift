/// What the log says for and against the zone that its lines are read by.
package struct ZoneEvidence: Sendable, Codable {
  /// Ids that show another offset than the one gone by: how many, and the first such offset.
  package private(set) var contradictions = 0
  package private(set) var otherOffset: Int64?
  /// Something came whole zones from its time, or before it, and the system is never early.
  package private(set) var isSuspect = false
  /// Something came before its time.
  private var isEarly = false
  /// Something that is due at an instant came in time.
  private var isShown = false
  /// When that was last, or a task ran in time by a zone that was told.
  private var shownTime: Int64?
  /// When something first came before its time on a day on which nothing came in time: in the night
  /// before, clocks may have been set back, or the device have moved.
  private var unshownTime: Int64?
  /// Lines without a zone stepped back by more than lines out of order do.
  private var isSetBack = false
  /// The zone is that by which all came in time, and before the device changed its own nothing did.
  private var isOfLaterZone = false
  package private(set) var jumps = ClockJumps()

  /// How late a notification may be (S4:293), and the fractions that a line may leave out.
  static let inTime = -1_000_000...Correlator.deliveryTolerance
  /// How late a task may be (S4:291).
  private static let taskInTime = -1_000_000...ZoneOffset.quarter

  /// Whether nothing may rest on the zone.
  func speaks(against zone: LogZone) -> Bool {
    // What was only taken for granted proves nothing against what comes early by it.
    let isUntold = (zone.isAssumed || zone.isFilled) && (!isShown || isEarly)
    let isDoubtful = isUntold || isSuspect && shownTime == nil || unshownTime != nil
    let mayHaveMoved = isSetBack && !zone.isOfPlace || isOfLaterZone
    return contradictions > 0 || mayHaveMoved || isDoubtful
  }

  /// Notes an id that shows another offset.
  mutating func noteContradiction(_ offset: Int64) {
    contradictions += 1
    if otherOffset == nil { otherOffset = offset }
  }

  /// Notes that a bug report names another zone.
  mutating func noteOtherReport() { isSuspect = true }

  /// Notes that lines without a zone step back: the device may be in another zone from here on, or
  /// its summer be over.
  mutating func noteSetBack(by span: Int64) {
    if span > LogZone.straggling { isSetBack = true }
  }

  /// Notes that a line without a zone tells of a change of the device's.
  mutating func noteJump(at time: Int64, by zone: LogZone) {
    if shownTime == nil, zone.inferredOffset != nil, zone.inference == .agreement {
      isOfLaterZone = true
    }
    jumps.note(at: time, isShown: shownTime != nil)
  }

  /// Notes how late something came, by a line without a zone, that the system can do late and never
  /// early, and when it came.
  mutating func note(late: Int64, at time: Int64, by zone: LogZone) {
    if Self.inTime.contains(late) {
      isShown = true
      noteShown(at: time, by: zone)
    } else if late < Self.inTime.upperBound - ZoneOffset.quarter {
      // What is early by less than any two zones differ by is no doubt about the zone.
      (isSuspect, isEarly) = (true, true)
      if let shownTime, unshownTime == nil, zone.mayHaveNight(between: shownTime, and: time) {
        unshownTime = time
      }
    } else if Self.inTime.contains(late - ZoneOffset.nearest(to: late)) {
      isSuspect = true
    }
  }

  /// Notes how late a task ran, by a line without a zone, and when. The system may well be late by whole
  /// hours, so a task alone tells no zone; but it bears out one that was told.
  mutating func noteRun(late: Int64, at time: Int64, by zone: LogZone) {
    if !zone.isAssumed, !zone.isFilled, Self.taskInTime.contains(late) {
      noteShown(at: time, by: zone)
    }
  }

  private mutating func noteShown(at time: Int64, by zone: LogZone) {
    if let unshownTime, !zone.mayHaveNight(between: unshownTime, and: time) {
      self.unshownTime = nil
    }
    shownTime = time
    jumps.noteShown()
  }
}
