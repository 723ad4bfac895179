internal import LogReading
internal import YAMLReading

/// The kinds of obligation, of which a rule has one.
extension RuleBuilder {
  private static let kinds = [
    "expect", "expect_any_order", "require", "never", "count", "equal", "balance",
  ]

  mutating func obligation(of node: YAMLNode) -> Obligation? {
    let named = Self.kinds.compactMap { node.entry($0) }
    guard let kind = named.first ?? node.entry("check") else {
      let all = "\(Self.kinds.joined(separator: ", ")) or check"
      mistakes.add(node.error("the rule asks for nothing", advice: "give it \(all)"))
      return nil
    }
    for other in named.dropFirst() {
      mistakes.add(
        other.keyError(
          "'\(other.key)' beside '\(kind.key)'", advice: "a rule has one kind: make it two rules"))
    }
    refuseStrangers(beside: kind.key, in: node)
    return switch kind.key {
    case "expect", "expect_any_order": response(node, steps: kind)
    case "require": precedence(node, kind.value)
    case "never": never(kind.value)
    case "count": count(node, kind.value)
    case "equal": equal(kind.value)
    case "balance": balance(kind.value)
    default: check(node, kind.value)
    }
  }

  /// A trigger or a check where the kind has no use for it would promise what is not done.
  private mutating func refuseStrangers(beside kind: String, in node: YAMLNode) {
    let hasTrigger = ["expect", "expect_any_order", "require", "count", "check"].contains(kind)
    if !hasTrigger, let when = node.entry("when") {
      mistakes.add(when.keyError("'when' beside '\(kind)'", advice: "\(kind) has no trigger"))
    }
    let hasCheck = ["expect", "expect_any_order", "check"].contains(kind)
    if !hasCheck, let check = node.entry("check") {
      mistakes.add(
        check.keyError("'check' beside '\(kind)'", advice: "make it a rule of its own"))
    }
  }

  private mutating func trigger(of node: YAMLNode) -> [UInt16] {
    let when = mistakes.attempt { () throws(SourceError) in try node.required("when") }
    return group(when, seeing: [])
  }

  private mutating func response(_ node: YAMLNode, steps kind: YAMLNode.Entry) -> Obligation? {
    let trigger = trigger(of: node)
    let isAnyOrder = kind.key == "expect_any_order"
    var seen = roles(of: trigger)
    var met = seen
    var steps: [Step] = []
    for element in mistakes.list(kind.value) {
      let step = step(element, seeing: seen)
      steps.append(step)
      met += roles(of: step.patterns)
      // Without an order no step can count on another.
      if !isAnyOrder { seen = met }
    }
    if case .sequence(let elements) = kind.value.content, elements.isEmpty {
      mistakes.add(kind.value.error("'\(kind.key)' has no steps", advice: "name an event"))
    }
    let checks = checks(node["check"], seeing: met)
    return .response(trigger: trigger, steps: steps, isAnyOrder: isAnyOrder, checks: checks)
  }

  private mutating func step(_ node: YAMLNode, seeing seen: [Int]) -> Step {
    let own = ["optional", "within", "of", "before", "check"]
    let patterns = group(node, seeing: seen, otherKeys: own)
    let isOptional = mistakes.flag(node["optional"], default: false)
    let within = node["within"].flatMap { self.duration($0, seeing: seen) }
    if let of = node.entry("of"), node["within"] == nil {
      mistakes.add(of.keyError("'of' without 'within'", advice: "say how long the step may take"))
    }
    let anchor = node["of"].flatMap { self.anchor($0, seeing: seen) }
    let checks = checks(node["check"], seeing: seen + roles(of: patterns))
    let before = group(node["before"], seeing: seen)
    return Step(
      patterns: patterns, isOptional: isOptional, within: within, anchor: anchor,
      before: before, checks: checks)
  }

  private mutating func duration(_ node: YAMLNode, seeing seen: [Int]) -> Expression? {
    if case .scalar(let text, _) = node.content, Double(text) != nil {
      mistakes.add(node.error("\(text) has no unit", advice: "write 30s, 5m or 250ms"))
      return nil
    }
    return expression(node, .duration, seeing: seen)
  }

  /// A role stands for its time.
  private mutating func anchor(_ node: YAMLNode, seeing seen: [Int]) -> Expression? {
    if case .scalar(let text, let isQuoted) = node.content,
      seen.contains(where: { roles[$0].name == text })
    {
      var time = node
      time.content = .scalar("\(text).time", isQuoted: isQuoted)
      return expression(time, .instant, seeing: seen)
    }
    return expression(node, .instant, seeing: seen)
  }

