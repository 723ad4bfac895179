/// Lays expressions out as trees of tests.
package struct ConditionLayout: Sendable {
  private(set) var tests: [ConditionTable.Test] = []
  private(set) var strings: [[UInt8]] = []

  package init() {}

  /// Adds an expression; returns the root of its tree, or -1 where it asks for something that only
  /// the program does.
  package mutating func add(_ expression: Expression) -> Int32 {
    let marks = (tests.count, strings.count)
    var stack: [Part] = []
    for instruction in expression.code {
      switch part(instruction, &stack) {
      case .test(let test): stack.append(.test(test))
      case .string(let string): stack.append(.string(string))
      case .strings(let strings): stack.append(.strings(strings))
      case .nothing: break
      case .unknown:
        tests.removeSubrange(marks.0...)
        strings.removeSubrange(marks.1...)
        return -1
      }
    }
    guard stack.count == 1, case .test(let root) = stack[0] else { return -1 }
    return root
  }

  /// What an instruction leaves behind: a test, or a string that only a comparison takes.
  private enum Part {
    case test(Int32)
    case string(String)
    case strings([String])
    case nothing
    /// It cannot be laid out.
    case unknown
  }

  /// What an instruction makes of what is there.
  private mutating func part(_ instruction: Instruction, _ stack: inout [Part]) -> Part {
    switch instruction {
    case .push(.string(let text)): return .string(text)
    case .push(.list(let elements)):
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else { return .unknown }
        texts.append(text)
      }
      return .strings(texts)
    case .push(let value): return add(.constant(Scalar(of: value)))
    case .load(let reference): return add(.read(reference))
    case .has(let reference): return add(.has(reference))
    case .lacks(let reference): return add(.lacks(reference))
    // Both sides of a conjunction stand in the tree, which knows itself what it can pass over.
    case .skipIfFalse, .skipIfTrue: return .nothing
    case .branch, .jump: return .unknown
    case .unary(let operation):
      guard case .test(let operand)? = stack.popLast() else { return .unknown }
      switch operation {
      case .not: return add(.not(operand))
      case .absolute: return add(.absolute(operand))
      default: return .unknown
      }
    case .binary(let operation):
      guard let right = stack.popLast(), let left = stack.popLast() else { return .unknown }
      return combined(operation, left, right)
    }
  }

  private mutating func combined(_ operation: BinaryOperation, _ left: Part, _ right: Part) -> Part
  {
    switch (left, right) {
    case (.test(let one), .test(let other)):
      switch operation {
      case .and: return add(.and(one, other))
      case .or: return add(.or(one, other))
      // Strings and lists are put together by the program.
      case .add: return isNumber(one) || isNumber(other) ? add(.sum(one, other)) : .unknown
      case .subtract: return add(.difference(one, other))
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        return add(.compare(operation, one, other))
      default: return .unknown
      }
    case (.test(let one), .string(let text)), (.string(let text), .test(let one)):
      guard operation == .equal || operation == .notEqual,
        case .read(let reference) = tests[Int(one)]
      else { return .unknown }
      let equal = add(.isString(reference, keep(text)))
      guard operation == .notEqual, case .test(let test) = equal else { return equal }
      return add(.not(test))
    case (.test(let one), .strings(let texts)):
      guard operation == .isIn, !texts.isEmpty, case .read(let reference) = tests[Int(one)] else {
        return .unknown
      }
      let numbers = texts.map { keep($0) }
      return add(.isOneOf(reference, numbers[0], Int32(truncatingIfNeeded: numbers.count)))
    default: return .unknown
    }
  }

  /// Whether a test is sure to come to a number, a duration or an instant, if to anything.
  private func isNumber(_ test: Int32) -> Bool {
    switch tests[Int(test)] {
    case .constant, .sum, .difference, .absolute: true
    case .read(.candidateTime), .read(.roleTime), .read(.derived): true
    default: false
    }
  }

  private mutating func keep(_ string: String) -> Int32 {
    strings.append(Array(string.utf8))
    return Int32(truncatingIfNeeded: strings.count - 1)
  }

  private mutating func add(_ test: ConditionTable.Test) -> Part {
    tests.append(test)
    return .test(Int32(truncatingIfNeeded: tests.count - 1))
  }
}
