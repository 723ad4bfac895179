internal import LogReading
internal import RuleEngine
internal import RuleLanguage

/// Gives each event of a run to the engine, beside what its line tells that no field does.
///
/// One value, which is lent once for all events of a chunk: that nothing else uses a part of an
/// object in the meantime is checked at run time, which took 430 instructions an event.
struct EventIntake: ~Copyable {
  private let prepared: PreparedBook
  // Beside the book that has them: through it each event would count their references.
  private let levels: [LogLevel]
  private let tags: TagCheck
  var engine: Engine
  /// What the sources of the inputs keep back.
  private(set) var sources: SourceGaps
  /// What becomes known while the engine works.
  var notes: RunNotes
  /// What markers say of the device that cannot be read.
  private(set) var markerMistakes: [EnvironmentMarker.Mistake]
  private static let mistakeLimit = 8

}

extension EventIntake {
  init(_ prepared: PreparedBook, engine: consuming Engine, notes: RunNotes) {
    self.init(
      prepared: prepared, levels: prepared.levels, tags: prepared.tags, engine: engine,
      sources: SourceGaps(), notes: notes, markerMistakes: [])
  }

  // MARK: State

  /// An intake that goes on from here by itself.
  func copy() -> EventIntake {
    EventIntake(
      prepared: prepared, levels: levels, tags: tags, engine: engine.copy(), sources: sources,
      notes: notes, markerMistakes: markerMistakes)
  }

  func write(to state: borrowing RunStateWriter) {
    engine.write(to: state)
    state.put(sources)
    notes.write(to: state)
    state.put(markerMistakes)
  }

  /// Goes on with what was written down.
  mutating func goOn(from state: borrowing RunStateReader) throws(StateDamage) {
    engine = try Engine(from: state, like: engine)
    sources = try state.take()
    try notes.goOn(from: state)
    markerMistakes = try state.take()
  }

  // MARK: Events

  /// Takes events of an input.
  mutating func take(
    _ events: Range<Int>, of batch: borrowing EventBatch, _ bytes: Span<UInt8>,
    in input: inout OpenInput
  ) {
    for index in events { take(batch.events[index], of: batch, bytes, in: &input) }
  }

  mutating func take(
    _ event: Event, of batch: borrowing EventBatch, _ bytes: Span<UInt8>,
    in input: inout OpenInput
  ) {
    let isSecret = event.kind == prepared.secret
    // A line of no event counts for its secret alone.
    if isSecret, !input.holdsSecret(event, bytes) { return }
    let isOwn = engine.add(event, of: batch, chunk: bytes, file: input.number)
    // Of what other apps and the system write, nothing else is looked at.
    if isOwn, !isSecret { look(at: event, of: batch, bytes, in: &input) }
    if !isOwn, event.kind == prepared.unclassified { input.noteOther() }
    engine.drain(for: &notes)
  }

  /// Looks for what a line tells beside its event.
  @inline(__always)
  private mutating func look(
    at event: Event, of batch: borrowing EventBatch, _ bytes: Span<UInt8>,
    in input: inout OpenInput
  ) {
    input.note(event)
    sources.note(
      event, level: levels[Int(event.kind.rawValue)],
      isOfApp: !prepared.sayings.contains(event.kind))
    if event.kind == prepared.unclassified { input.noteExample(event, of: batch, bytes) }
    if let secret = prepared.secret, input.holdsSecret(event, bytes) {
      add(secret, behind: event, of: batch, bytes, in: input)
    }
    if let foreign = tags.foreignTag, tags.isForeign(event) {
      add(foreign, behind: event, of: batch, bytes, in: input)
    }
    if event.kind == prepared.environmentMarker { noteMarker(event, bytes, in: input) }
  }

  /// Adds an event of its own behind one whose line holds a secret, or stands under another's tag.
  private mutating func add(
    _ kind: EventKind, behind event: Event, of batch: borrowing EventBatch, _ bytes: Span<UInt8>,
    in input: OpenInput
  ) {
    var added = event
    added.kind = kind
    added.fieldCount = 0
    added.isAmbiguous = false
    added.isOfHost = false
    engine.add(added, of: batch, chunk: bytes, file: input.number)
  }

  /// Remembers what a marker of the environment says in vain.
  private mutating func noteMarker(_ event: Event, _ bytes: Span<UInt8>, in input: OpenInput) {
    guard markerMistakes.count < Self.mistakeLimit else { return }
    let start = Int(event.textStart)
    var text: [UInt8] = []
    text.append(bytes.extracting(start..<(start + Int(event.textLength))))
    let catalogue = prepared.book.catalogue
    let marker = EnvironmentMarker(catalogue[event.kind], catalogue)
    markerMistakes += marker.mistakes(
      in: String(decoding: text, as: UTF8.self), line: event.line, file: input.name)
  }

  // MARK: Inputs

  /// Takes what stands before the lines of an input; of a merge each has a clock of its own.
  mutating func readPreamble(_ bytes: Span<UInt8>, isMerge: Bool = false) {
    sources.readPreamble(bytes)
    // What the alarms at the end of a bug report are held against stands before them.
    if BugreportClock.date(in: bytes) != nil { notes.keepsWitness = true }
    if !isMerge, let date = BugreportClock.date(in: bytes) { engine.report(date: date) }
  }

  /// Takes what an input tells at its end.
  mutating func end(_ ending: InputEnding) {
    sources.note(ending.tally, ending.lossNotes)
    // Its zone stands behind the log in a bug report, whose events wait for it.
    if let name = ending.zoneName { engine.report(zone: name) }
  }

  mutating func stopWaiting() { engine.stopWaiting(for: &notes) }

  mutating func stopWaitingForZone() { engine.stopWaitingForZone(for: &notes) }

  /// Ends the log here and begins another one: what stood in between is lost.
  mutating func breakOff() {
    engine.breakOff(for: &notes)
    notes.scenarios.breakOff()
  }

  mutating func endLog(at end: LineTime?, isCut: Bool) {
    engine.endLog(at: end, isCut: isCut, for: &notes)
  }

  // MARK: Doubt

  /// What stood fast before a part of an input.
  struct Checkpoint {
    fileprivate var engine: Engine.Checkpoint
    fileprivate var cycles: CycleCollector.Checkpoint
    fileprivate var scenarios: ScenarioCollector.Checkpoint
  }

  var checkpoint: Checkpoint {
    Checkpoint(
      engine: engine.checkpoint, cycles: notes.cycles.checkpoint,
      scenarios: notes.scenarios.checkpoint)
  }

  /// Takes back what was found since a checkpoint, and returns how many cycles ended since.
  mutating func doubt(since start: Checkpoint) -> Int64 {
    engine.doubt(since: start.engine, for: &notes)
    notes.scenarios.breakOff()
    notes.scenarios.doubt(since: start.scenarios)
    return notes.cycles.doubt(since: start.cycles)
  }
}
