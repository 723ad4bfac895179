import LogReading
import RuleEngine
import RuleLanguage

/// `expect` and `expect_any_order` (R1 to R19).
extension Oracle {
  /// An instance from its trigger on: which events took which steps.
  struct Waiting {
    var trigger: Int
    var epoch: UInt32
    var roles: OracleRoles
    var taken: [[Int]]
    /// The first group that is not passed over.
    var group: Int
    /// Deadlines by step, as they were set; nil for those that have none.
    var deadlines: [Int: Int64?] = [:]
    /// The last event that was given to it.
    var last: Int
  }

  /// A response rule in one scope.
  struct Response {
    var rule: Int
    var span: Span
    var trigger: [UInt16]
    var steps: [Step]
    var checks: [Expression]
    /// The numbers of the steps of each group.
    var groups: [[Int]]
  }

  func responses(
    _ rule: Int, _ span: Span, _ trigger: [UInt16], _ steps: [Step], _ checks: [Expression]
  ) -> [Verdict] {
    var groups: [[Int]] = []
    for step in steps.indices {
      while groups.count <= Int(steps[step].group) { groups.append([]) }
      groups[Int(steps[step].group)].append(step)
    }
    let response = Response(
      rule: rule, span: span, trigger: trigger, steps: steps, checks: checks, groups: groups)
    var course = Course()
    for event in span.members {
      passDeadlines(&course, response, until: events[event].position)
      give(event, to: &course, response)
    }
    passDeadlines(&course, response, until: span.last)
    for instance in course.waiting {
      if let verdict = ending(instance, response) { course.verdicts.append(verdict) }
    }
    if book.rules[rule].onRetrigger == .parallel {
      for number in course.verdicts.indices { course.verdicts[number].beside = course.taken }
    }
    return course.verdicts
  }

  /// What has come of a rule in one scope so far.
  private struct Course {
    var verdicts: [Verdict] = []
    var waiting: [Waiting] = []
    /// Instances that missed a step, which may still come, and the place of their verdicts.
    var missed: [(instance: Waiting, verdict: Int)] = []
    /// The events that some instance took.
    var taken: Set<Int> = []

    mutating func miss(_ instance: Waiting, _ verdict: Verdict) {
      missed.append((instance, verdicts.count))
      missed.sort { $0.instance.trigger < $1.instance.trigger }
      verdicts.append(verdict)
    }
  }

  // MARK: Time

  /// Ends the instances of which a deadline passes up to a position (R11, R12).
  private func passDeadlines(
    _ course: inout Course, _ response: Response, until position: Int
  ) {
    let waiting = course.waiting
    course.waiting = []
    for instance in waiting {
      let passed = unmetSteps(instance, response).compactMap { step -> (Int64, Int, Int)? in
        guard let deadline = instance.deadlines[step] ?? nil,
          let place = passing(
            deadline, epoch: instance.epoch, after: events[instance.last].position),
          place <= position
        else { return nil }
        return (deadline, step, place)
      }.min { ($0.0, $0.1) < ($1.0, $1.1) }
      if let passed {
        var verdict = unmet(instance, .notSeen, step: passed.1, at: passed.2 - 1)
        verdict.decided = passed.2
        course.miss(instance, verdict)
      } else {
        course.waiting.append(instance)
      }
    }
  }

  /// Sets the deadlines of the steps that begin to wait (R10).
  private func setDeadlines(_ instance: inout Waiting, _ response: Response) {
    for step in openSteps(instance, response) where instance.deadlines[step] == nil {
      instance.deadlines[step] = .some(deadline(of: step, instance, response))
    }
  }

  private func deadline(of number: Int, _ instance: Waiting, _ response: Response) -> Int64? {
    let step = response.steps[number]
    guard let within = step.within, least(step) > 0 else { return nil }
    let moment = OracleMoment(
      oracle: self, span: response.span, position: events[instance.last].position,
      taken: instance.roles, epoch: instance.epoch)
    guard case .value(.duration(let limit)) = moment.evaluate(within) else { return nil }
    guard let anchor = step.anchor else {
      return events[instance.trigger].time.map { $0 + limit }
    }
    guard case .value(.instant(let start)) = moment.evaluate(anchor) else { return nil }
    return start + limit
  }

  // MARK: Steps

  private func least(_ step: Step) -> Int { Int(step.least(book.parameters)) }
  private func most(_ step: Step) -> Int { Int(clamping: step.most(book.parameters)) }

  private func isMet(_ step: Int, _ instance: Waiting, _ response: Response) -> Bool {
    instance.taken[step].count >= least(response.steps[step])
  }

  private func isFull(_ step: Int, _ instance: Waiting, _ response: Response) -> Bool {
    instance.taken[step].count >= most(response.steps[step])
  }

