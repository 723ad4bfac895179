import RuleLanguage
import Testing
import YAMLReading

@Suite struct PackLoaderTests {
  private func rule(_ id: String) throws -> (rule: Rule, book: RuleBook) {
    let book = try LoadingSamples.loaded().book
    return (try #require(book.rules.first { $0.id == id }), book)
  }

  @Test func `rule keeps what its file says`() throws {
    let (rule, book) = try rule("fetch-has-outcome")
    #expect(rule.covers == ["SEQ-09", "HNT-28"])
    #expect(rule.severity == .warning)
    #expect(rule.bucket == .b)
    #expect(rule.fault == .plugin)
    #expect(rule.scope == .execution)
    #expect(rule.unmet == .violated)
    #expect(rule.onRetrigger == .restart)
    #expect(rule.hints == ["Check the network"])
    #expect(rule.excuses == [0])
    #expect(book.excuses[0].fault == .os)
    #expect(rule.cancel.map { book.catalogue[rule.patterns[Int($0)].kind].name } == ["cache_miss"])
  }

  @Test func `role taken by several events has the fields of each`() throws {
    let (rule, book) = try rule("fetch-has-outcome")
    #expect(rule.roles.map(\.name) == ["start", "end", "cache_hit", "cache_miss"])
    let end = rule.roles[1].fields.map { book.catalogue.name(of: $0) }
    #expect(end == ["ttl"])
    #expect(rule.roles[0].fields.isEmpty)
  }

  @Test func `step keeps its deadline its anchor and its end`() throws {
    let (rule, book) = try rule("fetch-has-outcome")
    guard case .response(let trigger, let steps, let checks) = rule.obligation else {
      Issue.record("the rule is no response")
      return
    }
    #expect(trigger == [0])
    #expect(checks.map(\.text) == ["end.time >= start.time"])
    let step = try #require(steps.first)
    #expect(step.patterns == [1, 2])
    #expect(!step.isOptional)
    #expect(step.within?.references == [.parameter(0)])
    #expect(step.anchor?.references == [.roleTime(role: 0)])
    #expect(step.before.map { book.catalogue[rule.patterns[Int($0)].kind].name } == ["cache_hit"])
    #expect(step.checks.count == 1)
  }

  @Test func `equal remembers the field of the left event`() throws {
    let (rule, book) = try rule("same-hash")
    let hash = try #require(book.catalogue.field(named: "hash"))
    #expect(rule.scope == .key([hash], since: nil))
    #expect(
      rule.obligation
        == .equal(
          left: [0], right: [1], leftField: hash, rightField: hash, requiresBoth: false))
    #expect(rule.roles[0].fields == [hash])
  }

  @Test func `absence of proposed events is armed by their group and tags`() throws {
    let (rule, book) = try rule("asked-first")
    #expect(rule.obligation == .precedence(trigger: [0], groups: [[1, 2]]))
    let storage = try #require(book.catalogue.tags.firstIndex(of: "DNP-STORAGE"))
    let fetch = try #require(book.catalogue.tags.firstIndex(of: "DNP-FETCH"))
    #expect(
      rule.arming == [
        Rule.Arming(group: "C", tags: [UInt8(storage), UInt8(fetch)]),
        Rule.Arming(group: "C", tags: [UInt8(storage)]),
      ])
    #expect(rule.fault == .environment)
    #expect(rule.unmet == .inconclusive)
  }

  @Test func `absence of seed events needs no arming`() throws {
    #expect(try rule("fetch-has-outcome").rule.arming.isEmpty)
  }

  @Test func `optional steps do not arm`() throws {
    let (rule, _) = try rule("both-seen")
    #expect(rule.onRetrigger == .ignore)
    #expect(rule.arming.map(\.tags.count) == [1])
  }

  @Test func `other kinds are read`() throws {
    #expect(
      try rule("few-failures").rule.obligation
        == .count(counted: [0], trigger: [], minimum: .number(0), maximum: .number(3)))
    #expect(
      try rule("no-failure-after-success").rule.obligation
        == .never(forbidden: [1], after: [0], until: [2]))
    guard case .balance(let at, let relation) = try rule("counters-agree").rule.obligation else {
      Issue.record("the rule is no balance")
      return
    }
    #expect(at.isEmpty)
    #expect(relation.references == [.derived(.success), .derived(.executed)])
    guard case .check(_, let checks) = try rule("has-ttl").rule.obligation else {
      Issue.record("the rule is no check")
      return
    }
    #expect(checks.count == 2)
    #expect(try rule("has-ttl").rule.message == "The success carries no ttl")
  }

  @Test func `parameters take their type from the default`() throws {
    let parameters = try LoadingSamples.loaded().book.parameters
    #expect(parameters.map(\.type) == [.duration, .list(.string), .int])
    #expect(
      parameters.map(\.value) == [
        .duration(30_000_000), .list([.string("prefetch"), .string("api")]), .int(3),
      ])
    #expect(parameters[0].source == "S0:388")
  }

  @Test func `tests are kept beside the book`() throws {
    let tests = try LoadingSamples.loaded().tests
    #expect(tests.map(\.name) == ["success", "silence"])
    #expect(tests[0].log == "a\nb")
    #expect(tests[0].environment == ["lowPower": "true", "phase": "2"])
    #expect(tests[1].outcome == .violated)
    #expect(tests[1].reason == "not_seen")
    #expect(tests[1].location.line == 29)
  }
}
