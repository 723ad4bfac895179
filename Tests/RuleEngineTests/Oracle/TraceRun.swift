import RuleLanguage

@testable import LogReading
@testable import RuleEngine

/// What the engine came to for one instance of a rule, in a form that the oracle gives too.
struct Judgement: Hashable, Comparable {
  var rule: Int
  var outcome: Outcome
  var reason: FindingReason
  var step: Int
  var fault: FaultClass
  var deadline: Int64?
  var cycle: Int64
  /// The lines of its events.
  var lines: [UInt64]
  var misses: [Miss]

  private var order: [Int64] {
    [Int64(rule), Int64(outcome.rawValue), Int64(reason.rawValue), Int64(step)]
      + lines.map(Int64.init) + [Int64(fault.rawValue), deadline ?? -1, cycle]
      + misses.flatMap { [Int64($0.reason.rawValue), Int64($0.line), $0.offset ?? -1] }
  }

  static func < (left: Judgement, right: Judgement) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  var text: String {
    let due = deadline.map { " due \(Double($0 - RandomTrace.midday) / 1_000_000) s" } ?? ""
    return "\(outcome.name) \(reason.name) step \(step) \(fault.name)\(due) "
      + "cycle \(cycle) lines \(lines)" + misses.map { ", \($0.text)" }.joined()
  }
}

/// All that is compared of one run.
struct Judgements: Equatable {
  var satisfied: [Int64]
  var others: [Judgement]
}

/// A run of the engine over a made-up log, with a record of what the correlator told it.
struct TraceRun {
  /// What the correlator said, or that the log has ended at some time.
  enum Item {
    case opened(ScopeKind, slot: Int32, isHeadCut: Bool)
    case event(ScopedEvent)
    case closed(ScopeKind, slot: Int32, end: ScopeEnd)
    case end(time: Int64?, epoch: UInt32)
  }

  var items: [Item] = []
  /// The cycles as they were after each item.
  var cycles: [[Cycle]] = []
  /// The cycle and the process of each window and cycle, after each item.
  var executions: [[Window]] = []
  var deliveries: [[Window]] = []
  /// The clock epoch of the line that brought each item.
  var epochs: [UInt32] = []
  /// The processes that the system had ended, after each item.
  var kills: [[Correlator.Kill]] = []
  /// The kinds that are told of a task at work, and of a delivery.
  var taskKinds: Set<EventKind> = []
  var schedulingKinds: Set<EventKind> = []
  var deliveryKinds: Set<EventKind> = []
  /// How many JSON events had no text twin so far.
  var loneJSON: [Int] = []
  /// What came as JSON, alone or beside a text line.
  var asJSON: Set<EventKind> = []
  /// Whether a line of text came that is under no tag, as those of a class are.
  var holdsClass = false
  /// What the engine knew of the device behind each event, to tell where that changed.
  var environments: [Int64: EnvironmentState] = [:]
  /// The words that the app was ended which proved wrong, by their sequence, and from which item on.
  private(set) var takenBack: [(position: Int, sequence: Int64)] = []
  /// What the correlator's own events say, which no line of the trace does, by the place of their
  /// texts: they share the number of the event that they stand behind.
  var told: [Int64: [FieldName: Value]] = [:]
  var hasHead = false
  /// Whether the log seemed to begin with a process' start, after each item.
  var heads: [Bool] = []
  var judgements = Judgements(satisfied: [], others: [])

  /// All that was not satisfied, also what no detail is kept of.
  var tallies: [TallyKey: Int64] = [:]
  var evictedKeys: [Int: Int64] = [:]
  /// The most instances and deadlines that were held at once.
  var mostInstances = 0
  var mostDeadlines = 0

  /// - Parameter memory: How many shapes and moves are remembered, where it is not the usual number.
  init(_ trace: RandomTrace, book: RuleBook, active: [Bool], memory: Int? = nil) {
    let plan = EnginePlan(
      book: book, active: active, correlation: CorrelationPlan(book.catalogue))
    var limits = Engine.Limits()
    limits.keys = trace.keyLimit
    if let memory { (limits.shapes, limits.moves) = (max(1, memory), memory) }
    var engine = Engine(
      plan, clock: ClockResolver(), environment: EnvironmentState(), limits: limits)
    engine.facts.correlator.cycleBook.limit = trace.cycleLimit
    var batch = EventBatch()
    for event in trace.events {
      let chunk = Self.fill(&batch, with: event, book.catalogue)
      engine.facts.correlator.add(batch.events[0], of: batch, chunk: chunk.span, file: 0)
      record(engine.facts.correlator)
      drain(&engine)
      mostDeadlines = max(mostDeadlines, engine.deadlines.count)
    }
    let last = trace.end.map { LineTime(micros: $0, gaps: []) }
    engine.facts.correlator.endInput(logEnd: last)
    record(engine.facts.correlator)
    drain(&engine)
    // The engine ends in the same order: the time that is left first, then the scopes.
    items.append(
      .end(time: engine.facts.correlator.lastTime, epoch: engine.facts.correlator.currentEpoch))
    note(engine.facts.correlator)
    if let time = engine.facts.correlator.lastTime {
      engine.expire(before: time, epoch: engine.facts.correlator.currentEpoch)
    }
    engine.facts.correlator.finish(isCut: trace.isCut)
    record(engine.facts.correlator)
    drain(&engine)
    engine.endWaits(isCut: trace.isCut)
    engine.finish()
    hasHead = engine.facts.correlator.hasHead
    for kind in book.catalogue.events.indices.map({ EventKind(rawValue: UInt16($0)) }) {
      if engine.facts.correlator.isOfTask(kind) { taskKinds.insert(kind) }
      if engine.facts.correlator.isOfScheduling(kind) { schedulingKinds.insert(kind) }
      if engine.facts.correlator.isOfDelivery(kind) { deliveryKinds.insert(kind) }
    }
    tallies = engine.log.tallies
    evictedKeys = engine.evictedKeys
    mostInstances = engine.facts.instances.count
    judgements = Judgements(
      satisfied: book.rules.indices.map { engine.timesSatisfied($0) },
      others: engine.log.findings.map { Judgement($0, of: book.rules[$0.rule]) }.sorted())
  }

