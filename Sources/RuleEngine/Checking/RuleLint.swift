internal import LogReading
package import RuleLanguage
internal import TextWriting
internal import YAMLReading

/// Looks for rules that can be loaded and do not do what their author thinks.
package struct RuleLint {
  private let loaded: LoadedRules
  private var book: RuleBook { loaded.book }
  private(set) package var warnings: [RuleWarning] = []
  /// The tests of each rule, by `pack/rule`.
  private let tests: [String: [RuleTest]]
  /// The rules that were looked at, by what is fast to compare of them.
  private var twins: [TwinKey: [Int]] = [:]

  /// Looks at the packs of those names; at all of the book without.
  package init(_ loaded: LoadedRules, packs: Set<String>? = nil) {
    self.loaded = loaded
    tests = Dictionary(grouping: loaded.tests) { "\($0.pack)/\($0.rule)" }
    for (index, rule) in loaded.book.rules.enumerated() {
      let pack = loaded.book.packs[Int(rule.pack)].name
      guard packs?.contains(pack) ?? true else { continue }
      check(index, rule, named: "\(pack)/\(rule.id)")
    }
    checkParameters(packs)
    if packs == nil { checkExcuses() }
  }

  private mutating func warn(_ rule: String, _ message: String, advice: String = "") {
    warnings.append(RuleWarning(at: loaded.places[rule], rule, message, advice: advice))
  }

  private mutating func check(_ index: Int, _ rule: Rule, named name: String) {
    checkTests(rule, named: name)
    checkConditions(rule, named: name)
    checkReach(rule, named: name)
    checkCycles(rule, named: name)
    checkTwins(index, rule, named: name)
  }

  // MARK: Twins

  private struct TwinKey: Hashable {
    var pack: Int
    var kinds: [EventKind]
    var conditions: [String?]
  }

  /// Tells the first rule that asks for the same; of many alike, each names that one.
  private mutating func checkTwins(_ index: Int, _ rule: Rule, named name: String) {
    let key = TwinKey(
      pack: Int(rule.pack), kinds: rule.patterns.map(\.kind),
      conditions: rule.patterns.map { $0.condition?.text })
    let twin = twins[key, default: []].first {
      let other = book.rules[$0]
      return other.obligation == rule.obligation && other.patterns == rule.patterns
        && other.scope == rule.scope && other.cancel == rule.cancel
    }
    guard let twin else {
      twins[key, default: []].append(index)
      return
    }
    warn(name, "the rule asks for the same as '\(book.rules[twin].id)'", advice: "keep one")
  }

  // MARK: Tests

  private mutating func checkTests(_ rule: Rule, named name: String) {
    let tests = tests[name, default: []]
    if !tests.contains(where: { $0.outcome == .satisfied }) {
      warn(name, "no test is satisfied", advice: "show a log that is as it should be")
    }
    if !tests.contains(where: { [.violated, .excused, rule.unmet].contains($0.outcome) }) {
      warn(name, "no test is \(rule.unmet.name)", advice: "show a log that breaks the rule")
    }
    guard rule.waysToFail > 1 else { return }
    for test in tests
    where test.outcome == .violated && test.step.isEmpty && test.reason.isEmpty {
      warnings.append(
        RuleWarning(
          at: test.location, name, "test '\(test.name)' may fail for another reason than is meant",
          advice: "state its step or its reason"))
    }
  }

  // MARK: Conditions

  private mutating func checkConditions(_ rule: Rule, named name: String) {
    for pattern in rule.patterns {
      guard let condition = pattern.condition else { continue }
      switch condition.constant {
      case .value(.bool(true)):
        warn(name, "'\(condition.text)' always holds", advice: "leave it out")
      case .value, .error: warn(name, "'\(condition.text)' never holds")
      case nil: break
      }
    }
    for check in rule.checks where check.isConstant {
      warn(name, "'\(check.text)' depends on nothing", advice: "a check reads the log")
    }
    var words: [(field: String, word: String, choices: [String])] = []
    for pattern in rule.patterns {
      guard let condition = pattern.condition else { continue }
      words += unknownWords(in: condition, rule, candidate: [pattern.kind])
    }
    var unmatched = rule
    unmatched.patterns = []
    for expression in unmatched.expressions {
      words += unknownWords(in: expression, rule, candidate: [])
    }
    for (field, word, choices) in words {
      warn(
        name, "'\(field)' is never '\(word)'",
        advice: Spelling.suggestion(for: word, among: choices))
    }
  }

  /// Words that a condition compares a field with and that the field cannot hold.
  private func unknownWords(
    in expression: Expression, _ rule: Rule, candidate: [EventKind]
  ) -> [(field: String, word: String, choices: [String])] {
    var found: [(field: String, word: String, choices: [String])] = []
    for index in expression.code.indices.dropLast(2) {
      guard case .load(let reference) = expression.code[index],
        case .push(let constant) = expression.code[index + 1],
        case .binary(let operation) = expression.code[index + 2],
        operation == .equal || operation == .notEqual || operation == .isIn
      else { continue }
      let kinds: [EventKind]
      let field: FieldName
      switch reference {
      case .candidateField(let name):
        kinds = candidate
        field = name
      case .roleField(let role, let name):
        kinds = rule.patterns.filter { $0.role == role }.map(\.kind)
        field = name
      default: continue
      }
      let lists = kinds.map { choices(of: field, in: $0) }
      // Without choices any word may come.
      if lists.isEmpty || lists.contains(where: { $0 == nil }) { continue }
      let known = Set(lists.flatMap { $0 ?? [] })
      for word in constant.words where !known.contains(word) {
        found.append((book.catalogue.name(of: field), word, known.sorted()))
      }
    }
    return found
  }

  /// The words that a field of an event may hold; nil for any.
  private func choices(of field: FieldName, in kind: EventKind) -> [String]? {
    let entry = book.catalogue[kind].fields.first { $0.name == field }
    return entry.flatMap { $0.choices.isEmpty ? nil : $0.choices }
  }

  // MARK: Reach

  private mutating func checkReach(_ rule: Rule, named name: String) {
    for group in rule.groups {
      for (place, later) in group.enumerated() {
        let pattern = rule.patterns[Int(later)]
        let covers = group[..<place].contains { earlier in
          let other = rule.patterns[Int(earlier)]
          return other.kind == pattern.kind
            && (other.condition == nil || other.condition == pattern.condition)
        }
        if covers {
          warn(
            name, "'\(book.catalogue.name(of: pattern.kind))' is reached by no event",
            advice: "an alternative before it takes them all")
        }
      }
    }
    let cancelled = rule.cancel.filter { rule.patterns[Int($0)].condition == nil }
      .map { rule.patterns[Int($0)].kind }
    for index in rule.awaited where cancelled.contains(rule.patterns[Int(index)].kind) {
      let event = book.catalogue.name(of: rule.patterns[Int(index)].kind)
      warn(name, "'\(event)' is never reached", advice: "'cancel' names it too, and comes first")
    }
  }

  // MARK: Cycles

  /// What befalls the process or the device belongs to no cycle whose values it could be asked for.
  private mutating func checkCycles(_ rule: Rule, named name: String) {
    for index in rule.patternsWithoutCycle {
      let pattern = rule.patterns[Int(index)]
      guard let condition = pattern.condition, condition.readsCycle,
        !book.catalogue.role(of: pattern.kind).isOfCycle
      else { continue }
      warn(
        name,
        "'\(condition.text)' reads a cycle, and '\(book.catalogue.name(of: pattern.kind))' "
          + "belongs to none",
        advice: "ask for it in a 'check' or at a step of a rule of scope cycle")
    }
  }

  // MARK: What nobody uses

  private mutating func checkParameters(_ packs: Set<String>?) {
    var read: Set<Int> = []
    for rule in book.rules {
      for reference in rule.references {
        if case .parameter(let index) = reference { read.insert(Int(index)) }
      }
      for case .parameter(let index) in rule.limits { read.insert(Int(index)) }
    }
    for (index, parameter) in book.parameters.enumerated() where !read.contains(index) {
      let pack = book.packs[Int(parameter.pack)].name
      guard packs?.contains(pack) ?? true else { continue }
      warnings.append(
        RuleWarning(
          at: nil, "pack '\(pack)'", "no rule reads the parameter '\(parameter.name)'",
          advice: "remove it"))
    }
  }

  private mutating func checkExcuses() {
    let used = Set(book.rules.flatMap(\.excuses).map(Int.init))
    for (index, excuse) in book.excuses.enumerated() where !used.contains(index) {
      warnings.append(
        RuleWarning(
          at: nil, "excuse '\(excuse.name)'", "no rule uses it", advice: "remove it"))
    }
  }
}

extension Expression {
  fileprivate var readsCycle: Bool {
    references.contains {
      if case .cycle = $0 { return true }
      return false
    }
  }
}

extension Value {
  /// The text, or the texts of a list.
  fileprivate var words: [String] {
    switch self {
    case .string(let word): [word]
    case .list(let elements): elements.flatMap(\.words)
    default: []
    }
  }
}
