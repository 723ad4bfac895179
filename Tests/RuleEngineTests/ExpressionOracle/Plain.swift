/// A value in the reference evaluator: whole numbers have room to leave 64 bits, texts are characters.
enum Plain: Equatable {
  case bool(Bool)
  case int(Int128)
  case double(Double)
  case text([Unicode.Scalar])
  case instant(Int128)
  case duration(Int128)
  case list([Plain])

  /// The same as far as a result can tell, where two that are no number are alike.
  static func == (left: Plain, right: Plain) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)), (.instant(let a), .instant(let b)),
      (.duration(let a), .duration(let b)):
      a == b
    case (.double(let a), .double(let b)): a == b || a.isNaN && b.isNaN
    case (.text(let a), .text(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    default: false
    }
  }
}

/// What stands where a name is read.
enum Stood: Equatable {
  case value(Plain)
  case missing, hidden, malformed, zoneless
}

/// What an expression comes to.
enum PlainResult: Equatable {
  case value(Plain)
  case error(PlainError)
}

/// The errors of docs/expressions.md; those of a value name what was read.
enum PlainError: Error, Hashable {
  case missing(String), hidden(String), malformed(String), zoneless(String)
  case overflow, divisionByZero
  /// None that an expression may come to.
  case other
}
