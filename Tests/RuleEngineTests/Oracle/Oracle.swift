import LogReading
import RuleEngine
import RuleLanguage

/// Judges a whole log that lies in memory, by the sentences of docs/rules.md and nothing else.
///
/// Slow on purpose: each question is asked of the list of all events, again for each instance of a
/// rule. Nothing here is kept between two events.
struct Oracle {
  let book: RuleBook
  let trace: RandomTrace
  let run: TraceRun
  let events: [Seen]
  let spans: [Span]
  /// Which rules take part.
  let active: [Bool]
  /// The platform of the device since each position at which another one became known.
  private let platforms: [(position: Int, platform: Platform)]

  /// An event at its place in the run.
  struct Seen {
    var position: Int
    var scoped: ScopedEvent
    var values: [FieldName: Value]
    var time: Int64? { scoped.knownTime }
  }

  /// What one scope holds.
  struct Span {
    var kind: Kind
    var slot: Int32
    var first: Int
    /// The position of its end, and how it ended.
    var last: Int
    var end: ScopeEnd
    var isHeadCut: Bool
    /// Indices in the events, in order.
    var members: [Int]
    /// Its place among all scopes of the log.
    var number = 0

    enum Kind: Hashable {
      case log, process, cycle, execution, delivery
      case key(rule: Int)
    }
  }

  init(_ run: TraceRun, of trace: RandomTrace, book: RuleBook, active: [Bool]) {
    self.book = book
    self.trace = trace
    self.run = run
    let parts = Dictionary(uniqueKeysWithValues: trace.events.map { ($0.number, $0) })
    var events: [Seen] = []
    for (position, item) in run.items.enumerated() {
      guard case .event(let scoped) = item else { continue }
      let fields = parts[scoped.event.line]?.fields ?? []
      events.append(
        Seen(
          position: position, scoped: scoped,
          values: run.told[scoped.text]
            ?? Self.values(fields, of: scoped, in: book.catalogue)))
    }
    self.events = events
    self.active = active
    let platforms = events.compactMap { event in
      run.environments[event.scoped.sequence].map { (event.position, $0.platform) }
    }
    self.platforms = platforms
    spans = Self.spans(run, events, trace, book, active) {
      Self.isJudged(book.rules[$0], at: $1, platforms)
    }
  }

  /// What each rule that takes part comes to.
  func judgements() -> Judgements {
    var result = Judgements(
      satisfied: [Int64](repeating: 0, count: book.rules.count), others: [])
    for number in book.rules.indices where active[number] {
      if let lost = keyless(number) {
        result.others.append(judgement(lost, rule: number, spans[0]))
      }
      for span in spans where span.belongs(to: number, of: book) {
        for verdict in verdicts(of: number, in: span) {
          guard verdict.outcome != .satisfied else {
            result.satisfied[number] += 1
            continue
          }
          let judgement = judgement(verdict, rule: number, span)
          // What is not applicable is no finding.
          if judgement.outcome != .notApplicable { result.others.append(judgement) }
        }
      }
    }
    result.others.sort()
    return result
  }

  /// What a rule comes to in a scope on the devices that it is for (S8).
  private func verdicts(of rule: Int, in span: Span) -> [Verdict] {
    if book.rules[rule].platform == .unknown { return allVerdicts(of: rule, in: span) }
    var own = span
    own.members.removeAll { !isJudged(rule, at: events[$0].position) }
    return allVerdicts(of: rule, in: own).filter { isJudged(rule, at: $0.position) }
  }

  private func isJudged(_ rule: Int, at position: Int) -> Bool {
    Self.isJudged(book.rules[rule], at: position, platforms)
  }

  private static func isJudged(
    _ rule: Rule, at position: Int, _ platforms: [(position: Int, platform: Platform)]
  ) -> Bool {
    let platform = platforms.last { $0.position <= position }?.platform ?? .unknown
    return rule.platform.mayBe(platform)
  }

  private func allVerdicts(of rule: Int, in span: Span) -> [Verdict] {
    switch book.rules[rule].obligation {
    case .response(let trigger, let steps, let checks):
      responses(rule, span, trigger, steps, checks)
    case .precedence(let trigger, let groups): precedences(rule, span, trigger, groups)
    case .never(let forbidden, let after, let until):
      prohibitions(rule, span, forbidden, after, until)
    case .count(let counted, let trigger, let minimum, let maximum):
      counts(
        rule, span, counted, trigger, minimum.value(book.parameters),
        maximum?.value(book.parameters))
    case .check(let trigger, let conditions): checks(rule, span, trigger, conditions)
    case .equal(let left, let right, let leftField, let rightField, let both):
      equalities(rule, span, left, right, leftField, rightField, requiresBoth: both)
    case .balance(let trigger, let relation): balances(rule, span, trigger, relation)
    case .ratio(let part, let whole, let minimum, let maximum, let from):
      shares(rule, span, part, whole, (minimum, maximum), from: from.value(book.parameters))
    case .schema(let trigger, let properties): forms(rule, span, trigger, properties)
    }
  }

