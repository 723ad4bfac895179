internal import LogReading
internal import RuleLanguage

/// What the effects of a step need of each other.
struct StepAtHand: ~Copyable, Sendable {
  /// The instances that the step has made.
  var made = Table<Int32>()
  /// The instances of the scope behind the step.
  var order = Table<Int32>()
  /// The left value of a comparison.
  var remembered = Value.missing
  /// What it rests on that the event at hand fits the pattern of something forbidden.
  var fit = ClockRest()
}

extension Engine {
  /// Judges the event at hand in one scope.
  mutating func judge(_ scope: ScopeReference) {
    guard facts.scopes.isOpen(scope) else { return }
    facts.turn(to: scope)
    let shape = facts.scopes[scope].shape
    if let move = knownMove(shape, memory.likeness) {
      assert(isSaid(move, scope, end: nil))
      perform(move, in: scope)
      facts.scopes[scope].shape = memory.moves.moves[Int(move)].shape
      return
    }
    interpreter.begin(scope, facts)
    let owner = facts.scopes[scope].rule
    if owner >= 0 {
      interpreter.judge(Int(owner), facts)
    } else {
      for rule in plan.rules(naming: facts.current.event.kind, of: scope.kind) {
        interpreter.judge(Int(rule), facts)
      }
    }
    interpreter.end()
    let next = memory.shape(
      after: &interpreter, rule: owner, isHeadCut: facts.scopes[scope].isHeadCut)
    remember(shape, memory.likeness, next: next)
    perform(in: scope)
    facts.scopes[scope].shape = next
  }

  /// Ends a scope: every rule at work in it comes to its outcome.
  mutating func close(_ scope: ScopeReference, end: ScopeEnd) {
    guard facts.scopes.isOpen(scope) else { return }
    facts.turn(to: scope)
    let shape = facts.scopes[scope].shape
    let likeness = Memory.likeness(of: end)
    if let move = knownMove(shape, likeness) {
      assert(isSaid(move, scope, end: end))
      perform(move, in: scope)
    } else {
      interpreter.begin(scope, facts)
      let owner = facts.scopes[scope].rule
      if owner >= 0 {
        interpreter.close(Int(owner), end, facts)
      } else {
        for rule in plan.rulesOf[Int(scope.kind.rawValue)] {
          interpreter.close(Int(rule), end, facts)
        }
      }
      remember(shape, likeness, next: -1)
      perform(in: scope)
    }
    let row = facts.scopes[scope]
    for number in 0..<Int(row.count) {
      facts.instances.free(facts.scopes.instance(number, of: row.first))
    }
    if scope.kind == .key { keys.note(scope.slot, of: row.rule, isAtWork: false) }
    facts.scopes[scope].count = 0
    facts.scopes[scope].isOpen = false
  }

  // MARK: Moves

  /// The remembered move whose questions get the same answers now; nil for none.
  private func knownMove(_ shape: Int32, _ likeness: Int32) -> Int32? {
    guard shape >= 0, likeness != -1 else { return nil }
    var number = memory.moves.first(shape, likeness)
    while number >= 0 {
      if holds(memory.moves.moves[Int(number)].guards) { return number }
      number = memory.moves.moves[Int(number)].next
    }
    return nil
  }

  private func holds(_ guards: Range<Int32>) -> Bool {
    for place in guards {
      let known = memory.moves.guards[Int(place)]
      if facts.answer(known.question, interpreter.terms) != known.answer { return false }
    }
    return true
  }

  /// Remembers what the interpreter wrote, where there is room.
  private mutating func remember(_ shape: Int32, _ likeness: Int32, next: Int32) {
    guard shape >= 0, likeness != -1, memory.moves.hasRoom else {
      interpreter.forgetTerms()
      return
    }
    memory.moves.add(interpreter.draft, shape: shape, likeness: likeness, next: next)
  }

