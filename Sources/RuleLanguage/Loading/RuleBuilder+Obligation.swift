internal import YAMLReading

/// Loading of the kinds of obligation, of which a rule has one.
extension RuleBuilder {
  private static let kinds = [
    "expect", "expect_any_order", "require", "never", "count", "equal", "balance", "ratio",
    "schema",
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
    case "require": precedence(node, kind)
    case "never": never(kind.value)
    case "count": count(node, kind.value)
    case "equal": equal(kind.value)
    case "balance": balance(kind.value)
    case "ratio": ratio(kind.value)
    case "schema": schema(node, kind.value)
    default: check(node, kind.value)
    }
  }

  /// Refuses a trigger or a check that the kind does not use, since it would have no effect.
  private mutating func refuseStrangers(beside kind: String, in node: YAMLNode) {
    let hasTrigger = [
      "expect", "expect_any_order", "require", "count", "schema", "check",
    ].contains(kind)
    if !hasTrigger, let when = node.entry("when") {
      mistakes.add(when.keyError("'when' beside '\(kind)'", advice: "\(kind) has no trigger"))
    }
    let waits = ["expect", "expect_any_order", "count"].contains(kind)
    if !waits, let retrigger = node.entry("on_retrigger") {
      mistakes.add(
        retrigger.keyError("'on_retrigger' beside '\(kind)'", advice: "\(kind) does not wait"))
    }
    if !waits, kind != "never", let cancel = node.entry("cancel") {
      mistakes.add(
        cancel.keyError("'cancel' beside '\(kind)'", advice: "\(kind) does not wait"))
    }
    if kind == "count", case .scalar("parallel", _) = node["on_retrigger"]?.content,
      let retrigger = node.entry("on_retrigger")
    {
      mistakes.add(
        retrigger.keyError("counts do not go side by side", advice: "write restart or ignore"))
    }
    let hasCheck = ["expect", "expect_any_order", "check"].contains(kind)
    if !hasCheck, let check = node.entry("check") {
      mistakes.add(
        check.keyError("'check' beside '\(kind)'", advice: "make it a rule of its own"))
    }
  }

  mutating func trigger(of node: YAMLNode) -> [UInt16] {
    let when = mistakes.attempt { () throws(SourceError) in try node.required("when") }
    return group(when, seeing: [])
  }

  /// The most required events: the engine keeps in 64 bits which of them it has seen.
  private static let requirementLimit = 64

  private mutating func precedence(_ node: YAMLNode, _ kind: YAMLNode.Entry) -> Obligation? {
    let trigger = trigger(of: node)
    // Required events come first, so their conditions cannot read later ones.
    let groups = mistakes.list(kind.value).map { group($0, seeing: []) }
    if case .sequence(let elements) = kind.value.content, elements.isEmpty {
      mistakes.add(kind.value.error("'require' has no events", advice: "name an event"))
    }
    if groups.count > Self.requirementLimit {
      mistakes.add(
        kind.keyError(
          "more than \(Self.requirementLimit) required events", advice: "make two rules of it"))
    }
    return .precedence(trigger: trigger, groups: groups)
  }

  private mutating func never(_ node: YAMLNode) -> Obligation? {
    // The event that restarts the prohibition is compared with the one that started it.
    let after = group(node["after"], seeing: announcedRoles(of: node["after"]))
    let seen = roles(of: after)
    let forbidden = group(node, seeing: seen, otherKeys: RuleKeys.never)
    let until = group(node["until"], seeing: seen)
    return .never(forbidden: forbidden, after: after, until: until)
  }

  private mutating func equal(_ node: YAMLNode) -> Obligation? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.equal) else {
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
    let group = group(side, seeing: seen, otherKeys: RuleKeys.side)
    guard let name = mistakes.attempt({ () throws(SourceError) in try side.required("field") }),
      let field = field(name, ofAny: kinds(of: group))
    else { return nil }
    return (group, field)
  }

  private mutating func balance(_ node: YAMLNode) -> Obligation? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.balance) else { return nil }
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
