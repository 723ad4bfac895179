internal import LogReading
internal import RuleLanguage

/// The event at hand.
struct CurrentEvent: ~Copyable, Sendable {
  var event: ScopedEvent
  /// The event as rules remember it.
  var reference: EventReference
  /// Where its fields begin in the store.
  var firstField: Int
  /// What it has in common with events that are alike: its kind, and the names, states and flags of its
  /// fields.
  var words: Table<UInt64>
  /// Texts of its fields that some role has kept already: the next one takes the same.
  var texts: Table<KeptText>
  /// For each field name, in which turn an event had it last and at which place among its fields.
  private var marks: Table<Mark>
  /// Counts the events.
  private var turn: Int64

  struct KeptText: Sendable, Codable {
    var field: UInt16
    var text: Scalar
  }

  struct Mark: Sendable, Codable {
    var turn: Int64
    var place: UInt16
  }

}

extension CurrentEvent {
  init(fieldNames: Int) {
    let event = ScopedEvent(
      event: Event(kind: EventKind(rawValue: 0), form: .text, container: .bare), sequence: -1)
    self.init(
      event: event, reference: EventReference(event), firstField: 0, words: Table(), texts: Table(),
      marks: Table(repeating: Mark(turn: -1, place: 0), count: fieldNames), turn: 0)
  }

  func copy() -> CurrentEvent {
    CurrentEvent(
      event: event, reference: reference, firstField: firstField, words: words.copy(),
      texts: texts.copy(), marks: marks.copy(), turn: turn)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(event)
    state.put(reference)
    state.put(firstField)
    words.write(to: state)
    texts.write(to: state)
    marks.write(to: state)
    state.put(turn)
  }

  init(from state: borrowing RunStateReader) throws(StateDamage) {
    self.init(
      event: try state.take(), reference: try state.take(), firstField: try state.take(),
      words: try Table<UInt64>.read(from: state), texts: try Table<KeptText>.read(from: state),
      marks: try Table<Mark>.read(from: state), turn: try state.take())
  }

  /// Whether its fields are those of so many names, and stand in the store, as a state has them.
  func isSound(fieldNames: Int) -> Bool {
    guard marks.count == fieldNames, turn >= 0, firstField >= -1 else { return false }
    for place in marks.indices where marks[place].turn == turn {
      let field = firstField + Int(marks[place].place)
      if firstField < 0 || field >= EventStore.usualFields { return false }
    }
    return true
  }

  /// Begins an event; its fields are noted next.
  mutating func begin(_ event: ScopedEvent) {
    self.event = event
    reference = EventReference(event)
    turn += 1
    texts.removeAll()
    words.removeAll()
    var head = UInt64(event.event.kind.rawValue)
    head |= UInt64(event.phase.rawValue) << 16
    head |= UInt64(event.reason.rawValue) << 24
    if event.event.isAmbiguous { head |= 1 << 32 }
    if event.isTimed { head |= 1 << 33 }
    words.append(head)
  }

  /// Notes a field by its place among the others; of two fields of one name the last noted counts.
  mutating func note(_ field: Field, at place: Int) {
    marks[Int(field.name.rawValue)] = Mark(turn: turn, place: UInt16(truncatingIfNeeded: place))
    var word = UInt64(field.name.rawValue) | UInt64(field.state.rawValue) << 16
    word |= UInt64(field.type.rawValue) << 24
    if field.type == .bool, field.value != 0 { word |= 1 << 31 }
    words.append(word)
  }

  /// Notes the platform of its device, which events that are alike have in common.
  mutating func note(_ platform: Platform) { words[0] |= UInt64(platform.rawValue) << 40 }

  /// Hides a field of which the correlator knows better than the line; a small catalogue may lack it.
  mutating func overrule(_ name: FieldName) {
    if Int(name.rawValue) < marks.count { marks[Int(name.rawValue)].turn = -1 }
  }

  /// The place of a field among the event's; nil where its line has none.
  func place(of name: FieldName) -> UInt16? {
    let mark = marks[Int(name.rawValue)]
    return mark.turn == turn ? mark.place : nil
  }
}
