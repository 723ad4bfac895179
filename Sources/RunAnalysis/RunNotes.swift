internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// A record of a test run that the log itself holds.
struct FoundRecord: Codable {
  var bytes: [UInt8]
  var file: UInt16
  var line: UInt64
}

/// Keeps what the report tells beside findings, while the engine works: cycles as they end, lines of
/// failures, scenarios, records of test runs.
struct RunNotes: EngineObserver {
  let prepared: PreparedBook
  private let names: RunNames
  /// Whether records of test runs are held against the log.
  private let judgesRecords: Bool
  var cycles: CycleCollector
  /// Lines of warnings and errors, the first of them, and how many more there were.
  private(set) var failures: [FailureLine] = []
  private(set) var omittedFailures = 0
  private(set) var scenarioIds: Set<String> = []
  private(set) var records: [FoundRecord] = []
  /// What it told that documents may hold.
  var documents = DocumentNotes()
  /// What a state is held against.
  private(set) var witness = LogWitness()
  /// Whether there is a state, or may be one behind the log, as in a bug report.
  var keepsWitness = false
  /// What the log shows of the messages of a feed, where one is given.
  private(set) var messages = MessageNotes()
  var keepsMessages = false
  /// How often the app looked at its feed, for the sentence of a pass.
  private(set) var feedChecks = FeedCheckCounts()
  /// What the log shows of the recovery scenarios.
  var scenarios: ScenarioCollector

  /// The most records that are taken from a log.
  private static let recordLimit = 64

  init(_ prepared: PreparedBook, _ plan: RunPlan, _ names: RunNames, limit: Int) {
    self.prepared = prepared
    self.names = names
    judgesRecords = plan.selection.judgesRecords
    scenarios = ScenarioCollector(prepared.scenarios, names)
    cycles = CycleCollector(
      limit: limit, steps: plan.steps, names, comparesRecords: judgesRecords)
  }

  /// Writes what was noted; messages are those of a feed, beside which no log is followed.
  func write(to state: borrowing RunStateWriter) {
    cycles.write(to: state)
    scenarios.write(to: state)
    state.put(failures)
    state.put(omittedFailures)
    state.put(scenarioIds)
    state.put(records)
    state.put(documents)
    state.put(witness)
    state.put(keepsWitness)
    state.put(feedChecks)
  }

  /// Goes on with what was written down.
  mutating func goOn(from state: borrowing RunStateReader) throws(StateDamage) {
    try cycles.goOn(from: state)
    try scenarios.goOn(from: state)
    failures = try state.take()
    omittedFailures = try state.take()
    scenarioIds = try state.take()
    records = try state.take()
    documents = try state.take()
    witness = try state.take()
    keepsWitness = try state.take()
    feedChecks = try state.take()
  }

