import RuleLanguage
import Testing
import YAMLReading

@Suite struct RuleLoaderTests {
  private static let never = LoadingSamples.rule("never: {event: cache_hit}")

  @Test func `all mistakes are told in the order of their places`() {
    let first = LoadingSamples.rule("scope: here\nnever: {event: cache_hitt}\nunmet: no")
    let mistakes = LoadingSamples.mistakes(
      LoadingSamples.file("b.yaml", first), LoadingSamples.file("a.yaml", "pack: a\ntitel: A"))
    #expect(
      mistakes.map { $0.prefix { $0 != "\n" } } == [
        "b.yaml:8:12: error: unknown value 'here'",
        "b.yaml:9:20: error: unknown event 'cache_hitt'",
        "b.yaml:10:12: error: unknown value 'no'", "a.yaml:1:1: error: key 'title' is missing",
        "a.yaml:2:1: error: unknown key 'titel'",
      ])
  }

  @Test func `second rule of a name is refused`() {
    let text =
      Self.never + "  - {id: r, title: R, bucket: A, never: {event: cache_hit}}\n"
    #expect(
      LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text)) == [
        """
        p.yaml:9:10: error: a second rule 'r'
            - {id: r, title: R, bucket: A, never: {event: cache_hit}}
                   ^ the first is in line 5
        """
      ])
  }

  @Test func `second pack of a name is refused`() {
    #expect(
      LoadingSamples.mistakes(
        LoadingSamples.file("p.yaml", Self.never), LoadingSamples.file("q.yaml", Self.never)) == [
          """
          q.yaml:1:7: error: a second pack 'one'
            pack: one
                  ^ the first is p.yaml
          """
        ])
  }

  @Test func `file of no kind is refused`() {
    #expect(
      LoadingSamples.mistakes(LoadingSamples.file("p.yaml", "pakc: one\n")) == [
        """
        p.yaml:1:1: error: the file is no pack, catalogue or profile
          pakc: one
          ^ did you mean 'pack'?
        """
      ])
  }

  @Test func `missing file is said`() {
    let failure = #expect(throws: LoadFailure.self) { try RuleLoader.load(["/nowhere/x.yaml"]) }
    #expect(
      failure?.errors.map(\.rendered) == [
        """
        /nowhere/x.yaml:1:1: error: no such file: check the path
        """
      ])
  }

  @Test func `pack replaces the one of its name`() throws {
    let base = try RuleLoader.load(
      [LoadingSamples.file("one.yaml", Self.never)], over: LoadingSamples.loaded())
    let mine = """
      pack: sample
      title: Mine
      params: {own: {default: 2}}
      rules:
        - {id: own, title: Own, bucket: A, when: {event: cache_hit}, check: "$own > 1"}
      """
    let rules = try RuleLoader.load([LoadingSamples.file("m.yaml", mine)], over: base)
    #expect(rules.book.packs.map(\.title) == ["Mine", "One"])
    #expect(rules.book.rules.map(\.id) == ["r", "own"])
    #expect(rules.book.rules.map(\.pack) == [1, 0])
    #expect(rules.book.parameters.map(\.name) == ["limit", "count", "own"])
    #expect(rules.tests.isEmpty)
    guard case .check(_, let checks) = rules.book.rules[1].obligation else {
      Issue.record("the rule is no check")
      return
    }
    #expect(checks[0].references == [.parameter(2)])
  }

  @Test func `parameters of other packs follow when one is replaced`() throws {
    let text = LoadingSamples.rule("when: {event: cache_hit}\ncheck: \"$count > 1\"")
    let base = try RuleLoader.load(
      [LoadingSamples.file("one.yaml", text)], over: LoadingSamples.loaded())
    let rules = try RuleLoader.load(
      [LoadingSamples.file("m.yaml", "pack: sample\ntitle: Empty\n")], over: base)
    guard case .check(_, let checks) = rules.book.rules[0].obligation,
      case .parameter(let index)? = checks[0].references.first
    else {
      Issue.record("the rule is no check of a parameter")
      return
    }
    #expect(rules.book.parameters[Int(index)].name == "count")
  }

  @Test(arguments: [
    "count: {event: cache_hit, at_most: $count}", "count: {event: cache_hit, at_least: $count}",
    "when: {event: cache_hit}\nexpect: [{event: cache_miss, times: $count..$count}]",
    "ratio: {of: {event: cache_hit}, among: {event: cache_miss}, at_most: 0.5, from: $count}",
  ])
  func `limits of other packs follow when one is replaced`(rule: String) throws {
    let base = try RuleLoader.load(
      [LoadingSamples.file("one.yaml", LoadingSamples.rule(rule))], over: LoadingSamples.loaded())
    let rules = try RuleLoader.load(
      [LoadingSamples.file("m.yaml", "pack: sample\ntitle: Empty\n")], over: base)
    let limits: [Limit?] =
      switch try #require(rules.book.rules.first).obligation {
      case .response(_, let steps, _): [steps[0].times?.least, steps[0].times?.most]
      case .count(_, _, let least, let most): [least == .number(0) ? most : least]
      case .ratio(_, _, _, _, let from): [from]
      default: []
      }
    #expect(!limits.isEmpty)
    for limit in limits {
      guard case .parameter(let index)? = limit else {
        Issue.record("\(rule) has no parameter")
        continue
      }
      #expect(rules.book.parameters[Int(index)].name == "count")
    }
  }

  @Test func `event of a known name keeps its number`() throws {
    let mine = """
      catalog: mine
      group: X
      events:
        - event: shiny
          summary: New.
          tags: [DNP-SHINY]
          level: info
          origin: proposed
          fields: {colour: string?, hash: hex?}
          text: ["Shiny ({*})"]
        - event: cache_hit
          summary: Another wording.
          tags: [DNP-STORAGE]
          level: info
          origin: seed
          fields: {hash: hex?}
          text: ["Hit {hash}"]
      """
    let base = try LoadingSamples.loaded().book
    let book = try RuleLoader.load(
      [LoadingSamples.file("m.yaml", mine)], over: LoadedRules(book: base)
    ).book
    #expect(book.catalogue.events.map(\.name) == base.catalogue.events.map(\.name) + ["shiny"])
    let hit = try #require(book.catalogue.kind(named: "cache_hit"))
    #expect(book.catalogue[hit].summary == "Another wording.")
    #expect(book.catalogue[hit].fields.map(\.name) == [base.catalogue.field(named: "hash")])
    #expect(
      book.catalogue.shapes.filter { $0.kind == hit }.map(\.parts) == [
        [.literal("Hit "), .field(0)]
      ])
    #expect(book.rules == base.rules)
  }

  @Test func `an event more than a catalogue can number is refused`() throws {
    let mine = """
      catalog: mine
      group: X
      events:
        - event: shiny
          summary: New.
          tags: [any]
          level: info
          origin: proposed
      """
    let entry = EventEntry(name: "known", group: "A", origin: .seed)
    var base = LoadedRules()
    base.book.catalogue.events = Array(repeating: entry, count: 65_535)
    let file = LoadingSamples.file("m.yaml", mine)
    let last = try RuleLoader.load([file], over: base).book.catalogue.kind(named: "shiny")
    #expect(last?.rawValue == 65_535)
    base.book.catalogue.events.append(entry)
    let failure = #expect(throws: LoadFailure.self) { try RuleLoader.load([file], over: base) }
    #expect(
      failure?.errors.map(\.rendered) == [
        """
        m.yaml:4:12: error: too many events with those of the catalogue
            - event: shiny
                     ^ it holds no more than 65536: replace one by its name, or leave this one out
        """
      ])
  }

  @Test(arguments: [
    ("params: {p: {default: 1}}", 9, "parameters"),
    ("excuses: {p: {if: \"env.lowPower == true\", class: os}}", 10, "excuses"),
  ])
  func `more than the rules can number is refused`(line: String, column: Int, what: String) throws {
    var base = try LoadingSamples.loaded()
    base.book.parameters += Array(
      repeating: base.book.parameters[0], count: 65_535 - base.book.parameters.count)
    base.book.excuses += Array(
      repeating: base.book.excuses[0], count: 65_535 - base.book.excuses.count)
    let file = LoadingSamples.file("m.yaml", "pack: m\ntitle: M\n\(line)\n")
    let full = try RuleLoader.load([file], over: base)
    #expect(max(full.book.parameters.count, full.book.excuses.count) == 65_536)
    let other = LoadingSamples.file(
      "o.yaml", "pack: o\ntitle: O\n\(line.replacing("p:", with: "q:"))")
    let failure = #expect(throws: LoadFailure.self) { try RuleLoader.load([other], over: full) }
    #expect(
      failure?.errors.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
        "3:\(column) too many \(what) with those of the other packs"
      ])
  }

  @Test func `field of another type than the catalogue is refused`() throws {
    let mine = """
      catalog: mine
      group: X
      events:
        - event: shiny
          summary: New.
          tags: []
          level: info
          origin: proposed
          fields: {status: string?}
      """
    let base = try LoadingSamples.loaded()
    let failure = #expect(throws: LoadFailure.self) {
      try RuleLoader.load([LoadingSamples.file("m.yaml", mine)], over: base)
    }
    #expect(
      failure?.errors.map(\.rendered) == [
        """
        m.yaml:9:14: error: field 'status' is an int in the catalogue and a string here
              fields: {status: string?}
                       ^ use another name, and an alias for the word of the log
        """
      ])
  }
}
