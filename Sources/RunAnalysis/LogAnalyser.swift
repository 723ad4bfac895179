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
  package let book: RuleBook
  package let options: RunOptions
  package internal(set) var engine: Engine
  let profile: Profile
  /// What chooses the profiles where none was named.
  var choice: ProfileChoice
  /// Which id of a schedule goes with which time.
  var cycleIds = CycleIds()
  /// The rules whose inconclusive outcome makes the run inconclusive.
  let required: [(id: String, rule: Int)]
  /// For each step of the profile, its events by name.
  let stepNames: [String]
  /// What every input's own begins as.
  let scanner: EventScanner
  var inputs: [InputSummary] = []
  var fileNames: [String] = []
  /// Inputs that could not be opened, or broke off.
  package internal(set) var problems: [InputError] = []
  var wasInterrupted = false
  /// Something could not be decoded: what it held is not known.
  package internal(set) var losesContent = false
  /// Any line of some part may be wrong: its checksum is.
  package internal(set) var doubtsContent = false
  /// How many cycles came to their end in such parts; nil where all may have.
  var doubtfulCycles: Int64? = 0
  /// What stood fast before the input at hand, and before its part at hand.
  var partStarts: (input: PartStart, part: PartStart)?
  /// What followed the input that ended last is lost.
  var isBehindLoss = false
  /// Parts of the run that could not be read.
  private(set) var lostParts: [String] = []
  /// How many inputs were there when that was found first.
  private(set) var inputsAtLoss = Int.max
  /// Whether the log ends in the middle, or an unknown part of it is missing.
  var endsCut: Bool { isBehindLoss || inputsAtLoss < Int.max }
  var logEnd: LineTime?
  /// The first and the last timed line of each input, beside its events.
  var lineTimes: [(first: LineTime?, last: LineTime?)] = []
  /// The processes of the first and the last event of each input that have one, else -1.
  var boundaryPids: [(first: Int32, last: Int32)] = []
  /// The number of the file that each input is.
  private(set) var inputFiles: [UInt16] = []
  /// What the first lines of the inputs are.
  private(set) var heads = HeadCensus()
  /// What the sources of the inputs keep back.
  var sources = SourceEvidence()
  /// Values of events that could not be read, and where the first stands.
  var unreadValues: Int64 = 0
  var unreadExample: String?
  /// Its inputs were read side by side.
  var isMerge = false
  /// How the inputs of a merge were read, each by its own clock.
  var mergedClocks: [Assumption] = []
  var cycles: CycleCollector
  /// The event of a line that holds a secret; nil where the catalogue has none.
  let secret: EventKind?
  /// Lines of warnings and errors, the first of them, and how many more there were.
  var failures: [FailureLine] = []
  var omittedFailures = 0
  var scenarioIds: Set<String> = []
  let levels: [LogLevel]
  /// The events of lines that are in no words that are known, and of markers of the environment.
  private let unclassified, environmentMarker: EventKind
  let scenarioBegin: EventKind?
  /// The event of a line that holds the record of a test run; nil where the catalogue has none.
  let recordEvent: EventKind?
  /// Records that the log itself holds.
  var foundRecords: [FoundRecord] = []
  /// What claims of records came to, by the number of their event.
  var comparedClaims: [Int64: ComparedClaim] = [:]
  /// Whether records of test runs are held against the log.
  let judgesRecords: Bool
  /// The rules on records that count only once the log holds one.
  let waitsForRecords: [Bool]
  /// Tells lines that stand under the tag of another event.
  let tags: TagCheck
  /// What markers say of the device that cannot be read.
  var environmentMistakes: [EnvironmentMarker.Mistake] = []
  /// An input held more lines than can be brought into order at once.
  var ordersByParts = false

  /// Begins a run; any number of them may begin from one book at the same time.
  package init(_ prepared: PreparedBook, options: RunOptions) throws(RunOptionError) {
    let plan = try prepared.plan(for: options)
    book = prepared.book
    self.options = options
    secret = prepared.secret
    levels = prepared.levels
    scenarioBegin = prepared.scenarioBegin
    recordEvent = prepared.recordEvent
    tags = prepared.tags
    judgesRecords = plan.selection.judgesRecords
    waitsForRecords = plan.selection.waitsForRecords
    profile = plan.selection.profile
    choice = ProfileChoice(plan)
    required = plan.required
    stepNames = plan.stepNames
    var environment = EnvironmentState()
    for (name, text) in options.environment {
      try Self.set(name, text, in: &environment)
    }
    var scanner = prepared.scanner
    scanner.container = options.container
    self.scanner = scanner
    unclassified = prepared.correlation.known.unclassified
    environmentMarker = prepared.correlation.known.environment
    var limits = options.memory
    limits.findings = options.maxDetails
    engine = Engine(
      plan.engine, clock: ClockResolver(zone: options.zone, year: options.year),
      environment: environment, waits: plan.waits, limits: limits)
    for name in options.apps { engine.correlator.state(app: name) }
    cycles = CycleCollector(limit: options.maxDetails, steps: plan.steps)
    engine.correlator.hear(of: prepared.noted) { [unowned self] correlator, event, isTwin in
      self.note(event, isTwin: isTwin, in: correlator)
    }
    engine.closedCycleHandler = { [unowned self] engine, slot, end in
      self.cycles.take(slot, end: end, of: engine, self)
    }
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
      var stream = try ChunkStream(
        member, scanner, limits: options.reading, shape: options.container?.shape, stop: stop)
      var file = begin(member.name)
      var chunk = ScannedChunk()
      while try stream.next(into: &chunk) {
        take(chunk, in: &file)
        // What was read ahead is still taken: times of its lines may be known already.
        if !stop.isRequested, isStopped() {
          wasInterrupted = true
          stop.request()
        }
      }
      if options.stop?.isRequested == true { wasInterrupted = true }
      guard let ending = stream.ending else { return }
      try checkContent(ending.report, of: member)
      end(file, ending)
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
  package func noteLoss(of part: String) {
    lostParts.append(part)
    noteLoss(behind: inputs.count)
  }

  private func noteLoss(behind inputs: Int) {
    losesContent = true
    inputsAtLoss = min(inputsAtLoss, inputs)
  }

  /// Reads a text that is in memory: a rule's test.
  package func read(text: [UInt8], named name: String) {
    read(chunks: [text], named: name)
  }

  /// Reads a text that is in memory, in chunks of whole lines.
  package func read(chunks: [[UInt8]], named name: String) {
    var file = begin(name)
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
      if !scan.hasBegun { readPreamble(pending.span) }
      batch.removeAll()
      let used = scan.read(pending.span, shape: shape, isWhole: isWhole, into: &batch)
      take(batch, batch.events.indices, pending.span, in: &file)
      pending.removeFirst(used)
      report.storedBytes += Int64(chunk.count)
      if let last = chunk.last {
        report.hasContent = true
        report.endsWithoutNewline = last != 0x0A
      }
    }
    scan.order()
    batch.removeAll()
    while let bytes = scan.readOrdered(into: &batch) {
      take(batch, batch.events.indices, bytes.span, in: &file)
      batch.removeAll()
    }
    end(file, scan.ending(report))
  }

  /// What is known of a file while it is read.
  struct File {
    var summary = InputSummary()
    var number: UInt16 = 0
    var events = 0
    var pids: (first: Int32, last: Int32) = (-1, -1)
    /// The first lines of the plugin that were not understood.
    var examples: [[UInt8]] = []
    /// The line that was searched for one last.
    var searchedLine: UInt64 = 0
    var searchedStart: UInt32 = 0
  }

  func begin(_ name: String) -> File {
    beginParts()
    var file = File()
    file.summary.name = name
    file.number = UInt16(clamping: fileNames.count)
    fileNames.append(name)
    return file
  }

  /// Takes what stands before the lines of an input.
  private func readPreamble(_ bytes: Span<UInt8>) {
    sources.readPreamble(bytes)
    if let date = BugreportClock.date(in: bytes) { engine.correlator.clock.report(date: date) }
  }

  /// Takes the events of a chunk.
  private func take(_ chunk: borrowing ScannedChunk, in file: inout File) {
    if chunk.isFirst {
      readPreamble(chunk.bytes)
    }
    if chunk.isOfPart { ordersByParts = true }
    var next = 0
    for number in chunk.ends.indices {
      let end = chunk.ends[number]
      // A line across an end is of the part behind it: only a sound one goes on in the middle of a line.
      let first = chunk.firstEvent(from: next, beyond: end.offset)
      take(chunk.batch, next..<first, chunk.bytes, in: &file)
      endPart(end.kind)
      next = first
    }
    take(chunk.batch, next..<chunk.batch.events.count, chunk.bytes, in: &file)
  }

  private func take(
    _ batch: borrowing EventBatch, _ events: Range<Int>, _ bytes: Span<UInt8>, in file: inout File
  ) {
    take(batch, events, bytes, in: &file, with: &engine, &sources)
  }

  /// What every event changes is lent once for all of a chunk: that nothing else uses a part of an
  /// object in the meantime is checked at run time, which took 430 instructions an event.
  private func take(
    _ batch: borrowing EventBatch, _ events: Range<Int>, _ bytes: Span<UInt8>,
    in file: inout File, with engine: inout Engine, _ sources: inout SourceEvidence
  ) {
    for index in events {
      take(batch.events[index], of: batch, bytes, in: &file, with: &engine, &sources)
    }
  }

  /// Takes an event of a file.
  func take(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, in file: inout File
  ) {
    take(event, of: batch, chunk, in: &file, with: &engine, &sources)
  }

  private func take(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, in file: inout File,
    with engine: inout Engine, _ sources: inout SourceEvidence
  ) {
    // A line of no event counts for its secret alone.
    if event.kind == secret, !holdsSecret(event, chunk, in: &file) { return }
    // Of what other apps and the system write, nothing else is looked at.
    guard engine.correlator.add(event, of: batch, chunk: chunk, file: file.number) else {
      return engine.drain()
    }
    if event.kind == secret { return engine.drain() }
    file.events += 1
    if event.pid >= 0 { file.pids = (file.pids.first < 0 ? event.pid : file.pids.first, event.pid) }
    sources.note(event, level: levels[Int(event.kind.rawValue)])
    if event.kind == unclassified { noteExample(event, of: batch, chunk, in: &file) }
    if let secret, holdsSecret(event, chunk, in: &file) {
      add(secret, behind: event, of: batch, chunk, in: file, to: &engine)
    }
    if let foreign = tags.foreignTag, tags.isForeign(event) {
      add(foreign, behind: event, of: batch, chunk, in: file, to: &engine)
    }
    if event.kind == environmentMarker { noteMarker(event, chunk, in: file) }
    engine.drain()
  }

  func end(_ file: File, _ ending: InputEnding) {
    var file = file
    endParts(ending.report)
    let (report, tally) = (ending.report, ending.tally)
    file.summary.bytes = report.storedBytes
    file.summary.compression = report.compression
    file.summary.lines = tally.lines
    file.summary.unclassified = Int(tally.unclassified)
    file.summary.events = file.events - file.summary.unclassified
    file.summary.containers = Container.allCases.compactMap { container in
      let count = tally[container]
      return count > 0 ? InputSummary.Count(name: container.name, count: Int(count)) : nil
    }
    file.summary.families = LineFamily.allCases.compactMap { family in
      let count = tally[family]
      return count > 0 ? InputSummary.Count(name: family.name, count: Int(count)) : nil
    }
    file.summary.cutLines = report.cutLines
    sources.note(tally, ending.lossNotes)
    // Its zone stands behind the log in a bug report, whose events wait for it.
    if let name = ending.zoneName { engine.correlator.clock.report(zone: name) }
    unreadValues += ending.unread.count
    if unreadExample == nil, let first = ending.unread.first {
      unreadExample =
        "\(book.catalogue.name(of: first.field)) of \(book.catalogue[first.kind].name) at"
        + " \(file.summary.name):\(first.line)"
    }
    var damage = report.damage
    if damage == nil, ending.hasOpenDocument, !wasInterrupted {
      damage = ReadReport.Damage(kind: .truncated, offset: report.storedBytes)
    }
    if let damage {
      file.summary.damage = damage
      if damage.losesContent {
        losesContent = true
        // Among lines of other inputs nobody knows where the gap is.
        if isMerge { noteLoss(behind: inputs.count + 1) } else { isBehindLoss = true }
      }
      if damage.losesContent, !report.hasContent {
        problems.append(
          InputError(
            path: file.summary.name,
            message: "is damaged from its first byte on: nothing could be decoded",
            advice: "fetch the file anew"))
      }
    }
    file.summary.examples = file.examples.map(masked)
    if let last = ending.lastTime { logEnd = last }
    lineTimes.append((ending.firstTime, ending.lastTime))
    boundaryPids.append(file.pids)
    inputFiles.append(file.number)
    heads.add(ending.heads)
    inputs.append(file.summary)
  }
}
