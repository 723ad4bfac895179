internal import LogReading
internal import RuleLanguage

/// Says what an event, or its end, makes of a scope: the rules read out clause by clause.
///
/// It sees the forms of the scope's instances and the likeness of the event. Of values it knows the
/// answers to the questions that it asks and nothing else. What it writes down is therefore right for
/// all events of the likeness that come upon instances of these forms, as long as the answers agree.
struct Interpreter: ~Copyable {
  let plan: EnginePlan
  let book: RuleBook
  private(set) var draft = Draft()
  var terms = TermTable()
  /// Forms by number; behind those that have one for good, those of the step at hand.
  private(set) var forms = Table<InstanceForm>()
  private var formNumbers: WordTable
  /// Some form of the step has no number for good, so that nobody may remember the step.
  private(set) var hasFleetingForm = false
  private var words = Table<UInt64>()
  private var termMark = (terms: 0, texts: 0, wholes: 0)
  /// The instances of the scope at hand, sorted by rule and age.
  var working: [Working] = []
  var scope = ScopeReference(kind: .log, slot: 0)
  private var nextInstance: Int32 = 0
  private var isReordered = false
  /// What roles took in this step, and where it comes from.
  private var captured: [(instance: Int32, slot: Int32, place: Place)] = []
  /// Operands of the expression at hand.
  var stack: [Operand] = []

  /// An instance as the step has left it so far.
  struct Working {
    var form: InstanceForm
    /// What effects mean it by.
    let instance: Int32
    let isNew: Bool
    /// Its form is not written down yet.
    var isChanged: Bool
    /// The effect that makes it, until that has its form; -1 for none.
    var making = -1
    /// It has the trigger that it had before the step.
    var hasOldTrigger: Bool
    /// The event at hand is the last that it took.
    var tookEvent = false
    /// Its roles keep something of the event at hand.
    var hasCaptured = false
    /// How often it counted in this step.
    var counted: Int64 = 0
  }

  /// - Parameter forms: How many forms have a number for good.
  init(_ plan: EnginePlan, forms: Int) {
    self.plan = plan
    book = plan.book
    formNumbers = WordTable(limit: forms)
  }

  // MARK: The step

  /// Takes up the instances of a scope.
  mutating func begin(_ scope: ScopeReference, _ facts: borrowing Facts) {
    self.scope = scope
    draft.removeAll()
    captured.removeAll(keepingCapacity: true)
    working.removeAll(keepingCapacity: true)
    isReordered = false
    hasFleetingForm = false
    forms.removeAll(from: formNumbers.count)
    termMark = terms.mark
    let row = facts.scopes[scope]
    nextInstance = row.count
    for number in 0..<Int(row.count) {
      let form = facts.instances[facts.scopes.instance(number, of: row.first)].form
      working.append(
        Working(
          form: form, instance: Int32(truncatingIfNeeded: number), isNew: false, isChanged: false,
          hasOldTrigger: form.hasTrigger))
    }
  }

  /// Writes down what is left.
  mutating func end() {
    dropImplied()
    for place in working.indices where working[place].isChanged { writeForm(place) }
    guard isReordered else { return }
    draft.changesOrder = true
    let first =
      working.indices.first { working[$0].isNew || working[$0].instance != Int32($0) }
      ?? working.count
    draft.firstChanged = Int32(truncatingIfNeeded: first)
    for it in working[first...] { draft.add(it.instance, isNew: it.isNew) }
  }

  /// Keeps of the questions that were asked those that are needed to know the step again.
  mutating func dropImplied() { draft.dropImplied(terms) }

  /// Writes the words that tell the shape of the scope behind the step from others.
  mutating func writeShape(
    _ rule: Int32, isHeadCut: Bool, into row: inout Table<UInt64>
  ) {
    row.removeAll()
    row.append(Self.shapeHead(scope.kind, rule: rule, isHeadCut: isHeadCut))
    for place in working.indices { row.append(UInt64(number(of: working[place].form))) }
  }

  static func shapeHead(
    _ kind: ScopeReference.Kind, rule: Int32, isHeadCut: Bool
  ) -> UInt64 {
    UInt64(kind.rawValue) | (isHeadCut ? 1 << 8 : 0) | UInt64(UInt32(bitPattern: rule)) << 16
  }

