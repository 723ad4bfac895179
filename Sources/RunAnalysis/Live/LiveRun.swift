package import LogReading
internal import RuleEngine
package import RunReport

/// A run over a log that is still being written: it takes bytes as they come, and can be summed up at any
/// time, or written down and continued by another process.
///
///     let run = try LiveRun(PreparedBook(book), options: RunOptions(), named: "device.log")
///     run.add(bytes.span)
///     print(run.snapshot(silence: nil).verdict)
///
/// What it says of the bytes is what `validate` says of a file that holds them, however they were cut.
package final class LiveRun {
  private let analyser: LogAnalyser
  private var text: FollowedText
  private var scan: InputScan
  private var input: OpenInput
  private var batch = EventBatch()
  /// Why the log is none that can be followed, as its first bytes show: then nothing of it is read.
  package private(set) var problem: InputError?

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - options: Without states, records and a feed, which are of one moment.
  ///   - name: What the reports call the log.
  package init(
    _ prepared: PreparedBook, options: RunOptions, named name: String
  ) throws(RunOptionError) {
    try Self.check(options)
    analyser = try LogAnalyser(prepared, options: options)
    text = FollowedText(options.reading)
    scan = InputScan(analyser.scanner)
    input = analyser.begin(name)
  }

  private static func check(_ options: RunOptions) throws(RunOptionError) {
    guard options.states.isEmpty, options.records.isEmpty, options.feed == nil else {
      throw RunOptionError(
        "a log that is followed is held against nothing beside it",
        advice: "leave the states, the records and the feed out")
    }
  }

  /// A run that goes on from another one by itself.
  private init(copyOf other: borrowing LiveRun) {
    analyser = LogAnalyser(goingOnFrom: other.analyser)
    text = other.text
    scan = other.scan
    input = other.input
    problem = other.problem
  }

  /// What the run shows of the sign-off checklist, as it was summed up last; nil where it is not to be
  /// recorded.
  package private(set) var evidence: RunEvidence?

  /// How many bytes of the log came by now.
  package private(set) var bytesRead: Int64 = 0

  // MARK: Bytes

  /// Takes the next bytes of the log, cut anywhere.
  package func add(_ bytes: Span<UInt8>) {
    bytesRead += Int64(bytes.count)
    if problem != nil { return }
    let wasHeld = text.isHeld
    text.add(bytes) { read($0, isWhole: $1) }
    if wasHeld { look() }
  }

  /// Looks at the first bytes once more, as far as they have come.
  private func look() {
    problem =
      problem ?? text.refusal(path: input.name, shape: analyser.options.container?.shape)
  }

  private func read(_ chunk: Span<UInt8>, isWhole: Bool) -> Int {
    let given = analyser.options.container?.shape
    if !scan.hasBegun {
      problem = problem ?? FollowedText.refusal(of: chunk, path: input.name, shape: given)
    }
    if problem != nil { return chunk.count }
    if !scan.hasBegun { analyser.intake.readPreamble(chunk) }
    batch.removeAll()
    let shape = given ?? FollowedText.shape(of: chunk)
    let used = scan.read(chunk, shape: shape, isWhole: isWhole, into: &batch)
    analyser.intake.take(batch.events.indices, of: batch, chunk, in: &input)
    return used
  }

  /// Notes that bytes of the log were lost here: what they held is not known.
  ///
  /// The line that went on is left out, and what comes is judged as a log that begins anew.
  package func noteLoss() {
    text.dropOpenLine()
    _ = text.end { read($0, isWhole: $1) }
    analyser.losses.noteGap(in: input.name)
    analyser.intake.breakOff()
  }

  // MARK: Summaries

  /// Sums up what was read so far, as `validate` would judge a log that ends with the last whole line;
  /// the run goes on.
  ///
  /// - Parameters:
  ///   - silence: For how many seconds nothing has come by the wall clock; nil where that is not to count.
  ///     Deadlines pass that lie so far behind the last line, and what rests on that says so.
  ///   - tolerance: By how many seconds the log may lag.
  package func snapshot(silence: Double?, tolerance: Double = 30) -> RunSummary {
    let plain = summary(silence: 0)
    guard let silence, let counted = Silence(seconds: silence, tolerance: tolerance) else {
      return plain
    }
    var summary = summary(silence: counted.micros)
    counted.mark(&summary, beside: plain)
    return summary
  }

  private func summary(silence: Int64) -> RunSummary {
    // The names of cycles are of one summary.
    let ids = analyser.names.cycleIds
    defer { analyser.names.cycleIds = ids }
    let copy = LiveRun(copyOf: self)
    copy.text.dropOpenLine()
    copy.analyser.silence = silence
    let summary = copy.finish()
    // What rests on silence is not recorded.
    if silence == 0 { evidence = copy.evidence }
    return summary
  }

  /// Ends the run and sums it up, as `validate` does for a file of all these bytes.
  package func finish() -> RunSummary {
    look()
    let report = text.end { read($0, isWhole: $1) }
    analyser.end(input, scan.ending(report))
    let summary = analyser.finish()
    evidence = analyser.evidence(of: summary)
    return summary
  }

  // MARK: State

  /// The state of the run: see `LiveRunState` for the form.
  package func state() -> [UInt8] {
    let state = RunStateWriter()
    state.put(input)
    state.put(bytesRead)
    state.put(text)
    scan.write(to: state)
    state.put(analyser.losses)
    analyser.intake.write(to: state)
    return LiveRunState.sealed(state.finish(), head)
  }

  /// Goes on with a run that was written down.
  package init(
    _ prepared: PreparedBook, options: RunOptions, state bytes: [UInt8]
  ) throws(LiveRunError) {
    let fresh: LogAnalyser
    do throws(RunOptionError) {
      try Self.check(options)
      fresh = try LogAnalyser(prepared, options: options)
    } catch {
      throw .options(error)
    }
    let content = try LiveRunState.content(of: bytes, LiveRunState.head(of: fresh))
    do throws(StateDamage) {
      let state = RunStateReader(content, limits: StateLimits(of: fresh))
      let input: OpenInput = try state.take()
      let bytesRead: Int64 = try state.take()
      let text: FollowedText = try state.take()
      let scan = try InputScan(from: state, fresh.scanner)
      fresh.losses = try state.take()
      try fresh.intake.goOn(from: state)
      // Lines that were noted behind the engine may name what it has.
      guard state.isAtEnd, bytesRead >= 0, text.isSound(options.reading),
        fresh.intake.engine.isSound(state.limits), fresh.names.add(file: input.name) == input.number
      else {
        throw StateDamage()
      }
      (analyser, self.text, self.scan, self.input) = (fresh, text, scan, input)
      self.bytesRead = bytesRead
    } catch {
      throw .damaged
    }
    look()
  }

  /// What says which build, rules and options a state is of; worked out where one is first written.
  private lazy var head = LiveRunState.head(of: analyser)
}
