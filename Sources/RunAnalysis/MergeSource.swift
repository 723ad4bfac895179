internal import LogReading
internal import RuleLanguage

/// One of several inputs that are read side by side: its next events, and when they were.
final class MergeSource {
  private(set) var input: OpenInput
  /// Events that were not taken yet, and the bytes that they point into.
  private var chunk = ScannedChunk()
  private var position = 0
  /// The time of the next event, or of the last before it that has one.
  private(set) var time = Int64.min
  /// Nothing more comes.
  private(set) var isDone = false

  private let set: InputSet
  private var nextMember = 0
  private var stream: ChunkStream?
  private let scanner: EventScanner
  private(set) var clock: ClockResolver
  /// The time of the next event in UTC, if it has one.
  private var resolved: Int64?

  init(_ set: InputSet, scanner: EventScanner, clock: ClockResolver) {
    self.set = set
    self.scanner = scanner
    self.clock = clock
    stream = nil
    input = OpenInput("", number: 0)
  }

  var next: Event { chunk.batch.events[position] }
  /// What the input is called in reports.
  var name: String { self.set.members.first?.name ?? "" }

  // MARK: Times

  /// An instant with a full date among the events at hand: of a line, or of a field.
  var fullDate: Int64? {
    for event in chunk.batch.events {
      if event.timeQuality != .none, !event.timeGaps.contains(.year) { return event.time }
      let fields = Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount))
      for field in chunk.batch.fields[fields]
      where field.type == .instant && field.state == .value {
        return field.value
      }
    }
    return nil
  }

  /// Takes the year of an instant that another input names.
  func inferYear(from instant: Int64) {
    let yearless = chunk.batch.events.first {
      $0.timeQuality != .none && $0.timeGaps.contains(.year)
    }
    guard clock.needsYear, let yearless else { return }
    clock.inferYear(from: instant, near: yearless.time)
  }

  /// Takes the offset that an id among the events at hand shows, for lines without a zone.
  func inferOffset(_ role: (EventKind) -> EventRole) {
    guard clock.needsOffset else { return }
    for event in chunk.batch.events
    where event.timeQuality != .none && event.timeGaps.contains(.zone)
      && event.container.isAndroid && role(event.kind).marks.contains(.showing)
    {
      guard let instant = idInstant(of: event),
        let offset = ZoneOffset.of(
          local: event.time, isYearless: event.timeGaps.contains(.year), at: instant)
      else { continue }
      clock.inferOffset(offset, at: instant)
      return
    }
  }

  private func idInstant(of event: Event) -> Int64? {
    let fields = Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount))
    for field in chunk.batch.fields[fields] where field.type == .string && field.state == .value {
      let end = Int(field.start) + Int(field.length)
      guard end <= Int(event.textLength) else { continue }
      let start = Int(event.textStart)
      if let found = chunk.bytes.idInstant(in: (start + Int(field.start))..<(start + end)) {
        return found.micros
      }
    }
    return nil
  }

  /// Reads the time of the next event.
  ///
  /// A step back of more than a second is the clock's: what follows it comes as early as it says.
  func readTime() {
    resolved = nil
    guard !isDone, position < chunk.batch.events.count, next.timeQuality != .none else { return }
    let found = clock.resolve(next.time, gaps: next.timeGaps)
    resolved = found
    time = found < time &- 1_000_000 && time != .min ? found : max(time, found)
  }

  // MARK: Events

  /// Gives the next event to an analyser, and finds the one behind it.
  func takeNext(for analyser: LogAnalyser, isStopped: () -> Bool) {
    var event = next
    if let resolved {
      // Each input has a clock of its own.
      event.time = resolved
      let open = clock.openGaps.intersection(event.timeGaps)
      var own = event.timeGaps.intersection(.instant)
      if event.timeGaps.contains(.zone), !open.contains(.zone) { own.insert(.zoneTold) }
      event.timeGaps = open.isEmpty ? own : open.union(.filled).union(own)
    }
    analyser.intake.take(event, of: chunk.batch, chunk.bytes, in: &input)
    position += 1
    advance(for: analyser, isStopped: isStopped)
    readTime()
  }

  /// Reads on until there is an event, or nothing more.
  func advance(for analyser: LogAnalyser, isStopped: () -> Bool) {
    while !isDone, position >= chunk.batch.events.count {
      position = 0
      if isStopped() {
        analyser.wasInterrupted = true
        isDone = true
        return
      }
      do throws(InputError) {
        try read(for: analyser)
      } catch {
        analyser.note(error, of: set.members[nextMember - 1])
        stream = nil
        chunk = ScannedChunk()
      }
    }
  }

  private func read(for analyser: LogAnalyser) throws(InputError) {
    guard let comes = try stream?.next(into: &chunk) else { return try openNext(for: analyser) }
    if comes {
      if chunk.ends.contains(where: { $0.kind == .unsound }) {
        analyser.doubtedParts.doubtAll(&analyser.intake)
      }
      if chunk.isFirst { analyser.intake.readPreamble(chunk.bytes, isMerge: true) }
      if chunk.isOfPart { analyser.ordersByParts = true }
      return
    }
    let ending = stream?.ending
    stream = nil
    if analyser.options.stop?.isRequested == true { analyser.wasInterrupted = true }
    guard let ending else { return }
    try analyser.checkContent(ending.report, of: set.members[nextMember - 1])
    analyser.end(input, ending)
    if time != .min { analyser.inputs.resolveLastTimes { clock.time($0, near: time) } }
  }

  private func openNext(for analyser: LogAnalyser) throws(InputError) {
    guard nextMember < set.members.count, !analyser.wasInterrupted else {
      isDone = true
      return
    }
    let member = set.members[nextMember]
    nextMember += 1
    if case .missing(let path) = member { return analyser.noteLoss(of: path) }
    // Several inputs are open at once: each stays with this thread.
    var limits = analyser.options.reading
    limits.aheadFrom = nil
    limits.content = analyser.options.contents?.begin(member)
    stream = try ChunkStream(
      member, scanner, limits: limits, shape: analyser.options.container?.shape,
      stop: StopFlag(within: analyser.options.stop))
    input = analyser.begin(member.name)
  }
}