  private mutating func number(of form: InstanceForm) -> Int32 {
    words.removeAll()
    form.write(to: &words)
    let number = formNumbers.number(of: words)
    if number < 0 {
      hasFleetingForm = true
      forms.append(form)
      return Int32(truncatingIfNeeded: forms.count - 1)
    }
    if Int(number) == forms.count { forms.append(form) }
    return number
  }

  /// Forgets the terms of a step that nobody remembers.
  mutating func forgetTerms() { terms.restore(termMark) }

  // MARK: Instances

  /// The places of a rule's instances.
  func places(of rule: Int) -> Range<Int> {
    var low = 0
    var high = working.count
    while low < high {
      let middle = (low + high) / 2
      if working[middle].form.rule < Int32(rule) { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < working.count, working[end].form.rule == Int32(rule) { end += 1 }
    return low..<end
  }

  /// The place of a rule's oldest instance; nil for none.
  func first(_ rule: Int) -> Int? {
    let places = places(of: rule)
    return places.isEmpty ? nil : places.lowerBound
  }

  /// The place of an instance of a rule; nil where it is freed.
  func place(of instance: Int32, _ rule: Int) -> Int? {
    places(of: rule).first { working[$0].instance == instance }
  }

  /// Begins an instance of a rule behind those that it has.
  mutating func make(_ rule: Int) -> Int {
    let place = places(of: rule).upperBound
    var form = InstanceForm()
    form.rule = Int32(truncatingIfNeeded: rule)
    form.state = .open
    working.insert(
      Working(
        form: form, instance: nextInstance, isNew: true, isChanged: true,
        making: draft.effects.count, hasOldTrigger: false),
      at: place)
    nextInstance += 1
    isReordered = true
    draft.effects.append(.make(rule: form.rule, form: -1, slot: -1, setsEpoch: false))
    return place
  }

  /// Begins an instance of a rule with the event at hand; returns its place.
  @discardableResult
  mutating func begin(
    _ rule: Int, _ pattern: UInt16, _ facts: borrowing Facts, setsEpoch: Bool = false
  ) -> Int {
    let place = make(rule)
    if facts.current.event.isTimed {
      let slot = book.rules[rule].slot(ofRole: book.rules[rule].patterns[Int(pattern)].role)
      draft.effects[working[place].making] = .make(
        rule: working[place].form.rule, form: -1, slot: Int16(clamping: slot), setsEpoch: setsEpoch)
      capture(pattern, step: -1, place, facts, isMaking: true)
      change(place) { $0.hasTrigger = true }
    } else {
      capture(pattern, step: -1, place, facts)
      setTrigger(place, setsEpoch: setsEpoch)
    }
    return place
  }

  mutating func free(_ place: Int) {
    draft.effects.append(.free(working[place].instance))
    working.remove(at: place)
    isReordered = true
  }

  mutating func change(_ place: Int, _ body: (inout InstanceForm) -> Void) {
    body(&working[place].form)
    working[place].isChanged = true
  }

  private mutating func writeForm(_ place: Int) {
    working[place].isChanged = false
    let form = number(of: working[place].form)
    if working[place].making >= 0 {
      // Nothing has looked at it since.
      if case .make(let rule, _, let slot, let setsEpoch) = draft.effects[working[place].making] {
        draft.effects[working[place].making] = .make(
          rule: rule, form: form, slot: slot, setsEpoch: setsEpoch)
      }
      working[place].making = -1
    } else {
      draft.effects.append(.form(working[place].instance, form))
    }
  }

  mutating func note(_ answer: Guard) { draft.guards.append(answer) }

  mutating func write(_ effect: Effect) { draft.effects.append(effect) }

  /// Writes an effect that looks at what an instance has taken.
  mutating func write(_ effect: Effect, lookingAt place: Int) {
    if working[place].isChanged { writeForm(place) }
    write(effect)
  }

  /// Lets the event at hand take a role: keeps its time and the fields that expressions will read.
  ///
  /// - Parameter isMaking: The effect that makes the instance keeps the time and the witness.
  mutating func capture(
    _ pattern: UInt16, step: Int, _ place: Int, _ facts: borrowing Facts, isWitness: Bool = true,
    isMaking: Bool = false
  ) {
    let rule = Int(working[place].form.rule)
    let role = book.rules[rule].patterns[Int(pattern)].role
    let instance = working[place].instance
    if book.rules[rule].roles[Int(role)].isCounted {
      let slot = book.rules[rule].countSlot(ofRole: role)
      if working[place].form.taken & 1 << UInt64(role) == 0 {
        keep(.constant(Scalar(.int, 1)), slot, instance)
      } else {
        write(.increment(instance, slot: Int16(clamping: slot)))
        note(instance, slot, .keptAndOne(instance, slot: slot))
      }
    }
    change(place) { $0.taken |= 1 << UInt64(role) }
    working[place].hasCaptured = true
    var slot = book.rules[rule].slot(ofRole: role)
    // Times of two clock epochs are not compared.
    let hasOldTrigger = working[place].hasOldTrigger
    let isTimed = facts.current.event.isTimed
    let time: Place = hasOldTrigger ? .eventTimeInEpoch(instance) : .eventTime
    let isTaken = isWitness && isTimed
    if isTaken {
      note(instance, slot, time)
      if !isMaking {
        write(.take(instance, slot: Int16(clamping: slot), step: Int8(clamping: step)))
      }
      working[place].tookEvent = true
    } else {
      keep(isTimed ? time : .constant(Scalar(.missing)), slot, instance)
    }
    for name in book.rules[rule].roles[Int(role)].fields {
      slot += 1
      keep(facts.fieldPlace(name), slot, instance)
    }
    if isWitness, !isTaken { witness(step: step, place) }
  }

  /// Keeps what the event at hand has at a place.
  private mutating func keep(_ place: Place, _ slot: Int32, _ instance: Int32) {
    note(instance, slot, place)
    let slot = Int16(clamping: slot)
    switch place {
    case .eventTime, .eventTimeInEpoch: write(.keepTime(instance, slot: slot))
    case .field(let field): write(.keepField(instance, slot: slot, field: field))
    case .phase: write(.keepPhase(instance, slot: slot))
    case .reason: write(.keepReason(instance, slot: slot))
    case .constant(let scalar):
      let number = UInt8(truncatingIfNeeded: scalar.bits)
      write(.keepMark(instance, slot: slot, scalar.kind, number: number))
    default: break
    }
  }

  private mutating func note(_ instance: Int32, _ slot: Int32, _ place: Place) {
    captured.append((instance, slot, place))
  }

  /// Where a value of the instance at a place stood before the step.
  func origin(of value: Place, _ place: Int?) -> Place {
    guard case .kept(let instance, let slot) = value, let place, working[place].hasCaptured else {
      return value
    }
    return captured.last { $0.instance == instance && $0.slot == slot }?.place ?? value
  }

  /// Reads the counts of an instance where they are kept: what is done behind an effect that raises one
  /// finds it raised.
  mutating func settleCounts(_ place: Int) {
    for number in captured.indices where captured[number].instance == working[place].instance {
      if case .keptAndOne(let instance, let slot) = captured[number].place {
        captured[number].place = .kept(instance, slot: slot)
      }
    }
  }

  mutating func witness(step: Int, _ place: Int) {
    write(.witness(working[place].instance, step: Int8(clamping: step)))
    working[place].tookEvent = true
  }

  mutating func setTrigger(_ place: Int, setsEpoch: Bool = false) {
    write(.trigger(working[place].instance, setsEpoch: setsEpoch))
    working[place].hasOldTrigger = false
    change(place) { $0.hasTrigger = true }
  }

  /// Adds one to the count of an instance.
  mutating func count(_ place: Int) {
    write(.count(working[place].instance))
    working[place].counted += 1
  }

  // MARK: Outcomes

  /// Tells what an instance came to. What it is told of is looked at then, so its form is written first.
  mutating func tell(_ place: Int, _ tidings: Tidings) {
    write(.tell(working[place].instance, tidings), lookingAt: place)
  }

  /// Tells that an obligation was not met, or may not have been: what is missing may still come.
  mutating func miss(_ place: Int, _ tidings: Tidings) {
    tell(place, tidings)
    change(place) { form in
      form.state = .missed
      if case .notSeen(let step) = tidings { form.missedStep = step } else { form.missedStep = -1 }
    }
  }

  mutating func satisfy(_ place: Int) {
    let rule = Int(working[place].form.rule)
    if plan.explained == rule { tell(place, .satisfied) } else { satisfy(rule: rule) }
  }

  mutating func satisfy(rule: Int) { draft.satisfied.append(Int32(truncatingIfNeeded: rule)) }
}
