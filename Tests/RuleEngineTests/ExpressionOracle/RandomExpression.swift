/// Makes up well-typed expressions over the names of the fixture, and what stands behind the names.
struct RandomExpression {
  indirect enum Kind: Equatable, Sendable {
    case bool, int, double, text, instant, duration
    case list(Kind)

    static let plain: [Kind] = [.bool, .int, .double, .text, .instant, .duration]
    static let ordered: [Kind] = [.int, .double, .text, .instant, .duration]
  }

  private var random: SeededGenerator

  static func make(_ random: inout SeededGenerator) -> ExpressionTree {
    var maker = RandomExpression(random: random)
    let kind = maker.isOne(in: 3) ? maker.pick(Kind.plain) : .bool
    let tree = maker.tree(kind, depth: Int.random(in: 1...5, using: &maker.random))
    random = maker.random
    return tree
  }

  private mutating func isOne(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func tree(_ kind: Kind, depth: Int) -> ExpressionTree {
    if depth <= 0 || isOne(in: 8) { return leaf(kind) }
    if isOne(in: 9) {
      return .choice(
        tree(.bool, depth: depth - 1), tree(kind, depth: depth - 1), tree(kind, depth: depth - 1))
    }
    let depth = depth - 1
    switch kind {
    case .bool: return bool(depth)
    case .int: return int(depth)
    case .double:
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return .unary("-", tree(.double, depth: depth))
      case 1: return .call("abs", tree(.double, depth: depth))
      case 2: return .call("double", tree(pick([.int, .double]), depth: depth))
      default: return pair(.double, pick(["+", "-", "*", "/"]), .double, depth)
      }
    case .text:
      if isOne(in: 2) { return .method(tree(.text, depth: depth), "lowerAscii", []) }
      return pair(.text, "+", .text, depth)
    case .instant:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .call("timestamp", tree(.int, depth: depth))
      case 1: return pair(.duration, "+", .instant, depth)
      default: return pair(.instant, pick(["+", "-"]), .duration, depth)
      }
    case .duration: return duration(depth)
    case .list(let element):
      if isOne(in: 3) { return pair(kind, "+", kind, depth) }
      let count = Int.random(in: 0...3, using: &random)
      return .list((0..<count).map { _ in tree(element, depth: depth) })
    }
  }

  private mutating func pair(
    _ left: Kind, _ symbol: String, _ right: Kind, _ depth: Int
  ) -> ExpressionTree {
    .binary(tree(left, depth: depth), symbol, tree(right, depth: depth))
  }

  private mutating func bool(_ depth: Int) -> ExpressionTree {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .unary("!", tree(.bool, depth: depth))
    case 1, 2, 3: return pair(.bool, pick(["&&", "||"]), .bool, depth)
    case 4, 5:
      let kind = pick(Kind.plain + [.list(pick(Kind.plain))])
      return pair(kind, pick(["==", "!="]), kind, depth)
    case 6, 7:
      let kind = pick(Kind.ordered)
      return pair(kind, pick(["<", "<=", ">", ">="]), kind, depth)
    case 8:
      let kind = pick(Kind.plain)
      return pair(kind, "in", .list(kind), depth)
    case 9:
      // A zero without a unit compares with a duration.
      let zero = ExpressionTree.literal("0", .duration(0))
      let other = tree(.duration, depth: depth)
      let symbol = pick(["==", "!=", "<", "<=", ">", ">="])
      return isOne(in: 2) ? .binary(other, symbol, zero) : .binary(zero, symbol, other)
    case 10:
      if isOne(in: 4) {
        return .method(
          tree(.text, depth: depth), "containsAny", [tree(.list(.text), depth: depth)])
      }
      let name = pick(["startsWith", "endsWith", "contains"])
      return .method(tree(.text, depth: depth), name, [tree(.text, depth: depth)])
    default: return asked()
    }
  }

  private mutating func asked() -> ExpressionTree {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .asked("has", pick(["ok", "start"]))
    case 1: return .asked("isUTC", pick(["at", "time"]))
    case 2: return .asked("absent", pick(Self.names(of: pick(Kind.plain))))
    default: return .asked("has", pick(Self.names(of: pick(Kind.plain))))
    }
  }

  private mutating func int(_ depth: Int) -> ExpressionTree {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .unary("-", tree(.int, depth: depth))
    case 1: return .call("abs", tree(.int, depth: depth))
    case 2: return .call("int", tree(pick([.int, .double]), depth: depth))
    case 3:
      let sized = tree(pick([.text, .list(pick(Kind.plain))]), depth: depth)
      return isOne(in: 2) ? .call("size", sized) : .method(sized, "size", [])
    default: return pair(.int, pick(["+", "-", "*", "/", "%"]), .int, depth)
    }
  }

  private mutating func duration(_ depth: Int) -> ExpressionTree {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .unary("-", tree(.duration, depth: depth))
    case 1: .call("abs", tree(.duration, depth: depth))
    case 2: pair(.instant, "-", .instant, depth)
    case 3: pair(.duration, "*", .int, depth)
    case 4: pair(.int, "*", .duration, depth)
    default: pair(.duration, pick(["+", "-", "%"]), .duration, depth)
    }
  }

  private mutating func leaf(_ kind: Kind) -> ExpressionTree {
    if case .list(let element) = kind {
      return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in leaf(element) })
    }
    if isOne(in: 2) { return .name(pick(Self.names(of: kind))) }
    let literal = pick(Self.literals(of: kind))
    return .literal(literal.0, literal.1)
  }
}

