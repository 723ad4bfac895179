internal import LogReading
internal import RuleLanguage

/// Where a condition finds a value.
///
/// An instance is meant by its number in its scope, before the step at hand; outside a step by the
/// complement of its number in the table of instances.
enum Place: Equatable, Sendable {
  /// The same for all events of a likeness.
  case constant(Scalar)
  /// A field of the event at hand, by its place among the others.
  case field(UInt16)
  /// What the correlator says of the event at hand.
  case phase, reason
  case eventTime
  /// The same; missing where the clock was set back since the instance's trigger.
  case eventTimeInEpoch(Int32)
  /// The time of the event that began an instance.
  case triggerTime(Int32)
  /// Whether the zone of the event's time is told.
  case timeIsUTC
  /// What a role keeps.
  case kept(Int32, slot: Int32)
  /// How many events took a role, the one at hand included.
  case keptAndOne(Int32, slot: Int32)
  case environment(EnvironmentKey)
  case cycle(CycleValue, CycleSource)
  /// A counter of the log or of a process.
  case derived(CounterKey, ofProcess: Bool, SegmentSource)
  case parameter(UInt16)

  /// Whose cycle is meant.
  enum CycleSource: Sendable { case scope, event, scopeElseEvent }

  /// Whose process is meant.
  enum SegmentSource: Equatable, Sendable {
    case event
    /// That of the last event that an instance took.
    case instance(Int32)
    case none
  }
}

/// What a condition is asked of.
struct Moment: Sendable, Codable {
  var rule = 0
  /// The instance whose roles it reads, as places mean it; nil for none.
  var instance: Int32?
  /// The roles that are taken in it, and whether it has a trigger.
  var taken: UInt64 = 0
  var hasTrigger = false
  /// The event at hand is being tried on a pattern.
  var hasCandidate = false
  /// The role that the event at hand would take, tried before anything is kept of it; -1 for none.
  var candidateRole: Int16 = -1
  /// The scope that it is tried in; nil where only the event tells a cycle.
  var scope: ScopeReference?
}

/// Something of values that the interpreter asks: all that it knows of them.
enum Question: Equatable, Sendable {
  case holds(Place)
  case has(Place)
  case lacks(Place)
  case compare(BinaryOperation, Place, Place)
  /// Whether a text is one of some constants, by the first of them and how many they are.
  case isOneOf(Place, Int32, Int32)
  /// Whether a term comes to true.
  case term(Int32)
  /// Whether `equal` takes two values for the same.
  case isSame(Place, Place)
  /// Whether a counter of an instance has come to a number.
  case reaches(Int32, Counter, Int64)
  /// Whether the instance's report says that something was not seen.
  case missesReported(Int32)
  /// Whether something may have come before the log that the event at hand would rest on.
  case lacksHead
  case hasEvents

  /// Whether all events of a likeness have the same answer.
  var isOfLikeness: Bool {
    switch self {
    case .isOneOf(.phase, _, _), .isOneOf(.reason, _, _), .has(.environment(.platform)),
      .lacks(.environment(.platform)):
      true
    default: false
    }
  }
}

/// A number that an instance counts.
enum Counter: Equatable, Sendable {
  case count
  case step(Int32)
}

/// A question, and the answer with which the step goes on as it was remembered.
struct Guard: Equatable, Sendable {
  var question: Question
  var answer: Truth
}

/// What a condition comes to, without the reason of an error.
package enum Truth: UInt8, Sendable {
  case no, yes, error

  init(_ holds: Bool) { self = holds ? .yes : .no }

  init(_ evaluation: Evaluation) {
    if case .value(.bool(let holds)) = evaluation { self.init(holds) } else { self = .error }
  }

  var evaluation: Evaluation {
    switch self {
    case .no: .value(.bool(false))
    case .yes: .value(.bool(true))
    case .error: .error(.invalid)
    }
  }

  var negated: Truth {
    switch self {
    case .no: .yes
    case .yes: .no
    case .error: .error
    }
  }
}

/// Operands of questions that are worked out from several places, and constant texts.
struct TermTable: ~Copyable, Sendable {
  enum Term: Equatable, Sendable {
    case place(Place)
    case constant(Scalar)
    /// A constant text or list, by its number.
    case whole(Int32)
    case unary(UnaryOperation, Int32)
    case binary(BinaryOperation, Int32, Int32)
  }

  private(set) var terms = Table<Term>()
  private(set) var texts = TextTable()
  private(set) var wholes: [Value] = []

  subscript(term: Int32) -> Term { terms[Int(term)] }

  mutating func add(_ value: Value) -> Int32 {
    let scalar = Scalar(of: value)
    if scalar.kind != .string, scalar.kind != .list { return add(.constant(scalar)) }
    if let known = wholes.firstIndex(of: value) { return add(.whole(Int32(known))) }
    wholes.append(value)
    return add(.whole(Int32(truncatingIfNeeded: wholes.count - 1)))
  }

  mutating func add(_ term: Term) -> Int32 {
    // The steps of a log ask for the same again and again.
    for known in terms.indices where terms[known] == term {
      return Int32(truncatingIfNeeded: known)
    }
    terms.append(term)
    return Int32(truncatingIfNeeded: terms.count - 1)
  }

  /// How much there is, to go back to.
  var mark: (terms: Int, texts: Int, wholes: Int) { (terms.count, texts.count, wholes.count) }

  /// Forgets what was added since.
  mutating func restore(_ mark: (terms: Int, texts: Int, wholes: Int)) {
    terms.removeAll(from: mark.terms)
    texts.removeAll(from: mark.texts)
    wholes.removeSubrange(mark.wholes...)
  }

  /// Keeps texts one behind the other; returns where the first stands.
  mutating func add(_ words: [String]) -> Int32 {
    var first = 0
    while first + words.count <= texts.count, !holds(words, from: first) { first += 1 }
    if first + words.count > texts.count {
      first = texts.count
      for word in words { _ = texts.add(word.utf8.span) }
    }
    return Int32(truncatingIfNeeded: first)
  }

  private func holds(_ words: [String], from first: Int) -> Bool {
    words.indices.allSatisfy { texts.string(first + $0).utf8.elementsEqual(words[$0].utf8) }
  }
}
