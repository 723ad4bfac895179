internal import LogReading
internal import RuleLanguage

/// All instances, with what they keep in lists that they share.
///
/// An instance goes to the same rule again when it is free, so that its part of each list has the right
/// length: to make one writes a dozen words and allocates nothing. With lists of their own, making
/// instances and letting events take roles took a fifth of all instructions.
struct InstanceTable: ~Copyable {
  private var instances = Table<Instance>()
  /// What the roles keep of their events: for each role its time, then its fields. Of a role that is
  /// not taken the values mean nothing.
  private var scalars = Table<Scalar>()
  /// The text of those that are strings: apart, so that keeping a number counts no reference.
  private var strings = Table<String>()
  /// How often each step of a chain was taken, and when it is due.
  private var counts = Table<Int32>()
  private var dues = Table<Int64>()
  private var witnesses = Table<Witness>()
  private var freeWitness: Int32 = -1
  /// The events that instances remember, one behind the other; those that none does any more are
  /// dropped now and then.
  private var events = Table<EventReference>()
  private var eventRoom = 4096
  /// The place of the event at hand among them; -1 where none remembers it yet.
  private(set) var currentEvent: Int32 = -1

  /// An event that took part, and the step that it met; -1 for the trigger.
  struct Witness {
    /// Among those that instances remember.
    var event: Int32
    var step: Int8
    var next: Int32
  }

  private static let witnessLimit = 16
  private static let notDue = Int64.min

  /// For each rule the first of its places that are free again; -1 for none.
  private var freePlaces: Table<Int32>
  /// How many values and steps an instance of each rule has.
  private var sizes = Table<(values: Int32, steps: Int32)>()
  private var nextGeneration: Int64 = 1

  init(_ rules: [Rule]) {
    freePlaces = Table(repeating: -1, count: rules.count)
    for rule in rules {
      sizes.append((Int32(clamping: rule.slotCount), Int32(clamping: rule.stepCount)))
    }
  }

  /// How many there is room for: the most that were at work at once.
  var count: Int { instances.count }

  subscript(index: Int) -> Instance {
    unsafeAddress { unsafe instances.address(of: index) }
    unsafeMutableAddress { unsafe instances.mutableAddress(of: index) }
  }

  /// Makes an instance of a rule.
  mutating func make(_ rule: Int32, in scope: ScopeReference) -> Int {
    var index = Int(freePlaces[Int(rule)])
    if index >= 0 {
      freePlaces[Int(rule)] = instances[index].next
      clearSteps(index)
    } else {
      index = add(values: Int(sizes[Int(rule)].values), steps: Int(sizes[Int(rule)].steps))
    }
    instances[index].form = InstanceForm()
    instances[index].form.rule = rule
    instances[index].form.state = .open
    instances[index].scope = scope
    instances[index].generation = nextGeneration
    instances[index].trigger = -1
    instances[index].count = 0
    instances[index].partCount = 0
    instances[index].reported = nil
    instances[index].finding = -1
    nextGeneration += 1
    return index
  }

  /// Makes room for one more instance, of a rule with so many values and steps.
  private mutating func add(values valueCount: Int, steps: Int) -> Int {
    var instance = Instance()
    instance.firstValue = scalars.count
    instance.firstStep = counts.count
    instance.stepCount = steps
    for _ in 0..<valueCount {
      scalars.append(Scalar(.missing))
      strings.append("")
    }
    for _ in 0..<steps {
      counts.append(0)
      dues.append(Self.notDue)
    }
    instances.append(instance)
    return instances.count - 1
  }

  mutating func free(_ index: Int) {
    let rule = Int(instances[index].rule)
    instances[index].form.state = .free
    clearWitnesses(index)
    instances[index].next = freePlaces[rule]
    freePlaces[rule] = Int32(truncatingIfNeeded: index)
  }

  // MARK: Values

  /// What a role keeps, by the number of its slot in the rule.
  func value(_ slot: Int, of index: Int) -> Value {
    let place = instances[index].firstValue + slot
    return scalars[place].kind == .string ? .string(strings[place]) : scalars[place].value
  }

  func scalar(_ slot: Int, of index: Int) -> Scalar { scalars[instances[index].firstValue + slot] }

  /// Whether a value is this text; an error where it is none.
  func isString(_ slot: Int, of index: Int, equalTo bytes: Span<UInt8>) -> Truth {
    let place = instances[index].firstValue + slot
    guard scalars[place].kind == .string else { return .error }
    return bytes.equals(strings[place].utf8.span, in: bytes.indices) ? .yes : .no
  }

