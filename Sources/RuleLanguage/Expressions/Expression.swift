/// A compiled expression: a flat program for a small stack machine.
package struct Expression: Sendable, Equatable {
  /// The type of the result.
  package var type: ValueType
  package var code: [Instruction]
  /// The source, for messages.
  package var text: String

  /// The most values that a program may have on the stack.
  package static let stackLimit = 16

  package init(type: ValueType, code: [Instruction], text: String) {
    self.type = type
    self.code = code
    self.text = text
  }

  /// The references that it reads, each once, in the order of the text.
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

  /// Whether it reads a reference that satisfies a test.
  package func reads(_ isMeant: (Reference) -> Bool) -> Bool {
    code.contains { instruction in
      switch instruction {
      case .load(let reference), .has(let reference), .lacks(let reference): isMeant(reference)
      default: false
      }
    }
  }

  /// The references compared with a constant by `==`: where that holds, they have its value.
  package var comparedWithConstants: Set<Reference> {
    var found: Set<Reference> = []
    for index in code.indices.dropFirst(2) where code[index] == .binary(.equal) {
      if case .push = code[index - 1], case .load(let reference) = code[index - 2] {
        found.insert(reference)
      }
    }
    return found
  }

  /// Whether it reads nothing and so always has the same result.
  package var isConstant: Bool {
    code.allSatisfy { instruction in
      switch instruction {
      case .load, .has, .lacks: false
      default: true
      }
    }
  }
}
