import Simulator

/// Makes up rules of every kind over the vocabulary, as the text of a pack.
struct RandomRule {
  private var random: Random
  private var scope = "log"
  private var roles: [(name: String, fields: [String])] = []
  private var showsKey = false
  /// The event behind which the values of its key count anew; empty for none.
  private var beginning = ""
  private var asksForCycles = true

  private init(_ random: Random) { self.random = random }

  static let excuses = """
    pack: random
    title: Made-up rules
    params: {limit: {default: 10s}, count: {default: 1}}
    excuses:
      low-power: {if: "env.lowPower == true", class: os, note: low power}
      offline: {if: "env.network == 'none'", class: environment, note: offline}
      executed: {if: "cycle.executed", class: os, note: executed}
    rules:

    """

  /// The text of one rule, beginning with its dash.
  static func make(_ random: inout Random, id: String) -> String {
    var maker = RandomRule(random)
    let lines = maker.rule(id)
    random = maker.random
    return lines.enumerated().map { ($0.offset == 0 ? "  - " : "    ") + $0.element + "\n" }
      .joined()
  }

  private mutating func rule(_ id: String) -> [String] {
    scope =
      random.pick(["log", "process", "process", "cycle", "execution", "delivery", "key"]) ?? ""
    var lines = ["id: \(id)", "title: Made up", "bucket: A"]
    let beginnings = ["ping", "app_state", "fetch_start", "cache_hit"]
    beginning = random.isOne(in: 2) ? random.pick(beginnings) ?? "" : ""
    let obligation = obligation()
    // A key must be a field of some event of the rule.
    if scope == "key", !showsKey { scope = "log" }
    let anew = beginning.isEmpty ? "" : ", since: \(beginning)"
    lines.append("scope: \(scope == "key" ? "{key: [id]\(anew)}" : scope)")
    lines += obligation
    if random.isOne(in: 5) { lines.append("unmet: inconclusive") }
    if random.isOne(in: 4) {
      let names = random.pick([["low-power"], ["offline"], ["low-power", "offline"], ["executed"]])
      lines.append("excuse: [\((names ?? []).joined(separator: ", "))]")
    }
    if random.isOne(in: 6) { lines.append("class: \(random.pick(["os", "environment"]) ?? "os")") }
    return lines
  }

  private mutating func obligation() -> [String] {
    switch random.number(in: 0...9) {
    case 0, 1, 2: response()
    case 3: anyOrder()
    case 4: ["when: \(group(as: nil))", "require: [\(groups(1...2, as: nil))]"]
    case 5: never()
    case 6: count()
    case 7: check()
    case 8: equal()
    default: balance()
    }
  }

  private mutating func response() -> [String] {
    var lines = ["when: \(group(as: "t"))"]
    var texts: [String] = []
    var number: Int64 = 0
    for _ in 0..<random.number(in: 1...3) {
      if random.isOne(in: 6) {
        texts.append("{any_order: [\(unordered(&number, 1...2))]}")
      } else {
        texts.append(step(number))
        number += 1
      }
    }
    lines.append("expect: [\(texts.joined(separator: ", "))]")
    return lines + checks(oneIn: 3) + cancel() + retrigger(["parallel"])
  }

  private mutating func anyOrder() -> [String] {
    var lines = ["when: \(group(as: "t"))"]
    var number: Int64 = 0
    lines.append("expect_any_order: [\(unordered(&number, 1...3))]")
    return lines + checks(oneIn: 3) + cancel() + retrigger(["parallel"])
  }

  private mutating func unordered(_ number: inout Int64, _ count: ClosedRange<Int64>) -> String {
    let seen = roles
    var met = roles
    var steps: [String] = []
    for _ in 0..<random.number(in: count) {
      roles = seen
      steps.append(step(number))
      met += roles.dropFirst(seen.count)
      number += 1
    }
    roles = met
    return steps.joined(separator: ", ")
  }