  /// Whether the interpreter says the same as a move that is about to be made: asked now and then in a
  /// debug build.
  private mutating func isSaid(_ move: Int32, _ scope: ScopeReference, end: ScopeEnd?) -> Bool {
    guard memory.moves.moves[Int(move)].uses % 8 == 0 else { return true }
    let owner = facts.scopes[scope].rule
    interpreter.begin(scope, facts)
    let all =
      end == nil
      ? plan.rules(naming: facts.current.event.kind, of: scope.kind)
      : plan.rulesOf[Int(scope.kind.rawValue)][...]
    for rule in owner >= 0 ? [owner] : all {
      if let end {
        interpreter.close(Int(rule), end, facts)
      } else {
        interpreter.judge(Int(rule), facts)
      }
    }
    if end == nil { interpreter.end() }
    return memory.moves.isSame(move, as: interpreter.draft)
  }

  private mutating func perform(_ move: Int32, in scope: ScopeReference) {
    memory.moves.use(move)
    let (effects, order) = (
      memory.moves.moves[Int(move)].effects, memory.moves.moves[Int(move)].order
    )
    step.made.removeAll()
    for place in effects { perform(memory.moves.effects[Int(place)], in: scope) }
    guard memory.moves.moves[Int(move)].changesOrder else { return }
    step.order.removeAll()
    for place in order { step.order.append(index(memory.moves.order[Int(place)], in: scope)) }
    setInstances(of: scope)
  }

  /// Does what the interpreter wrote.
  mutating func perform(in scope: ScopeReference) {
    for place in interpreter.draft.satisfied.indices {
      log.satisfied[Int(interpreter.draft.satisfied[place])] += 1
    }
    step.made.removeAll()
    for place in interpreter.draft.effects.indices {
      perform(interpreter.draft.effects[place], in: scope)
    }
    guard interpreter.draft.changesOrder else { return }
    step.order.removeAll()
    for place in interpreter.draft.order.indices {
      step.order.append(index(interpreter.draft.order[place], in: scope))
    }
    setInstances(of: scope)
  }

  private mutating func setInstances(of scope: ScopeReference) {
    if scope.kind == .key {
      let rule = facts.scopes[scope].rule
      keys.note(scope.slot, of: rule, isAtWork: step.order.count > 0)
    }
    facts.scopes.set(step.order, of: scope)
  }

  /// The place in the table of the instance that an effect means.
  private func index(_ instance: Int32, in scope: ScopeReference) -> Int32 {
    let count = facts.scopes[scope].count
    return instance < count
      ? Int32(facts.scopes.instance(Int(instance), of: facts.scopes[scope].first))
      : step.made[Int(instance - count)]
  }

  // MARK: Effects

