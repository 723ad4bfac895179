/// The zone of times that name none.
package struct LogZone: Sendable, Codable {
  /// What an option, or a bug report, says; nil where neither does, or the log shows another.
  private var zone: LocalZone?
  /// The zone that a bug report names.
  package private(set) var reported: LocalZone?
  /// A day of which a bug report tells the year.
  private(set) var reportedDate: Int64?
  /// How far the lines are ahead of UTC, as the log shows.
  package private(set) var inferredOffset: Int64?
  /// What shows it.
  package private(set) var inference = Inference.id
  /// The zone that was given, where the log shows another.
  package private(set) var contradicted: String?
  /// Some lines were read as UTC, since nothing told their zone.
  package private(set) var isAssumed = false
  /// It was taken for granted of times that were resolved elsewhere.
  private(set) var isFilled = false
  /// Some lines name a zone that means several, or a place.
  package private(set) var hasUnread = false
  private var mayInfer = true
  /// The wall-clock time that was read last, in the hour that comes twice when clocks are set back.
  private var lastTwice: Int64?
  /// That hour comes for the second time.
  private var isSecond = false

  /// Lines written out of order step back less than clocks that are set back do.
  static let straggling: Int64 = 60_000_000
  private static let nightEnd = 16 * ZoneOffset.quarter

  /// What shows the zone of times without one.
  package enum Inference: UInt8, Sendable, Codable {
    /// An id that carries its time, a line or record with an instant of its own, or all that came in time.
    case id, record, agreement
  }

  init(_ given: LocalZone?) { zone = given }

  /// Whether the log may still tell it; an option counts where it does not.
  var isNeeded: Bool { mayInfer && reported == nil && inferredOffset == nil && !isAssumed }

  /// Whether an option or the log told it.
  var isTold: Bool { zone != nil || inferredOffset != nil }

  /// Whether it is that of a place, which tells when its clocks are set.
  var isOfPlace: Bool { zone?.isOfPlace == true }

  // MARK: What tells it

  /// Takes the offset that something shows at an instant; a zone that was given and has it then stays.
  mutating func infer(_ offset: Int64, at instant: Int64, by inference: Inference) {
    if let zone {
      mayInfer = false
      if zone.has(offset, atLocal: instant &+ offset) { return }
      contradicted = zone.name
      self.zone = nil
    }
    inferredOffset = offset
    self.inference = inference
  }

  /// Takes the zone that a bug report names, unless a line told one.
  ///
  /// - Returns: Whether what was read by another zone stays so.
  mutating func report(_ name: String) -> Bool {
    // What was read by the zone that was given is not read again.
    guard isNeeded else { return zone.map { $0.name != name && reported == nil } ?? false }
    let given = zone
    let date = reportedDate ?? 0
    // The C library knows the offsets of one zone at a time.
    let offset = given?.offsets(atLocal: date).first
    guard let found = LocalZone(name) else { return false }
    if let given, let offset, !found.has(offset, atLocal: date) { contradicted = given.name }
    zone = found
    reported = found
    return false
  }

  /// Takes the local time at which a bug report was made.
  mutating func report(date: Int64?) { reportedDate = date }

  /// What follows is read with what is known by now.
  mutating func stopInferring() { mayInfer = false }

  // MARK: Reading times

  /// Notes a time that was resolved elsewhere, where nothing told its zone.
  mutating func noteFilled() { isFilled = true }

  /// Reads the next time of the log.
  mutating func resolve(_ time: Int64, isNamed: Bool) -> Int64 {
    let result = time &- nextOffset(atLocal: time)
    if !isTold { isAssumed = true }
    if isNamed { hasUnread = true }
    return result
  }

  /// Reads a time beside the events, near to theirs where it comes twice.
  func resolve(_ time: Int64, near reference: Int64?) -> Int64 {
    let offsets = offsets(atLocal: time)
    let first = time &- offsets.first
    guard let reference, let offset = offsets.second else { return first }
    let second = time &- offset
    return abs(second &- reference) < abs(first &- reference) ? second : first
  }

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

  /// Whether some of the first hours of the later day may lie between two times.
  func mayHaveNight(between first: Int64, and last: Int64) -> Bool {
    let day = YearlessTime.day
    let start = first &+ offsets(atLocal: first).first
    let end = last &+ offsets(atLocal: last).first
    let midnight = end - (end % day + day) % day
    return start < midnight + Self.nightEnd
  }
}