  /// An outcome before excuses and the rule's own words are applied to it.
  struct Verdict {
    var outcome: Outcome
    var reason = FindingReason.satisfied
    var step = -1
    var deadline: Int64?
    /// Where it was decided: the position up to which the device's state counts.
    var position: Int
    /// The item of the run that decided it, where that is a later one.
    var decided: Int?
    /// The events that show it.
    var witnesses: [Int] = []
    /// It was decided by the end of the scope.
    var isAtEnd = false
    /// The event that it counts from, and all that were met so far, that one among them.
    var trigger: Int?
    var met: [Int] = []
    /// Those that are told besides, and are no near miss either.
    var also: [Int] = []
    /// What instances of a rule that waits side by side took: near misses of none.
    var beside: Set<Int> = []
    var roles: OracleRoles = [:]
    var epoch: UInt32?
    /// The missing event, if it came after all.
    var late: Miss?

    var told: [Int] { met + also }

    static func satisfied(at position: Int) -> Verdict {
      Verdict(outcome: .satisfied, position: position)
    }
  }

  private func judgement(_ verdict: Verdict, rule number: Int, _ span: Span) -> Judgement {
    let rule = book.rules[number]
    var outcome = verdict.outcome
    var fault = rule.fault
    var unseen = false
    if outcome == .violated {
      let excuse = excuse(verdict, rule, span)
      let (ended, isOfKill) = killed(verdict, rule, span, else: excuse)
      if !isOfKill, ended == excuse, fellDueUnseen(verdict, rule, span, else: excuse) {
        (outcome, unseen) = (.inconclusive, true)
      } else if let excuse = ended {
        outcome = .excused
        fault = book.excuses[Int(excuse)].fault
      } else {
        outcome = rule.unmet
      }
    }
    var reason = unseen ? .tailCut : verdict.reason
    var verdict = verdict
    if outcome == .violated, mayHideInjection(rule, at: verdict) {
      (outcome, reason) = (.inconclusive, .headCut)
      // Where nobody knows whether it had to come, it came neither late nor behind the end.
      verdict.late = nil
    }
    if outcome == .violated, lacksLifting(rule) {
      (outcome, reason) = (.inconclusive, .sourceCannotShow)
    }
    if reason.isAbsence, outcome == .violated || outcome == .inconclusive,
      let taken = takenBack(verdict, outcome, rule, span)
    {
      (outcome, reason) = taken
    }
    if outcome == .inconclusive || outcome == .notApplicable { fault = .none }
    var judgement = Judgement(
      rule: number, outcome: outcome, reason: reason, step: verdict.step, fault: fault,
      deadline: outcome == .inconclusive ? nil : verdict.deadline,
      cycle: toldCycle(of: verdict, in: span)?.number ?? -1,
      lines: verdict.witnesses.map { events[$0].scoped.event.line },
      // Of what may have come unseen nothing is nearly it.
      misses: unseen ? [] : misses(verdict, number, span))
    judgement.keepTold(of: rule)
    return judgement
  }

  /// Whether a fault that excuses a rule may have been injected before the log began.
  private func mayHideInjection(_ rule: Rule, at verdict: Verdict) -> Bool {
    guard !run.hasHead, state(at: verdict.decided ?? verdict.position)[.fault] == .missing else {
      return false
    }
    return rule.excuses.contains {
      book.excuses[Int($0)].condition.references.contains(.environment(.fault))
    }
  }

  /// The events of which one should have come.
  func kinds(missing verdict: Verdict, _ rule: Rule) -> [EventKind] {
    patterns(missing: verdict, rule).map { rule.patterns[Int($0)].kind }
  }

  /// The first excuse that holds for the device as it was when the obligation was due (O3, O4).
  func excuse(_ verdict: Verdict, _ rule: Rule, _ span: Span) -> UInt16? {
    let states =
      verdict.isAtEnd ? statesWhenDue(span, at: verdict.position) : [state(at: verdict.position)]
    return rule.excuses.first { excuse in
      let condition = book.excuses[Int(excuse)].condition
      return states.enumerated().contains { place, state in
        // What a line sets was not so before it; what one tells was.
        guard place == 0 || condition.deviceRead.allSatisfy({ !isSet($0, state) }) else {
          return false
        }
        let moment = OracleMoment(
          oracle: self, span: span, position: verdict.position, cyclePosition: verdict.decided,
          environment: state)
        return moment.isTrue(condition) == true
      }
    }
  }
}

