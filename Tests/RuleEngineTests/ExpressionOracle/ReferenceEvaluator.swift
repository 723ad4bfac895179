/// Evaluates a tree by the sentences of docs/expressions.md and nothing else: slow and plain.
struct ReferenceEvaluator {
  let bindings: [String: Stood]

  func result(_ tree: ExpressionTree) -> PlainResult {
    do throws(PlainError) {
      return .value(try value(tree))
    } catch {
      return .error(error)
    }
  }

  private func value(_ tree: ExpressionTree) throws(PlainError) -> Plain {
    switch tree {
    case .literal(_, let value): return value
    case .name(let name): return try read(name)
    case .asked(let question, let name): return try answer(question, name)
    case .list(let elements):
      var values: [Plain] = []
      for element in elements { values.append(try value(element)) }
      return .list(values)
    case .unary("!", let operand):
      guard case .bool(let it) = try value(operand) else { throw .other }
      return .bool(!it)
    case .unary(_, let operand): return try negated(value(operand))
    case .binary(let left, "&&", let right): return try joined(left, right, decisive: false)
    case .binary(let left, "||", let right): return try joined(left, right, decisive: true)
    case .binary(let left, let symbol, let right):
      let first = try value(left)
      return try combined(first, symbol, value(right))
    case .choice(let condition, let one, let other):
      guard case .bool(let holds) = try value(condition) else { throw .other }
      return try value(holds ? one : other)
    case .call(let name, let argument): return try called(name, value(argument))
    case .method(let receiver, let name, let arguments):
      let first = try value(receiver)
      guard let argument = arguments.first else { return try called(name, first) }
      return try matched(first, name, value(argument))
    }
  }

  // MARK: What is read

  private func read(_ name: String) throws(PlainError) -> Plain {
    switch bindings[name] ?? .missing {
    case .value(let value): return value
    case .missing: throw .missing(name)
    case .hidden: throw .hidden(name)
    case .malformed: throw .malformed(name)
    case .zoneless: throw .zoneless(name)
    }
  }

  private func answer(_ question: String, _ name: String) throws(PlainError) -> Plain {
    let stood = bindings[name] ?? .missing
    switch question {
    // A role has no value, but is taken or not.
    case "has" where name == "ok" || name == "start": return try read(name)
    case "has": return .bool(stood != .missing && stood != .hidden)
    case "absent": return .bool(stood == .missing)
    default: return try read("\(question)(\(name))")
    }
  }

  // MARK: Operators

  /// One side that decides makes what the other comes to irrelevant; else the left error is told.
  private func joined(
    _ left: ExpressionTree, _ right: ExpressionTree, decisive: Bool
  ) throws(PlainError) -> Plain {
    let results = [result(left), result(right)]
    if results.contains(.value(.bool(decisive))) { return .bool(decisive) }
    for case .error(let error) in results { throw error }
    return .bool(!decisive)
  }

  private func negated(_ value: Plain) throws(PlainError) -> Plain {
    switch value {
    case .int(let it): return try fitting(-it, Plain.int)
    case .duration(let it): return try fitting(-it, Plain.duration)
    case .double(let it): return .double(-it)
    default: throw .other
    }
  }

  private func combined(
    _ left: Plain, _ symbol: String, _ right: Plain
  ) throws(PlainError) -> Plain {
    switch symbol {
    case "==": return .bool(equal(left, right))
    case "!=": return .bool(!equal(left, right))
    case "<": return .bool(try comes(left, before: right))
    case ">": return .bool(try comes(right, before: left))
    case "<=": return .bool(try comes(left, before: right) || equal(left, right))
    case ">=": return .bool(try comes(right, before: left) || equal(left, right))
    case "in":
      guard case .list(let elements) = right else { throw .other }
      return .bool(elements.contains { equal($0, left) })
    default: return try calculated(left, symbol, right)
    }
  }

