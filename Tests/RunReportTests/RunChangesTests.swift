import RuleLanguage
import RunReport
import Testing

/// What changed between two summaries of a run that goes on.
struct RunChangesTests {
  private static func finding(
    _ rule: String, line: Int64, _ outcome: Outcome = .violated, deadline: Int64? = nil
  ) -> Finding {
    var finding = Finding()
    finding.rule = rule
    finding.outcome = outcome
    finding.deadline = deadline
    finding.evidence = [
      Finding.Evidence(file: "a.log", line: line, time: 1, event: "e", text: "")
    ]
    return finding
  }

  private static func summary(_ findings: [Finding], omitted: Int = 0) -> RunSummary {
    var summary = RunSummary()
    summary.findings = findings
    summary.omittedFindings = omitted
    return summary
  }

  private static func states(_ changes: [RunChange]) -> [String] {
    changes.map { change in
      switch change {
      case .finding(let finding, let state): "\(finding.rule) \(state.rawValue)"
      case .cycle(let cycle, let state, let before):
        "cycle \(cycle.number) \(cycle.outcome.rawValue) \(state.rawValue) \(before?.rawValue ?? "-")"
      }
    }
  }

  @Test func `each finding is told once`() {
    var changes = RunChanges()
    let first = Self.finding("p/a", line: 1)
    #expect(Self.states(changes.take(Self.summary([first]))) == ["p/a certain"])
    #expect(changes.take(Self.summary([first])).isEmpty)
    let both = Self.summary([Self.finding("p/a", line: 9), first])
    #expect(Self.states(changes.take(both)) == ["p/a certain"])
    #expect(changes.newest.map(\.finding.evidence[0].line) == [9, 1])
  }

  @Test func `what the end of the log leaves open is no finding`() {
    var changes = RunChanges()
    #expect(changes.take(Self.summary([Self.finding("p/a", line: 1, .inconclusive)])).isEmpty)
  }

  @Test func `a finding by silence is marked and then confirmed or corrected`() {
    var changes = RunChanges()
    let late = Self.finding("p/a", line: 1, deadline: 5)
    let other = Self.finding("p/b", line: 2, deadline: 6)
    let none = Self.summary([])
    #expect(
      Self.states(changes.take(none, silent: Self.summary([late, other])))
        == ["p/a by-silence", "p/b by-silence"])
    #expect(changes.take(none, silent: Self.summary([late, other])).isEmpty)
    #expect(Self.states(changes.take(Self.summary([late]))) == ["p/a confirmed", "p/b corrected"])
    #expect(changes.newest.map(\.state) == [.confirmed, .corrected])
    #expect(changes.take(Self.summary([late])).isEmpty)
  }

  @Test func `a finding by silence stays as it was told when the watching ends`() {
    var changes = RunChanges()
    let silent = Self.summary([Self.finding("p/a", line: 1)])
    #expect(Self.states(changes.take(Self.summary([]), silent: silent)) == ["p/a by-silence"])
    #expect(changes.take(Self.summary([]), isEnd: true).isEmpty)
  }

  @Test func `a finding that a later line takes back is corrected, and may come again`() {
    var changes = RunChanges()
    let finding = Self.finding("p/a", line: 1)
    _ = changes.take(Self.summary([finding]))
    #expect(Self.states(changes.take(Self.summary([]))) == ["p/a corrected"])
    #expect(changes.take(Self.summary([])).isEmpty)
    #expect(Self.states(changes.take(Self.summary([finding]))) == ["p/a certain"])
    let excused = Self.finding("p/a", line: 1, .excused)
    #expect(
      Self.states(changes.take(Self.summary([excused]))) == ["p/a corrected", "p/a certain"])
  }

  @Test func `of a run with too many findings none is called corrected for being left out`() {
    var changes = RunChanges()
    _ = changes.take(Self.summary([Self.finding("p/a", line: 1)]))
    let other = Self.summary([Self.finding("p/b", line: 2)], omitted: 1)
    #expect(Self.states(changes.take(other)) == ["p/b certain"])
  }

  @Test func `the end of a cycle is told, and another one that it comes to later`() {
    var changes = RunChanges()
    var summary = RunSummary()
    var cycle = CycleSummary()
    cycle.number = 1
    summary.cycles = [cycle]
    #expect(changes.take(summary).isEmpty)
    summary.cycles[0].outcome = .notDelivered
    #expect(Self.states(changes.take(summary)) == ["cycle 1 not_delivered certain -"])
    #expect(changes.take(summary).isEmpty)
    summary.cycles[0].outcome = .usedPrefetch
    #expect(Self.states(changes.take(summary)) == ["cycle 1 used_prefetch corrected not_delivered"])
  }

  /// A summary of one cycle with an outcome.
  private static func summary(_ outcome: CycleSummary.Outcome) -> RunSummary {
    var summary = RunSummary()
    var cycle = CycleSummary()
    cycle.number = 1
    cycle.outcome = outcome
    summary.cycles = [cycle]
    return summary
  }

  @Test func `a cycle that is over by silence is confirmed or corrected by a later line`() {
    for (outcome, words) in [
      (CycleSummary.Outcome.notDelivered, "not_delivered confirmed -"),
      (.usedPrefetch, "used_prefetch corrected not_delivered"),
      (.open, "open corrected not_delivered"),
    ] {
      var changes = RunChanges()
      let open = Self.summary(.open)
      #expect(
        Self.states(changes.take(open, silent: Self.summary(.notDelivered)))
          == ["cycle 1 not_delivered by-silence -"])
      #expect(changes.bySilence.cycles == 1)
      #expect(changes.take(open, silent: Self.summary(.notDelivered)).isEmpty)
      #expect(Self.states(changes.take(Self.summary(outcome))) == ["cycle 1 \(words)"])
      #expect(changes.bySilence.cycles == 0)
      #expect(changes.take(Self.summary(outcome)).isEmpty)
    }
  }

  @Test func `a cycle by silence stays as it was told when the watching ends`() {
    var changes = RunChanges()
    _ = changes.take(Self.summary(.open), silent: Self.summary(.notDelivered))
    #expect(changes.take(Self.summary(.open), isEnd: true).isEmpty)
  }

  @Test func `evidence that is missing behind the turn of an event is told`() {
    var finding = Self.finding("p/a", line: 1, .inconclusive)
    finding.missing = ["notification_delivered"]
    finding.reason = "not_seen"
    var changes = RunChanges()
    #expect(Self.states(changes.take(Self.summary([finding]))) == ["p/a certain"])
    finding.reason = "tail_cut"
    #expect(changes.take(Self.summary([finding])).count == 1, "the log may still show it")
    #expect(changes.newest.map(\.state) == [.corrected])
  }
}
