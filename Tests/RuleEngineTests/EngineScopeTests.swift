import RuleLanguage
import Testing

/// What the engine keeps of the scopes of its rules.
struct EngineScopeTests {
  /// `r0 satisfied`, `r1 violated relation`, for all rules of a pack, sorted.
  ///
  /// - Parameter memory: How much the engine remembers, where it is not the usual.
  static func outcomes(_ rules: String, _ lines: [String], memory: Int? = nil) throws -> [String] {
    let text = "pack: p\ntitle: P\nrules:\n" + rules
    let book = try RuleLoader.load(
      [RuleFile(path: "p.yaml", bytes: Array(text.utf8))], over: TraceVocabulary.base()
    ).book
    let run = TraceRun(
      try RandomTrace(lines, in: book.catalogue), book: book,
      active: [Bool](repeating: true, count: book.rules.count), memory: memory)
    var outcomes = run.judgements.others.map {
      "\(book.rules[$0.rule].id) \($0.outcome.name) \($0.reason.name)"
    }
    for (rule, count) in run.judgements.satisfied.enumerated() {
      outcomes += [String](repeating: "\(book.rules[rule].id) satisfied", count: Int(count))
    }
    return outcomes.sorted()
  }

  @Test func `a process is judged at its end with its own counters`() throws {
    let rule = """
        - id: fetched
          title: A process fetches
          bucket: A
          scope: process
          balance: {relation: "derived.success == 1"}

      """
    let lines = ["0 app_launch", "1 bgtask_handler_invoked", "2 fetch_success", "40 ping"]
    #expect(try Self.outcomes(rule, lines) == ["fetched satisfied"])
  }

  @Test func `a rule is not judged for the keys of another rule`() throws {
    let rules = """
        - id: ping
          title: Pings of one id come once
          bucket: A
          scope: {key: [id]}
          count: {event: ping, exactly: 1}
        - id: pong
          title: Pongs of one id come once
          bucket: A
          scope: {key: [id]}
          count: {event: pong, exactly: 1}

      """
    #expect(
      try Self.outcomes(rules, ["0 app_launch", "1 ping id=x", "2 pong id=y"])
        == ["ping satisfied", "pong satisfied"])
  }
}

extension EngineScopeTests {
  /// Each value is told once behind each launch, and the look for it ends with a cached line.
  static let anew = """
      - id: once
        title: A ping of one id comes once
        bucket: A
        scope: {key: [id], since: app_launch}
        count: {event: ping, at_most: 1}
      - id: answered
        title: A ping is answered before the cache is read
        bucket: A
        scope: {key: [id], since: app_launch}
        when: {event: ping}
        expect: [{event: pong, before: {event: cache_hit}}]

    """

  @Test(arguments: [
    // Twice at one start, and once at each of two.
    (["0 app_launch", "1 ping id=x", "2 ping id=x", "3 pong id=x"], "once violated too_many"),
    (
      ["0 app_launch", "1 ping id=x", "2 pong id=x", "3 app_launch", "4 ping id=x", "5 pong id=x"],
      ""
    ),
    // Before a start there is none to count from.
    (["1 pong id=y", "1 ping id=x", "2 ping id=x", "3 app_launch"], ""),
    // What has no id ends the wait of each that counts from the same start.
    (["0 app_launch", "1 ping id=x", "2 cache_hit", "3 pong id=x"], "answered violated not_seen"),
  ])
  func `the values of a key count anew behind an event`(lines: [String], broken: String) throws {
    let outcomes = try Self.outcomes(Self.anew, lines).filter { $0.contains("violated") }
    #expect(outcomes.joined(separator: ", ") == broken)
  }

  @Test func `what befalls the process befalls every value of a key that is known`() throws {
    let rule = """
        - id: crash
          title: A crash finds no ping before it
          bucket: A
          scope: {key: [id]}
          when: {one_of: [{event: process_crash}, {event: ping, where: "n == 9"}]}
          require: [{event: pong}]

      """
    let lines = ["0 app_launch", "1 ping id=x", "2 pong id=y", "3 process_crash"]
    #expect(try Self.outcomes(rule, lines) == ["crash satisfied", "crash violated not_seen"])
  }

  @Test func `what is over takes no event from an instance that waits`() throws {
    let rule = """
        - id: chain
          title: Two pongs follow a ping
          bucket: A
          when: {event: ping}
          expect: [{event: pong, times: 2, within: 5s}]
          on_retrigger: parallel

      """
    let lines = ["0 app_launch", "1 ping", "10 ping", "11 pong", "12 pong", "60 pang"]
    #expect(try Self.outcomes(rule, lines) == ["chain satisfied", "chain violated not_seen"])
  }

