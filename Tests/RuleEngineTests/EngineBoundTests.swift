import LogReading
import RuleLanguage
import Testing

@testable import RuleEngine

/// What a log may hold open at once is bounded, however much it brings.
struct EngineBoundTests {
  /// Gives an engine of one keyed rule made-up events, without keeping any of them.
  private struct Drive: ~Copyable {
    var engine: Engine
    private let pingKind: EventKind
    private let id: FieldName
    private var batch = EventBatch()
    private var line: UInt64 = 0
    /// The most that was held at any time.
    private(set) var mostOpenRows = 0

    init(_ rule: String) throws {
      let text = "pack: p\ntitle: P\nrules:\n  - {id: r, title: R, bucket: A, \(rule)}\n"
      let book = try RuleLoader.load(
        [RuleFile(path: "p.yaml", bytes: Array(text.utf8))], over: TraceVocabulary.base()
      ).book
      self.init(
        book, try #require(book.catalogue.kind(named: "ping")),
        try #require(book.catalogue.field(named: "id")))
    }

    private init(_ book: RuleBook, _ ping: EventKind, _ id: FieldName) {
      (pingKind, self.id) = (ping, id)
      let plan = EnginePlan(
        book: book, active: [true], correlation: CorrelationPlan(book.catalogue))
      engine = Engine(plan, clock: ClockResolver(), environment: EnvironmentState())
    }

    mutating func ping(_ key: Int) {
      batch.removeAll()
      let text = Array("k\(key)".utf8)
      batch.fields.append(
        Field(
          name: id, state: .value, type: .string, value: 0, start: 0, length: UInt32(text.count)))
      line += 1
      var event = Event(kind: pingKind, form: .text, container: .bare)
      event.line = line
      event.fieldCount = 1
      event.textLength = UInt32(text.count)
      batch.events.append(event)
      engine.add(event, of: batch, chunk: text.span, file: 0)
      engine.drain()
      mostOpenRows = max(mostOpenRows, engine.keys.count(of: 0))
    }

    mutating func finish() {
      engine.endLog(at: nil, isCut: false)
      engine.endWaits(isCut: false)
      engine.finish()
    }
  }

  private static let limit = 1 << 13

  /// Each of so many values opens an instance that waits. A debug build takes 50 microseconds for
  /// one: `DNPLOG_BOUND_KEYS=1000000` makes it the million.
  @Test func `of any number of open instances so many are held, and the rest is told`() throws {
    let keys = OracleSettings.number("DNPLOG_BOUND_KEYS", default: Self.limit + 20_000)
    var drive = try Drive("scope: {key: [id]}, when: {event: ping}, expect: [{event: pong}]")
    for key in 0..<keys { drive.ping(key) }
    drive.finish()
    #expect(drive.mostOpenRows == min(keys, Self.limit))
    #expect(drive.engine.facts.instances.count <= Self.limit + 1)
    let rows = ScopeReference.Kind.allCases.map { drive.engine.facts.scopes.count($0) }
    #expect(rows.max() ?? 0 <= Self.limit + 1)
    #expect(drive.engine.log.findings.count <= 2 * drive.engine.log.limit)
    // Each instance came to an outcome, and those that were let go say so.
    var outcomes: [String: Int64] = [:]
    for (key, count) in drive.engine.log.tallies {
      outcomes["\(key.outcome.name) \(key.reason.name)", default: 0] += count
    }
    let evicted = max(0, keys - Self.limit)
    #expect(
      outcomes == [
        "inconclusive tail_cut": Int64(keys - evicted), "inconclusive evicted": Int64(evicted),
      ])
    #expect(drive.engine.timesSatisfied(0) == 0)
    #expect(drive.engine.evictedKeys == [0: Int64(evicted)])
  }
}
