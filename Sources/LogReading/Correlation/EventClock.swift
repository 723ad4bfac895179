internal import RuleLanguage

/// The first station of an event: its time, and what is known of the clock that wrote it.
///
/// Lines of many containers leave out the year or the zone. A date elsewhere in the log may tell the
/// year, and an id such as `notify_1771835520000` both, so events wait for such a line; or for all
/// that came when it was due to agree on a zone.
@usableFromInline
struct EventClock: ~Copyable {
  @usableFromInline var resolver: ClockResolver
  private let hints: ClockHints
  /// Events that came before the line which tells their year, or their zone.
  private var waiting: [ScopedEvent]
  /// How many of them were handed on, once that has begun.
  private var released: Int
  private(set) var isReleasing: Bool
  /// Counts the steps back of the clock, and the gaps of the log, up to the current event.
  @usableFromInline private(set) var epoch: UInt32
  private(set) var steps: Int
  /// How often a time lies before, and behind, that of the event before it.
  private var falls: Int
  private var rises: Int
  private(set) var first: Int64?
  @usableFromInline private(set) var last: Int64?
  /// How long the log was silent before the event at hand.
  private(set) var silence: Int64 = 0
  /// The latest times by quality, in their place: an array is asked for being shared at each write.
  private var lastByQuality: InlineArray<3, Int64?>

  private static let waitingLimit = 4096

}

extension EventClock {
  init(_ resolver: ClockResolver, _ known: KnownEvents) {
    self.init(
      resolver: resolver, hints: ClockHints(known: known), waiting: [], released: 0,
      isReleasing: false, epoch: 0, steps: 0, falls: 0, rises: 0, first: nil, last: nil,
      lastByQuality: InlineArray(repeating: nil))
  }

  func copy() -> EventClock {
    EventClock(
      resolver: resolver, hints: hints, waiting: waiting, released: released,
      isReleasing: isReleasing, epoch: epoch, steps: steps, falls: falls, rises: rises,
      first: first, last: last, lastByQuality: lastByQuality)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(resolver)
    state.put(waiting)
    state.put(released)
    state.put(isReleasing)
    state.put(epoch)
    state.put(steps)
    state.put(falls)
    state.put(rises)
    state.put(first)
    state.put(last)
    for quality in lastByQuality.indices { state.put(lastByQuality[quality]) }
  }

  init(from state: borrowing RunStateReader, _ known: KnownEvents) throws(StateDamage) {
    self.init(
      resolver: try state.take(), hints: ClockHints(known: known), waiting: try state.take(),
      released: try state.take(), isReleasing: try state.take(), epoch: try state.take(),
      steps: try state.take(), falls: try state.take(), rises: try state.take(),
      first: try state.take(), last: try state.take(),
      lastByQuality: [try state.take(), try state.take(), try state.take()])
  }

  /// Whether its numbers go together, as a state has them.
  var isSound: Bool {
    StateLimits.isEpoch(epoch) && steps >= 0 && falls >= 0 && rises >= 0
      && (isReleasing ? waiting.indices.contains(released) : released == 0)
  }

  /// The newest line stands first: times fall, and hardly ever rise.
  var runsBackward: Bool { falls >= 4 && falls > 4 * rises }

  /// The time of an event, where no year and no zone of it is only taken for granted.
  func instant(of event: ScopedEvent) -> Int64? {
    event.event.timeGaps.isDisjoint(with: resolver.openGaps) ? event.knownTime : nil
  }

  // MARK: Waiting for the year and the zone

  /// Whether an event has to wait behind others, or for what the log may still tell of its time.
  @inline(__always)
  func mustWait(_ event: ScopedEvent) -> Bool {
    !waiting.isEmpty || lacksClock(event.event.timeGaps)
  }

  /// Whether a time with such gaps cannot be read yet, and the log may still tell how.
  @inline(__always)
  private func lacksClock(_ gaps: TimeGaps) -> Bool {
    guard !gaps.isEmpty, !gaps.contains(.filled) else { return false }
    return gaps.contains(.year) && resolver.needsYear
      || gaps.contains(.zone) && resolver.needsOffset
  }

  /// Keeps events until a line of the log tells the year and the zone, whatever chunk that is in.
  mutating func wait(_ event: ScopedEvent, in store: borrowing EventStore) {
    waiting.append(event)
    if resolver.needsYear,
      let instant = hints.fullDate(of: event, in: store) ?? resolver.zone.reportedDate,
      let timed = waiting.first(where: {
        $0.event.timeGaps.contains(.year) && !LogYear.mayBeUnset($0.time)
      }) ?? waiting.first(where: { $0.event.timeGaps.contains(.year) })
    {
      resolver.inferYear(from: instant, near: timed.time)
    }
    if resolver.needsOffset, let offset = hints.offset(shownBy: event, in: store) {
      let isOwn = hints.ownOffset(of: event, in: store) != nil
      let instant =
        isOwn
        ? store.instant(hints.known.writtenAt, event) ?? event.time &- offset
        : hints.idInstant(of: event, in: store) ?? 0
      resolver.inferOffset(offset, at: instant, by: isOwn ? .record : .id)
    }
    if waiting.count >= Self.waitingLimit || !store.hasRoom(since: waiting[0])
      || !waiting.contains(where: { lacksClock($0.event.timeGaps) })
    {
      stopWaiting(in: store)
    }
  }

