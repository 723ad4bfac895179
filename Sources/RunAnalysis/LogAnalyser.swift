internal import DeviceState
package import LogReading
package import RuleEngine
package import RuleLanguage
internal import RunReport

/// Reads one run and judges it: bytes to lines to events to outcomes.
///
///     let analyser = try LogAnalyser(PreparedBook(book), options: RunOptions())
///     analyser.read(set, isStopped: { false })
///     let summary = analyser.finish()
package final class LogAnalyser {
  let prepared: PreparedBook
  package let options: RunOptions
  let plan: RunPlan
  let names: RunNames
  /// What every input's own begins as.
  let scanner: EventScanner
  /// What chooses the profiles where none was named.
  var choice: ProfileChoice
  var intake: EventIntake
  var inputs = ReadInputs()
  var losses = Losses()
  var doubtedParts = DoubtedParts()
  /// Inputs that could not be opened, or broke off.
  package private(set) var problems: [InputError] = []
  var wasInterrupted = false
  /// An input held more lines than can be brought into order at once.
  var ordersByParts = false
  /// Its inputs were read side by side.
  var isMerge = false
  /// How the inputs of a merge were read, each by its own clock.
  var mergedClocks: [Assumption] = []
  /// What claims of records came to, by the number of their event.
  var comparedClaims: [Int64: ComparedClaim] = [:]
  /// What the comparison of states came to, and the items by the number of their event.
  var stateItems: [StateItem] = []
  var explainedItems: [Int64: ExplainedItem] = [:]
  var explainedDocuments: [Int64: ExplainedDocument] = [:]
  var stateSummaries: [StateSummary] = []
  /// What bug reports among the inputs say of the device's state.
  var foundDumps: [(path: String, section: DumpSection)] = []
  /// What became of the messages of a feed, and what findings say of each, by the number of its event.
  var feedSummary: FeedSummary?
  /// What of it was taken from the log, and why a run may not be called a pass for it.
  var feedAssumptions: [Assumption] = []
  var feedDoubt: String?
  var explainedMessages: [Int64: ExplainedMessage] = [:]
  /// How many events were added behind those of the log.
  private var addedEvents: Int64 = 0
  /// How long nothing came behind the last line, in microseconds, where that counts: deadlines pass by it.
  var silence: Int64 = 0

  /// Begins a run; any number of them may begin from one book at the same time.
  package init(_ prepared: PreparedBook, options: RunOptions) throws(RunOptionError) {
    let plan = try prepared.plan(for: options)
    self.prepared = prepared
    self.options = options
    self.plan = plan
    names = RunNames(prepared.book)
    choice = ProfileChoice(plan)
    var environment = EnvironmentState()
    if let platform = options.states.lazy.compactMap(\.platform).first {
      try Self.set("platform", platform, in: &environment)
    }
    for (name, text) in options.environment {
      try Self.set(name, text, in: &environment)
    }
    var scanner = prepared.scanner
    scanner.container = options.container
    self.scanner = scanner
    var limits = options.memory
    limits.findings = options.maxDetails
    var engine = Engine(
      plan.engine, clock: ClockResolver(zone: options.zone, year: options.year),
      environment: environment, waits: plan.waits,
      observed: options.states.isEmpty ? prepared.noted : prepared.notedBesideStates,
      limits: limits)
    for name in options.apps { engine.state(app: name) }
    if let span = options.span { engine.limit(to: span) }
    // A dump of the device tells the year and the zone of a log that was taken with it.
    if let clock = options.states.lazy.compactMap(\.localClock).first {
      engine.report(date: clock.date)
      if options.zone == nil { engine.report(zone: clock.zone) }
    }
    intake = EventIntake(
      prepared, engine: engine,
      notes: RunNotes(prepared, plan, names, limit: options.maxDetails))
    intake.notes.keepsMessages = options.feed != nil
    intake.notes.keepsWitness = !options.states.isEmpty
    // A run whose contents are asked for is one to be recorded.
    if options.contents != nil { intake.notes.cycles.campaign = CampaignNotes() }
  }

  /// A run of the same book and options that goes on with what another one has read.
  ///
  /// Both name files by the same names. What a run knows only at its end it finds out anew.
  init(goingOnFrom other: borrowing LogAnalyser) {
    prepared = other.prepared
    options = other.options
    plan = other.plan
    names = other.names
    scanner = other.scanner
    choice = other.choice
    intake = other.intake.copy()
    inputs = other.inputs
    losses = other.losses
    doubtedParts = other.doubtedParts
    problems = other.problems
    wasInterrupted = other.wasInterrupted
    addedEvents = other.addedEvents
  }

  private static func set(
    _ name: String, _ text: String, in environment: inout EnvironmentState
  ) throws(RunOptionError) {
    guard let key = EnvironmentKey.allCases.first(where: { $0.name == name }) else {
      let known = EnvironmentKey.allCases.map(\.name).joined(separator: ", ")
      throw RunOptionError("unknown environment key '\(name)'", advice: "known are \(known)")
    }
    guard environment.set(key, text: text) else {
      throw RunOptionError(
        "'\(text)' is no value of \(name)",
        advice: key.type == .bool ? "give true or false" : "give a whole number")
    }
  }

  /// Reads what makes one run: a set, or several side by side.
  package func read(_ sets: [InputSet], isStopped: () -> Bool) {
    if sets.count == 1 {
      read(sets[0], isStopped: isStopped)
    } else {
      merge(sets, isStopped: isStopped)
    }
  }

  /// Reads all members of an input set, oldest first, as one log.
  package func read(_ set: InputSet, isStopped: () -> Bool) {
    for member in set.members {
      if wasInterrupted { return }
      read(member, isStopped: isStopped)
    }
  }

  private func read(_ member: InputMember, isStopped: () -> Bool) {
    if case .missing(let path) = member { return noteLoss(of: path) }
    do throws(InputError) {
      let stop = StopFlag(within: options.stop)
      var limits = options.reading
      limits.content = options.contents?.begin(member)
      var stream = try ChunkStream(
        member, scanner, limits: limits, shape: options.container?.shape, stop: stop)
      var input = begin(member.name)
      var chunk = ScannedChunk()
      while try stream.next(into: &chunk) {
        take(chunk, in: &input)
        // What was read ahead is still taken: times of its lines may be known already.
        if !stop.isRequested, isStopped() {
          wasInterrupted = true
          stop.request()
        }
      }
      if options.stop?.isRequested == true { wasInterrupted = true }
      guard let ending = stream.ending else { return }
      try checkContent(ending.report, of: member)
      end(input, ending)
    } catch {
      note(error, of: member)
    }
  }

  /// Takes an input that cannot be read, or not to its end: what it holds is not known.
  func note(_ error: InputError, of member: InputMember) {
    problems.append(error)
    // Nobody named a file of an archive that is no log.
    if case .archived = member, error.content != .unknown { return }
    noteLoss(of: member.name)
  }

  /// Notes that a part of the run is not there.
  package func noteLoss(of part: String) { losses.note(part: part, behind: inputs.count) }

  /// Reads a text that is in memory: a rule's test.
  package func read(text: [UInt8], named name: String) {
    read(chunks: [text], named: name)
  }

  /// Reads a text that is in memory, in chunks of whole lines.
  package func read(chunks: [[UInt8]], named name: String) {
    var input = begin(name)
    var report = ReadReport()
    var head: [UInt8] = []
    for chunk in chunks where head.count < LogShape.headLength {
      head += chunk.prefix(LogShape.headLength - head.count)
    }
    let shape = LogShape(head: head.span)
    var scan = InputScan(scanner)
    var batch = EventBatch()
    var pending: [UInt8] = []
    for (index, chunk) in chunks.enumerated() {
      pending += chunk
      let isWhole = index == chunks.count - 1 || pending.count > EventScanner.lineLimit
      if !scan.hasBegun { intake.readPreamble(pending.span) }
      batch.removeAll()
      let used = scan.read(pending.span, shape: shape, isWhole: isWhole, into: &batch)
      intake.take(batch.events.indices, of: batch, pending.span, in: &input)
      pending.removeFirst(used)
      report.storedBytes += Int64(chunk.count)
      if let last = chunk.last {
        report.hasContent = true
        report.endsWithoutNewline = last != 0x0A
      }
    }
    scan.order(isAtEnd: true)
    batch.removeAll()
    while let bytes = scan.readOrdered(into: &batch) {
      intake.take(batch.events.indices, of: batch, bytes.span, in: &input)
      batch.removeAll()
    }
    end(input, scan.ending(report))
  }

  func begin(_ name: String) -> OpenInput {
    if !isMerge {
      if losses.goOn() { intake.breakOff() }
      doubtedParts.beginInput(intake)
    }
    return OpenInput(name, number: names.add(file: name))
  }

  /// Takes the events of a chunk.
  private func take(_ chunk: borrowing ScannedChunk, in input: inout OpenInput) {
    if chunk.isFirst { intake.readPreamble(chunk.bytes) }
    if chunk.isOfPart { ordersByParts = true }
    var next = 0
    for number in chunk.ends.indices {
      let end = chunk.ends[number]
      // A line across an end is of the part behind it: only a sound one goes on in the middle of a line.
      let first = chunk.firstEvent(from: next, beyond: end.offset)
      intake.take(next..<first, of: chunk.batch, chunk.bytes, in: &input)
      doubtedParts.endPart(end.kind, &intake)
      next = first
    }
    intake.take(next..<chunk.batch.events.count, of: chunk.batch, chunk.bytes, in: &input)
  }

  /// Refuses an input of which damage has left nothing.
  func checkContent(_ report: ReadReport, of member: InputMember) throws(InputError) {
    guard let damage = report.damage, damage.losesContent, !report.hasContent else { return }
    throw InputError(
      path: member.name,
      message: "is damaged at byte \(damage.offset), and nothing in it could be decoded",
      advice: "fetch the file again")
  }

  func end(_ input: OpenInput, _ ending: InputEnding) {
    let report = ending.report
    foundDumps += ending.dumps.map { (input.name, $0) }
    doubtedParts.endInput(report, isMerge: isMerge, &intake)
    intake.end(ending)
    var damage = report.damage
    if damage == nil, ending.hasOpenDocument, !wasInterrupted {
      damage = ReadReport.Damage(kind: .truncated, offset: report.storedBytes)
    }
    if let damage, damage.losesContent {
      losses.noteDamage(behind: inputs.count, isMerge: isMerge)
      if !report.hasContent {
        problems.append(
          InputError(
            path: input.name,
            message: "is damaged from its first byte on: nothing could be decoded",
            advice: "fetch the file anew"))
      }
    }
    inputs.end(input, ending, damage, book.catalogue)
  }
}

// What others ask of a run.
extension LogAnalyser {
  /// The number of the next event that no line of the log tells.
  func nextAddedSequence() -> Int64 {
    addedEvents += 1
    return engine.eventCount + addedEvents - 1
  }

  package var book: RuleBook { prepared.book }
  package var engine: Engine {
    _read { yield intake.engine }
  }
  /// For those who wait: the end of the log may still change it.
  package var violationsSoFar: Int64 { engine.violationsSoFar }
  /// Something could not be decoded: what it held is not known.
  package var losesContent: Bool { losses.losesContent }
  /// Any line of some part may be wrong: its checksum is.
  package var doubtsContent: Bool { doubtedParts.doubtsContent }
  /// `pack/rule`
  package func ruleName(_ rule: Int) -> String { names.rule(rule) }
  var profile: Profile { plan.selection.profile }
  var required: [(id: String, rule: Int)] { plan.required }
  var sources: SourceGaps { intake.sources }
  var lacks: CycleLacks { intake.notes.cycles.lacks }
}