  mutating func noteEnd(
    of cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark], _ engine: borrowing Engine
  ) {
    cycles.take(cycle, end, marks, engine)
  }

  mutating func note(_ event: ScopedEvent, isTwin: Bool, _ engine: borrowing Engine) {
    if !isTwin { scenarios.note(event, engine) }
    let level = prepared.levels[Int(event.kind.rawValue)]
    // What was missed counts beside cycles too.
    if let role = prepared.witnesses[Int(event.kind.rawValue)], keepsWitness || role == .missed {
      noteWitness(role, event, engine)
    }
    if keepsMessages, !isTwin, let kind = messageKind(of: event, engine) {
      messages.add(
        MessageNotes.Note(
          kind: kind, file: event.file, line: event.event.line, time: event.knownTime,
          gaps: event.event.timeGaps, event: names.event(event.kind),
          text: engine.store.line(at: event.shown.text, length: event.shown.length)))
    }
    if !isTwin { noteFeedCheck(event, engine) }
    noteCompared(event, engine)
    if level >= .warning {
      if !isTwin { noteFailure(event, isError: level >= .error, engine) }
    } else if event.kind == prepared.scenarioBegin {
      guard scenarioIds.count < RunSummary.keptLines,
        let id = text(of: "scenarioId", in: event, engine)
      else { return }
      scenarioIds.insert(String(masking: id))
    } else if event.kind == prepared.recordEvent, judgesRecords, records.count < Self.recordLimit {
      guard let text = text(of: "testRun", in: event, engine) else { return }
      records.append(
        FoundRecord(
          bytes: Array("{\"testRun\":\(text)}".utf8), file: event.file, line: event.event.line))
    }
  }

  private mutating func noteFeedCheck(_ event: ScopedEvent, _ engine: borrowing Engine) {
    let kinds = prepared.messageKinds
    if event.kind == kinds.look {
      feedChecks.noteCheck(messages: number(of: "messages", in: event, engine))
    } else if event.kind == kinds.shown {
      feedChecks.shown = feedChecks.shown.addingSaturated(1)
    }
  }

  func evidence(
    of event: ScopedEvent, _ engine: borrowing Engine
  ) -> Finding.Evidence {
    Finding.Evidence(
      file: names.files[Int(event.file)], line: Int64(clamping: event.event.line),
      time: event.knownTime, event: names.event(event.kind),
      text: engine.store.line(at: event.shown.text, length: event.shown.length))
  }

  private mutating func noteWitness(
    _ role: LogWitness.Role, _ event: ScopedEvent, _ engine: borrowing Engine
  ) {
    func due(at time: String) -> LogWitness.Due {
      LogWitness.Due(
        notificationId: text(of: "notificationId", in: event, engine),
        scheduleId: text(of: "scheduleId", in: event, engine),
        time: number(of: time, in: event, engine), toldAt: event.knownTime)
    }
    switch role {
    case .recoveryEnd:
      let counts = ["rescheduled", "verified"].map { number(of: $0, in: event, engine) }
      if let time = event.knownTime {
        witness.noteRecovery(at: time, leavesNothing: counts == [0, 0])
      }
    case .missed: witness.noteMiss(of: due(at: "scheduledTime"))
    case .shown: witness.noteShown(due(at: "notificationTime"))
    case .rescheduled:
      if let time = event.knownTime { witness.noteAlarms(at: time) }
      let kind = text(of: "kind", in: event, engine) ?? "notify"
      if kind == "notify", let id = text(of: "scheduleId", in: event, engine),
        let next = number(of: "nextRunAt", in: event, engine)
      {
        witness.noteSet(id, for: next, at: event.knownTime)
      }
    case .changesAlarms:
      // Of states of the app and ends of its process only a force stop takes alarms.
      let cause = text(of: "state", in: event, engine) ?? text(of: "cause", in: event, engine)
      let changes = cause.map { ["force_stop", "force_stopped"].contains($0) } ?? true
      if changes, let time = event.knownTime { witness.noteAlarms(at: time) }
      if event.part == .reboot, let time = event.knownTime { witness.noteReboot(at: time) }
    }
  }

  private mutating func noteFailure(
    _ event: ScopedEvent, isError: Bool, _ engine: borrowing Engine
  ) {
    guard failures.count < RunSummary.keptLines else {
      omittedFailures += 1
      return
    }
    failures.append(
      FailureLine(line: evidence(of: event, engine), isError: isError))
  }

  func number(
    of field: String, in event: ScopedEvent, _ engine: borrowing Engine
  ) -> Int64? {
    guard let name = names.book.catalogue.field(named: field),
      let field = engine.store.field(name, of: event), field.state == .value
    else { return nil }
    return field.value
  }

  func text(
    of field: String, in event: ScopedEvent, _ engine: borrowing Engine
  ) -> String? {
    guard let name = names.book.catalogue.field(named: field),
      let field = engine.store.field(name, of: event), field.state == .value
    else { return nil }
    return engine.store.text(of: field, in: event)
  }
}