  /// Lets the engine take one item at a time, to see what it knows behind each.
  private mutating func drain(_ engine: inout Engine) {
    let output = engine.facts.correlator.output
    for item in output {
      engine.facts.correlator.output = [item]
      let known = engine.facts.correlator.known
      if case .event(let event) = item,
        [known.twinDiffers, known.recordMistake].contains(event.kind)
      {
        let names = engine.book.catalogue[event.kind].fields.map(\.name)
        told[event.text] = Dictionary(
          uniqueKeysWithValues: names.map { ($0, engine.facts.value($0, of: event)) })
      }
      engine.drain()
      if case .event(let event) = item { environments[event.sequence] = engine.environment }
    }
    if output.isEmpty { engine.drain() }
  }

  private mutating func record(_ correlator: borrowing Correlator) {
    for item in correlator.output {
      switch item {
      case .event(let event), .twin(let event):
        if event.event.form == .json { asJSON.insert(event.kind) }
        if event.event.form == .text, event.event.tag == Catalogue.noTag { holdsClass = true }
      case .began, .opened, .closed, .takenBack: break
      }
      switch item {
      case .began(let process, let isHeadCut):
        items.append(.opened(.process, slot: process, isHeadCut: isHeadCut))
      case .opened(let kind, let slot):
        let isHeadCut =
          switch kind {
          case .process: false
          case .cycle: correlator.cycles[Int(slot)].start.isHeadCut
          case .execution: correlator.executions[Int(slot)].isHeadCut
          case .delivery: false
          }
        items.append(.opened(kind, slot: slot, isHeadCut: isHeadCut))
      case .event(let event): items.append(.event(event))
      case .takenBack(let word):
        takenBack.append((items.count, word.sequence))
        continue
      case .twin: continue
      case .closed(let kind, let slot, let end):
        items.append(.closed(kind, slot: slot, end: end))
      }
      note(correlator)
    }
  }

  private mutating func note(_ correlator: borrowing Correlator) {
    cycles.append(correlator.cycles)
    executions.append(correlator.executions)
    deliveries.append(correlator.deliveries)
    epochs.append(correlator.currentEpoch)
    kills.append(correlator.kills)
    loneJSON.append(correlator.loneJSON)
    heads.append(correlator.hasHead)
  }

  /// Writes an event as the recogniser would; its line is its number.
  private static func fill(
    _ batch: inout EventBatch, with event: RandomTrace.Event, _ catalogue: Catalogue
  ) -> [UInt8] {
    batch.removeAll()
    let line = Array("line \(event.number)".utf8)
    var record = Event(kind: event.kind, form: event.isJSON ? .json : .text, container: .bare)
    for value in event.fields {
      batch.fields.append(
        Field(
          name: value.name, state: value.state, type: value.type, value: value.number,
          start: UInt32(line.count + batch.scratch.count), length: UInt32(value.text.utf8.count)))
      batch.scratch += Array(value.text.utf8)
    }
    if let time = event.time {
      record.time = time
      record.timeQuality = .line
    }
    record.pid = event.pid
    record.line = event.number
    record.tag = catalogue[event.kind].tags.first ?? Catalogue.noTag
    record.fieldCount = UInt16(event.fields.count)
    record.textLength = UInt32(line.count)
    record.scratchLength = UInt32(batch.scratch.count)
    batch.events.append(record)
    return line
  }
}

extension Judgement {
  /// Of a response all events are told alike; of other kinds the one that decided.
  init(_ record: FindingRecord, of rule: Rule) {
    self.init(
      rule: record.rule, outcome: record.outcome, reason: record.reason, step: record.step,
      fault: record.fault, deadline: record.outcome == .inconclusive ? nil : record.deadline,
      cycle: record.cycleNumber, lines: record.events.map(\.line),
      misses: record.nearMisses.map {
        Miss(reason: $0.reason, line: $0.event.line, offset: $0.offset)
      })
    keepTold(of: rule)
  }

  mutating func keepTold(of rule: Rule) {
    if [.checkFailed, .missingField, .redacted, .evaluation].contains(reason) { step = -1 }
    if case .response = rule.obligation { return }
    lines = lines.suffix(1)
  }
}
