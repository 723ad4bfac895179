internal import TextWriting
internal import YAMLReading

/// Loading of patterns: the events of a rule, and the roles that they take.
extension RuleBuilder {
  /// The patterns of `{event: …}`, of `{event: […]}`, of `{one_of: […]}`, or of a list of these.
  ///
  /// The roles seen are those that earlier events of the rule have taken by then. Other keys belong
  /// to the node around the patterns, such as a step.
  mutating func group(
    _ node: YAMLNode?, seeing seen: [Int], otherKeys: [String] = []
  ) -> [UInt16] {
    guard let node else { return [] }
    if otherKeys.isEmpty, case .sequence(let elements) = node.content {
      return elements.flatMap { group($0, seeing: seen) }
    }
    let groupKeys = node["one_of"] == nil ? RuleKeys.pattern : ["one_of", "as"]
    guard mistakes.checkKeys(of: node, allowed: groupKeys + otherKeys) else { return [] }
    guard let alternatives = node["one_of"] else {
      return patterns(of: node, role: node["as"], seeing: seen)
    }
    let elements = mistakes.list(alternatives)
    if elements.isEmpty { mistakes.add(alternatives.error("one_of names no event")) }
    return elements.flatMap { element -> [UInt16] in
      guard mistakes.checkKeys(of: element, allowed: RuleKeys.alternative) else { return [] }
      return patterns(of: element, role: element["as"] ?? node["as"], seeing: seen)
    }
  }

  /// The roles that the patterns of a node will take, for conditions read with them.
  ///
  /// Mistakes in the node are reported when its patterns are read.
  mutating func announcedRoles(of node: YAMLNode?) -> [Int] {
    guard let node else { return [] }
    var elements = [node]
    if let list = node["one_of"], case .sequence(let content) = list.content {
      elements = content
    }
    return elements.flatMap { element -> [Int] in
      guard let role = element["as"] ?? node["as"], case .scalar(let name, _) = role.content
      else { return [] }
      return (element["event"]?.alternatives ?? []).compactMap { event in
        guard case .scalar(let text, _) = event.content,
          let kind = surroundings.catalogue.kind(named: text)
        else { return nil }
        return takeRole(named: name, by: kind, at: event).map { Int($0) }
      }
    }
  }

  /// The roles that these patterns take.
  func roles(of group: [UInt16]) -> [Int] { group.map { Int(patterns[Int($0)].role) } }

  func kinds(of group: [UInt16]) -> [EventKind] { group.map { patterns[Int($0)].kind } }

  /// Makes one pattern for each event that the node names, all with its condition.
  private mutating func patterns(
    of node: YAMLNode, role: YAMLNode?, seeing seen: [Int]
  ) -> [UInt16] {
    guard let event = mistakes.attempt({ () throws(SourceError) in try node.required("event") })
    else { return [] }
    if event.alternatives.isEmpty { mistakes.add(event.error("event names none")) }
    return event.alternatives.compactMap { event in
      pattern(node, of: event, role: role, seeing: seen)
    }
  }

  private mutating func pattern(
    _ node: YAMLNode, of event: YAMLNode, role: YAMLNode?, seeing seen: [Int]
  ) -> UInt16? {
    guard let kind = kind(event) else { return nil }
    let name = role == nil ? surroundings.catalogue[kind].name : mistakes.text(role)
    guard let number = takeRole(named: name, by: kind, at: role ?? event) else { return nil }
    var pattern = Pattern(kind: kind, role: number)
    if let condition = node["where"] {
      pattern.condition = expression(condition, .bool, candidate: kind, seeing: seen)
    }
    patterns.append(pattern)
    // A rule with more patterns than the limit is refused as a whole.
    return UInt16(clamping: patterns.count - 1)
  }

  mutating func kind(_ node: YAMLNode) -> EventKind? {
    mistakes.attempt { () throws(SourceError) in
      try surroundings.catalogue.kind(named: node)
    }
  }

  private mutating func takeRole(
    named name: String, by kind: EventKind, at node: YAMLNode
  ) -> UInt8? {
    if let index = roles.firstIndex(where: { $0.name == name }) {
      if !roles[index].kinds.contains(kind) { roles[index].kinds.append(kind) }
      return UInt8(truncatingIfNeeded: index)
    }
    guard roles.count < 64 else {
      mistakes.add(node.error("more than 64 roles", advice: "make two rules of it"))
      return nil
    }
    roles.append(RuleNames.Role(name: name, kinds: [kind]))
    return UInt8(truncatingIfNeeded: roles.count - 1)
  }

  /// An expression of that type, over the roles seen.
  mutating func expression(
    _ node: YAMLNode, _ type: ValueType, candidate: EventKind? = nil, seeing seen: [Int]
  ) -> Expression? {
    let names = RuleNames(
      surroundings: surroundings, candidate: candidate,
      roles: seen.compactMap { roles.indices.contains($0) ? ($0, roles[$0]) : nil })
    return mistakes.attempt { () throws(SourceError) in
      try names.expression(node, of: type)
    }
  }

  /// The boolean expressions of a list, or a single one.
  mutating func checks(_ node: YAMLNode?, seeing seen: [Int]) -> [Expression] {
    mistakes.oneOrMore(node).compactMap { expression($0, .bool, seeing: seen) }
  }
}

extension YAMLNode {
  /// The elements of a list, or a single value in its place.
  var alternatives: [YAMLNode] {
    if case .sequence(let elements) = content { return elements }
    return [self]
  }
}

extension Catalogue {
  /// The event that a file names.
  func kind(named node: YAMLNode) throws(SourceError) -> EventKind {
    let name = try node.string()
    if let kind = kind(named: name) { return kind }
    throw node.error(
      "unknown event '\(name)'", advice: Spelling.suggestion(for: name, among: events.map(\.name)))
  }
}
