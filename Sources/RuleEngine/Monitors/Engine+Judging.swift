internal import LogReading
internal import RuleLanguage

/// What the effects of a step need of each other.
struct StepAtHand: ~Copyable, Sendable {
  /// The instances that the step has made.
  var made = Table<Int32>()
  /// The instances of the scope behind the step.
  var order = Table<Int32>()
  /// The left value of a comparison.
  var remembered = Scalar(.missing)
  /// What it rests on that the event at hand fits the pattern of something forbidden.
  var fit = ClockRest()
}

/// Where the instances of a scope stand before a step.
struct StepStart {
  let first: Int32
  let count: Int32
  /// The instance that an effect meant last, and its place in the table: most mean the same.
  var last: (instance: Int32, index: Int32) = (-1, -1)

  init(_ row: ScopeRow) {
    first = row.first
    count = row.count
  }
}

extension Engine {
  /// Judges the event at hand in one scope.
  @inline(__always)
  mutating func judge(_ scope: ScopeReference) {
    guard facts.scopes.isOpen(scope) else { return }
    makeStep(scope, memory.likeness, end: nil)
  }

  /// Makes the step that is remembered, or the one that the interpreter says.
  private mutating func makeStep(_ scope: ScopeReference, _ likeness: Int32, end: ScopeEnd?) {
    facts.turn(to: scope)
    let shape = facts.row.shape
    if let move = knownMove(shape, likeness) {
      assert(isSaid(move, scope, end: end))
      perform(move, in: scope)
      return
    }
    interpret(scope, end: end)
    // Nothing of the scope is left behind its end.
    let next = end == nil ? memory.shape(after: &interpreter, facts.row) : -1
    perform(in: scope)
    facts.scopes[scope].shape = next
    remember(shape, likeness, next: next)
  }

  /// Ends a scope: every rule at work in it comes to its outcome.
  mutating func close(_ scope: ScopeReference, end: ScopeEnd) {
    guard facts.scopes.isOpen(scope) else { return }
    makeStep(scope, Memory.likeness(of: end, on: facts.environment.platform), end: end)
    let row = facts.scopes[scope]
    for number in 0..<Int(row.count) {
      facts.instances.free(facts.scopes.instance(number, of: row.first))
    }
    for place in step.made.indices { facts.instances.free(Int(step.made[place])) }
    if scope.kind == .key, row.count > 0 {
      keys.note(scope.slot, of: Int(row.rule), isAtWork: false)
    }
    facts.scopes[scope].count = 0
    facts.scopes[scope].isOpen = false
  }

  /// Has the interpreter write down what the event at hand makes of a scope, or its end.
  private mutating func interpret(_ scope: ScopeReference, end: ScopeEnd?) {
    interpreter.begin(scope, facts)
    let owner = facts.row.rule
    if let end {
      let rules = owner >= 0 ? [owner] : plan.rulesOf[Int(scope.kind.rawValue)]
      for rule in rules where judges(rule) { interpreter.close(Int(rule), end, facts) }
      interpreter.dropImplied()
      return
    }
    let kind = facts.current.event.kind
    let rules = owner >= 0 ? [owner] : plan.rules(naming: kind, of: scope.kind)
    for rule in rules where judges(rule) { interpreter.judge(Int(rule), facts) }
    interpreter.end()
  }

  // MARK: Moves

  /// The remembered move whose questions get the same answers now; nil for none.
  @inline(__always)
  private func knownMove(_ shape: Int32, _ likeness: Int32) -> Int32? {
    guard shape >= 0, likeness != -1 else { return nil }
    var number = memory.moves.first(shape, likeness)
    while number >= 0 {
      let guards = memory.moves.moves[Int(number)].guards
      if guards.isEmpty || holds(guards) { return number }
      number = memory.moves.moves[Int(number)].next
    }
    return nil
  }

  private func holds(_ guards: Range<Int32>) -> Bool {
    for place in guards {
      let asked = memory.moves.guards[Int(place)]
      if facts.answer(asked.question, interpreter.terms) != asked.answer { return false }
    }
    return true
  }