// MARK: - Names and literals

extension RandomExpression {
  static func names(of kind: Kind) -> [String] {
    switch kind {
    case .bool: ["flag", "ok.flag", "env.lowPower"]
    case .int: ["count", "ok.count", "derived.used", "$tries"]
    case .double: ["ratio", "ok.ratio"]
    case .text: ["phase", "ok.phase"]
    case .instant: ["at", "time", "ok.at", "ok.time", "start.time"]
    case .duration: ["ttl", "ok.ttl", "cycle.lead", "$fetch_limit"]
    case .list: []
    }
  }

  private static let least = Int128(Int64.min)
  private static let most = Int128(Int64.max)

  static func literals(of kind: Kind) -> [(String, Plain)] {
    switch kind {
    case .bool: [("true", .bool(true)), ("false", .bool(false))]
    case .int:
      [
        ("0", .int(0)), ("1", .int(1)), ("2", .int(2)), ("-1", .int(-1)), ("7", .int(7)),
        ("-3", .int(-3)), ("0x1F", .int(31)), ("9223372036854775807", .int(most)),
        ("-9223372036854775808", .int(least)),
      ]
    case .double:
      [
        ("0.0", .double(0)), ("-0.0", .double(-0.0)), ("1.5", .double(1.5)), (".5", .double(0.5)),
        ("2e3", .double(2000)), ("-2.5", .double(-2.5)), ("1e308", .double(1e308)),
        ("9223372036854775808.0", .double(0x1p63)),
      ]
    case .text:
      [
        ("''", .text([])), ("'a'", .text(["a"])), (#""b'a""#, .text(["b", "'", "a"])),
        (#"'\x41\102\n'"#, .text(["A", "B", "\n"])), ("'é'", .text(["\u{E9}"])),
        (#"'e\u0301'"#, .text(["e", "\u{301}"])), ("'😀'", .text(["\u{1F600}"])),
        (#"'\uFFFDA'"#, .text(["\u{FFFD}", "A"])),
      ]
    case .instant:
      [
        ("timestamp('2025-11-14T05:48:00Z')", .instant(1_763_099_280_000_000)),
        ("timestamp(\"2025-11-14T07:48:00.5+02:00\")", .instant(1_763_099_280_500_000)),
        ("timestamp('1970-01-01T00:00:00Z')", .instant(0)),
        ("timestamp('9999-12-31T23:59:59Z')", .instant(253_402_300_799_000_000)),
      ]
    case .duration:
      [
        ("0s", .duration(0)), ("30s", .duration(30_000_000)), ("250ms", .duration(250_000)),
        ("1h30m", .duration(5_400_000_000)), ("7us", .duration(7)),
        ("duration('-5m')", .duration(-300_000_000)),
        ("9223372036854775807us", .duration(most)),
      ]
    case .list: []
    }
  }

  /// What stands behind every name: mostly values, some of them at the limits of their type.
  static func bindings(_ random: inout SeededGenerator) -> [String: Stood] {
    var bindings: [String: Stood] = [:]
    for kind in Kind.plain {
      for name in names(of: kind) {
        let value = literals(of: kind).map(\.1).randomElement(using: &random) ?? .bool(false)
        // What the rule book gives, or the engine counts, is there.
        let isSure = name.hasPrefix("$") || name.hasPrefix("derived.")
        let troubles: [Stood] = [.missing, .hidden, .malformed, .zoneless]
        let isTrouble = !isSure && Int.random(in: 0..<6, using: &random) == 0
        bindings[name] =
          isTrouble ? troubles.randomElement(using: &random) ?? .missing : .value(value)
      }
    }
    if Int.random(in: 0..<8, using: &random) == 0 { bindings["ratio"] = .value(.double(.nan)) }
    for name in ["ok", "start"] { bindings[name] = .value(.bool(Bool.random(using: &random))) }
    for name in ["isUTC(at)", "isUTC(time)"] {
      let answers: [Stood] = [.value(.bool(true)), .value(.bool(false)), .zoneless, .missing]
      bindings[name] = answers.randomElement(using: &random) ?? .missing
    }
    return bindings
  }
}
