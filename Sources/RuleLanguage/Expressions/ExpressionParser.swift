/// A parser that reads an expression, checks its types and writes its program, in one pass.
///
/// There is no tree: chains of operators are loops, and the depth of recursion is counted.
struct ExpressionParser {
  /// A value whose program has been written.
  struct Operand {
    var type: ValueType
    /// The offset of its text.
    var offset: Int
    /// The index in the program of its first instruction.
    var start: Int
  }

  static let deepestNesting = 32

  let text: String
  let scope: NameScope
  var lexer: ExpressionLexer
  /// The current token.
  var token: ExpressionToken
  var code: [Instruction] = []
  /// The number of values that the program has on the stack at this point.
  private var height = 0
  private var nesting = 0

  init(_ text: String, scope: NameScope) throws(ExpressionError) {
    var lexer = ExpressionLexer(text)
    token = try lexer.next()
    self.lexer = lexer
    self.text = text
    self.scope = scope
  }

  mutating func parse(expecting: ValueType?) throws(ExpressionError) -> Expression {
    if token.kind == .end { throw ExpressionError("the expression is empty", at: 0) }
    let result = try expression()
    if token.kind != .end { throw notAnOperator }
    guard let expecting else { return Expression(type: result.type, code: code, text: text) }
    guard let type = expecting.unified(with: result.type) else {
      let lacksUnit = expecting == .duration && result.type == .int
      throw ExpressionError(
        "this is \(result.type.description), and \(expecting.description) is needed",
        advice: lacksUnit ? "write a unit, as in 30s" : "", at: result.offset)
    }
    return Expression(type: type, code: code, text: text)
  }

  /// Parses an expression with or without a choice: `condition ? one : other`.
  mutating func expression() throws(ExpressionError) -> Operand {
    try enter()
    defer { leave() }
    let condition = try chain(binding: 1)
    guard isAt(.question) else { return condition }
    try require(condition, .bool, as: "the condition before '?'")
    try advance()
    let branch = code.count
    try emit(.branch(otherwise: 0, end: 0))
    let one = try chain(binding: 1)
    let colon = token.offset
    try expect(.colon, in: "the choice after '?'")
    let jump = code.count
    try emit(.jump(to: 0))
    let other = try expression()
    code[branch] = .branch(otherwise: target(jump + 1), end: target(code.count))
    code[jump] = .jump(to: target(code.count))
    guard let type = one.type.unified(with: other.type) else {
      throw ExpressionError(
        "the two sides of ':' are \(one.type.description) and \(other.type.description)",
        advice: "give both the same type", at: colon)
    }
    return Operand(type: type, offset: condition.offset, start: condition.start)
  }

  /// Parses operands and operators of at least that precedence, from left to right.
  private mutating func chain(binding least: Int) throws(ExpressionError) -> Operand {
    var left = try unary()
    while case .symbol(let symbol) = token.kind, let infix = symbol.infix,
      infix.precedence >= least
    {
      let place = token.offset
      try advance()
      let skip = code.count
      switch infix.operation {
      case .and: try emit(.skipIfFalse(to: 0))
      case .or: try emit(.skipIfTrue(to: 0))
      default: break
      }
      let right = try chain(binding: infix.precedence + 1)
      left.type = try joined(left, infix.operation, right, leftEnd: skip, at: place)
      try emit(.binary(infix.operation))
      switch infix.operation {
      case .and: code[skip] = .skipIfFalse(to: target(code.count))
      case .or: code[skip] = .skipIfTrue(to: target(code.count))
      default: break
      }
    }
    return left
  }

  private mutating func unary() throws(ExpressionError) -> Operand {
    let place = token.offset
    guard isAt(.not) || isAt(.minus) else { return try member() }
    let operation: UnaryOperation = isAt(.not) ? .not : .negate
    try advance()
    // The least int has no positive counterpart, so that its sign belongs to the number.
    if operation == .negate, token.kind == .int(1 << 63) {
      try advance()
      return try constant(.int(.min), .int, at: place)
    }
    try enter()
    defer { leave() }
    let operand = try unary()
    let symbol = operation == .not ? "!" : "-"
    guard let type = operation.result(operand.type) else {
      throw ExpressionError("'\(symbol)' does not take \(operand.type.description)", at: place)
    }
    // A negative number is a constant like any other.
    if code.count == operand.start + 1, case .push(let value) = code[operand.start],
      let negated = value.negated
    {
      code[operand.start] = .push(negated)
    } else {
      try emit(.unary(operation))
    }
    return Operand(type: type, offset: place, start: operand.start)
  }
}

// MARK: - Words and instructions

extension ExpressionParser {
  mutating func advance() throws(ExpressionError) { token = try lexer.next() }

  func isAt(_ symbol: ExpressionSymbol) -> Bool { token.kind == .symbol(symbol) }

  mutating func expect(_ symbol: ExpressionSymbol, in place: String) throws(ExpressionError) {
    guard isAt(symbol) else {
      throw ExpressionError(
        "'\(symbol.rawValue)' is missing in \(place), found \(token.description)",
        at: token.offset)
    }
    try advance()
  }

  mutating func emit(_ instruction: Instruction) throws(ExpressionError) {
    code.append(instruction)
    switch instruction {
    case .push, .load, .has, .lacks: height += 1
    case .unary, .skipIfFalse, .skipIfTrue: break
    // The other side of a choice follows a jump, and begins without the value of the first.
    case .binary, .branch, .jump: height -= 1
    }
    if height > Expression.stackLimit { throw tooDeep }
  }

  mutating func constant(
    _ value: Value, _ type: ValueType, at offset: Int
  ) throws(ExpressionError) -> Operand {
    try emit(.push(value))
    return Operand(type: type, offset: offset, start: code.count - 1)
  }

  /// Replaces the program from a place on by one constant.
  mutating func replace(from start: Int, with value: Value) {
    code.removeSubrange(start...)
    code.append(.push(value))
  }

  private mutating func enter() throws(ExpressionError) {
    guard nesting < Self.deepestNesting else { throw tooDeep }
    nesting += 1
  }

  private mutating func leave() { nesting -= 1 }

  /// Clamps a jump's target, which the limit of the text keeps within 16 bits.
  private func target(_ index: Int) -> UInt16 { UInt16(clamping: index) }

  private var tooDeep: ExpressionError {
    ExpressionError(
      "the expression is nested too deeply", advice: "split it into several conditions",
      at: token.offset)
  }

  private var notAnOperator: ExpressionError {
    let advice =
      switch token.text.lowercased() {
      case "and": "write && for and"
      case "or": "write || for or"
      case "is", "equals": "write == to compare"
      case "s", "ms", "m", "h", "us": "write the unit without a space, as in 30s"
      default: ""
      }
    return ExpressionError(
      "an operator or the end is expected, found \(token.description)", advice: advice,
      at: token.offset)
  }
}
