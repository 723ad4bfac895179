package import LogReading
package import RuleLanguage

/// Runs the rules over the correlated events of one run.
///
/// A rule is a small machine per scope instance; events reach only the rules that name their kind.
///
/// A value that is never copied and that owns the correlator: as two classes that call each other
/// they paid for a check of exclusive access at every use of a field, a quarter of all instructions.
package struct Engine: ~Copyable {
  package let book: RuleBook
  package var correlator: Correlator
  /// Which rules of the book take part.
  let isActive: [Bool]
  /// The one rule whose instances are reported, satisfied ones too, for `explain`.
  let explained: Int?
  let findingLimit: Int
  /// Catalogue groups that the profiles of the run declare as logged; set before the run is finished.
  package var armedGroups: Set<String> = []
  /// Rules of which only the whole log tells whether they judge it.
  let waits: [Bool]

  /// Set here alone, since what is settled for likenesses has to go with it.
  package private(set) var environment: EnvironmentState
  let environmentFields: EnvironmentFields
  /// For each kind, what it can change of the environment.
  private let environmentReach: [EnvironmentState.Reach]
  /// What the device was like earlier, for obligations whose due time is past when they are judged.
  var environmentHistory = EnvironmentHistory()
  /// The lines that told what the device is like, the latest ones, by the number of their event: an
  /// excuse may rest on them days later.
  var toldLines: [(sequence: Int64, text: [UInt8])] = []
  /// The counters of all the run.
  package var totals: DerivedCounters { earlierTotals + logTotals }
  /// Those of the log at hand, and of what stood before it broke off.
  private(set) var logTotals = DerivedCounters()
  private var earlierTotals = DerivedCounters()
  /// The counters as the log last reported them; nil for one that it never reported.
  package private(set) var reported: [CounterKey: Int64] = [:]
  /// The process that reported last.
  package private(set) var reportedSegment: Int32 = 0
  private let reportedFields: [(CounterKey, FieldName)]
  var segmentCounters: [Int32: DerivedCounters] = [:]

  let interests: DispatchTables.Interests
  /// For each scope kind, its active rules; for each rule, its place there.
  let rulesOf: [[Int32]]
  /// For each scope kind a bit for each rule that judges absence, and for each whose silence says that
  /// nothing forbidden came.
  let absenceBits: [[UInt64]]
  let quietBits: [[UInt64]]
  /// For each scope kind, how many scopes ended where such silence counts; for each of these rules, in
  /// how many of them it was not silent.
  var quietEnds = [Int64](repeating: 0, count: ScopeReference.Kind.allCases.count)
  var busyEnds: Table<Int64>
  let ordinals: [Int32]
  let planned: PlannedRules
  let slotCounts: [Int]
  let needsWholeScope: [Bool]

  var rows: Table<Table<ScopeRow>>
  var atWork: RulesAtWork
  /// For each scope kind, row after row the instances at work by the rule's place; -1 for none.
  var cells: Table<Table<Int32>>
  var rowOfSegment: [Int32: Int32] = [:]
  var rowOfKey: [ScopeKey: Int32] = [:]
  /// The keys at hand, oldest first from `firstKey` on, and their rows that are free again.
  var keyOrder: [ScopeKey] = []
  var firstKey = 0
  var freeKeyRows: [Int32] = []
  /// Kinds behind which the values of keys count anew, and the last such event of each process.
  let isBeginning: [Bool]
  var beginnings: [EventKind: [Int32: Int64]] = [:]
  /// Rules of which an event without its key was reported.
  var keyless: Set<Int> = []
  var instances = InstanceTable()
  /// For each rule, the first of its instances that are free again; -1 for none. They go to their
  /// own rule, so that room for the same values is at hand.
  var freeInstances: Table<Int32>
  var nextGeneration: Int64 = 1
  var deadlines = TimeQueue()
  /// The event at hand, and what else the condition at hand may see.
  var candidate = ScopedEvent(
    event: Event(kind: EventKind(rawValue: 0), form: .text, container: .bare), sequence: -1)
  /// The event at hand as rules remember it.
  var candidateReference: EventReference
  var moment = Moment()
  /// The device as it was when the obligation at hand fell due; nil for the present.
  var earlierEnvironment: EnvironmentState?
  /// How much later lines without a zone are taken to be, while another zone is tried.
  var zoneShift: Int64 = 0
  /// The first time that is taken to be so.
  var shiftStart = Int64.min
  /// The zone that made a difference last; 0 for none yet.
  var decisiveZone: Int64 = 0
  /// Counts the events that were given to the rules.
  var turn: Int64 = 0
  /// For each field name, in which turn an event had it last and at which place among its fields: so
  /// that no field is searched for.
  var fieldMarks: Table<FieldMark>
  /// Where the fields of the event at hand begin in the store.
  var firstField = 0
  let phaseName: FieldName
  let reasonName: FieldName
  let phaseNames = FetchPhase.allCases.map { Array($0.name.utf8) }
  let reasonNames = FailureReason.allCases.map { Array($0.name.utf8) }
  let ambiguousName: FieldName
  /// What a shared condition came to for the event that was tried on it last.
  var notes: Table<Note>
  /// What events have in common that are alike.
  var likenesses: Likenesses
  /// Texts of the event at hand that some role has kept already: the next one takes the same.
  var keptTexts: [(name: FieldName, text: String)] = []
  var keptTurn: Int64 = -1
  /// How many deadlines may stand before those of instances that are over are dropped.
  var deadlineRoom = 1 << 12
  /// The most values of keys held at once, of all rules together.
  let keyLimit: Int
  /// How many values each rule had to let go.
  package var evictedKeys: [Int: Int64] = [:]
  /// Rules of which what they let go was reported once, for kinds that wait for nothing.
  var forgetful: Set<Int> = []
  var recents: Recents
  /// Events whose line may lack its end: what speaks against the plugin in them may be what is cut off.
  var cutEvents: Set<Int64> = []
  /// Something was left open for that.
  package internal(set) var doubtsCutEvents = false
  /// What is missing would speak against the plugin, and may be among the lines that the log lost.
  package internal(set) var doubtsLosses = false
  /// For rules whose instances wait side by side, the last events that one of them took: near misses
  /// of no other.
  var takenBeside: [Int32: [Int64]] = [:]

  /// For each rule, how often it was satisfied.
  var satisfied: Table<Int64>
  package var tallies: [TallyKey: Int64] = [:]
  package var findings: [FindingRecord] = []
  /// How many findings are kept in detail, by the room that they take.
  var roomTaken = [Int](repeating: 0, count: Room.allCases.count)
  /// Satisfied instances of the explained rule that are not kept.
  var omittedSatisfactions: Int64 = 0
  var textBytes = 0
  /// For each kind whether it was seen as JSON, and for each tag whether it was seen: what a source
  /// could have shown.
  private(set) var seenAsJSON: [Bool]
  private(set) var seenTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// For each tag, whether a line under it is in no words that are known.
  private(set) var unclassifiedTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// What the source of the log does not show; set before the run is finished.
  package var limits = SourceLimits()
  /// Any line of the run may be wrong.
  package var isDoubtful = false
  /// Proposed events seen, by group and tag, for arming.
  private(set) var seenProposed: [ProposedKey] = []
  /// Called with the engine, since whoever owns it cannot look at it while it works.
  package var closedCycleHandler: ((borrowing Engine, Int32, ScopeEnd) -> Void)?
  /// Kinds that a cycle's findings say are missing, by outcome; emptied when the cycle closes.
  package var cycleMarks: [Int32: [CycleMark]] = [:]
  /// The form and tag last noted for each kind, plus one: the same again is no news.
  private var lastSources: [UInt16]
  /// Kinds that can change a counter.
  private let isCounted: [Bool]
  var logRowIsOpen = false
  /// Kinds of what befalls the process or the device.
  let isBroadcast: [Bool]
  let plans: [RulePlan]
  let conditions: ConditionTable
  /// The excuse of what the system ended in its midst; -1 where the book has none.
  let killedExcuse: Int
  /// The process that was looked up last, and its row.
  var lastProcess: (segment: Int32, row: Int32) = (-1, -1)

  struct FieldMark {
    var turn: Int64
    var place: Int32
  }

  struct Note {
    /// It counts up to this turn.
    var turn: Int64
    var holds: Bool
  }

  /// What findings are kept beside each other.
  enum Room: Int, CaseIterable { case worst, unarmed, other, waiting }

  /// A group and a tag under which a proposed event was seen.
  struct ProposedKey: Equatable, Sendable {
    var group: String
    var tag: UInt8
  }

  /// What a finding says of the steps of its cycle.
  package struct CycleMark: Sendable {
    package var kinds: [EventKind]
    package var outcome: Outcome
    package var isLate: Bool
  }

  /// Begins a run; what does not depend on it stands in the plan, whose rows are shared.
  package init(
    _ plan: EnginePlan, clock: ClockResolver, environment: EnvironmentState,
    waits: [Bool] = [], findingLimit: Int = 1000, keyLimit: Int = 1 << 17
  ) {
    book = plan.book
    self.environment = environment
    self.findingLimit = findingLimit
    self.keyLimit = max(1, keyLimit)
    self.waits = waits
    isActive = plan.isActive
    explained = plan.explained
    environmentFields = plan.environmentFields
    environmentReach = plan.environmentReach
    reportedFields = plan.reportedFields
    interests = plan.tables.interests
    rulesOf = plan.tables.rulesOf
    ordinals = plan.tables.ordinals
    slotCounts = plan.tables.slotCounts
    needsWholeScope = plan.tables.needsWholeScope
    absenceBits = plan.tables.absenceBits
    quietBits = plan.tables.quietBits
    planned = plan.planned
    plans = plan.plans
    conditions = plan.conditions
    isCounted = plan.isCounted
    isBroadcast = plan.isBroadcast
    killedExcuse = plan.killedExcuse
    isBeginning = plan.isBeginning
    let rules = plan.book.rules.count
    let kinds = plan.book.catalogue.events.count
    atWork = RulesAtWork(words: plan.tables.words, rules: rules)
    busyEnds = Table(repeating: 0, count: rules)
    freeInstances = Table(repeating: -1, count: rules)
    satisfied = Table(repeating: 0, count: rules)
    lastSources = [UInt16](repeating: 0, count: kinds)
    seenAsJSON = [Bool](repeating: false, count: kinds)
    recents = Recents(kinds: kinds)
    rows = Table()
    cells = Table()
    for _ in ScopeReference.Kind.allCases {
      rows.append(Table())
      cells.append(Table())
    }
    notes = Table(repeating: Note(turn: -1, holds: false), count: plan.planned.roots.count)
    likenesses = Likenesses(
      conditions: plan.planned.roots.count, words: plan.wordsOfKind)
    fieldMarks = Table(
      repeating: FieldMark(turn: -1, place: 0), count: plan.book.catalogue.fieldTypes.count)
    phaseName = plan.correlation.known.phase
    reasonName = plan.correlation.known.reason
    ambiguousName = plan.correlation.known.ambiguous
    candidateReference = EventReference(candidate)
    correlator = Correlator(plan.correlation, clock: clock)
  }

  /// Works off what the correlator put out.
  package mutating func drain() {
    if !logRowIsOpen {
      logRowIsOpen = true
      open(ScopeReference(kind: .log, slot: 0), isHeadCut: false)
    }
    repeat {
      for item in correlator.output {
        switch item {
        case .opened(let kind, let slot): openScope(kind, slot)
        case .event(let event): take(event)
        case .twin(let event): noteSource(event)
        case .closed(let kind, let slot, let end): closeScope(kind, slot, end)
        }
      }
      correlator.output.removeAll(keepingCapacity: true)
    } while correlator.releaseNext()
  }

  /// Ends the log: its cycles and processes come to their ends.
  package mutating func endLog(at logEnd: LineTime?, isCut: Bool) {
    // What was held back comes before the end of the log.
    correlator.stopWaiting()
    drain()
    correlator.endInput(logEnd: logEnd)
    drain()
    if let last = correlator.lastTime { expire(before: last, epoch: correlator.currentEpoch) }
    correlator.finish(isCut: isCut)
    drain()
  }

  /// Gives the rules an event that only the whole log tells, behind all others.
  package mutating func add(
    _ event: ScopedEvent, line: [UInt8], scratch: [UInt8], fields: [Field]
  ) {
    var event = event
    correlator.keep(&event, line: line.span, scratch: scratch.span, fields: fields)
    take(event)
  }

  /// Ends the run, without the rules that do not judge its log.
  package mutating func finish(isCut: Bool, leavingOut isLeftOut: (Int) -> Bool = { _ in false }) {
    closeKeys(end: isCut ? .cut : .complete)
    if logRowIsOpen {
      close(ScopeReference(kind: .log, slot: 0), end: isCut ? .cut : .complete)
    }
    countQuietEnds()
    likenesses.count(into: &satisfied)
    leaveOut(isLeftOut, late: { _ in false })
    judgeSources()
  }

  private mutating func take(_ event: ScopedEvent) {
    meet(event)
    if event.event.isCut { cutEvents.insert(event.sequence) }
    if let time = event.knownTime { expire(before: time, epoch: event.epoch) }
    noteSource(event)
    updateEnvironment(event)
    if event.usedDelta != 0 || isCounted[Int(event.kind.rawValue)] {
      logTotals.count(event, correlator)
      segmentCounters[event.segment, default: DerivedCounters()].count(event, correlator)
    }
    if event.kind == correlator.known.telemetry {
      for (key, name) in reportedFields {
        if case .int(let value) = value(name, of: event), value >= 0 {
          reported[key] = value
          reportedSegment = event.segment
        }
      }
    }
    if isBeginning[Int(event.kind.rawValue)] {
      beginnings[event.kind, default: [:]][event.segment] = event.sequence
    }
    meetLikeness()
    for route in interests.routes(of: event.kind) { dispatch(interests.route(route)) }
    for number in interests.keyed(of: event.kind) { dispatchKeyed(interests.keyedInterest(number)) }
    recents.note(candidateReference)
  }

  private mutating func updateEnvironment(_ event: ScopedEvent) {
    // Most events say nothing new of the device, and comparing two states takes long.
    guard environment.canChange(event, environmentReach[Int(event.kind.rawValue)]) else { return }
    let before = environment
    environment.update(event, correlator, environmentFields)
    if environment != before {
      likenesses.count(into: &satisfied)
      likenesses.removeAll()
      environmentHistory.note(before, until: event)
      keepToldLine()
    }
  }

  /// Counts from zero again: a log that begins in the middle has no share in what was before it.
  mutating func beginCounting() {
    earlierTotals = totals
    logTotals = DerivedCounters()
  }

  /// Goes back to what was known of the device before.
  mutating func restore(_ earlier: EnvironmentState) {
    environmentHistory = EnvironmentHistory()
    guard environment != earlier else { return }
    likenesses.count(into: &satisfied)
    likenesses.removeAll()
    environment = earlier
  }

  private mutating func noteSource(_ event: ScopedEvent) {
    let source = UInt16(event.event.tag) << 1 | (event.event.form == .json ? 1 : 0)
    guard lastSources[Int(event.kind.rawValue)] != source + 1 else { return }
    lastSources[Int(event.kind.rawValue)] = source + 1
    if event.kind == correlator.known.unclassified {
      unclassifiedTags[Int(event.event.tag)] = true
    }
    if event.event.form == .json { seenAsJSON[Int(event.kind.rawValue)] = true }
    if event.event.tag != Catalogue.noTag { seenTags[Int(event.event.tag)] = true }
    let entry = book.catalogue[event.kind]
    if entry.origin == .proposed {
      // A record has no tag: it shows what a line under each tag of its event would.
      let hasTag = event.event.tag != Catalogue.noTag || event.event.form != .json
      for tag in hasTag ? [event.event.tag] : entry.tags {
        let key = ProposedKey(group: entry.group, tag: tag)
        if !seenProposed.contains(key) { seenProposed.append(key) }
      }
    }
  }

  /// Whether an event of that kind came.
  package func hasSeen(_ kind: EventKind) -> Bool { lastSources[Int(kind.rawValue)] != 0 }

  /// Whether events of a kind can change a counter.
  package func counts(_ kind: EventKind) -> Bool { isCounted[Int(kind.rawValue)] }
}
