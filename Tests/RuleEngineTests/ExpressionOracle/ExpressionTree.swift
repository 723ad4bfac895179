/// An expression as a tree, which the program itself never makes.
indirect enum ExpressionTree {
  /// How it is written, and what it means.
  case literal(String, Plain)
  /// What is read: a field, `ROLE.FIELD`, `env.KEY`, `$NAME` and the like.
  case name(String)
  /// `has`, `absent` or `isUTC` of a name.
  case asked(String, String)
  case list([ExpressionTree])
  /// `!` or `-`.
  case unary(String, ExpressionTree)
  case binary(ExpressionTree, String, ExpressionTree)
  case choice(ExpressionTree, ExpressionTree, ExpressionTree)
  case call(String, ExpressionTree)
  case method(ExpressionTree, String, [ExpressionTree])
}

extension ExpressionTree {
  /// How tightly each operator of docs/expressions.md binds.
  static let binding: [String: Int] = [
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "in": 3, "+": 4, "-": 4,
    "*": 5, "/": 5, "%": 5,
  ]

  private var ownBinding: Int {
    switch self {
    case .choice: 0
    case .binary(_, let symbol, _): Self.binding[symbol] ?? 0
    case .unary: 6
    case .literal(let text, _): text.hasPrefix("-") ? 6 : 7
    case .name, .asked, .list, .call, .method: 7
    }
  }

  /// The text, with parentheses where the table of operators asks for them and a few more, and with
  /// blanks and comments as they come.
  func text(_ random: inout SeededGenerator, binding least: Int = 0) -> String {
    if ownBinding < least || Int.random(in: 0..<12, using: &random) == 0 {
      return "(" + text(&random) + ")"
    }
    switch self {
    case .literal(let text, _), .name(let text): return text
    case .asked(let question, let name): return "\(question)(\(name))"
    case .list(let elements):
      let texts = elements.map { $0.text(&random) }
      return "[" + texts.joined(separator: "," + blank(&random)) + "]"
    case .unary(let symbol, let operand):
      return symbol + blank(&random) + operand.text(&random, binding: 6)
    case .binary(let left, let symbol, let right):
      let own = ownBinding
      let pad = symbol == "in" ? " " : ""
      return left.text(&random, binding: own) + pad + blank(&random) + symbol + pad
        + blank(&random) + right.text(&random, binding: own + 1)
    case .choice(let condition, let one, let other):
      return condition.text(&random, binding: 1) + blank(&random) + "?" + blank(&random)
        + one.text(&random, binding: 1) + " :" + blank(&random) + other.text(&random)
    case .call(let name, let argument): return name + "(" + argument.text(&random) + ")"
    case .method(let receiver, let name, let arguments):
      return receiver.text(&random, binding: 7) + "." + name + "("
        + arguments.map { $0.text(&random) }.joined(separator: ", ") + ")"
    }
  }

  private func blank(_ random: inout SeededGenerator) -> String {
    ["", "", " ", " ", "\t", "\n", " // why\n"].randomElement(using: &random) ?? ""
  }

  /// The expressions that it is made of.
  var parts: [ExpressionTree] {
    switch self {
    case .literal, .name, .asked: []
    case .list(let elements): elements
    case .unary(_, let operand), .call(_, let operand): [operand]
    case .binary(let left, _, let right): [left, right]
    case .choice(let condition, let one, let other): [condition, one, other]
    case .method(let receiver, _, let arguments): [receiver] + arguments
    }
  }

  /// Names of all that stands in it, for a count of what was tried.
  var words: Set<String> {
    var words = parts.reduce(into: Set<String>()) { $0.formUnion($1.words) }
    switch self {
    case .literal, .name: break
    case .list: words.insert("[]")
    case .unary(let symbol, _): words.insert("unary " + symbol)
    case .binary(_, let word, _), .asked(let word, _), .call(let word, _), .method(_, let word, _):
      words.insert(word)
    case .choice: words.insert("?:")
    }
    return words
  }
}
