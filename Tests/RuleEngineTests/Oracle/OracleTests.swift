import BuiltinRules
import RuleLanguage
import Simulator
import Testing

/// The engine and the oracle judge the same made-up logs by the same rules.
///
/// `DNPLOG_ORACLE_SEED` chooses other logs, `DNPLOG_ORACLE_TIMES` so many times more of them.
struct OracleTests {
  private static let seed = OracleSettings.number("DNPLOG_ORACLE_SEED", default: 1)
  private static let times = OracleSettings.number("DNPLOG_ORACLE_TIMES", default: 1)

  /// 64 books in 4 parts, each of 12 rules, each rule over 34 logs: a hundred thousand judgements.
  @Test(arguments: 0..<4)
  func `the engine agrees with the oracle on random rules`(part: Int) throws {
    let base = try TraceVocabulary.base()
    for number in 0..<(64 * Self.times) {
      let stream = UInt64(part) << 32 | UInt64(number)
      var random = Random(seed: UInt64(Self.seed), part: stream)
      let texts = (0..<12).map { RandomRule.make(&random, id: "r\($0)") }
      let book = try RandomRule.book(texts, over: base)
      for _ in 0..<34 {
        let trace = RandomTrace.make(
          &random, kinds: book.catalogue.kinds, in: book.catalogue, lengths: 1...12)
        if let difference = Difference(trace, book, texts) {
          Issue.record("seed \(Self.seed), stream \(stream)\n\(difference.text)")
          return
        }
      }
    }
  }

  /// The interpreter alone, a memory that is soon full, and the usual one come to the same.
  @Test(arguments: 0..<4)
  func `what is remembered is what the interpreter says`(part: Int) throws {
    let base = try TraceVocabulary.base()
    var judged = 0
    for number in 0..<(12 * Self.times) {
      var random = Random(seed: UInt64(Self.seed), part: 1 << 42 | UInt64(part << 16 | number))
      let texts = (0..<12).map { RandomRule.make(&random, id: "r\($0)") }
      let book = try RandomRule.book(texts, over: base)
      let active = [Bool](repeating: true, count: book.rules.count)
      for _ in 0..<6 {
        // Few kinds in a long log, so that steps come again.
        let all = book.catalogue.kinds
        let kinds = (0..<5).map { _ in all[Int(random.number(in: 0...Int64(all.count - 1)))] }
        let trace = RandomTrace.make(&random, kinds: kinds, in: book.catalogue, lengths: 40...160)
        let usual = TraceRun(trace, book: book, active: active)
        judged += usual.judgements.others.count
        for memory in [0, 1, 7] {
          let other = TraceRun(trace, book: book, active: active, memory: memory)
          try #require(
            other.judgements == usual.judgements && other.tallies == usual.tallies,
            "seed \(Self.seed), part \(part), book \(number), memory of \(memory)\n\(trace)")
        }
      }
    }
    #expect(judged > 100)
  }

  /// Otherwise the comparison would be of little.
  @Test func `random rules come to every near miss, and to what was let go`() throws {
    let base = try TraceVocabulary.base()
    var random = Random(seed: 1, part: 1 << 41)
    var misses: [NearMissReason: Int] = [:]
    var reasons: [FindingReason: Int] = [:]
    for _ in 0..<48 {
      let texts = (0..<12).map { RandomRule.make(&random, id: "r\($0)") }
      let book = try RandomRule.book(texts, over: base)
      let active = [Bool](repeating: true, count: book.rules.count)
      for _ in 0..<34 {
        let trace = RandomTrace.make(
          &random, kinds: book.catalogue.kinds, in: book.catalogue, lengths: 1...12)
        for judgement in TraceRun(trace, book: book, active: active).judgements.others {
          reasons[judgement.reason, default: 0] += 1
          for miss in judgement.misses { misses[miss.reason, default: 0] += 1 }
        }
      }
    }
    for reason in NearMissReason.allCases {
      #expect(misses[reason, default: 0] > 0, "\(reason.name)")
    }
    #expect(reasons[.evicted, default: 0] > 20)
  }

  @Test func `what another instance took is no near miss`() throws {
    let rule = """
        - {id: r, title: R, bucket: A, when: {event: pong}, on_retrigger: parallel,
           expect: [{event: ping, where: "has(id)"}, {event: pang}]}

      """
    let book = try RandomRule.book([rule], over: TraceVocabulary.base())
    let lines = ["0 app_launch", "1 pong n=1", "2 pong n=2", "3 ping id=x"]
    let run = TraceRun(try RandomTrace(lines, in: book.catalogue), book: book, active: [true])
    let misses = run.judgements.others.filter { $0.step == 0 }.flatMap(\.misses)
    #expect(misses == [])
  }

  /// Logs of a few kinds of events each, so that what belongs together meets.
  @Test func `the engine agrees with the oracle on the built-in packs`() throws {
    let book = try BuiltinRules.book()
    let kill = try #require(book.catalogue.kind(named: "process_killed"))
    let active = [Bool](repeating: true, count: book.rules.count)
    // Of rules without an excuse of their own nothing else is excused.
    var cutOff = 0
    for number in 0..<(60 * Self.times) {
      var random = Random(seed: UInt64(Self.seed), part: 1 << 40 | UInt64(number))
      var kinds: Set<EventKind> = []
      for _ in 0..<4 {
        guard let rule = random.pick(book.rules) else { continue }
        kinds.formUnion(rule.patterns.map(\.kind))
      }
      if number.isMultiple(of: 2) { kinds.insert(kill) }
      let trace = RandomTrace.make(
        &random, kinds: kinds.sorted(), in: book.catalogue, lengths: 4...40)
      if let difference = Difference(trace, book, []) {
        Issue.record("seed \(Self.seed), built-in packs, stream \(number)\n\(difference.text)")
        return
      }
      cutOff += TraceRun(trace, book: book, active: active).judgements.others.count {
        $0.outcome == .excused && book.rules[$0.rule].excuses.isEmpty
      }
    }
    #expect(cutOff > 0)
  }
}

extension Catalogue {
  fileprivate var kinds: [EventKind] { events.indices.map { EventKind(rawValue: UInt16($0)) } }
}
