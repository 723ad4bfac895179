extension ExpressionParser {
  /// A name, and its place.
  private typealias Part = (name: String, offset: Int)

  /// Parses a literal, name, call, list or parenthesis, and the methods called on it.
  mutating func member() throws(ExpressionError) -> Operand {
    var operand = try primary()
    while isAt(.point) {
      try advance()
      let part = try name(after: "'.'")
      guard isAt(.open) else {
        throw ExpressionError(
          "\(operand.type.description) has no fields", advice: "only roles have fields",
          at: part.offset)
      }
      operand = try method(part.name, at: part.offset, on: operand)
    }
    return operand
  }

  private mutating func primary() throws(ExpressionError) -> Operand {
    let place = token.offset
    switch token.kind {
    case .int(let magnitude):
      guard let value = Int64(exactly: magnitude) else {
        throw ExpressionError("the number \(token.text) does not fit into 64 bits", at: place)
      }
      try advance()
      return try constant(.int(value), .int, at: place)
    case .double(let value):
      try advance()
      return try constant(.double(value), .double, at: place)
    case .duration(let value):
      try advance()
      return try constant(.duration(value), .duration, at: place)
    case .string(let value):
      try advance()
      return try constant(.string(value), .string, at: place)
    case .symbol(.isTrue), .symbol(.isFalse):
      let value = isAt(.isTrue)
      try advance()
      return try constant(.bool(value), .bool, at: place)
    case .symbol(.open):
      try advance()
      var operand = try expression()
      try expect(.close, in: "the parenthesis")
      operand.offset = place
      return operand
    case .symbol(.openList): return try list()
    case .name: return try pathOrCall()
    case .symbol(.null):
      throw ExpressionError(
        "there is no null", advice: "ask has(x) whether a value is there", at: place)
    case .end, .symbol:
      throw ExpressionError("a value is expected, found \(token.description)", at: place)
    }
  }

  /// Parses a list: constant elements make one constant, others are added one by one.
  private mutating func list() throws(ExpressionError) -> Operand {
    let place = token.offset
    try advance()
    var list = try constant(.list([]), .emptyList, at: place)
    var elements: [Value]? = []
    while !isAt(.closeList) {
      let element = try expression()
      guard let type = BinaryOperation.append.result(list.type, element.type) else {
        throw ExpressionError(
          "\(element.type.description) is in \(list.type.description)",
          advice: "all elements must have one type", at: element.offset)
      }
      list.type = type
      if code.count == element.start + 1, case .push(let value) = code[element.start] {
        elements?.append(value)
      } else {
        elements = nil
      }
      try emit(.binary(.append))
      guard isAt(.comma) else { break }
      try advance()
    }
    try expect(.closeList, in: "the list")
    if let elements { replace(from: list.start, with: .list(elements)) }
    return list
  }

  private mutating func pathOrCall() throws(ExpressionError) -> Operand {
    var parts = try path(after: "this")
    guard isAt(.open), let last = parts.popLast() else { return try load(parts) }
    if parts.isEmpty { return try call(last.name, at: last.offset) }
    let receiver = try load(parts)
    return try method(last.name, at: last.offset, on: receiver)
  }

  private mutating func path(after place: String) throws(ExpressionError) -> [Part] {
    var parts = [try name(after: place)]
    while isAt(.point) {
      try advance()
      parts.append(try name(after: "'.'"))
    }
    return parts
  }

  private mutating func name(after place: String) throws(ExpressionError) -> Part {
    guard case .name(let name) = token.kind else {
      throw ExpressionError(
        "a name is expected after \(place), found \(token.description)", at: token.offset)
    }
    let part = (name, token.offset)
    try advance()
    return part
  }

  private mutating func load(_ parts: [Part]) throws(ExpressionError) -> Operand {
    let place = parts.first?.offset ?? token.offset
    switch scope.resolve(parts.map(\.name)) {
    case .reference(let reference, let type):
      try emit(.load(reference))
      return Operand(type: type, offset: place, start: code.count - 1)
    case .role:
      let name = parts.first?.name ?? ""
      throw ExpressionError(
        "'\(name)' is a role, not a value", advice: "write \(name).FIELD or has(\(name))",
        at: place)
    case .unknown(let message, let advice, let part):
      throw ExpressionError(
        message, advice: advice, at: part < parts.count ? parts[part].offset : place)
    }
  }

  /// Parses the name in `has(name)`: a field that may be missing, or a role that may not be taken.
  mutating func presence(at place: Int) throws(ExpressionError) -> Operand {
    let parts = try path(after: "'has('")
    let start = code.count
    switch scope.resolve(parts.map(\.name)) {
    case .reference(let reference, _): try emit(.has(reference))
    case .role(let role): try emit(.load(.roleTaken(role: role)))
    case .unknown(let message, let advice, let part):
      throw ExpressionError(
        message, advice: advice, at: part < parts.count ? parts[part].offset : place)
    }
    return Operand(type: .bool, offset: place, start: start)
  }

  /// Parses the name in `absent(name)`: a field that a line may lack.
  mutating func absence(at place: Int) throws(ExpressionError) -> Operand {
    let parts = try path(after: "'absent('")
    let start = code.count
    switch scope.resolve(parts.map(\.name)) {
    case .reference(let reference, _): try emit(.lacks(reference))
    case .role:
      throw ExpressionError("'absent' takes a field, not a role", at: place)
    case .unknown(let message, let advice, let part):
      throw ExpressionError(
        message, advice: advice, at: part < parts.count ? parts[part].offset : place)
    }
    return Operand(type: .bool, offset: place, start: start)
  }

  /// Parses the role in `count(role)`, which any number of events may have taken.
  mutating func roleCount(at place: Int) throws(ExpressionError) -> Operand {
    let parts = try path(after: "'count('")
    let start = code.count
    switch scope.resolve(parts.map(\.name)) {
    case .role(let role): try emit(.load(.roleCount(role: role)))
    case .reference:
      throw ExpressionError("'count' takes a role, not a value", at: place)
    case .unknown(let message, let advice, let part):
      throw ExpressionError(
        message, advice: advice, at: part < parts.count ? parts[part].offset : place)
    }
    return Operand(type: .int, offset: place, start: start)
  }

  /// Parses the field in `isUTC(field)`, of the event that is being tried.
  mutating func isUTC(at place: Int) throws(ExpressionError) -> Operand {
    let parts = try path(after: "'isUTC('")
    let start = code.count
    switch scope.resolve(parts.map(\.name)) {
    case .reference(.candidateField(let field), .instant):
      try emit(.load(.candidateIsUTC(field)))
    case .reference(.candidateTime, _): try emit(.load(.candidateTimeIsUTC))
    case .unknown(let message, let advice, let part):
      throw ExpressionError(
        message, advice: advice, at: part < parts.count ? parts[part].offset : place)
    case .reference, .role:
      throw ExpressionError(
        "'isUTC' takes an instant of the event that is tried",
        advice: "write it in a 'where', as in isUTC(notificationTime)", at: place)
    }
    return Operand(type: .bool, offset: place, start: start)
  }
}
