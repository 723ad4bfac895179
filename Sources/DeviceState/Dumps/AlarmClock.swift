import TextWriting

/// The clock that a dump of alarms names: what its relative times count from.
struct AlarmClock {
  /// Microseconds since 1970.
  var now: Int64
  /// The seconds between the device's zone and UTC.
  var utcOffset: Int?
  /// The milliseconds since the device was started.
  var elapsed: Int64?

  /// Reads `nowRTC=1771950524489=2026-02-24 16:28:44.489 nowELAPSED=42628894`.
  ///
  /// Android 5 and 6 write the time since the start as a span. Android 2 has only the milliseconds, in
  /// `Realtime wakeup (now=1367575200000):`. Android 4.0 to 4.3 have only a local time there, which
  /// is no instant.
  init?(_ text: DumpText) {
    if let rest = text.dropping("nowRTC=") {
      let digits = rest.prefix(while: \.isDigit)
      // Digits that end the text may be the half of a number.
      guard digits.count < rest.count, let value = digits.integer,
        let now = DumpInstant.micros(ofMilliseconds: value)
      else { return nil }
      self.now = now
      elapsed = rest.member("nowELAPSED").flatMap { $0.milliseconds ?? $0.integer }
      let local = rest[digits.endIndex...].dropping("=")?.dateAsUTC
      utcOffset = local.flatMap { Self.offset(of: $0, at: now) }
    } else {
      guard let rest = text.dropping("Realtime wakeup (now="), rest.hasSuffix("):"),
        let value = rest.before(")").integer, let now = DumpInstant.micros(ofMilliseconds: value)
      else { return nil }
      self.now = now
    }
  }

  /// The instant of milliseconds since the start.
  func instant(elapsed value: Int64) -> Int64? {
    guard let elapsed else { return nil }
    let (span, isOver) = value.subtractingReportingOverflow(elapsed)
    return isOver ? nil : instant(after: span)
  }

  /// The instant so many milliseconds later.
  func instant(after span: Int64) -> Int64? { DumpInstant.micros(now, plusMilliseconds: span) }

  /// The distance of a local time to a quarter of an hour: it has no fraction of a second, and every
  /// zone is a multiple of that.
  private static func offset(of local: Int64, at now: Int64) -> Int? {
    let seconds = Int((local - now) / CivilDate.microsPerSecond)
    let quarters = (seconds + (seconds < 0 ? -450 : 450)) / 900
    return abs(quarters) <= 18 * 4 ? quarters * 900 : nil
  }
}
