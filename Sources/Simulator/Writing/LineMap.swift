/// The places of a log's lines after lines were taken out and put in.
package struct LineMap: Sendable, Equatable {
  private struct Edit: Sendable, Equatable {
    /// The first line behind it, as numbered before this edit.
    var line: Int
    var removed: Int
    var inserted: Int
  }

  /// The edits in the order in which they were made.
  private var edits: [Edit] = []

  package init() {}

  /// The number of a line of the undamaged log in the damaged one; nil if it is gone.
  package subscript(line: Int) -> Int? {
    var line = line
    for edit in edits where line >= edit.line {
      if line < edit.line + edit.removed { return nil }
      line += edit.inserted - edit.removed
    }
    return line
  }

  /// Takes lines out, from one on.
  mutating func remove(_ count: Int, from line: Int) {
    edits.append(Edit(line: line, removed: count, inserted: 0))
  }

  /// Puts a line in before another.
  mutating func insert(before line: Int) {
    edits.append(Edit(line: line, removed: 0, inserted: 1))
  }
}
