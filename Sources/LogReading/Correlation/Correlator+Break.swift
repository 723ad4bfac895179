extension Correlator {
  /// Goes on behind a gap of which nobody knows what it held, once the run was finished up to there.
  ///
  /// What comes is told by itself, like a log that begins in the middle: nothing of it belongs to a
  /// process or a cycle from before, repeats a line from there, or follows its clock.
  ///
  /// - Parameter clock: What is known of years and zones.
  package mutating func beginAnew(_ clock: ClockResolver) {
    times.beginAnew(clock)
    duplicates.beginAnew()
    breaks += 1
    processes.beginAnew()
    cycleBook.beginAnew()
    zoneMoves = ZoneMoves()
    call = ScheduleCall()
    executionWindows.resume(-1)
    deliveryWindows.resume(-1)
  }
}