  mutating func setScalar(_ slot: Int, of index: Int, to scalar: Scalar) {
    scalars[instances[index].firstValue + slot] = scalar
  }

  mutating func setString(_ slot: Int, of index: Int, to text: String) {
    let place = instances[index].firstValue + slot
    scalars[place] = Scalar(.string)
    strings[place] = text
  }

  // MARK: Steps

  func count(ofStep step: Int, _ index: Int) -> Int32 { counts[instances[index].firstStep + step] }

  mutating func countStep(_ step: Int, _ index: Int) {
    counts[instances[index].firstStep + step] &+= 1
  }

  private mutating func clearSteps(_ index: Int) {
    let first = instances[index].firstStep
    for step in first..<(first + instances[index].stepCount) {
      counts[step] = 0
      dues[step] = Self.notDue
    }
  }

  /// When a step is due; nil where it is not awaited or has no deadline.
  func due(_ step: Int, _ index: Int) -> Int64? {
    let time = dues[instances[index].firstStep + step]
    return time == Self.notDue ? nil : time
  }

  mutating func setDue(_ step: Int, _ index: Int, _ time: Int64) {
    dues[instances[index].firstStep + step] = time
  }

  mutating func clearDues(_ index: Int, steps: Int) {
    let first = instances[index].firstStep
    for step in 0..<steps { dues[first + step] = Self.notDue }
  }

  // MARK: Witnesses

  /// Begins an event, which instances may remember next.
  mutating func beginEvent() {
    currentEvent = -1
    if events.count > eventRoom { dropEvents() }
  }

  /// Remembers the event at hand.
  mutating func keep(_ event: EventReference) {
    currentEvent = Int32(truncatingIfNeeded: events.count)
    events.append(event)
  }

  /// Drops the events that no instance remembers.
  private mutating func dropEvents() {
    var kept = Table<EventReference>()
    var places = Table<Int32>(repeating: -1, count: events.count)
    for index in instances.indices where instances[index].form.state != .free {
      if instances[index].trigger >= 0 {
        instances[index].trigger = keep(instances[index].trigger, &kept, &places)
      }
      var witness = instances[index].firstWitness
      while witness >= 0 {
        let event = witnesses[Int(witness)].event
        witnesses[Int(witness)].event = keep(event, &kept, &places)
        witness = witnesses[Int(witness)].next
      }
    }
    swap(&events, &kept)
    eventRoom = max(4096, 2 * events.count)
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
    if instances[index].witnessCount >= Self.witnessLimit { dropSecondWitness(index) }
    let witness = Witness(event: event, step: step, next: -1)
    var place = freeWitness
    if place >= 0 {
      freeWitness = witnesses[Int(place)].next
      witnesses[Int(place)] = witness
    } else {
      place = Int32(truncatingIfNeeded: witnesses.count)
      witnesses.append(witness)
    }
    let last = instances[index].lastWitness
    if last >= 0 {
      witnesses[Int(last)].next = place
    } else {
      instances[index].firstWitness = place
    }
    instances[index].lastWitness = place
    instances[index].witnessCount += 1
  }

  private mutating func dropSecondWitness(_ index: Int) {
    let first = Int(instances[index].firstWitness)
    let second = witnesses[first].next
    witnesses[first].next = witnesses[Int(second)].next
    witnesses[Int(second)].next = freeWitness
    freeWitness = second
    instances[index].witnessCount -= 1
  }

  mutating func clearWitnesses(_ index: Int) {
    let last = instances[index].lastWitness
    guard last >= 0 else { return }
    witnesses[Int(last)].next = freeWitness
    freeWitness = instances[index].firstWitness
    instances[index].firstWitness = -1
    instances[index].lastWitness = -1
    instances[index].witnessCount = 0
  }

  /// The events that took part, in order, each with the step that it met.
  func witnesses(of index: Int) -> [(event: EventReference, step: Int8)] {
    var list: [(event: EventReference, step: Int8)] = []
    var next = instances[index].firstWitness
    while next >= 0 {
      let witness = witnesses[Int(next)]
      list.append((events[Int(witness.event)], witness.step))
      next = witnesses[Int(next)].next
    }
    return list
  }

  /// The process of the last event that took part; nil for none.
  func lastSegment(_ index: Int) -> Int32? {
    let last = instances[index].lastWitness
    return last < 0 ? nil : events[Int(witnesses[Int(last)].event)].segment
  }
}
