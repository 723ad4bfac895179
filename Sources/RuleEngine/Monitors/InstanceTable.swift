internal import LogReading
internal import RuleLanguage

/// All instances, with what they keep in lists that they share.
///
/// An instance goes to the same rule again when it is free, so that its part of each list has the right
/// length: to make one writes a dozen words and allocates nothing. With lists of their own, making
/// instances and letting events take roles took a fifth of all instructions.
struct InstanceTable: ~Copyable {
  private(set) var instances: Table<Instance>
  /// What the roles keep of their events: for each role its time, then its fields. Of a role that is
  /// not taken the values mean nothing. A text stands there by its number.
  private(set) var scalars: Table<Scalar>
  private(set) var texts: TextTable
  /// How often each step of a chain was taken, and when it is due.
  private(set) var steps: Table<StepState>
  /// The events that took part, behind the first of each instance.
  private(set) var witnesses: Table<Instance.Witness>
  private(set) var freeWitness: Int32
  /// The events that instances remember, one behind the other; those that none does any more are
  /// dropped now and then.
  private(set) var events: Table<EventReference>
  private var eventRoom: Int
  /// How many bytes of texts there may be before those that nobody keeps any more are dropped.
  private var textRoom: Int
  /// The place of the event at hand among them; -1 where none remembers it yet.
  private(set) var currentEvent: Int32

  // Not private: the compiler (6.3.1) loses a private type of a table's elements in other modules.
  struct StepState: Codable {
    var count: Int32 = 0
    var due = Int64.min
  }

  struct Size: Codable {
    var values: Int32
    var steps: Int32
  }

  private static let witnessLimit = 16
  private static let notDue = Int64.min

  /// For each rule the first of its places that are free again; -1 for none.
  private(set) var freePlaces: Table<Int32>
  /// How many values and steps an instance of each rule has.
  private(set) var sizes: Table<Size>
  private var nextGeneration: Int64

}

extension InstanceTable {
  init(_ rules: [Rule]) {
    var sizes = Table<Size>(capacity: rules.count)
    for rule in rules {
      sizes.append(
        Size(values: Int32(clamping: rule.slotCount), steps: Int32(clamping: rule.stepCount)))
    }
    self.init(
      instances: Table(), scalars: Table(), texts: TextTable(), steps: Table(), witnesses: Table(),
      freeWitness: -1, events: Table(), eventRoom: 4096, textRoom: 1 << 16, currentEvent: -1,
      freePlaces: Table(repeating: -1, count: rules.count), sizes: sizes, nextGeneration: 1)
  }

  func copy() -> InstanceTable {
    InstanceTable(
      instances: instances.copy(), scalars: scalars.copy(), texts: texts.copy(),
      steps: steps.copy(), witnesses: witnesses.copy(), freeWitness: freeWitness,
      events: events.copy(), eventRoom: eventRoom, textRoom: textRoom, currentEvent: currentEvent,
      freePlaces: freePlaces.copy(), sizes: sizes.copy(), nextGeneration: nextGeneration)
  }

  func write(to state: borrowing RunStateWriter) {
    instances.write(to: state)
    scalars.write(to: state)
    texts.write(to: state)
    steps.write(to: state)
    witnesses.write(to: state)
    state.put(freeWitness)
    events.write(to: state)
    state.put(eventRoom)
    state.put(textRoom)
    state.put(currentEvent)
    freePlaces.write(to: state)
    sizes.write(to: state)
    state.put(nextGeneration)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init(
      instances: try Table<Instance>.read(from: state),
      scalars: try Table<Scalar>.read(from: state),
      texts: try TextTable(from: state), steps: try Table<StepState>.read(from: state),
      witnesses: try Table<Instance.Witness>.read(from: state), freeWitness: try state.take(),
      events: try Table<EventReference>.read(from: state), eventRoom: try state.take(),
      textRoom: try state.take(), currentEvent: try state.take(),
      freePlaces: try Table<Int32>.read(from: state), sizes: try Table<Size>.read(from: state),
      nextGeneration: try state.take())
  }

  /// How many there is room for: the most that were at work at once.
  var count: Int { instances.count }

  subscript(index: Int) -> Instance {
    unsafeAddress { unsafe instances.address(of: index) }
    unsafeMutableAddress { unsafe instances.mutableAddress(of: index) }
  }