  private mutating func perform(_ effect: Effect, in scope: ScopeReference) {
    switch effect {
    case .make(let rule):
      let index = facts.instances.make(rule, of: book, in: scope)
      facts.instances[index].epoch = facts.correlator.currentEpoch
      facts.instances[index].form = InstanceForm()
      facts.instances[index].form.rule = rule
      step.made.append(Int32(truncatingIfNeeded: index))
    case .free(let instance): facts.instances.free(place(instance, scope))
    case .form(let instance, let form):
      facts.instances[place(instance, scope)].form = interpreter.forms[Int(form)]
    case .trigger(let instance, let setsEpoch):
      let index = place(instance, scope)
      facts.instances[index].trigger = facts.current.reference
      if setsEpoch { facts.instances[index].epoch = facts.current.event.epoch }
    case .keepTime(let instance, let slot):
      let index = place(instance, scope)
      // Times of two clock epochs are not compared.
      let isOtherEpoch =
        facts.instances[index].trigger.map { $0.epoch != facts.current.event.epoch } ?? false
      facts.instances.setScalar(
        Int(slot), of: index,
        to: isOtherEpoch ? Scalar(.missing) : Scalar(.instant, facts.current.event.time))
    case .keepField(let instance, let slot, let field):
      let index = place(instance, scope)
      let scalar = facts.fieldScalar(field)
      if scalar.kind == .string {
        let text = facts.keptText(field)
        facts.instances.setString(Int(slot), of: index, to: text)
      } else {
        facts.instances.setScalar(Int(slot), of: index, to: scalar)
      }
    case .keepPlace(let instance, let slot, let from):
      if case .string(let text) = facts.value(at: from) {
        facts.instances.setString(Int(slot), of: place(instance, scope), to: text)
      }
    case .keepScalar(let instance, let slot, let scalar):
      facts.instances.setScalar(Int(slot), of: place(instance, scope), to: scalar)
    case .increment(let instance, let slot):
      let index = place(instance, scope)
      let before = facts.instances.scalar(Int(slot), of: index).bits
      facts.instances.setScalar(Int(slot), of: index, to: Scalar(.int, before &+ 1))
    case .witness(let instance, let step):
      facts.instances.addWitness(
        facts.current.reference, step: Int(step), to: place(instance, scope))
    case .clearWitnesses(let instance): facts.instances.clearWitnesses(place(instance, scope))
    case .count(let instance): facts.instances[place(instance, scope)].count += 1
    case .countPart(let instance): facts.instances[place(instance, scope)].partCount += 1
    case .countStep(let instance, let step):
      facts.instances.countStep(Int(step), place(instance, scope))
    case .deadlines(let instance, let group):
      setDeadlines(place(instance, scope), group: Int(group))
    case .tell(let instance, let tidings): tell(place(instance, scope), tidings)
    case .remember(let from): step.remembered = facts.value(at: from)
    case .rememberFit(let instance, let pattern):
      step.fit = restOfFit(place(instance, scope), pattern)
    }
  }

  private func place(_ instance: Int32, _ scope: ScopeReference) -> Int {
    Int(index(instance, in: scope))
  }

  // MARK: Deadlines

  /// Sets the deadlines of a group of a chain.
  private mutating func setDeadlines(_ index: Int, group: Int) {
    let rule = Int(facts.instances[index].rule)
    guard case .response(_, let steps, _) = book.rules[rule].obligation else { return }
    facts.instances.clearDues(index, steps: steps.count)
    for (number, step) in steps.enumerated() where Int(step.group) == group {
      guard let time = deadline(index, step) else { continue }
      facts.instances.setDue(number, index, time)
      deadlines.push(time, index, generation: facts.instances[index].generation)
    }
    deadlines.tidy(keepingThoseOf: facts)
  }

  private mutating func deadline(_ index: Int, _ step: Step) -> Int64? {
    guard let within = step.within, step.least(book.parameters) > 0 else { return nil }
    facts.consider(index)
    guard case .value(.duration(let length)) = within.evaluate(facts) else { return nil }
    var base = facts.instances[index].trigger?.time
    if let anchor = step.anchor {
      guard case .value(.instant(let time)) = anchor.evaluate(facts) else { return nil }
      base = time
    }
    guard let base else { return nil }
    let (deadline, overflow) = base.addingReportingOverflow(length)
    return overflow ? nil : deadline
  }

  /// Ends the waits whose deadline lies before a time of the log.
  mutating func expire(before time: Int64, epoch: UInt32) {
    while let due = deadlines.pop(before: time) {
      let index = Int(due.slot)
      let instance = facts.instances[index]
      guard instance.form.state == .open, instance.generation == due.generation,
        instance.epoch == epoch,
        case .response(_, let steps, _) = book.rules[Int(instance.rule)].obligation,
        let step = steps.indices.first(where: {
          facts.instances.due($0, index) == due.time
            && instance.form.met & 1 << UInt64($0) == 0
        })
      else { continue }
      tell(index, .notSeen(step: Int16(step)))
      facts.instances[index].form.state = .missed
      facts.instances[index].form.missedStep = Int16(step)
      let scope = instance.scope
      interpreter.begin(scope, facts)
      facts.scopes[scope].shape = memory.shape(
        after: &interpreter, rule: facts.scopes[scope].rule,
        isHeadCut: facts.scopes[scope].isHeadCut)
    }
  }
}