  /// Remembers what the interpreter wrote, where there is room.
  private mutating func remember(_ shape: Int32, _ likeness: Int32, next: Int32) {
    guard shape >= 0, likeness != -1, !interpreter.hasFleetingForm, memory.moves.hasRoom else {
      interpreter.forgetTerms()
      return
    }
    memory.moves.add(interpreter.draft, shape: shape, likeness: likeness, next: next)
  }

  /// Whether the interpreter says the same as a move that is about to be made: asked now and then in a
  /// debug build.
  private mutating func isSaid(_ move: Int32, _ scope: ScopeReference, end: ScopeEnd?) -> Bool {
    guard memory.moves.moves[Int(move)].uses % 8 == 0 else { return true }
    interpret(scope, end: end)
    return memory.moves.isSame(move, as: interpreter.draft)
  }

  private mutating func perform(_ number: Int32, in scope: ScopeReference) {
    memory.moves.use(number)
    let move = memory.moves.moves[Int(number)]
    if move.shape != facts.row.shape { facts.scopes[scope].shape = move.shape }
    step.made.removeAll()
    if move.effects.isEmpty { return }
    var start = StepStart(facts.row)
    for place in move.effects { perform(memory.moves.effects[Int(place)], &start, scope) }
    guard move.changesOrder else { return }
    step.order.removeAll()
    for place in move.order { keep(memory.moves.order[Int(place)], start) }
    setInstances(of: scope, from: move.firstChanged)
  }

  /// Does what the interpreter wrote.
  mutating func perform(in scope: ScopeReference) {
    for place in interpreter.draft.satisfied.indices {
      log.satisfied[Int(interpreter.draft.satisfied[place])] += 1
    }
    var start = StepStart(facts.row)
    step.made.removeAll()
    for place in interpreter.draft.effects.indices {
      perform(interpreter.draft.effects[place], &start, scope)
    }
    guard interpreter.draft.changesOrder else { return }
    step.order.removeAll()
    for place in interpreter.draft.order.indices { keep(interpreter.draft.order[place], start) }
    setInstances(of: scope, from: interpreter.draft.firstChanged)
  }

  /// Adds a run of instances to those of the scope behind the step.
  @inline(__always)
  private mutating func keep(_ run: InstanceRun, _ start: StepStart) {
    if run.isNew {
      step.order.append(step.made, from: Int(run.first &- start.count), count: Int(run.count))
    } else {
      facts.scopes.copy(Int(run.first), count: Int(run.count), of: start.first, to: &step.order)
    }
  }

  @inline(__always)
  private mutating func setInstances(of scope: ScopeReference, from first: Int32) {
    facts.scopes.set(step.order, from: Int(first), of: scope)
    if scope.kind == .key {
      let row = facts.scopes[scope]
      if (row.count > 0) != (facts.row.count > 0) {
        keys.note(scope.slot, of: Int(row.rule), isAtWork: row.count > 0)
      }
    }
  }

  /// The place in the table of the instance that an effect means.
  @inline(__always)
  private func index(_ instance: Int32, _ start: StepStart) -> Int32 {
    instance < start.count
      ? Int32(truncatingIfNeeded: facts.scopes.instance(Int(instance), of: start.first))
      : step.made[Int(instance &- start.count)]
  }

  @inline(__always)
  private func index(_ instance: Int32, _ start: inout StepStart) -> Int {
    if start.last.instance != instance { start.last = (instance, index(instance, start)) }
    return Int(start.last.index)
  }

  // MARK: Effects

