internal import TextWriting

/// A bound of the part of a log that is judged, as a user writes it.
package struct TimeBound: Sendable, Equatable {
  private enum Form: Sendable, Equatable {
    case instant(Int64)
    /// A date with or without a time, in the zone of the log's times.
    case local(Int64)
    /// A time of the day on which the log begins.
    case timeOfDay(Int64)
  }

  package let text: String
  private let form: Form

  /// Reads an instant, `2025-11-15T07:00`, `2025-11-15` or `07:00`; nil for anything else.
  package init?(_ text: String) {
    self.text = text
    if let instant = WrittenInstant.read(text) {
      form = .instant(instant)
      return
    }
    let bytes = Array(text.utf8)
    let span = bytes.span
    if let clock = Self.timeOfDay(span, at: 0) {
      form = .timeOfDay(clock)
    } else if let days = span.isoDays(at: 0) {
      let date = Int64(days) * CivilDate.microsPerDay
      let separator = span.peek(10)
      if bytes.count == 10 {
        form = .local(date)
      } else if separator == UInt8(ascii: "T") || separator == UInt8(ascii: " "),
        let clock = Self.timeOfDay(span, at: 11)
      {
        form = .local(date + clock)
      } else {
        return nil
      }
    } else {
      return nil
    }
  }

  /// Reads `07:00`, `07:00:30` or `07:00:30.250` to the end of the text.
  private static func timeOfDay(_ text: Span<UInt8>, at start: Int) -> Int64? {
    if let clock = text.timeOfDay(at: start) { return clock.end == text.count ? clock.micros : nil }
    guard text.count == start + 5, let hour = text.digits(2, at: start),
      text.peek(start + 2) == UInt8(ascii: ":"), let minute = text.digits(2, at: start + 3),
      hour < 24, minute < 60
    else { return nil }
    return Int64(hour * 60 + minute) * 60 * CivilDate.microsPerSecond
  }

  /// Whether it comes before another of its form in every log; nil where the log decides.
  func precedes(_ other: TimeBound) -> Bool? {
    switch (form, other.form) {
    case (.instant(let own), .instant(let other)), (.local(let own), .local(let other)),
      (.timeOfDay(let own), .timeOfDay(let other)):
      own < other
    default: nil
    }
  }

  /// The instant that the bound means in a log whose first event is of this time.
  func instant(first: Int64, _ clock: ClockResolver) -> Int64 {
    func utc(_ local: Int64) -> Int64 {
      clock.time(LineTime(micros: local, gaps: .zone), near: nil)
    }
    switch form {
    case .instant(let instant): return instant
    case .local(let local): return utc(local)
    case .timeOfDay(let clock):
      // Read as a local time, the first time shows how far the zone is ahead.
      let local = first &+ (first &- utc(first))
      let inDay = local % CivilDate.microsPerDay
      let midnight = local - inDay - (inDay < 0 ? CivilDate.microsPerDay : 0)
      return utc(midnight + clock)
    }
  }
}

// By its text, which is checked as it is read.
extension TimeBound: Codable {
  package init(from decoder: any Decoder) throws {
    guard let bound = TimeBound(try String(from: decoder)) else { throw StateDamage() }
    self = bound
  }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// The part of a log that is judged: its events from one bound on, and before another.
///
/// What lies outside is left out before anything is made of it, so that the part is judged as a log
/// that begins and ends there.
package struct TimeSpan: Sendable, Equatable, Codable {
  package var since: TimeBound?
  package var until: TimeBound?

  package init(since: TimeBound?, until: TimeBound?) {
    self.since = since
    self.until = until
  }

  /// Whether no log has an event in it.
  package var isEmpty: Bool {
    guard let since, let until else { return false }
    return since.precedes(until) == false
  }
}

/// The events that a span leaves out of a run.
struct SpanFilter: Codable {
  private let span: TimeSpan
  /// The instants of the bounds; known with the first event that has a time.
  private(set) var bounds: Bounds?

  /// Instants, the first of which is inside.
  struct Bounds: Codable {
    var since: Int64
    var until: Int64
  }

  /// Whether the last event was inside; one without a time goes with it.
  private var isInside: Bool
  private(set) var before = 0
  private(set) var behind = 0

  init(_ span: TimeSpan) {
    self.span = span
    isInside = span.since == nil
  }

  /// How many events were left out.
  var count: Int64 { Int64(before + behind) }

  /// Counts an event that is outside, and tells whether it is.
  mutating func leavesOut(_ event: ScopedEvent, _ clock: ClockResolver) -> Bool {
    if event.isTimed {
      let bounds =
        self.bounds
        ?? Bounds(
          since: span.since?.instant(first: event.time, clock) ?? .min,
          until: span.until?.instant(first: event.time, clock) ?? .max)
      self.bounds = bounds
      isInside = event.time >= bounds.since && event.time < bounds.until
      if event.time >= bounds.until {
        behind += 1
      } else if !isInside {
        before += 1
      }
    } else if !isInside {
      if bounds == nil { before += 1 } else { behind += 1 }
    }
    return !isInside
  }
}
