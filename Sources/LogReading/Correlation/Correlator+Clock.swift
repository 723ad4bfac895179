internal import RuleLanguage

// Lines of many containers leave out the year or the zone. A date elsewhere in the log may tell the
// year, and an id such as `notify_1771835520000` both, so events wait for such a line.
extension Correlator {
  private static let waitingLimit = 4096

  /// Whether the event's time cannot be read yet, and the log may still tell how.
  func lacksClock(_ event: ScopedEvent) -> Bool {
    let gaps = event.event.timeGaps
    guard !gaps.isEmpty else { return false }
    return gaps.contains(.year) && clock.needsYear
      // Only Android's ids carry a time; lines in other words are not kept waiting for one.
      || gaps.contains(.zone) && clock.needsOffset && event.event.container.isAndroid
        && known.isAndroid(event.kind)
  }

  /// Keeps events until a line of the log tells the year and the zone, whatever chunk that is in.
  mutating func wait(_ event: ScopedEvent) {
    waiting.append(event)
    if clock.needsYear, let instant = fullDate(of: event),
      let timed = waiting.first(where: { $0.event.timeGaps.contains(.year) })
    {
      clock.inferYear(from: instant, near: timed.time)
    }
    if clock.needsOffset, let offset = offset(shownBy: event) { clock.inferOffset(offset) }
    let isDone = waiting.count >= Self.waitingLimit || !waiting.contains { lacksClock($0) }
    if isDone { stopWaiting() }
  }

  /// Ends the wait; what is not known by now the clock assumes.
  package mutating func stopWaiting() {
    guard !waiting.isEmpty else { return }
    clock.stopInferring()
    isReleasing = true
  }

  /// Hands on the next event that waited; false if none is ready.
  ///
  /// One at a time, so that whoever looks at its cycle does not see what came later.
  package mutating func releaseNext() -> Bool {
    guard isReleasing else { return false }
    var event = waiting[released]
    take(&event)
    released += 1
    if released == waiting.count {
      waiting.removeAll()
      released = 0
      isReleasing = false
    }
    return true
  }

  /// Notes an id that shows another zone than the one gone by.
  mutating func checkZone(of event: ScopedEvent, readAs time: Int64) {
    guard event.event.container.isAndroid, known.isShowing(event.kind),
      let instant = idInstant(of: event),
      let ahead = ClockResolver.offset(ofLocal: time, isYearless: false, at: instant), ahead != 0,
      let shown = offset(shownBy: event)
    else { return }
    clock.noteContradiction(shown)
  }

  /// How far the device's clock is ahead of UTC, as a line shows that says an id's time has come.
  private func offset(shownBy event: ScopedEvent) -> Int64? {
    guard event.isTimed, event.event.timeGaps.contains(.zone), known.isShowing(event.kind),
      let instant = idInstant(of: event)
    else { return nil }
    return ClockResolver.offset(
      ofLocal: event.time, isYearless: event.event.timeGaps.contains(.year), at: instant)
  }

  private func idInstant(of event: ScopedEvent) -> Int64? {
    for field in store.fields(of: event) {
      if let instant = store.instant(inId: field, of: event) { return instant }
    }
    return nil
  }

  /// An instant of the event with a full date: of its line, or of a field.
  private func fullDate(of event: ScopedEvent) -> Int64? {
    if event.isTimed, !event.event.timeGaps.contains(.year) { return event.time }
    let fields = store.fields(of: event)
    if let field = fields.first(where: { $0.type == .instant && $0.state == .value }) {
      return field.value
    }
    return idInstant(of: event)
  }
}