  @Test func `what the device forbids is asked for anew when the device changes`() throws {
    let rules = """
        - id: whole-scope
          title: No ping in low power
          bucket: A
          never: {event: ping, where: "env.lowPower == true && n > 0"}
        - id: after
          title: A pong follows a ping in low power
          bucket: A
          when: {event: ping, where: "env.lowPower == true"}
          expect: [{event: pong}]

      """
    let before = ["0 app_launch", "1 ping n=1", "2 env_state lowPower=false", "3 ping n=1"]
    let silent = ["whole-scope satisfied"]
    #expect(try Self.outcomes(rules, before) == silent)
    let during = before + ["4 env_state lowPower=true", "5 ping n=1", "6 pong"]
    #expect(
      try Self.outcomes(rules, during) == ["after satisfied", "whole-scope violated forbidden"])
    let behind = before + ["4 env_state lowPower=true", "5 env_state lowPower=false", "6 ping n=1"]
    #expect(try Self.outcomes(rules, behind) == silent)
  }

  @Test func `events that are alike are judged as if each were the first`() throws {
    let rules = """
        - id: named
          title: A ping has an id
          bucket: A
          when: {event: ping, as: ping}
          check: "has(ping.id)"
        - id: raised
          title: No flag is up while the device has a network
          bucket: A
          never: {event: ping, where: "flag && env.network != 'none'"}
        - id: answered
          title: A ping with its flag down is answered
          bucket: A
          when: {event: ping, where: "!flag"}
          expect: [{event: pong}]

      """
    let same = (1...40).map { "\($0) ping id=\($0) flag=\($0 % 2 == 0)" }
    let named = [String](repeating: "named satisfied", count: 40)
    #expect(
      try Self.outcomes(rules, ["0 app_launch", "0 env_state network=none"] + same + ["50 pong"])
        == (["answered satisfied"] + named + ["raised satisfied"]))
    // The device changes, and then one of them lacks what the others have.
    let changed = ["60 env_state network=wifi", "61 ping flag=true", "62 ping id=x flag=true"]
    #expect(
      try Self.outcomes(
        rules, ["0 app_launch", "0 env_state network=none"] + same + ["50 pong"] + changed)
        == (["answered satisfied"] + named + [
          "named satisfied", "named violated check_failed", "raised violated forbidden",
        ]))
  }

  @Test func `events of more likenesses than are remembered are judged all the same`() throws {
    let rules = """
        - id: named
          title: A ping has an id
          bucket: A
          when: {event: ping, as: ping}
          check: "has(ping.id) && !has(ping.n)"

      """
    // Fields in any order: each order of five is a likeness of its own.
    let fields = ["id=x", "d=1s", "word=w", "flag=true", "at=5"]
    var orders: [[String]] = [[]]
    for field in fields {
      orders = orders.flatMap { order in
        (0...order.count).map { Array(order[..<$0]) + [field] + Array(order[$0...]) }
      }
    }
    var lines = ["0 app_launch"]
    for round in 1...3 {
      for order in orders { lines.append("\(round) ping " + order.joined(separator: " ")) }
      for order in orders { lines.append("\(round) ping n=1 " + order.joined(separator: " ")) }
    }
    let outcomes = try Self.outcomes(rules, lines, memory: 100)
    #expect(2 * orders.count > 100)
    #expect(outcomes.count { $0 == "named satisfied" } == 3 * orders.count)
    #expect(outcomes.count { $0 == "named violated check_failed" } == 3 * orders.count)
  }

  @Test func `the highest number that may come is exceeded by none`() throws {
    let rule = """
        - id: bounded
          title: Pings come
          bucket: A
          count: {event: ping, at_most: \(Int64.max)}

      """
    let lines = ["0 app_launch", "1 ping", "2 ping"]
    #expect(try Self.outcomes(rule, lines) == ["bounded satisfied"])
  }

  @Test func `scopes in which a prohibition was silent are counted one by one`() throws {
    let rule = """
        - id: silent
          title: No pong comes
          bucket: A
          scope: process
          never: {event: pong}

      """
    let quiet = ["0 app_launch", "1 ping", "20 app_launch", "21 ping"]
    #expect(try Self.outcomes(rule, quiet) == ["silent satisfied", "silent satisfied"])
    let loud = ["0 app_launch", "1 pong", "20 app_launch", "21 ping"]
    #expect(try Self.outcomes(rule, loud) == ["silent satisfied", "silent violated forbidden"])
  }

  @Test func `an event that could cancel begins where nothing waits any more`() throws {
    let rule = """
        - id: chain
          title: A pong follows a ping
          bucket: A
          when: {event: ping}
          expect: [{event: pong, within: 5s}]
          cancel: [{event: ping}]

      """
    let lines = ["0 app_launch", "1 ping", "10 ping", "11 pong"]
    #expect(try Self.outcomes(rule, lines) == ["chain satisfied", "chain violated not_seen"])
  }
}
