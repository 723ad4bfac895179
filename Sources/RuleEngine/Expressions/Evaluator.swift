internal import RuleLanguage

extension Expression {
  /// Runs the program over the values of a source.
  ///
  /// One pass without recursion; scalar values cost no allocation.
  package func evaluate(
    _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Evaluation {
    var stack = EvaluationStack()
    var next = 0
    while next < code.count {
      let instruction = code[next]
      next += 1
      switch instruction {
      case .push(let value):
        stack.push(.value(value))
      case .load(let reference):
        stack.push(Evaluation(source.value(of: reference), of: reference))
      case .has(let reference):
        stack.push(.value(.bool(source.value(of: reference).isPresent)))
      case .lacks(let reference):
        stack.push(.value(.bool(source.value(of: reference) == .missing)))
      case .unary(let operation):
        stack.push(operation.applied(to: stack.pop()))
      case .binary(let operation):
        let right = stack.pop()
        stack.push(operation.applied(to: stack.pop(), right))
      case .skipIfFalse(let target):
        if case .value(.bool(false)) = stack.top { next = max(next, Int(target)) }
      case .skipIfTrue(let target):
        if case .value(.bool(true)) = stack.top { next = max(next, Int(target)) }
      case .branch(let otherwise, let end):
        switch stack.pop() {
        case .value(.bool(true)): break
        case .value(.bool(false)): next = max(next, Int(otherwise))
        case .error(let error):
          stack.push(.error(error))
          next = max(next, Int(end))
        case .value: return .error(.invalid)
        }
      case .jump(let target):
        next = max(next, Int(target))
      }
    }
    return stack.pop()
  }

  /// Whether a condition holds; nil if that is an error.
  package func isTrue(
    _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Bool? {
    guard case .value(.bool(let holds)) = evaluate(source) else { return nil }
    return holds
  }

  /// What it always comes to; nil if it reads something.
  package var constant: Evaluation? {
    isConstant ? evaluate(NothingToRead()) : nil
  }
}

private struct NothingToRead: ReferenceSource {
  func value(of reference: Reference) -> Value { .missing }
}

extension Value {
  /// What does not read as its type is there all the same: it is the use of it that fails.
  fileprivate var isPresent: Bool {
    switch self {
    case .missing, .redacted: false
    default: true
    }
  }
}

/// The values at hand: a fixed number, which the compiler keeps every program under.
struct EvaluationStack {
  /// Few expressions need more than these, and making a slot takes longer than filling it.
  private var slots = [4 of Evaluation](repeating: .error(.invalid))
  private var others: [Evaluation] = []
  private var count = 0

  var top: Evaluation { count > 0 ? self[count - 1] : .error(.invalid) }

  mutating func push(_ evaluation: Evaluation) {
    if count < slots.count {
      slots[count] = evaluation
    } else if count < Expression.stackLimit {
      others.append(evaluation)
    }
    count += 1
  }

  mutating func pop() -> Evaluation {
    guard count > 0 else { return .error(.invalid) }
    count -= 1
    if count >= slots.count, count < Expression.stackLimit { return others.removeLast() }
    return self[count]
  }

  /// What was put above the limit is lost, and said to be.
  private subscript(index: Int) -> Evaluation {
    if index < slots.count { return slots[index] }
    return index < Expression.stackLimit ? others[index - slots.count] : .error(.invalid)
  }
}