  /// The steps that wait (R3).
  private func openSteps(_ instance: Waiting, _ response: Response) -> [Int] {
    var open: [Int] = []
    for group in response.groups.dropFirst(instance.group) {
      open += group
      if !group.allSatisfy({ isMet($0, instance, response) }) { break }
    }
    return open
  }

  private func unmetSteps(_ instance: Waiting, _ response: Response) -> [Int] {
    openSteps(instance, response).filter { !isMet($0, instance, response) }
  }

  private func isAllMet(_ instance: Waiting, _ response: Response) -> Bool {
    response.groups.dropFirst(instance.group).joined().allSatisfy {
      isMet($0, instance, response)
    }
  }

  /// Whether it waits for nothing more (R8).
  private func isDone(_ instance: Waiting, _ response: Response) -> Bool {
    guard isAllMet(instance, response), let last = response.groups.last else { return false }
    return last.count > 1 || isFull(last[0], instance, response)
  }

  // MARK: Events

  /// Gives an event to the instances, and then takes it as a trigger (R1).
  private func give(_ event: Int, to course: inout Course, _ response: Response) {
    var isTaken = false
    var isSpent = false
    let waiting = course.waiting
    let missed = course.missed
    course.waiting = []
    course.missed = []
    for var instance in waiting {
      switch effect(of: event, on: &instance, response, isTaken: isTaken) {
      case .none: course.waiting.append(instance)
      case .cancelled: isSpent = true
      case .took:
        isTaken = true
        isSpent = true
        course.waiting.append(instance)
      case .finished(let verdict):
        isTaken = true
        course.verdicts.append(verdict)
      case .ended(let verdict): course.miss(instance, verdict)
      }
    }
    if isTaken { course.taken.insert(event) }
    tell(event, to: missed, &course, response, isTaken: isTaken)
    guard !isSpent,
      let role = match(event, response.trigger, response.rule, response.span, opens: true)
    else { return }
    let retrigger = book.rules[response.rule].onRetrigger
    if !course.waiting.isEmpty {
      let position = events[event].position
      switch retrigger {
      case .ignore: return
      case .restart, .violate:
        for instance in course.waiting {
          // What is met already is judged before another begins (R16).
          if isAllMet(instance, response) {
            course.verdicts.append(judged(instance, response, at: position))
          } else if retrigger == .violate {
            let step = unmetSteps(instance, response).first ?? 0
            course.verdicts.append(unmet(instance, .retriggered, step: step, at: position))
          }
        }
        course.waiting = []
      case .parallel:
        if course.waiting.count == 64 {
          let oldest = course.waiting.removeFirst()
          let step = unmetSteps(oldest, response).first ?? 0
          var verdict = unmet(oldest, .evicted, step: step, at: position)
          verdict.outcome = .inconclusive
          course.verdicts.append(verdict)
        }
      }
    }
    if retrigger != .parallel { course.missed = [] }
    var instance = Waiting(
      trigger: event, epoch: events[event].scoped.epoch, roles: [role: event],
      taken: [[Int]](repeating: [], count: response.steps.count), group: 0, last: event)
    setDeadlines(&instance, response)
    course.waiting.append(instance)
  }

  /// Gives an event to the instances that have missed a step (R18): the oldest that it would have
  /// met tells that it came after all.
  private func tell(
    _ event: Int, to missed: [(instance: Waiting, verdict: Int)], _ course: inout Course,
    _ response: Response, isTaken: Bool
  ) {
    var isTaken = isTaken
    for (instance, number) in missed {
      func fits(_ patterns: [UInt16]) -> Bool {
        match(
          event, patterns, response.rule, response.span, instance.roles, epoch: instance.epoch)
          != nil
      }
      if fits(book.rules[response.rule].cancel) { continue }
      let verdict = course.verdicts[number]
      if !isTaken, verdict.reason == .notSeen, fits(response.steps[verdict.step].patterns) {
        isTaken = true
        course.verdicts[number].late = late(event, for: verdict)
      } else {
        course.missed.append((instance, number))
      }
    }
    course.missed.sort { $0.instance.trigger < $1.instance.trigger }
  }

  private enum Effect {
    case none, cancelled, took
    /// It took a step, and that was the last, or its check does not hold.
    case finished(Verdict)
    case ended(Verdict)
  }

