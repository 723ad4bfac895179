internal import TextWriting

extension ExpressionParser {
  private static let functions = [
    "has", "absent", "count", "isUTC", "size", "abs", "int", "double", "timestamp", "duration",
  ]
  private static let methods = [
    "startsWith", "endsWith", "contains", "containsAny", "satisfies", "lowerAscii", "size",
    "isVersionRange", "sortedParameters",
  ]

  /// Parses a function; the current token is the parenthesis behind its name.
  mutating func call(_ name: String, at place: Int) throws(ExpressionError) -> Operand {
    switch name {
    case "has", "absent":
      try advance()
      let operand = try name == "has" ? presence(at: place) : absence(at: place)
      try close(name, arguments: "one name")
      return operand
    case "count":
      try advance()
      let operand = try roleCount(at: place)
      try close(name, arguments: "one role")
      return operand
    case "isUTC":
      try advance()
      let operand = try isUTC(at: place)
      try close(name, arguments: "one field")
      return operand
    case "timestamp", "duration": return try time(name, at: place)
    case "size": return try unaryCall(.size, name, at: place)
    case "abs": return try unaryCall(.absolute, name, at: place)
    case "int": return try unaryCall(.toInt, name, at: place)
    case "double": return try unaryCall(.toDouble, name, at: place)
    default: break
    }
    if Self.methods.contains(name) {
      throw ExpressionError(
        "'\(name)' is called on a string", advice: "write TEXT.\(name)(…)", at: place)
    }
    throw unknown(name, among: Self.functions, at: place)
  }

  /// Parses a function called on a value, behind a point.
  mutating func method(
    _ name: String, at place: Int, on receiver: Operand
  ) throws(ExpressionError) -> Operand {
    let operation: BinaryOperation
    switch name {
    case "size": return try method(.size, name, at: place, on: receiver)
    case "lowerAscii": return try method(.lowerASCII, name, at: place, on: receiver)
    case "isVersionRange": return try method(.isVersionRange, name, at: place, on: receiver)
    case "sortedParameters":
      return try method(.sortedParameters, name, at: place, on: receiver)
    case "startsWith": operation = .startsWith
    case "endsWith": operation = .endsWith
    case "contains": operation = .contains
    case "containsAny": operation = .containsAny
    case "satisfies": operation = .satisfies
    default: throw unknown(name, among: Self.methods, at: place)
    }
    guard receiver.type == .string else {
      throw ExpressionError(
        "'\(name)' is called on a string, and this is \(receiver.type.description)", at: place)
    }
    try advance()
    let argument = try expression()
    let type = operation == .containsAny ? ValueType.list(.string) : .string
    try require(argument, type, as: "the argument of '\(name)'")
    try close(name, arguments: "one argument")
    try emit(.binary(operation))
    return Operand(type: .bool, offset: receiver.offset, start: receiver.start)
  }

  /// Parses a method without arguments.
  private mutating func method(
    _ operation: UnaryOperation, _ name: String, at place: Int, on receiver: Operand
  ) throws(ExpressionError) -> Operand {
    try advance()
    try close(name, arguments: "no arguments")
    return try apply(operation, to: receiver, name, at: place)
  }

  private mutating func unaryCall(
    _ operation: UnaryOperation, _ name: String, at place: Int
  ) throws(ExpressionError) -> Operand {
    try advance()
    if isAt(.close) {
      throw ExpressionError("'\(name)' takes one argument", at: token.offset)
    }
    var argument = try expression()
    try close(name, arguments: "one argument")
    argument.offset = place
    return try apply(operation, to: argument, name, at: place)
  }

  private mutating func apply(
    _ operation: UnaryOperation, to operand: Operand, _ name: String, at place: Int
  ) throws(ExpressionError) -> Operand {
    guard let type = operation.result(operand.type) else {
      throw ExpressionError("'\(name)' does not take \(operand.type.description)", at: place)
    }
    try emit(.unary(operation))
    return Operand(type: type, offset: operand.offset, start: operand.start)
  }

  /// Parses a constant of time: its text is read with the rule, so that a wrong one is found then.
  ///
  /// An instant may also be given by an int expression, its seconds since 1970.
  private mutating func time(_ name: String, at place: Int) throws(ExpressionError) -> Operand {
    try advance()
    let argument = token
    let isWhole = try isWholeArgument()
    guard case .string(let text) = argument.kind, name == "duration" || isWhole else {
      if name == "timestamp", !isAt(.close) {
        var seconds = try expression()
        guard seconds.type == .int else {
          throw ExpressionError(
            "'timestamp' takes an int or a string literal, and this is \(seconds.type.description)",
            advice: TimestampText.form, at: argument.offset)
        }
        try close(name, arguments: "one argument")
        seconds.offset = place
        return try apply(.toInstant, to: seconds, name, at: place)
      }
      throw ExpressionError(
        "'\(name)' takes a string literal, found \(argument.description)",
        advice: name == "duration" ? "as in duration(\"30s\")" : TimestampText.form,
        at: argument.offset)
    }
    try advance()
    try close(name, arguments: "one string literal")
    let value: Value
    do throws(TimeTextError) {
      value =
        name == "duration"
        ? .duration(try DurationText.microseconds(of: ArraySlice(text.utf8)))
        : .instant(try TimestampText.microseconds(of: text))
    } catch {
      throw ExpressionError(error.message, advice: error.advice, at: argument.offset)
    }
    return try constant(value, name == "duration" ? .duration : .instant, at: place)
  }

  /// Whether the argument ends behind the current token: a text may also be the beginning of an
  /// int, as in `timestamp('12'.size())`.
  private func isWholeArgument() throws(ExpressionError) -> Bool {
    var ahead = lexer
    let kind = try ahead.next().kind
    return kind == .symbol(.close) || kind == .symbol(.comma) || kind == .end
  }

  private mutating func close(_ name: String, arguments: String) throws(ExpressionError) {
    guard isAt(.close) else {
      throw ExpressionError(
        "'\(name)' takes \(arguments), found \(token.description)", at: token.offset)
    }
    try advance()
  }

  private func unknown(
    _ name: String, among known: [String], at place: Int
  ) -> ExpressionError {
    if name == "matches" {
      return ExpressionError(
        "there are no regular expressions",
        advice: "use contains, startsWith or endsWith", at: place)
    }
    return ExpressionError(
      "unknown function '\(name)'", advice: Spelling.suggestion(for: name, among: known), at: place)
  }
}
