import RuleEngine
import RuleLanguage
import Testing

/// What the engine holds is bounded, and what it lets go is told.
struct EngineMemoryTests {
  private static func book(_ rule: String) throws -> RuleBook {
    let text = "pack: p\ntitle: P\nrules:\n  - {id: r, title: R, bucket: A, \(rule)}\n"
    return try RuleLoader.load(
      [RuleFile(path: "p.yaml", bytes: Array(text.utf8))], over: TraceVocabulary.base()
    ).book
  }

  private static func run(_ rule: String, _ lines: [String], keyLimit: Int) throws -> TraceRun {
    let book = try book(rule)
    var trace = try RandomTrace(["0 app_launch"] + lines, in: book.catalogue)
    trace.keyLimit = keyLimit
    return TraceRun(trace, book: book, active: [true])
  }

  /// How often each outcome was counted.
  private static func outcomes(_ run: TraceRun) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for (key, count) in run.tallies {
      counts["\(key.outcome.name) \(key.reason.name)", default: 0] += count
    }
    if run.judgements.satisfied[0] > 0 { counts["satisfied"] = run.judgements.satisfied[0] }
    return counts
  }

  private static let pings = (0..<500).map { "1 ping id=k\($0)" }

  @Test(arguments: [
    ("when: {event: ping}, expect: [{event: pong}]", "violated not_seen"),
    ("never: {event: ping, where: \"n == 9\"}", "satisfied"),
    ("count: {event: ping, at_most: 1}", "satisfied"),
    ("count: {event: ping, at_least: 2}", "inconclusive head_cut"),
  ])
  func `each value of a key that is let go while a rule waits is inconclusive`(
    rule: String, kept: String
  ) throws {
    let run = try Self.run("scope: {key: [id]}, " + rule, Self.pings, keyLimit: 40)
    #expect(Self.outcomes(run) == ["inconclusive evicted": 460, kept: 40])
    #expect(run.evictedKeys == [0: 460])
    #expect(run.mostInstances <= 41)
  }

  @Test func `what was seen before a value was let go is not held against it`() throws {
    let rule = "scope: {key: [id]}, when: {event: pong}, require: [{event: ping}]"
    let run = try Self.run(rule, Self.pings + ["2 pong id=k0"], keyLimit: 40)
    #expect(Self.outcomes(run) == ["inconclusive evicted": 1, "inconclusive head_cut": 1])
  }

  @Test func `a comparison that was let go is told once`() throws {
    let rule =
      "scope: {key: [id]}, "
      + "equal: {left: {event: ping, field: n}, right: {event: pong, field: n}}"
    let run = try Self.run(rule, Self.pings + ["2 pong id=k0 n=1"], keyLimit: 40)
    #expect(Self.outcomes(run) == ["inconclusive evicted": 1])
  }

  @Test func `a clock that stands still gathers no deadlines`() throws {
    let lines = (0..<6000).map { _ in "1 ping" }
    let run = try Self.run(
      "when: {event: ping}, expect: [{event: pong, within: 1h}]", lines, keyLimit: 40)
    #expect(run.mostDeadlines <= 1 << 12)
  }
}