  private func calculated(
    _ left: Plain, _ symbol: String, _ right: Plain
  ) throws(PlainError) -> Plain {
    switch (left, symbol, right) {
    case (.int(let a), _, .int(let b)): return try fitting(try number(a, symbol, b), Plain.int)
    case (.double(let a), "+", .double(let b)): return .double(a + b)
    case (.double(let a), "-", .double(let b)): return .double(a - b)
    case (.double(let a), "*", .double(let b)): return .double(a * b)
    case (.double(let a), "/", .double(let b)):
      if b == 0 { throw .divisionByZero }
      return .double(a / b)
    case (.text(let a), "+", .text(let b)): return .text(a + b)
    case (.list(let a), "+", .list(let b)): return .list(a + b)
    case (.duration(let a), "*", .int(let b)), (.int(let a), "*", .duration(let b)):
      return try fitting(a * b, Plain.duration)
    case (.duration(let a), "+", .duration(let b)), (.duration(let a), "-", .duration(let b)),
      (.duration(let a), "%", .duration(let b)):
      return try fitting(try number(a, symbol, b), Plain.duration)
    case (.instant(let a), "+", .duration(let b)), (.duration(let a), "+", .instant(let b)):
      return try fitting(a + b, Plain.instant)
    case (.instant(let a), "-", .duration(let b)): return try fitting(a - b, Plain.instant)
    case (.instant(let a), "-", .instant(let b)): return try fitting(a - b, Plain.duration)
    default: throw .other
    }
  }

  private func number(_ a: Int128, _ symbol: String, _ b: Int128) throws(PlainError) -> Int128 {
    switch symbol {
    case "+": return a + b
    case "-": return a - b
    case "*": return a * b
    default:
      if b == 0 { throw .divisionByZero }
      // The quotient has to fit even where only the remainder is asked for.
      _ = try fitting(a / b, Plain.int)
      return symbol == "/" ? a / b : a % b
    }
  }

  private func fitting(_ number: Int128, _ make: (Int128) -> Plain) throws(PlainError) -> Plain {
    guard Int64(exactly: number) != nil else { throw .overflow }
    return make(number)
  }

  private func equal(_ left: Plain, _ right: Plain) -> Bool {
    switch (left, right) {
    case (.double(let a), .double(let b)): a == b
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy(equal)
    default: left == right
    }
  }

  private func comes(_ left: Plain, before right: Plain) throws(PlainError) -> Bool {
    switch (left, right) {
    case (.int(let a), .int(let b)), (.instant(let a), .instant(let b)),
      (.duration(let a), .duration(let b)):
      return a < b
    case (.double(let a), .double(let b)): return a < b
    case (.text(let a), .text(let b)): return a.lexicographicallyPrecedes(b)
    default: throw .other
    }
  }

  // MARK: Functions

  private func called(_ name: String, _ value: Plain) throws(PlainError) -> Plain {
    switch (name, value) {
    case ("size", .text(let it)): return .int(Int128(it.count))
    case ("size", .list(let it)): return .int(Int128(it.count))
    case ("lowerAscii", .text(let it)):
      return .text(
        it.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) + 32) : $0 })
    case ("abs", .double(let it)): return .double(it.magnitude)
    case ("abs", .int(let it)): return try fitting(it < 0 ? -it : it, Plain.int)
    case ("abs", .duration(let it)): return try fitting(it < 0 ? -it : it, Plain.duration)
    case ("int", .int), ("double", .double): return value
    case ("double", .int(let it)): return .double(Double(it))
    case ("int", .double(let it)):
      guard it > -0x1p63, it < 0x1p63 else { throw .overflow }
      return .int(Int128(it.rounded(.towardZero)))
    case ("timestamp", .int(let it)): return try fitting(it * 1_000_000, Plain.instant)
    default: throw .other
    }
  }

  private func matched(
    _ receiver: Plain, _ name: String, _ argument: Plain
  ) throws(PlainError) -> Plain {
    if name == "containsAny", case .list(let parts) = argument {
      // Each for itself, whatever the others are.
      var isThere = false
      for part in parts where try matched(receiver, "contains", part) == .bool(true) {
        isThere = true
      }
      return .bool(isThere)
    }
    guard case .text(let text) = receiver, case .text(let part) = argument else { throw .other }
    switch name {
    case "startsWith": return .bool(Array(text.prefix(part.count)) == part)
    case "endsWith": return .bool(Array(text.suffix(part.count)) == part)
    default:
      let places = 0...max(0, text.count - part.count)
      return .bool(places.contains { Array(text.dropFirst($0).prefix(part.count)) == part })
    }
  }
}