  @inline(__always)
  private mutating func perform(_ effect: Effect, _ start: inout StepStart, _ scope: ScopeReference)
  {
    switch effect {
    case .make(let rule, let form, let slot, let setsEpoch):
      let epoch = setsEpoch ? facts.current.event.epoch : facts.correlator.currentEpoch
      let index = facts.instances.make(rule, in: scope, epoch: epoch)
      if form >= 0 {
        facts.instances[index].form = interpreter.forms[Int(form)]
      } else {
        facts.instances[index].form = InstanceForm(rule: rule, state: .open)
      }
      step.made.append(Int32(truncatingIfNeeded: index))
      if slot >= 0 {
        let time = Scalar(.instant, facts.current.event.time)
        facts.instances.begin(index, with: facts.keptEvent(), time: time, Int(slot))
      }
    case .free(let instance): facts.instances.free(index(instance, &start))
    case .form(let instance, let form):
      facts.instances[index(instance, &start)].form = interpreter.forms[Int(form)]
    case .take(let instance, let slot, let step):
      let index = index(instance, &start)
      keepTime(index, slot)
      facts.instances.addWitness(facts.keptEvent(), step: step, to: index)
    case .keepField(let instance, let slot, let field):
      let scalar = facts.keptField(field)
      facts.instances.setScalar(Int(slot), of: index(instance, &start), to: scalar)
    case .keepMark(let instance, let slot, let kind, let number):
      facts.instances.setScalar(
        Int(slot), of: index(instance, &start), to: Scalar(kind, Int64(number)))
    case .witness(let instance, let step):
      facts.instances.addWitness(facts.keptEvent(), step: step, to: index(instance, &start))
    case .trigger(let instance, let setsEpoch):
      let index = index(instance, &start)
      facts.instances.setTrigger(facts.keptEvent(), of: index)
      if setsEpoch { facts.instances[index].epoch = facts.current.event.epoch }
    default: performRare(effect, start)
    }
  }

  private mutating func performRare(_ effect: Effect, _ start: StepStart) {
    switch effect {
    case .keepTime(let instance, let slot): keepTime(Int(index(instance, start)), slot)
    case .keepPhase(let instance, let slot):
      keepName(facts.current.event.phase.name, Int(index(instance, start)), slot)
    case .keepReason(let instance, let slot):
      keepName(facts.current.event.reason.name, Int(index(instance, start)), slot)
    case .increment(let instance, let slot):
      let index = Int(index(instance, start))
      let before = facts.instances.scalar(Int(slot), of: index).bits
      facts.instances.setScalar(Int(slot), of: index, to: Scalar(.int, before &+ 1))
    case .clearWitnesses(let instance):
      facts.instances.clearWitnesses(Int(index(instance, start)))
    case .count(let instance): facts.instances[Int(index(instance, start))].count += 1
    case .countPart(let instance): facts.instances[Int(index(instance, start))].partCount += 1
    case .countStep(let instance, let step):
      facts.instances.countStep(Int(step), Int(index(instance, start)))
    case .clearDues(let instance): facts.instances.clearDues(Int(index(instance, start)))
    case .due(let instance, let term, let step):
      setDue(Int(step), Int(index(instance, start)), term)
    case .tell(let instance, let tidings): tell(Int(index(instance, start)), tidings)
    case .remember(let instance, let slot):
      step.remembered =
        instance < 0
        ? Scalar(.missing) : facts.instances.scalar(Int(slot), of: Int(index(instance, start)))
    case .rememberFit(let instance, let pattern):
      step.fit = restOfFit(Int(index(instance, start)), pattern)
    case .make, .free, .form, .take, .keepField, .keepMark, .witness, .trigger: break
    }
  }

  private mutating func keepName(_ name: String, _ index: Int, _ slot: Int16) {
    let text = facts.instances.keep(name.utf8.span)
    facts.instances.setScalar(Int(slot), of: index, to: text)
  }

  private mutating func keepTime(_ index: Int, _ slot: Int16) {
    let isOtherEpoch = facts.instances.isOtherEpoch(facts.current.event.epoch, index)
    facts.instances.setScalar(
      Int(slot), of: index,
      to: isOtherEpoch ? Scalar(.missing) : Scalar(.instant, facts.current.event.time))
  }

  // MARK: Deadlines

  /// Has a step of a chain be due at the time that a term comes to.
  private mutating func setDue(_ step: Int, _ index: Int, _ term: Int32) {
    let time = facts.scalar(of: term, interpreter.terms)
    guard time.kind == .instant else { return }
    facts.instances.setDue(step, index, time.bits)
    deadlines.push(time.bits, index, generation: facts.instances[index].generation)
    deadlines.tidy(keepingThoseOf: facts)
  }

  /// Ends the waits whose deadline lies before a time of the log.
  mutating func expire(before time: Int64, epoch: UInt32) {
    while let due = deadlines.pop(before: time) {
      let index = Int(due.slot)
      let instance = facts.instances[index]
      guard instance.form.state == .open, instance.generation == due.generation,
        judges(instance.rule),
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
      facts.scopes[scope].shape = memory.shape(after: &interpreter, facts.scopes[scope])
    }
  }
}
