internal import LogReading
internal import RuleLanguage

/// What the interpreter has said so far, by the shape of the scope and the likeness of the event.
///
/// A bound keeps it small: beyond, the interpreter is asked each time.
struct Memory: ~Copyable {
  private var shapes: WordTable
  private var likenesses: WordTable
  var moves: MoveTable
  /// The likeness of the event at hand; -1 where it has none.
  private(set) var likeness: Int32 = -1
  private var words = Table<UInt64>()

  init(shapes: Int, moves: Int) {
    self.shapes = WordTable(limit: moves == 0 ? 0 : shapes)
    likenesses = WordTable(limit: moves == 0 ? 0 : shapes)
    self.moves = MoveTable(limit: moves)
  }

  /// Finds the events that the one at hand is like.
  mutating func meet(_ event: borrowing CurrentEvent) {
    likeness = likenesses.number(of: event.words)
  }

  /// The likeness of a scope's end: no event has it.
  static func likeness(of end: ScopeEnd, on platform: Platform) -> Int32 {
    -2 - Int32(end.rawValue) - Int32(platform.rawValue) << 8
  }

  /// The shape of a scope without instances.
  mutating func emptyShape(_ scope: ScopeReference, rule: Int32, isHeadCut: Bool) -> Int32 {
    words.removeAll()
    words.append(Interpreter.shapeHead(scope.kind, rule: rule, isHeadCut: isHeadCut))
    return shapes.number(of: words)
  }

  /// The shape that the interpreter has left a scope in.
  mutating func shape(after interpreter: inout Interpreter, _ row: ScopeRow) -> Int32 {
    interpreter.writeShape(row.rule, isHeadCut: row.isHeadCut, into: &words)
    return interpreter.hasFleetingForm ? -1 : shapes.number(of: words)
  }
}
