internal import YAMLReading

/// Loading of the steps of a response.
extension RuleBuilder {
  private static let stepLimit = 64

  mutating func response(_ node: YAMLNode, steps kind: YAMLNode.Entry) -> Obligation? {
    let trigger = trigger(of: node)
    var seen = roles(of: trigger)
    var steps: [Step] = []
    if kind.key == "expect_any_order" {
      steps = unordered(kind.value, as: 0, key: kind.key, seeing: seen)
      seen += steps.flatMap { roles(of: $0.patterns) }
    } else {
      for (group, element) in mistakes.list(kind.value).enumerated() {
        let group = UInt8(truncatingIfNeeded: group)
        var taken: [Step] = []
        if let list = element["any_order"] {
          _ = mistakes.checkKeys(of: element, allowed: RuleKeys.group)
          taken = unordered(list, as: group, key: "any_order", seeing: seen)
        } else {
          taken = [step(element, as: group, seeing: seen)]
        }
        steps += taken
        seen += taken.flatMap { roles(of: $0.patterns) }
      }
      if case .sequence(let elements) = kind.value.content, elements.isEmpty {
        mistakes.add(kind.value.error("'\(kind.key)' has no steps", advice: "name an event"))
      }
    }
    if steps.count > Self.stepLimit {
      mistakes.add(
        kind.keyError("more than \(Self.stepLimit) steps", advice: "make two rules of it"))
    }
    let checks = checks(node["check"], seeing: seen)
    return .response(trigger: trigger, steps: steps, checks: checks)
  }

  /// Steps that come in any order, so that none can read another.
  private mutating func unordered(
    _ node: YAMLNode, as group: UInt8, key: String, seeing seen: [Int]
  ) -> [Step] {
    let elements = mistakes.list(node)
    if case .sequence(let elements) = node.content, elements.isEmpty {
      mistakes.add(node.error("'\(key)' has no steps", advice: "name an event"))
    }
    return elements.map { step($0, as: group, seeing: seen) }
  }

  private mutating func step(_ node: YAMLNode, as group: UInt8, seeing seen: [Int]) -> Step {
    // A step that comes several times may be compared with its last time.
    let own = node["times"] == nil ? [] : announcedRoles(of: node)
    let patterns = self.group(node, seeing: seen + own, otherKeys: RuleKeys.step)
    var isOptional = mistakes.flag(node["optional"], default: false)
    let times = node["times"].flatMap { self.times($0) }
    if let times, times.least == .number(0) { isOptional = true }
    if let optional = node.entry("optional"), node["times"] != nil {
      mistakes.add(optional.keyError("'optional' beside 'times'", advice: "write times: 0..3"))
    }
    let within = node["within"].flatMap { self.duration($0, seeing: seen) }
    if let of = node.entry("of"), node["within"] == nil {
      mistakes.add(of.keyError("'of' without 'within'", advice: "say how long the step may take"))
    }
    for key in ["within", "before"] where isOptional {
      guard let entry = node.entry(key) else { continue }
      mistakes.add(
        entry.keyError(
          "'\(key)' of a step that need not come", advice: "leave it out, or ask for the step"))
    }
    let anchor = node["of"].flatMap { self.anchor($0, seeing: seen) }
    let checks = checks(node["check"], seeing: seen + roles(of: patterns))
    let before = self.group(node["before"], seeing: seen)
    return Step(
      patterns: patterns, group: group, times: times, isOptional: isOptional, within: within,
      anchor: anchor, before: before, checks: checks)
  }

  private mutating func duration(_ node: YAMLNode, seeing seen: [Int]) -> Expression? {
    if case .scalar(let text, _) = node.content, Double(text) != nil {
      mistakes.add(node.error("\(text) has no unit", advice: "write 30s, 5m or 250ms"))
      return nil
    }
    if let value = unitlessDefault(of: node), case .scalar(let text, _) = value.content {
      mistakes.add(
        value.error(
          "\(text) has no unit, and the 'within' in line \(node.location.line) needs one",
          advice: "write 30s, 5m or 250ms"))
      return nil
    }
    for place in [node, defaultNode(of: node)].compactMap(\.self) {
      guard case .scalar(let text, _) = place.content, text.hasPrefix("-") else { continue }
      mistakes.add(place.error("no step comes within \(text)", advice: "write 30s, 5m or 250ms"))
      return nil
    }
    return expression(node, .duration, seeing: seen)
  }

  /// The default of the parameter in a node.
  private func defaultNode(of node: YAMLNode) -> YAMLNode? {
    guard case .scalar(let text, _) = node.content, text.hasPrefix("$") else { return nil }
    return surroundings.declaredParameters?[String(text.dropFirst())]?["default"]
  }

  /// The default of the parameter in a node, if it is a bare number.
  private func unitlessDefault(of node: YAMLNode) -> YAMLNode? {
    guard let value = defaultNode(of: node),
      case .scalar(let number, isQuoted: false) = value.content, Double(number) != nil
    else { return nil }
    return value
  }

  /// An instant; a role stands for its time.
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
}