  /// Puts a late event before those of its file that stand behind it in the log and wait; false where
  /// none does.
  mutating func insert(_ event: ScopedEvent) -> Bool {
    let place = waiting.indices.first {
      $0 >= released && waiting[$0].file == event.file && waiting[$0].event.line > event.event.line
    }
    guard let place else { return false }
    var event = event
    event.sequence = waiting[place].sequence
    for later in place..<waiting.count { waiting[later].sequence += 1 }
    waiting.insert(event, at: place)
    return true
  }

  /// Ends the wait; what is not known by now the clock assumes.
  mutating func stopWaiting(in store: borrowing EventStore) {
    guard !waiting.isEmpty else { return }
    if resolver.needsOffset, !resolver.zone.isTold,
      let agreed = hints.agreedOffset(of: waiting, in: store)
    {
      resolver.inferOffset(agreed, at: 0, by: .agreement)
    }
    resolver.stopInferring()
    isReleasing = true
  }

  /// Ends the wait for a zone that an option gave anyway.
  mutating func stopWaitingForZone(in store: borrowing EventStore) {
    let needsYear = resolver.needsYear && waiting.contains { $0.event.timeGaps.contains(.year) }
    if resolver.zone.isTold, !needsYear { stopWaiting(in: store) }
  }

  /// The next of the events that waited, while they are released; `dropReleased` goes on behind it.
  var nextReleased: ScopedEvent { waiting[released] }

  /// Forgets the event that was released last.
  mutating func dropReleased() {
    released += 1
    guard released == waiting.count else { return }
    waiting.removeAll()
    released = 0
    isReleasing = false
  }

  // MARK: Reading times

  /// Reads the time of an event by what is known of years and zones.
  mutating func readTime(of scoped: inout ScopedEvent, in store: borrowing EventStore) {
    let time = resolver.resolve(scoped.event.time, gaps: scoped.event.timeGaps)
    if !scoped.event.timeGaps.isDisjoint(with: .zones) {
      checkZone(of: scoped, readAs: time, in: store)
    }
    scoped.event.time = time
  }

  /// Whether a line that is not judged yet lies behind what was judged by now.
  mutating func isBehind(_ event: ScopedEvent) -> Bool {
    guard event.isTimed, !lacksClock(event.event.timeGaps), let last else { return false }
    return resolver.resolve(event.time, gaps: event.event.timeGaps) < last
  }

  /// Whether its time is none that comes behind those of its quality.
  @inline(__always)
  func isOld(_ event: ScopedEvent) -> Bool {
    guard let last = lastByQuality[Int(event.event.timeQuality.rawValue)] else { return false }
    return event.time <= last
  }

  /// Lets the clock go on, or step back.
  @inline(__always)
  mutating func follow(_ scoped: ScopedEvent) {
    let time = scoped.time
    let quality = Int(scoped.event.timeQuality.rawValue)
    // Times of one kind step back together; a JSON time beside a line's time may lag a little.
    if let last = lastByQuality[quality], time < last - 1_000_000 {
      epoch += 1
      steps += 1
      if scoped.event.timeGaps.contains(.zone) { resolver.noteSetBack(by: last &- time) }
      lastByQuality = InlineArray(repeating: nil)
      lastByQuality[quality] = time
    } else {
      lastByQuality[quality] = max(time, lastByQuality[quality] ?? time)
    }
    if let last {
      if time < last { falls += 1 } else if time > last { rises += 1 }
      silence = Cycle.span(from: last, to: time) ?? 0
    } else {
      first = time
    }
    last = time
  }

  /// Takes the time of the log's last line, whatever line that is, or that at which its judged part ends.
  mutating func end(at logEnd: LineTime, notBehind limit: Int64) {
    if let last { self.last = max(last, min(limit, resolver.time(logEnd, near: last))) }
  }

  /// Follows no time from before a gap.
  mutating func beginAnew(_ resolver: ClockResolver) {
    self.resolver = resolver
    epoch += 1
    lastByQuality = InlineArray(repeating: nil)
  }

  /// Notes whether what a line tells of its own time goes with the zone gone by.
  private mutating func checkZone(
    of event: ScopedEvent, readAs time: Int64, in store: borrowing EventStore
  ) {
    let due = hints.dueInstant(of: event, in: store)
    if event.event.timeGaps.contains(.instant) {
      let late = Cycle.span(from: due, to: time)
      resolver.noteZonelessInstant(late: resolver.year.isUnknown ? nil : late)
      return
    }
    guard !resolver.year.isUnknown else { return }
    if let due, let late = Cycle.span(from: due, to: time) { resolver.note(late: late, at: time) }
    // What is told as missed was due before, however long.
    if let due = hints.missedInstant(of: event, in: store),
      let late = Cycle.span(from: due, to: time), late < 0
    {
      resolver.note(late: late, at: time)
    }
    // Of a time that was resolved elsewhere the wall clock is not known any more.
    guard !event.event.timeGaps.contains(.filled),
      let shown = hints.offset(shownBy: event, in: store)
    else { return }
    if hints.ownOffset(of: event, in: store) != nil {
      if hints.isOwn(time, of: event, ahead: shown, in: store) {
        resolver.note(late: 0, at: time)
      } else {
        resolver.noteContradiction(shown)
      }
    } else if let instant = hints.idInstant(of: event, in: store),
      ZoneOffset.of(local: time, isYearless: false, at: instant) != 0
    {
      resolver.noteContradiction(shown)
    }
  }
}
