internal import RuleLanguage

/// The second station of an event: whether the log told it already.
///
/// A line may come once more, from another sink of the program or in an overlapping capture; and an
/// event may have a second record in the other form, its twin.
struct Duplicates: ~Copyable {
  /// The last record of a kind, for folding repeats and twins.
  private struct LastRecord: Sendable, Codable {
    var event = ScopedEvent.none
    var isFolded = false
  }

  private let unclassified: EventKind
  /// A line held back because the next one may be its `print` copy.
  private var printed: ScopedEvent?
  /// The last line of each kind, placed or not, for repeats.
  private var lastLines: [ScopedEvent]
  private var lastOfKind: [LastRecord]
  private var recent: RecentLines
  private(set) var repeats: Int
  /// Those of them that another sink of the same program logged.
  private(set) var sinkRepeats: Int
  private(set) var twins: Int
  /// JSON events without a text twin although the catalogue has a text form.
  var loneJSON: Int

  /// Two seconds: how far a text line and its JSON twin may lie apart.
  private static let twinDistance: Int64 = 2_000_000
  /// A tenth of a second: how far the records of one event by several sinks may lie apart.
  private static let sinkDistance: Int64 = 100_000

}

extension Duplicates {
  init(kinds: Int, unclassified: EventKind) {
    self.init(
      unclassified: unclassified, printed: nil,
      lastLines: [ScopedEvent](repeating: .none, count: kinds),
      lastOfKind: [LastRecord](repeating: LastRecord(), count: kinds), recent: RecentLines(),
      repeats: 0, sinkRepeats: 0, twins: 0, loneJSON: 0)
  }

  func copy() -> Duplicates {
    Duplicates(
      unclassified: unclassified, printed: printed, lastLines: lastLines, lastOfKind: lastOfKind,
      recent: recent, repeats: repeats, sinkRepeats: sinkRepeats, twins: twins,
      loneJSON: loneJSON)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(printed)
    state.put(lastLines)
    state.put(lastOfKind)
    state.put(recent)
    state.put(repeats)
    state.put(sinkRepeats)
    state.put(twins)
    state.put(loneJSON)
  }

  init(from state: borrowing RunStateReader, unclassified: EventKind) throws(StateDamage) {
    self.init(
      unclassified: unclassified, printed: try state.take(), lastLines: try state.take(),
      lastOfKind: try state.take(), recent: try state.take(), repeats: try state.take(),
      sinkRepeats: try state.take(), twins: try state.take(), loneJSON: try state.take())
  }

  /// Whether it has a place for each kind, as a state has it.
  func isSound(kinds: Int) -> Bool { lastLines.count == kinds && lastOfKind.count == kinds }

  /// Knows nothing of what stands before a gap.
  mutating func beginAnew() {
    for kind in lastOfKind.indices {
      lastOfKind[kind] = LastRecord()
      lastLines[kind] = .none
    }
    recent = RecentLines()
  }

  // MARK: Copies by `print`

  var holdsPrinted: Bool { printed != nil }

  /// Holds a line back that may be the copy of the next one, which `print` wrote: it has no head.
  mutating func holdsBack(_ event: ScopedEvent) -> Bool {
    guard event.event.container == .bare, event.event.form == .text, !event.isTimed else {
      return false
    }
    printed = event
    return true
  }

  /// The line that was held back, unless the next event says the same.
  mutating func takePrinted(
    before next: ScopedEvent? = nil, in store: borrowing EventStore
  ) -> ScopedEvent? {
    guard let first = printed else { return nil }
    printed = nil
    if let next, isCopy(first, of: next, in: store) {
      repeats += 1
      sinkRepeats += 1
      return nil
    }
    return first
  }

  /// Whether a line of `print` says the same as the one behind it, which has a time.
  private func isCopy(
    _ printed: ScopedEvent, of event: ScopedEvent, in store: borrowing EventStore
  ) -> Bool {
    event.isTimed && event.event.form == .text && event.event.container.isAppleSink
      && event.kind == printed.kind && event.kind != unclassified
      && event.file == printed.file && event.sequence - printed.sequence == 1
      && store.sameFields(printed, event)
  }

  // MARK: Repeated lines

  /// Whether an event that lies behind its clock was told before; else it is remembered by its time.
  @inline(__always)
  mutating func repeatsOlder(
    _ event: ScopedEvent, isOld: Bool, in store: borrowing EventStore
  ) -> Bool {
    if isOld, event.kind != unclassified, recent.holds(event, in: store) {
      repeats += 1
      return true
    }
    recent.note(event)
    return false
  }

  /// Whether the event repeats the last one of its kind; else it takes its place.
  @inline(__always)
  mutating func repeatsLast(_ event: ScopedEvent, in store: borrowing EventStore) -> Bool {
    if !isNew(event), isRepeat(event, in: store) {
      repeats += 1
      return true
    }
    lastLines[Int(event.kind.rawValue)] = event
    return false
  }

