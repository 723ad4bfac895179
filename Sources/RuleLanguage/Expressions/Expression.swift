/// A compiled expression: a flat program for a small stack machine.
package struct Expression: Sendable, Equatable {
  /// The type of the result.
  package var type: ValueType
  package var code: [Instruction]
  /// The source, for messages.
  package var text: String

  /// How many values a program has on the stack at most.
  package static let stackLimit = 16

  package init(type: ValueType, code: [Instruction], text: String) {
    self.type = type
    self.code = code
    self.text = text
  }

  /// Everything that it reads, each once, in the order of the text.
  package var references: [Reference] {
    var seen: Set<Reference> = []
    var found: [Reference] = []
    for instruction in code {
      switch instruction {
      case .load(let reference), .has(let reference), .lacks(let reference):
        if seen.insert(reference).inserted { found.append(reference) }
      default: break
      }
    }
    return found
  }

  /// Whether it reads something that a test names.
  package func reads(_ isMeant: (Reference) -> Bool) -> Bool {
    code.contains { instruction in
      switch instruction {
      case .load(let reference), .has(let reference), .lacks(let reference): isMeant(reference)
      default: false
      }
    }
  }

  /// What it compares with a constant by `==`: where it holds, the constant is the value.
  package var comparedWithConstants: Set<Reference> {
    var found: Set<Reference> = []
    for index in code.indices.dropFirst(2) where code[index] == .binary(.equal) {
      if case .push = code[index - 1], case .load(let reference) = code[index - 2] {
        found.insert(reference)
      }
    }
    return found
  }

  /// Whether it reads nothing and so always comes to the same.
  package var isConstant: Bool {
    code.allSatisfy { instruction in
      switch instruction {
      case .load, .has, .lacks: false
      default: true
      }
    }
  }
}