  /// Makes an instance of a rule; its form is set next.
  @inline(__always)
  mutating func make(_ rule: Int32, in scope: ScopeReference, epoch: UInt32) -> Int {
    let rule = Int(rule)
    var index = Int(freePlaces[rule])
    if index >= 0 {
      freePlaces[rule] = instances[index].next
      clearSteps(index)
    } else {
      index = add(values: Int(sizes[rule].values), steps: Int(sizes[rule].steps))
    }
    instances[index].begin(in: scope, epoch: epoch, generation: nextGeneration)
    nextGeneration &+= 1
    return index
  }

  /// Has an event that is remembered begin an instance, and keeps its time.
  @inline(__always)
  mutating func begin(_ index: Int, with event: Int32, time: Scalar, _ slot: Int) {
    scalars[instances[index].firstValue + slot] = time
    instances[index].begin(with: event)
  }

  /// Makes room for one more instance, of a rule with so many values and steps.
  private mutating func add(values valueCount: Int, steps stepCount: Int) -> Int {
    var instance = Instance()
    instance.firstValue = scalars.count
    instance.firstStep = steps.count
    instance.stepCount = stepCount
    scalars.fill(to: scalars.count + valueCount, with: Scalar(.missing))
    steps.fill(to: steps.count + stepCount, with: StepState())
    instances.append(instance)
    return instances.count - 1
  }

  @inline(__always)
  mutating func free(_ index: Int) {
    clearWitnesses(index)
    let rule = Int(instances[index].rule)
    instances[index].form.state = .free
    instances[index].next = freePlaces[rule]
    freePlaces[rule] = Int32(truncatingIfNeeded: index)
  }

  // MARK: Values

  /// What a role keeps, by the number of its slot in the rule.
  func value(_ slot: Int, of index: Int) -> Value {
    value(scalar(slot, of: index))
  }

  /// The value that is kept as a scalar.
  func value(_ scalar: Scalar) -> Value {
    scalar.kind == .string ? .string(texts.string(Int(scalar.bits))) : scalar.value
  }

  func scalar(_ slot: Int, of index: Int) -> Scalar { scalars[instances[index].firstValue + slot] }

  /// A text that is kept.
  @_lifetime(borrow self)
  func text(_ scalar: Scalar) -> Span<UInt8> { texts[Int(scalar.bits)] }

  /// Keeps a text, for the values that are set to it.
  mutating func keep(_ text: Span<UInt8>) -> Scalar {
    Scalar(.string, Int64(texts.add(text)))
  }

  /// Keeps the text of a field.
  mutating func keep(
    _ field: Field, of event: ScopedEvent, _ store: borrowing EventStore
  ) -> Scalar {
    keep(store.bytes(of: field, in: event))
  }

  mutating func setScalar(_ slot: Int, of index: Int, to scalar: Scalar) {
    scalars[instances[index].firstValue + slot] = scalar
  }

  // MARK: Steps

  func count(ofStep step: Int, _ index: Int) -> Int32 {
    steps[instances[index].firstStep + step].count
  }

  mutating func countStep(_ step: Int, _ index: Int) {
    steps[instances[index].firstStep + step].count &+= 1
  }

  @inline(__always)
  private mutating func clearSteps(_ index: Int) {
    let first = instances[index].firstStep
    for step in first..<(first + instances[index].stepCount) { steps[step] = StepState() }
  }

  /// When a step is due; nil where it is not awaited or has no deadline.
  func due(_ step: Int, _ index: Int) -> Int64? {
    let time = steps[instances[index].firstStep + step].due
    return time == Self.notDue ? nil : time
  }

  mutating func setDue(_ step: Int, _ index: Int, _ time: Int64) {
    steps[instances[index].firstStep + step].due = time
  }

  mutating func clearDues(_ index: Int) {
    let first = instances[index].firstStep
    for step in first..<(first + instances[index].stepCount) { steps[step].due = Self.notDue }
  }

  // MARK: Witnesses

  /// Begins an event, which instances may remember next.
  mutating func beginEvent() {
    currentEvent = -1
    if events.count > eventRoom { dropEvents() }
    if texts.byteCount > textRoom { dropTexts() }
  }

  /// Remembers the event at hand.
  mutating func keep(_ event: EventReference) {
    currentEvent = Int32(truncatingIfNeeded: events.count)
    events.append(event)
  }

  /// Drops the events that no instance remembers.
  private mutating func dropEvents() {
    // As much room as there will be, or half of it.
    var kept = Table<EventReference>(capacity: events.count)
    var places = Table<Int32>(repeating: -1, count: events.count)
    for index in instances.indices where instances[index].form.state != .free {
      if instances[index].trigger >= 0 {
        instances[index].trigger = keep(instances[index].trigger, &kept, &places)
      }
      if instances[index].witnessCount == 0 { continue }
      let first = instances[index].firstWitness.event
      instances[index].firstWitness.event = keep(first, &kept, &places)
      var witness = instances[index].secondWitness
      while witness >= 0 {
        let event = witnesses[Int(witness)].event
        witnesses[Int(witness)].event = keep(event, &kept, &places)
        witness = witnesses[Int(witness)].next
      }
    }
    swap(&events, &kept)
    eventRoom = max(4096, 2 * events.count)
  }

