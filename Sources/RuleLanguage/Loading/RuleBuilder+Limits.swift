internal import TextWriting
internal import YAMLReading

/// Loading of the whole numbers of a rule, and of `count`, the kind made of them.
extension RuleBuilder {
  mutating func count(_ node: YAMLNode, _ counting: YAMLNode) -> Obligation? {
    let trigger = group(node["when"], seeing: [])
    let counted = group(
      counting, seeing: roles(of: trigger), otherKeys: RuleKeys.count)
    let exactly = counting["exactly"].flatMap { limit($0) }
    let least = counting["at_least"].flatMap { limit($0) }
    let most = counting["at_most"].flatMap { limit($0) }
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
    if case .number(let least) = least, case .number(let most) = most, least > most,
      let entry = counting.entry("at_most")
    {
      mistakes.add(entry.keyError("at_most \(most) is below at_least \(least)"))
    }
    if case .number(0) = least ?? .number(0), most == nil, let entry = counting.entry("at_least") {
      mistakes.add(entry.keyError("at_least 0 asks for nothing"))
    }
    return .count(
      counted: counted, trigger: trigger, minimum: least ?? .number(0), maximum: most)
  }

  /// A whole number, or a parameter with such a value.
  mutating func limit(_ node: YAMLNode) -> Limit? {
    guard case .scalar(let text, isQuoted: false) = node.content, text.hasPrefix("$") else {
      guard let number = mistakes.attempt({ () throws(SourceError) in try node.int() }) else {
        return nil
      }
      if number < 0 {
        mistakes.add(node.error("a count below zero"))
        return nil
      }
      return .number(Int64(number))
    }
    return parameter(named: String(text.dropFirst()), at: node)
  }

  private mutating func parameter(named name: String, at node: YAMLNode) -> Limit? {
    let own = surroundings.parameters.indices.filter {
      surroundings.parameters[$0].pack == surroundings.pack
    }
    guard let index = own.first(where: { surroundings.parameters[$0].name == name }) else {
      let known = own.map { "$" + surroundings.parameters[$0].name }
      mistakes.add(
        node.error(
          "unknown parameter '$\(name)'", advice: Spelling.suggestion(for: "$" + name, among: known)
        ))
      return nil
    }
    let type = surroundings.parameters[index].type
    guard type == .int else {
      mistakes.add(node.error("'$\(name)' is \(type.description), not a whole number"))
      return nil
    }
    return .parameter(UInt16(truncatingIfNeeded: index))
  }

  /// Reads `2`, `1..3` or `2..`, with parameters in place of numbers.
  mutating func times(_ node: YAMLNode) -> Step.Times? {
    guard let text = mistakes.attempt({ () throws(SourceError) in try node.string() }) else {
      return nil
    }
    let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let least = bound(first, in: node) else { return nil }
    guard parts.count == 2, let last = parts.last else {
      if least == .number(0) {
        mistakes.add(node.error("a step that comes no times", advice: "use never"))
        return nil
      }
      return Step.Times(least: least, most: least)
    }
    guard !last.isEmpty else { return Step.Times(least: least, most: nil) }
    guard let most = bound(last, in: node) else { return nil }
    if case .number(let low) = least, case .number(let high) = most, low > high || high == 0 {
      mistakes.add(node.error("'\(text)' leaves no number", advice: "write 1..3"))
      return nil
    }
    return Step.Times(least: least, most: most)
  }

  private mutating func bound(_ text: Substring, in node: YAMLNode) -> Limit? {
    if text.hasPrefix("$") { return parameter(named: String(text.dropFirst()), at: node) }
    guard let number = Int64(text), number >= 0 else {
      mistakes.add(
        node.error("'\(text)' is no number of times", advice: "write 2, 1..3 or 2.."))
      return nil
    }
    return .number(number)
  }
}
