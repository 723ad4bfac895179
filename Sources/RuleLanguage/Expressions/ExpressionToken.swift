/// A token of an expression's text.
struct ExpressionToken: Equatable {
  enum Kind: Equatable {
    case end
    /// A number without sign: the sign is an operator, and decides which numbers fit.
    case int(UInt64)
    case double(Double)
    /// Microseconds.
    case duration(Int64)
    case string(String)
    /// A name; a parameter's includes its `$`.
    case name(String)
    case symbol(ExpressionSymbol)
  }

  var kind: Kind
  /// The place of its beginning, in bytes.
  var offset: Int
  /// The source text, for messages.
  var text: String

  var description: String { kind == .end ? "the end" : "'\(text)'" }
}

/// A symbol or a word with a meaning of its own.
enum ExpressionSymbol: String {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case not = "!"
  case question = "?"
  case colon = ":"
  case open = "("
  case close = ")"
  case openList = "["
  case closeList = "]"
  case comma = ","
  case point = "."
  case isIn = "in"
  case isTrue = "true"
  case isFalse = "false"
  case null = "null"

  /// The binary operation that it stands for, and its precedence.
  var infix: (operation: BinaryOperation, precedence: Int)? {
    switch self {
    case .or: (.or, 1)
    case .and: (.and, 2)
    case .equal: (.equal, 3)
    case .notEqual: (.notEqual, 3)
    case .less: (.less, 3)
    case .lessOrEqual: (.lessOrEqual, 3)
    case .greater: (.greater, 3)
    case .greaterOrEqual: (.greaterOrEqual, 3)
    case .isIn: (.isIn, 3)
    case .plus: (.add, 4)
    case .minus: (.subtract, 4)
    case .star: (.multiply, 5)
    case .slash: (.divide, 5)
    case .percent: (.remainder, 5)
    default: nil
    }
  }
}