extension Oracle {
  /// The first event of a keyed rule that has no key, though its kind should (S3).
  private func keyless(_ rule: Int) -> Verdict? {
    guard case .key(let fields, let since) = book.rules[rule].scope else { return nil }
    for (index, event) in events.enumerated() {
      if let since, Self.beginning(of: index, since, events) == nil { continue }
      guard isJudged(rule, at: event.position) else { continue }
      let known = Set(book.catalogue[event.scoped.kind].fields.map(\.name))
      guard fields.allSatisfy(known.contains),
        book.rules[rule].patterns.indices.contains(where: {
          match(index, [UInt16($0)], rule, spans[0]) != nil
        })
      else { continue }
      let values = fields.map { event.values[$0] ?? .missing }
      if values.allSatisfy(\.isKey) { continue }
      return Verdict(
        outcome: .inconclusive, reason: values.contains(.redacted) ? .redacted : .missingField,
        position: event.position, witnesses: [index])
    }
    return nil
  }

  /// The first of those patterns that the event is, given the roles taken so far.
  ///
  /// One that `opens` an instance is tried where there is none yet, and sees no cycle but that of
  /// the event (M4).
  func match(
    _ event: Int, _ patterns: [UInt16], _ rule: Int, _ span: Span, _ taken: OracleRoles = [:],
    epoch: UInt32? = nil, opens: Bool = false
  ) -> UInt8? {
    for number in patterns {
      let pattern = book.rules[rule].patterns[Int(number)]
      guard pattern.kind == events[event].scoped.kind else { continue }
      let moment = OracleMoment(
        oracle: self, span: span, position: events[event].position, taken: taken,
        candidate: event, epoch: epoch, hasInstance: !opens)
      if pattern.condition.map({ moment.isTrue($0) == true }) ?? true { return pattern.role }
    }
    return nil
  }

  /// The first event of the log behind a position that shows a time of that epoch to be past, or
  /// the end of the log if its last line shows it.
  func passing(_ deadline: Int64, epoch: UInt32, after position: Int) -> Int? {
    for later in (position + 1)..<max(position + 1, run.items.count) {
      switch run.items[later] {
      case .event(let event) where event.epoch == epoch:
        if let time = event.knownTime, time > deadline { return later }
      case .end(let time?, let last) where last == epoch && time > deadline: return later
      default: continue
      }
    }
    return nil
  }

  /// What conditions come to (O2): the first that does not hold decides.
  func outcome(
    of checks: [Expression], _ rule: Int, _ span: Span, _ taken: OracleRoles, at position: Int,
    epoch: UInt32? = nil
  ) -> (outcome: Outcome, reason: FindingReason) {
    for check in checks {
      let moment = OracleMoment(
        oracle: self, span: span, position: position, taken: taken, epoch: epoch)
      switch moment.evaluate(check) {
      case .value(.bool(true)): continue
      case .value where spansClockStep(check, span, at: position):
        return (.inconclusive, .otherEpoch)
      case .value: return (.violated, .checkFailed)
      // What is said of a step that was passed over does not apply (R9).
      case .error
      where check.rolesRead.contains(where: { taken[$0] == nil })
        && !Self.readsUnknownDevice(check, moment):
        continue
      case .error(let error): return (.inconclusive, Self.reason(of: error))
      }
    }
    return (.satisfied, .satisfied)
  }

  /// Whether a condition holds the time of a line against an instant, in a cycle in which the clock was
  /// set back (O9).
  private func spansClockStep(_ check: Expression, _ span: Span, at position: Int) -> Bool {
    guard let cycle = cycle(of: span, at: position), cycle.sawClockStep else { return false }
    let types = book.catalogue.fieldTypes
    var readsTime = false
    var readsInstant = check.code.contains(.unary(.toInstant))
    for reference in check.references {
      switch reference {
      case .candidateTime, .roleTime, .cycle(.handlerTime), .cycle(.deliveredTime),
        .cycle(.fetchTime):
        readsTime = true
      case .candidateField(let field), .roleField(_, let field):
        if types[Int(field.rawValue)] == .instant { readsInstant = true }
      case .cycle(.notificationTime), .cycle(.beginDate), .cycle(.replacedTime):
        readsInstant = true
      default: break
      }
    }
    return readsTime && readsInstant
  }

  /// Whether it reads of the device, and does not ask whether it is known, what nothing tells.
  private static func readsUnknownDevice(_ check: Expression, _ moment: OracleMoment) -> Bool {
    check.references.contains { reference in
      guard case .environment = reference else { return false }
      return moment.value(of: reference) == .missing && !check.code.contains(.has(reference))
    }
  }

  /// How an error of an expression is told (O2).
  static func reason(of error: EvaluationError) -> FindingReason {
    switch error {
    case .redacted: .redacted
    case .missing, .malformed, .zoneless: .missingField
    case .overflow, .divisionByZero, .invalid, .noVersion: .evaluation
    }
  }
}

extension Expression {
  fileprivate var deviceRead: [EnvironmentKey] {
    references.compactMap { reference in
      if case .environment(let key) = reference { return key }
      return nil
    }
  }

  /// The roles whose values it reads.
  fileprivate var rolesRead: [UInt8] {
    references.compactMap { reference in
      switch reference {
      case .roleField(let role, _), .roleTime(let role): role
      default: nil
      }
    }
  }
}
