package import RuleLanguage

/// Lays expressions out as trees of tests.
package struct ConditionLayout: Sendable {
  private(set) var tests: [ConditionTable.Test] = []
  private(set) var strings: [[UInt8]] = []

  private(set) var numbers: [Scalar] = []
  private var stack: [Part] = []
  /// Whether a reference comes to a string or a list, if to anything.
  private let isText: @Sendable (Reference) -> Bool
  /// What a reference comes to for all events, where that is a number.
  private let constant: @Sendable (Reference) -> Scalar?

  package init(
    constant: @escaping @Sendable (Reference) -> Scalar? = { _ in nil },
    isText: @escaping @Sendable (Reference) -> Bool
  ) {
    self.constant = constant
    self.isText = isText
  }

  /// Adds an expression; returns the root of its tree, or -1 where it asks for something that only
  /// the program does.
  package mutating func add(_ expression: Expression) -> Int32 {
    let marks = (tests.count, strings.count, numbers.count)
    // One stack for all expressions: each would make room for its own anew.
    var stack: [Part] = []
    swap(&stack, &self.stack)
    let root = root(of: expression, &stack)
    stack.removeAll(keepingCapacity: true)
    swap(&stack, &self.stack)
    if let root { return root }
    tests.removeSubrange(marks.0...)
    strings.removeSubrange(marks.1...)
    numbers.removeSubrange(marks.2...)
    return -1
  }

  private mutating func root(of expression: Expression, _ stack: inout [Part]) -> Int32? {
    var choices: [Choice] = []
    for (place, instruction) in expression.code.enumerated() {
      guard choices.isEmpty || close(&choices, at: place, &stack) else { return nil }
      switch instruction {
      case .branch(_, let end):
        guard case .test(let condition)? = stack.popLast() else { return nil }
        choices.append(Choice(condition: condition, end: Int(end)))
      case .jump:
        guard case .test(let first)? = stack.popLast(), !choices.isEmpty else { return nil }
        choices[choices.count - 1].first = first
      // Both sides of a conjunction stand in the tree, which knows itself what it can pass over.
      case .skipIfFalse, .skipIfTrue: break
      default:
        guard let part = part(instruction, &stack) else { return nil }
        stack.append(part)
      }
    }
    guard close(&choices, at: expression.code.count, &stack), stack.count == 1, choices.isEmpty,
      case .test(let root) = stack[0]
    else { return nil }
    return root
  }

  /// A choice between two values whose sides are being laid out.
  private struct Choice {
    var condition: Int32
    var first: Int32 = -1
    var end: Int
  }

  /// Puts choices that end at a place together; false where a side is no test.
  private mutating func close(
    _ choices: inout [Choice], at place: Int, _ stack: inout [Part]
  ) -> Bool {
    while let choice = choices.last, choice.end == place {
      choices.removeLast()
      guard choice.first >= 0, case .test(let second)? = stack.popLast() else { return false }
      stack.append(add(.choice(choice.condition, choice.first, second)))
    }
    return true
  }

  /// What an instruction leaves behind: a test, or a string that only a comparison takes.
  private enum Part {
    case test(Int32)
    case string(String)
    case strings([String])
    case numbers([Scalar])
  }

  /// What an instruction makes of what is there; nil where it cannot be laid out.
  private mutating func part(_ instruction: Instruction, _ stack: inout [Part]) -> Part? {
    switch instruction {
    case .push(.string(let text)): return .string(text)
    case .push(.list(let elements)):
      var texts: [String] = []
      var numbers: [Scalar] = []
      for element in elements {
        if case .string(let text) = element { texts.append(text) }
        if case .int = element { numbers.append(Scalar(of: element)) }
      }
      if texts.count == elements.count { return .strings(texts) }
      return numbers.count == elements.count ? .numbers(numbers) : nil
    case .push(let value): return add(.constant(Scalar(of: value)))
    case .load(let reference):
      return add(constant(reference).map { .constant($0) } ?? .read(reference))
    case .has(let reference): return add(.has(reference))
    case .lacks(let reference): return add(.lacks(reference))
    case .skipIfFalse, .skipIfTrue, .branch, .jump: return nil
    case .unary(let operation):
      guard case .test(let operand)? = stack.popLast() else { return nil }
      switch operation {
      case .not: return add(.not(operand))
      case .absolute: return add(.absolute(operand))
      case .size, .lowerASCII:
        guard case .read(let reference) = tests[Int(operand)] else { return nil }
        return add(.unary(operation, reference))
      default: return nil
      }
    case .binary(let operation):
      guard let right = stack.popLast(), let left = stack.popLast() else { return nil }
      return combined(operation, left, right)
    }
  }

  private mutating func combined(_ operation: BinaryOperation, _ left: Part, _ right: Part) -> Part?
  {
    switch (left, right) {
    case (.test(let one), .test(let other)):
      switch operation {
      case .and: return add(.and(one, other))
      case .or: return add(.or(one, other))
      // Strings and lists are put together by the program.
      case .add: return isNumber(one) && isNumber(other) ? add(.sum(one, other)) : nil
      case .subtract: return add(.difference(one, other))
      case .multiply: return add(.product(one, other))
      case .remainder: return add(.remainder(one, other))
      case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        guard isPlain(one), isPlain(other) else { return nil }
        return add(.compare(operation, one, other))
      default: return nil
      }
    case (.test(let one), .string(let text)), (.string(let text), .test(let one)):
      guard operation == .equal || operation == .notEqual,
        case .read(let reference) = tests[Int(one)]
      else { return nil }
      let equal = add(.isString(reference, keep(text)))
      guard operation == .notEqual, case .test(let test) = equal else { return equal }
      return add(.not(test))
    case (.test(let one), .strings(let texts)):
      guard operation == .isIn, !texts.isEmpty, case .read(let reference) = tests[Int(one)] else {
        return nil
      }
      let numbers = texts.map { keep($0) }
      return add(.isOneOf(reference, numbers[0], Int32(truncatingIfNeeded: numbers.count)))
    case (.test(let one), .numbers(let values)):
      guard operation == .isIn, !values.isEmpty else { return nil }
      numbers += values
      return add(
        .isAmong(
          one, Int32(truncatingIfNeeded: numbers.count - values.count),
          Int32(truncatingIfNeeded: values.count)))
    default: return nil
    }
  }

  /// Whether a test is sure to come to a number, a duration or an instant, if to anything.
  private func isNumber(_ test: Int32) -> Bool {
    switch tests[Int(test)] {
    case .read(let reference): !isText(reference)
    case .unary(.lowerASCII, _): false
    case .choice(_, let first, let second): isNumber(first) && isNumber(second)
    default: true
    }
  }

  /// Whether a text that the test comes to is the value of a reference.
  private func isPlain(_ test: Int32) -> Bool {
    switch tests[Int(test)] {
    case .read, .unary: true
    default: isNumber(test)
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