  /// Whether one look at the last line of its kind tells that a line is none of its repeats, as for
  /// nearly all.
  @inline(__always)
  private func isNew(_ event: ScopedEvent) -> Bool {
    let kind = Int(event.kind.rawValue)
    // Asked for in its place: a copy is long.
    if lastLines[kind].isNone { return true }
    guard lastLines[kind].event.container == event.event.container else { return false }
    if event.event.timeQuality == .line {
      // One console, or one export of the system's log, shows what `NSLog` and what `os_log` wrote of an event.
      return event.event.container.isAppleSink
        ? abs(lastLines[kind].time &- event.time) > Self.sinkDistance
        : lastLines[kind].time != event.time
    }
    return lastLines[kind].sequence != event.sequence - 1
  }

  /// Whether the line is the one before it once more, byte for byte and at the same time. A later
  /// repeat is recognised by its time, but only if that has fractions of a second (`RecentLines`).
  private mutating func isRepeat(_ event: ScopedEvent, in store: borrowing EventStore) -> Bool {
    let last = lastLines[Int(event.kind.rawValue)]
    guard event.kind != unclassified, last.event.form == event.event.form,
      last.file == event.file || event.isTimed,
      last.event.line != event.event.line || last.file != event.file
    else { return false }
    if isOfOtherSink(event, last, in: store) {
      sinkRepeats += 1
      return true
    }
    if event.event.timeQuality == .line {
      guard last.event.timeQuality == .line, last.time == event.time else { return false }
    }
    // Of a record over several lines the text is that of its message alone.
    return event.sequence - last.sequence == 1 && last.event.pid == event.event.pid
      && store.sameText(last, event)
  }

  /// Whether the line says the same as the last one of its kind in another container, or behind
  /// another head of one console: some programs log each event by `print`, by `NSLog` and by
  /// `os_log`. A record with a time is never dropped for one without.
  private func isOfOtherSink(
    _ event: ScopedEvent, _ last: ScopedEvent, in store: borrowing EventStore
  ) -> Bool {
    guard event.event.form == .text, last.file == event.file, event.sequence - last.sequence <= 2,
      event.event.container.isAppleSink, last.event.container.isAppleSink,
      last.isTimed || !event.isTimed
    else { return false }
    if event.isTimed, last.isTimed, abs(event.time &- last.time) > Self.sinkDistance {
      return false
    }
    guard last.event.container != event.event.container || isOfOtherLogger(event, last, in: store)
    else { return false }
    return store.sameFields(last, event)
  }

  /// Whether one of two lines of a process is of `NSLog`, and the other of `os_log`: in the console of Xcode
  /// that puts its category before the message, or the zone behind the time, and the system's log names the
  /// library or the category that wrote it.
  private func isOfOtherLogger(
    _ event: ScopedEvent, _ last: ScopedEvent, in store: borrowing EventStore
  ) -> Bool {
    guard event.event.pid == last.event.pid else { return false }
    if event.event.container != .nslog { return store.namesOtherSender(event, last) }
    return event.event.timeGaps.contains(.zone) != last.event.timeGaps.contains(.zone)
      || store.namesCategory(event) != store.namesCategory(last)
  }

  // MARK: Twins

  /// The form and the number of the last record of an event's kind, if it was no twin itself.
  func lastRecord(like event: ScopedEvent) -> (form: EventForm, sequence: Int64)? {
    let last = lastOfKind[Int(event.kind.rawValue)].event
    return last.isNone ? nil : (last.event.form, last.sequence)
  }

  /// Whether the last record of an event's kind was in the other form. Asked for in its place: most
  /// logs have one form of records, and a copy is long.
  @inline(__always)
  func isOfOtherForm(_ event: ScopedEvent) -> Bool {
    let kind = Int(event.kind.rawValue)
    return lastOfKind[kind].event.event.form != event.event.form
      && !lastOfKind[kind].event.isNone
  }

  /// The event of which this one may be the second record, in the other form.
  func firstRecord(of event: ScopedEvent) -> ScopedEvent? {
    let index = Int(event.kind.rawValue)
    guard isOfOtherForm(event), !lastOfKind[index].isFolded, event.kind != unclassified else {
      return nil
    }
    let first = lastOfKind[index].event
    return isNear(first, event) ? first : nil
  }

  private func isNear(_ last: ScopedEvent, _ event: ScopedEvent) -> Bool {
    if last.isTimed, event.isTimed { return abs(last.time - event.time) <= Self.twinDistance }
    return event.sequence - last.sequence <= 2
  }

  /// Remembers that the last record of an event's kind has its twin.
  mutating func fold(_ event: ScopedEvent) {
    lastOfKind[Int(event.kind.rawValue)].isFolded = true
    twins += 1
  }

  /// Remembers an event that is no second record.
  @inline(__always)
  mutating func remember(_ event: ScopedEvent) {
    lastOfKind[Int(event.kind.rawValue)] = LastRecord(event: event)
  }

  /// Whether the second record may be that of another event like the first, of which there are
  /// several so close together, or whose times are not known.
  func mayBeOfAnother(_ event: ScopedEvent, _ first: ScopedEvent) -> Bool {
    guard event.isTimed, first.isTimed else { return true }
    return recent.holdsOther(
      of: event.kind, near: first.time, within: Self.twinDistance,
      than: [(first.file, first.event.line), (event.file, event.event.line)])
  }
}
