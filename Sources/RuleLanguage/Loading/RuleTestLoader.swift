internal import YAMLReading

/// A loader of the examples beside a rule.
enum RuleTestLoader {
  /// The words of findings and of near misses, as the reports have them.
  private static let reasons: [String] = {
    let misses = NearMissReason.allCases.map(\.name)
    let own = FindingReason.allCases.filter { $0 != .satisfied && $0 != .unarmed }.map(\.name)
    return own + misses.filter { !own.contains($0) }
  }()

  static func tests(
    _ node: YAMLNode?, pack: String, rule: String, mistakes: inout Mistakes
  ) -> [RuleTest] {
    var tests: [RuleTest] = []
    for element in mistakes.list(node) {
      guard let test = test(element, pack: pack, rule: rule, mistakes: &mistakes) else { continue }
      if tests.contains(where: { $0.name == test.name }) {
        mistakes.add(
          element.error("a second test '\(test.name)'", advice: "give it a name of its own"))
      }
      tests.append(test)
    }
    return tests
  }

  private static func test(
    _ node: YAMLNode, pack: String, rule: String, mistakes: inout Mistakes
  ) -> RuleTest? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.test) else { return nil }
    let outcome = mistakes.attempt { () throws(SourceError) in
      try node.required("outcome").word(of: Outcome.allCases.map(\.name))
    }
    guard let name = mistakes.requiredText("name", of: node),
      let log = mistakes.attempt({ () throws(SourceError) in try log(of: node) }),
      let outcome = Outcome.allCases.first(where: { $0.name == outcome })
    else { return nil }
    let reason = mistakes.choice(
      node["reason"], of: reasons.map { (name: $0, value: $0) }, default: "")
    let platform = mistakes.choice(node["platform"], of: RuleKeys.platforms, default: "")
    return RuleTest(
      pack: pack, rule: rule, name: name, outcome: outcome, step: mistakes.text(node["step"]),
      reason: reason, log: log, environment: environment(node["env"], mistakes: &mistakes),
      platform: platform, location: node.location)
  }

  /// The log, which may be empty: no event is an example too.
  private static func log(of node: YAMLNode) throws(SourceError) -> String {
    let log = try node.required("log")
    guard case .scalar(let text, _) = log.content else { throw log.unexpected("text") }
    return text
  }

  private static func environment(
    _ node: YAMLNode?, mistakes: inout Mistakes
  ) -> [String: String] {
    guard let node,
      mistakes.checkKeys(of: node, allowed: EnvironmentKey.allCases.map(\.name)),
      let entries = mistakes.attempt({ () throws(SourceError) in try node.mapping() })
    else { return [:] }
    var environment: [String: String] = [:]
    for entry in entries { environment[entry.key] = mistakes.text(entry.value) }
    return environment
  }
}