  private mutating func precedence(_ node: YAMLNode, _ required: YAMLNode) -> Obligation? {
    let trigger = trigger(of: node)
    // What must come first cannot know of what comes after it.
    let groups = mistakes.list(required).map { group($0, seeing: []) }
    if case .sequence(let elements) = required.content, elements.isEmpty {
      mistakes.add(required.error("'require' has no events", advice: "name an event"))
    }
    return .precedence(trigger: trigger, groups: groups)
  }

  private mutating func never(_ node: YAMLNode) -> Obligation? {
    // What begins the prohibition anew is compared with what began it before.
    let after = group(node["after"], seeing: announcedRoles(of: node["after"]))
    let seen = roles(of: after)
    let forbidden = group(node, seeing: seen, otherKeys: ["after", "until"])
    let until = group(node["until"], seeing: seen)
    return .never(forbidden: forbidden, after: after, until: until)
  }

  private mutating func count(_ node: YAMLNode, _ counting: YAMLNode) -> Obligation? {
    let trigger = group(node["when"], seeing: [])
    let counted = group(
      counting, seeing: roles(of: trigger), otherKeys: ["exactly", "at_least", "at_most"])
    let exactly = number(counting["exactly"])
    let least = number(counting["at_least"])
    let most = number(counting["at_most"])
    if let exactly {
      if let other = counting.entry("at_least") ?? counting.entry("at_most") {
        mistakes.add(other.keyError("'\(other.key)' beside 'exactly'", advice: "keep one of them"))
      }
      return .count(counted: counted, trigger: trigger, minimum: exactly, maximum: exactly)
    }
    if least == nil, most == nil, counting["exactly"] == nil, counting["at_least"] == nil,
      counting["at_most"] == nil, case .mapping = counting.content
    {
      mistakes.add(
        counting.error("'count' has no number", advice: "give it exactly, at_least or at_most"))
    }
    if let least, let most, least > most, let entry = counting.entry("at_most") {
      mistakes.add(entry.keyError("at_most \(most) is below at_least \(least)"))
    }
    return .count(counted: counted, trigger: trigger, minimum: least ?? 0, maximum: most)
  }

  private mutating func number(_ node: YAMLNode?) -> Int64? {
    guard let node else { return nil }
    guard let number = mistakes.attempt({ () throws(SourceError) in try node.int() }) else {
      return nil
    }
    if number < 0 {
      mistakes.add(node.error("a count below zero"))
      return nil
    }
    return Int64(number)
  }

  private mutating func equal(_ node: YAMLNode) -> Obligation? {
    guard mistakes.checkKeys(of: node, allowed: ["left", "right", "both_required"]) else {
      return nil
    }
    let left = side("left", of: node, seeing: [])
    let right = side("right", of: node, seeing: left.map { roles(of: $0.group) } ?? [])
    guard let left, let right else { return nil }
    let types = surroundings.catalogue.fieldTypes
    let (leftType, rightType) = (
      ValueType(types[Int(left.field.rawValue)]), ValueType(types[Int(right.field.rawValue)])
    )
    if leftType != rightType, let field = node["right"]?["field"] {
      mistakes.add(
        field.error("\(rightType.description) is never equal to \(leftType.description)"))
    }
    return .equal(
      left: left.group, right: right.group, leftField: left.field, rightField: right.field,
      requiresBoth: mistakes.flag(node["both_required"], default: false))
  }

  private mutating func side(
    _ key: String, of node: YAMLNode, seeing seen: [Int]
  ) -> (group: [UInt16], field: FieldName)? {
    guard let side = mistakes.attempt({ () throws(SourceError) in try node.required(key) }) else {
      return nil
    }
    let group = group(side, seeing: seen, otherKeys: ["field"])
    guard let name = mistakes.attempt({ () throws(SourceError) in try side.required("field") }),
      let field = field(name, ofAny: kinds(of: group))
    else { return nil }
    return (group, field)
  }

  private mutating func balance(_ node: YAMLNode) -> Obligation? {
    guard mistakes.checkKeys(of: node, allowed: ["at", "relation"]) else { return nil }
    let trigger = group(node["at"], seeing: [])
    guard
      let text = mistakes.attempt({ () throws(SourceError) in try node.required("relation") }),
      let relation = expression(text, .bool, seeing: roles(of: trigger))
    else { return nil }
    return .balance(trigger: trigger, relation: relation)
  }

  private mutating func check(_ node: YAMLNode, _ conditions: YAMLNode) -> Obligation? {
    let trigger = trigger(of: node)
    let checks = checks(conditions, seeing: roles(of: trigger))
    if mistakes.oneOrMore(conditions).isEmpty {
      mistakes.add(conditions.error("'check' has no conditions"))
    }
    return .check(trigger: trigger, checks: checks)
  }
}