  /// Drops the texts that no value is set to.
  private mutating func dropTexts() {
    var kept = TextTable()
    var numbers = Table<Int>(repeating: -1, count: texts.count)
    for place in scalars.indices where scalars[place].kind == .string {
      let number = Int(scalars[place].bits)
      if numbers[number] < 0 { numbers[number] = kept.add(texts[number]) }
      scalars[place].bits = Int64(numbers[number])
    }
    swap(&texts, &kept)
    textRoom = max(1 << 16, 2 * texts.byteCount)
  }

  private func keep(
    _ event: Int32, _ kept: inout Table<EventReference>, _ places: inout Table<Int32>
  ) -> Int32 {
    if places[Int(event)] < 0 {
      places[Int(event)] = Int32(truncatingIfNeeded: kept.count)
      kept.append(events[Int(event)])
    }
    return places[Int(event)]
  }

  /// The time of the event that began an instance; nil for none.
  func triggerTime(_ index: Int) -> Int64? { trigger(of: instances[index])?.time }

  /// The event that began an instance.
  func trigger(of instance: Instance) -> EventReference? {
    instance.trigger < 0 ? nil : events[Int(instance.trigger)]
  }

  /// Whether the clock was set back between the event that began an instance and another.
  func isOtherEpoch(_ epoch: UInt32, _ index: Int) -> Bool {
    let trigger = instances[index].trigger
    return trigger >= 0 && events[Int(trigger)].epoch != epoch
  }

  mutating func setTrigger(_ event: Int32, of index: Int) { instances[index].trigger = event }

  /// Adds an event that is remembered to those that took part: the first and the latest are kept.
  @inline(__always)
  mutating func addWitness(_ event: Int32, step: Int8, to index: Int) {
    let witness = Instance.Witness(event: event, step: step)
    if instances[index].witnessCount == 0 {
      instances[index].firstWitness = witness
      instances[index].witnessCount = 1
      return
    }
    if instances[index].witnessCount >= Self.witnessLimit { dropSecondWitness(index) }
    let place = add(witness)
    if instances[index].witnessCount == 1 {
      instances[index].secondWitness = place
    } else {
      witnesses[Int(instances[index].lastWitness)].next = place
    }
    instances[index].lastWitness = place
    instances[index].witnessCount += 1
  }

  @inline(__always)
  private mutating func add(_ witness: Instance.Witness) -> Int32 {
    guard freeWitness >= 0 else {
      witnesses.append(witness)
      return Int32(truncatingIfNeeded: witnesses.count - 1)
    }
    let place = freeWitness
    freeWitness = witnesses[Int(place)].next
    witnesses[Int(place)] = witness
    return place
  }

  private mutating func dropSecondWitness(_ index: Int) {
    let second = instances[index].secondWitness
    instances[index].secondWitness = witnesses[Int(second)].next
    witnesses[Int(second)].next = freeWitness
    freeWitness = second
    instances[index].witnessCount -= 1
  }

  @inline(__always)
  mutating func clearWitnesses(_ index: Int) {
    if instances[index].witnessCount > 1 {
      witnesses[Int(instances[index].lastWitness)].next = freeWitness
      freeWitness = instances[index].secondWitness
      instances[index].secondWitness = -1
    }
    instances[index].witnessCount = 0
  }

  /// The events that took part, in order, each with the step that it met.
  func witnesses(of index: Int) -> [(event: EventReference, step: Int8)] {
    if instances[index].witnessCount == 0 { return [] }
    let first = instances[index].firstWitness
    var list = [(event: events[Int(first.event)], step: first.step)]
    var next = instances[index].secondWitness
    while next >= 0 {
      let witness = witnesses[Int(next)]
      list.append((events[Int(witness.event)], witness.step))
      next = witnesses[Int(next)].next
    }
    return list
  }

  /// The process of the last event that took part; nil for none.
  func lastSegment(_ index: Int) -> Int32? {
    let last =
      switch instances[index].witnessCount {
      case 0: Int32(-1)
      case 1: instances[index].firstWitness.event
      default: witnesses[Int(instances[index].lastWitness)].event
      }
    return last < 0 ? nil : events[Int(last)].segment
  }
}