  private mutating func step(_ number: Int64) -> String {
    let isOneOf = random.isOne(in: 5)
    let before = roles
    var parts: [String]
    if isOneOf {
      let name = "s\(number)"
      let first = pattern(as: name)
      let taken = roles
      roles = before
      let second = pattern(as: name)
      // Either may take the role, so that the fields of both may be asked for.
      roles = taken
      parts = ["one_of: [{\(first)}, {\(second)}]"]
    } else {
      parts = [pattern(as: "s\(number)")]
    }
    let taken = roles
    roles = before
    var isOptional = false
    if random.isOne(in: 5) {
      let times = random.pick(["2", "1..2", "0..2", "2..3", "1..", "$count"]) ?? "2"
      parts.append("times: \(times)")
      isOptional = times.hasPrefix("0")
    } else if random.isOne(in: 4) {
      parts.append("optional: true")
      isOptional = true
    }
    if !isOptional, random.isOne(in: 2) {
      parts.append("within: \(random.pick(["1s", "5s", "10s", "$limit", "60s", "1h"]) ?? "1s")")
      let instants = roles.map(\.name) + (scope == "cycle" ? ["cycle.notificationTime"] : [])
      if random.isOne(in: 3), let of = random.pick(instants) { parts.append("of: \(of)") }
    }
    if !isOptional, random.isOne(in: 4) { parts.append("before: \(group(as: nil))") }
    roles = taken
    if random.isOne(in: 5) { parts.append("check: [\"\(condition())\"]") }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func never() -> [String] {
    let hasAfter = random.isOne(in: 2)
    let after = hasAfter ? ", after: \(group(as: "a", seesItself: true))" : ""
    let seen = roles
    let until = random.isOne(in: 2) ? ", until: \(group(as: nil))" : ""
    roles = seen
    return ["never: {\(pattern(as: nil))\(after)\(until)}"] + cancel()
  }

  private mutating func count() -> [String] {
    var lines = random.isOne(in: 2) ? ["when: \(group(as: "t"))"] : []
    let limits = random.pick([
      "exactly: 1", "exactly: 0", "at_least: 1", "at_most: 1", "at_least: 2", "at_most: 0",
      "at_least: 1, at_most: 2", "exactly: $count",
    ])
    lines.append("count: {\(pattern(as: nil)), \(limits ?? "exactly: 1")}")
    return lines + cancel() + (lines.count > 1 ? retrigger() : [])
  }

  private mutating func check() -> [String] {
    ["when: \(group(as: "t"))", "check: [\"\(condition())\"]"]
  }

  private mutating func equal() -> [String] {
    let both = random.isOne(in: 2) ? ", both_required: true" : ""
    let field = random.pick(["n", "word"]) ?? "n"
    // Whether there is an instance, and so a cycle, depends on what came before.
    asksForCycles = false
    let left = pattern(as: "l", having: field)
    let right = pattern(as: "r", having: field)
    return ["equal: {left: {\(left), field: \(field)}, right: {\(right), field: \(field)}\(both)}"]
  }

  private mutating func balance() -> [String] {
    if scope == "log" || scope == "process", random.isOne(in: 2) {
      let relation = random.pick([
        "derived.success <= derived.executed", "derived.executed < 2", "derived.success == 1",
      ])
      return ["balance: {relation: \"\(relation ?? "")\"}"]
    }
    return ["balance: {at: \(group(as: "t")), relation: \"\(condition())\"}"]
  }

  private mutating func checks(oneIn: Int64) -> [String] {
    random.isOne(in: oneIn) ? ["check: [\"\(condition())\"]"] : []
  }

  private mutating func cancel() -> [String] {
    random.isOne(in: 4) ? ["cancel: [\(group(as: nil))]"] : []
  }

  private mutating func retrigger(_ more: [String] = []) -> [String] {
    guard random.isOne(in: 2) else { return [] }
    return ["on_retrigger: \(random.pick(["restart", "violate", "ignore"] + more) ?? "restart")"]
  }

  // MARK: Patterns

  private mutating func groups(_ count: ClosedRange<Int64>, as name: String?) -> String {
    var texts: [String] = []
    let seen = roles
    roles = []
    for _ in 0..<random.number(in: count) { texts.append(group(as: name)) }
    roles = seen
    return texts.joined(separator: ", ")
  }

  private mutating func group(as name: String?, seesItself: Bool = false) -> String {
    if seesItself, random.isOne(in: 2), let name {
      // What begins anew is compared with what began it before.
      roles.append((name, ["n"]))
      let event = random.pick(events(having: "n")) ?? "ping"
      return "{event: \(event), as: \(name), where: \"!has(\(name).n) || n > \(name).n\"}"
    }
    if random.isOne(in: 6) {
      let before = roles
      let first = pattern(as: name)
      let taken = roles
      roles = before
      // The second event takes a role of its own name.
      let second = pattern(as: nil)
      roles = taken
      return "{one_of: [{\(first)}, {\(second)}]}"
    }
    return "{\(pattern(as: name))}"
  }

  /// Now and then an event that concerns every scope.
  private func isBroadcast(_ entry: TraceVocabulary.Entry) -> Bool {
    entry.name == "process_crash" || entry.name == "app_state"
  }

  private func events(having field: String?) -> [String] {
    let all = TraceVocabulary.events.filter { entry in
      if let field, !entry.fields.contains(field) { return false }
      switch scope {
      case "log", "process": return true
      case "key":
        return entry.fields.contains("id")
          || field == nil && (isBroadcast(entry) || !beginning.isEmpty)
      default: return entry.scopes.contains(scope) || isBroadcast(entry)
      }
    }
    return all.map(\.name)
  }

  /// The inside of a pattern; its role is seen by what comes after it.
  private mutating func pattern(as name: String?, having field: String? = nil) -> String {
    let known = events(having: field)
    guard let event = random.pick(known.isEmpty ? ["fetch_start"] : known),
      let entry = TraceVocabulary.events.first(where: { $0.name == event })
    else { return "" }
    if entry.fields.contains("id") { showsKey = true }
    var text = "event: \(event)"
    var role = event
    if let name {
      role = name
      text += ", as: \(role)"
    }
    if random.isOne(in: 4), let condition = condition(on: entry.fields) {
      text += ", where: \"\(condition)\""
    }
    if name != nil { roles.append((role, entry.fields)) }
    return text
  }

  // MARK: Conditions

  /// A condition on the event being tried, which may read the roles seen.
  private mutating func condition(on fields: [String]) -> String? {
    if asksForCycles, random.isOne(in: 8) { return ofCycle() }
    if random.isOne(in: 8) { return ofDevice(and: fields) }
    guard let field = random.pick(fields) else { return nil }
    let partners = roles.filter { $0.fields.contains(field) }
    if let partner = random.pick(partners), random.isOne(in: 2) {
      return "\(field) == \(partner.name).\(field)"
    }
    return comparison(field, of: field)
  }

  /// A condition on the roles seen.
  private mutating func condition() -> String {
    if random.isOne(in: 10) { return ofCycle() }
    guard let role = random.pick(roles) else { return "true" }
    if random.isOne(in: 3), let other = random.pick(roles), other.name != role.name {
      return "\(role.name).time - \(other.name).time <= \(random.pick(["1s", "5s", "60s"]) ?? "1s")"
    }
    guard let field = random.pick(role.fields) else { return "has(\(role.name))" }
    let text = comparison("\(role.name).\(field)", of: field)
    switch random.number(in: 0...4) {
    case 0: return "!has(\(role.name).\(field)) || \(text)"
    case 1: return "has(\(role.name).\(field)) && \(text)"
    default: return text
    }
  }

  /// A condition on the cycle of the scope, or else of the event.
  private mutating func ofCycle() -> String {
    random.pick([
      "cycle.executed", "!cycle.fetched", "has(cycle.notificationTime)", "cycle.delivered",
      "!(cycle.notificationTime > timestamp('2025-11-14T12:03:00Z'))",
    ]) ?? "cycle.executed"
  }

  /// A condition on the device, alone or with one on the event being tried.
  private mutating func ofDevice(and fields: [String]) -> String {
    let device = random.pick([
      "env.lowPower == true", "env.network == 'none'", "env.network != 'none'", "has(env.network)",
      "!(has(env.lowPower) && env.lowPower)", "env.lowPower",
    ])
    let text = device ?? "env.lowPower"
    guard let field = random.pick(fields), random.isOne(in: 2) else { return text }
    let other = comparison(field, of: field)
    let both = ["\(text) && \(other)", "\(other) && \(text)", "\(text) || \(other)"]
    return random.pick(both) ?? text
  }

  private mutating func comparison(_ name: String, of field: String) -> String {
    if random.isOne(in: 6) { return "has(\(name))" }
    switch TraceVocabulary.types[field] {
    case "int":
      return "\(name) \(random.pick(["==", "<", ">=", "!="]) ?? "==") \(random.number(in: 0...2))"
    case "duration":
      return "\(name) \(random.pick(["<=", ">"]) ?? "<=") \(random.pick(["1s", "5s"]) ?? "1s")"
    case "bool": return "\(name) == \(random.isOne(in: 2))"
    case "instant": return "\(name) < timestamp('2025-11-14T12:03:00Z')"
    default: return "\(name) == '\(random.pick(["x", "y"]) ?? "x")'"
    }
  }
}