  private func effect(
    of event: Int, on instance: inout Waiting, _ response: Response, isTaken: Bool
  ) -> Effect {
    let rule = book.rules[response.rule]
    let roles = instance.roles
    let epoch = instance.epoch
    let position = events[event].position
    func fits(_ patterns: [UInt16]) -> UInt8? {
      match(event, patterns, response.rule, response.span, roles, epoch: epoch)
    }
    if fits(rule.cancel) != nil { return .cancelled }
    let open = openSteps(instance, response)
    let steps = response.steps
    if !isTaken {
      for step in open where !isFull(step, instance, response) {
        guard let role = fits(steps[step].patterns) else { continue }
        instance.taken[step].append(event)
        instance.roles[role] = event
        instance.group = Int(steps[step].group)
        instance.last = event
        let said = outcome(
          of: steps[step].checks, response.rule, response.span, instance.roles, at: position,
          epoch: epoch)
        if said.outcome != .satisfied {
          var verdict = unmet(instance, said.reason, step: step, at: position)
          verdict.outcome = said.outcome
          return .finished(verdict)
        }
        if isDone(instance, response) {
          return .finished(judged(instance, response, at: position))
        }
        // What waits behind the group may count from the event (R10).
        for later in steps.indices where steps[later].group > steps[step].group {
          instance.deadlines[later] = nil
        }
        setDeadlines(&instance, response)
        return .took
      }
    }
    if let step = unmetSteps(instance, response).first(where: { fits(steps[$0].before) != nil }) {
      return .ended(unmet(instance, .notSeen, step: step, at: position, witness: event))
    }
    if !isTaken,
      let step = open.first(where: {
        steps[$0].times != nil && isFull($0, instance, response) && fits(steps[$0].patterns) != nil
      })
    {
      return .ended(unmet(instance, .tooMany, step: step, at: position, witness: event))
    }
    return .none
  }

  // MARK: Outcomes

  /// The conditions behind all steps (R8).
  private func judged(_ instance: Waiting, _ response: Response, at position: Int) -> Verdict {
    let said = outcome(
      of: response.checks, response.rule, response.span, instance.roles, at: position,
      epoch: instance.epoch)
    guard said.outcome != .satisfied else { return .satisfied(at: position) }
    var verdict = unmet(instance, said.reason, step: response.steps.count - 1, at: position)
    verdict.outcome = said.outcome
    return verdict
  }

  private func unmet(
    _ instance: Waiting, _ reason: FindingReason, step: Int, at position: Int,
    witness: Int? = nil
  ) -> Verdict {
    let met = [instance.trigger] + instance.taken.joined().sorted()
    let also = witness.map { [$0] } ?? []
    var verdict = Verdict(
      outcome: .violated, reason: reason, step: step,
      deadline: reason == .notSeen ? instance.deadlines[step] ?? nil : nil, position: position,
      witnesses: met + also, trigger: instance.trigger, met: met, also: also)
    verdict.roles = instance.roles
    verdict.epoch = instance.epoch
    return verdict
  }

  /// What it comes to at the end of its scope (R13 to R15).
  private func ending(_ instance: Waiting, _ response: Response) -> Verdict? {
    let span = response.span
    if span.end == .open { return nil }
    if isAllMet(instance, response) {
      return judged(instance, response, at: span.last)
    }
    let lacking = response.steps.indices.filter {
      Int(response.steps[$0].group) >= instance.group && !isMet($0, instance, response)
    }
    let step = lacking.first ?? response.steps.count - 1
    var verdict = unmet(instance, .notSeen, step: step, at: span.last)
    verdict.isAtEnd = true
    switch span.end {
    case .evicted: (verdict.outcome, verdict.reason) = (.inconclusive, .evicted)
    case .cut: (verdict.outcome, verdict.reason) = (.inconclusive, .tailCut)
    case .open, .complete:
      let due = verdict.deadline
      if due != nil, instance.epoch != run.epochs[min(span.last, run.epochs.count - 1)] {
        (verdict.outcome, verdict.reason) = (.inconclusive, .otherEpoch)
      } else if span.endsWithLog, mayStillCome(response.steps[step], due),
        excuse(verdict, book.rules[response.rule], span) == nil
      {
        (verdict.outcome, verdict.reason) = (.inconclusive, .tailCut)
      }
    }
    return verdict
  }

  /// Whether the end of the log leaves a step open: there are no times, its deadline is not known, or
  /// has not passed.
  private func mayStillCome(_ step: Step, _ due: Int64?) -> Bool {
    guard let last = lastTime else { return true }
    return due.map { $0 >= last } ?? (step.within != nil)
  }

  /// The last time of the log.
  var lastTime: Int64? {
    for case .end(let time, _) in run.items { return time }
    return nil
  }
}

extension Oracle.Span {
  /// Nothing but the end of the log ends it.
  fileprivate var endsWithLog: Bool {
    switch kind {
    case .log, .key: true
    case .process, .cycle, .execution, .delivery: false
    }
  }
}
