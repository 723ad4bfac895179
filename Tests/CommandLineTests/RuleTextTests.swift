import RuleLanguage
import Testing

@testable import RuleEngine
@testable import dnplog

struct RuleTextTests {
  private static let limit = Expression(
    type: .duration, code: [.load(.parameter(0))], text: "$limit")

  private static func rule(_ id: String, pack: UInt16, _ obligation: Obligation) -> Rule {
    Rule(
      pack: pack, id: id, title: "Title of \(id)", covers: ["SEQ-09"], severity: .error, bucket: .a,
      fault: .plugin, scope: .execution, roles: [],
      patterns: [
        Pattern(kind: EventKind(rawValue: 0), role: 0),
        Pattern(kind: EventKind(rawValue: 1), role: 1),
      ], obligation: obligation, cancel: [1], excuses: [0], hints: ["Look at the network"])
  }

  private static let book: RuleBook = {
    let step = Step(patterns: [1], within: limit)
    let response = Obligation.response(trigger: [0], steps: [step], checks: [])
    let never = Obligation.never(forbidden: [1], after: [], until: [])
    return RuleBook(
      catalogue: Catalogue(events: [
        EventEntry(name: "start", group: "A", origin: .seed),
        EventEntry(name: "end", group: "A", origin: .seed),
      ]),
      packs: [Pack(name: "one", title: "First"), Pack(name: "two", title: "Second")],
      rules: [
        rule("ends", pack: 0, response), rule("same", pack: 0, never), rule("same", pack: 1, never),
      ],
      excuses: [
        Excuse(
          name: "low-power", condition: Expression(type: .bool, code: [], text: "true"), fault: .os,
          note: "It waits")
      ],
      parameters: [
        Parameter(
          pack: 0, name: "limit", type: .duration, value: .duration(90_000_000), doc: "longest",
          source: "S0:1"),
        Parameter(
          pack: 0, name: "lim", type: .int, value: .int(1), doc: "another", source: "S0:2"),
      ])
  }()

  @Test func `the list gathers rules by pack`() {
    #expect(
      RuleText(book: Self.book).list() == """
        one: First
          ends  error    A  Title of ends
          same  error    A  Title of same

        two: Second
          same  error    A  Title of same

        3 rules in 2 packs, 0 profiles, 2 events

        """)
  }

  @Test func `a rule is shown with the parameters that it reads`() {
    #expect(
      RuleText(book: Self.book).show(Self.book.rules[0]) == """
        one/ends
        Title of ends

          severity      error
          bucket        A
          class         plugin
          scope         execution
          covers        SEQ-09
          when          start
          expect        end within $limit
          cancelled by  end
          excuse        low-power (os): It waits
          parameter     limit = 90s: longest (S0:1)
          hint          Look at the network

        """)
  }

  @Test(arguments: [
    (0, "0s"), (1_500_000, "1500ms"), (30_000_000, "30s"), (300_000_000, "5m"),
    (86_400_000_000, "24h"), (7, "7us"), (-60_000_000, "-1m"),
  ])
  func `a duration is written in its largest whole unit`(micros: Int64, expected: String) {
    #expect(RuleText.text(.duration(micros)) == expected)
  }

  @Test(arguments: [("one/same", 1), ("two/same", 2), ("ends", 0)])
  func `a rule is found by its full name or an unambiguous one`(name: String, index: Int) throws {
    #expect(try RuleNames.find(name, in: Self.book, saying: "x") == index)
  }

  @Test(arguments: [
    ("same", "dnplog: x: several packs have a rule 'same': name 'one/same' or 'two/same'"),
    ("one/edns", "dnplog: x: there is no rule 'one/edns': did you mean 'one/ends'?"),
    ("edns", "dnplog: x: there is no rule 'edns': did you mean 'ends'?"),
    (
      "nothing",
      "dnplog: x: there is no rule 'nothing': a report names them in [brackets], and"
        + " 'dnplog rules list' shows all"
    ),
  ])
  func `an unknown rule names the nearest`(name: String, expected: String) {
    let failure = #expect(throws: Failure.self) {
      _ = try RuleNames.find(name, in: Self.book, saying: "x")
    }
    #expect(failure?.problems.map(\.text) == [expected])
  }

  @Test func `names of parameters may carry their pack`() {
    var options = AnalysisOptions()
    options.parameters = [.init(key: "limit", value: "1s"), .init(key: "one.limit", value: "1s")]
    #expect(throws: Never.self) { try options.checkNames(in: Self.book) }
    options.parameters = [.init(key: "two.limit", value: "1s")]
    #expect(throws: Failure.self) { try options.checkNames(in: Self.book) }
  }
}
