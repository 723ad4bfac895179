internal import RuleLanguage

// Questions that another one answers as well: a value that was used without an error is there.
extension Draft {
  /// Drops the questions whether a value is there that another question uses.
  mutating func dropImplied(_ terms: borrowing TermTable) {
    var left = Table<Guard>()
    for place in guards.indices where !isImplied(guards[place], terms) {
      left.append(guards[place])
    }
    swap(&guards, &left)
  }

  private func isImplied(_ asked: Guard, _ terms: borrowing TermTable) -> Bool {
    switch (asked.question, asked.answer) {
    case (.has(let value), .yes), (.lacks(let value), .no):
      for place in guards.indices where guards[place].answer != .error {
        if guards[place].question.uses(value, terms) { return true }
      }
      return false
    default: return false
    }
  }
}

extension Question {
  /// Whether the answer is an error unless there is a value at a place.
  fileprivate func uses(_ place: Place, _ terms: borrowing TermTable) -> Bool {
    switch self {
    case .holds(let one), .isOneOf(let one, _, _): one == place
    case .compare(_, let one, let other): one == place || other == place
    case .term(let term): terms.uses(place, in: term)
    default: false
    }
  }
}

extension TermTable {
  /// Whether a term is an error unless there is a value at a place: `&&` and `||`, which can do without
  /// one of their sides, are asked side by side and stand in no term.
  fileprivate func uses(_ place: Place, in term: Int32) -> Bool {
    switch self[term] {
    case .place(let one): one == place
    case .constant, .whole: false
    case .unary(_, let operand): uses(place, in: operand)
    case .binary(_, let one, let other): uses(place, in: one) || uses(place, in: other)
    }
  }
}
