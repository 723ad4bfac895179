import RuleLanguage
import Testing
import YAMLReading

/// How a table of requirements is read, and what it allows rules to cover.
@Suite struct RequirementTableTests {
  private static let header = "id,seed,place,statement,status,rules\n"

  private static func load(
    _ rows: String, with rule: String = "", over base: [Requirement] = []
  ) throws(LoadFailure) -> LoadedRules {
    var files = [
      LoadingSamples.file("catalog.yaml", LoadingSamples.catalogue),
      LoadingSamples.file("requirements.csv", rows),
    ]
    if !rule.isEmpty { files.append(LoadingSamples.file("p.yaml", LoadingSamples.rule(rule))) }
    return try RuleLoader.load(files, over: LoadedRules(requirements: base))
  }

  private static func mistakes(_ rows: String, with rule: String = "") -> [String] {
    do throws(LoadFailure) {
      _ = try load(rows, with: rule)
      return []
    } catch {
      return error.errors.map(\.rendered)
    }
  }

  @Test(arguments: ["\n", "\r\n"])
  func `fields may be quoted`(end: String) throws {
    let rows = """
      A-1,S1,"7,9","Say ""yes"",
      and go.",rule,p/a p/b

      A-2,S1,8,B.,later,stores
      """
    let text = (Self.header + rows).replacing("\n", with: end)
    let table = try Self.load(text).requirements
    #expect(
      table == [
        Requirement(
          id: "A-1", seed: "S1", place: "7,9", statement: "Say \"yes\",\(end)and go.",
          status: .rule, evidence: "p/a p/b"),
        Requirement(
          id: "A-2", seed: "S1", place: "8", statement: "B.", status: .later, evidence: "stores"),
      ])
    #expect(table.map(\.ruleNames) == [["p/a", "p/b"], []])
    #expect(table.map(\.area) == ["A", "A"])
  }

  @Test func `row replaces the one of its id`() throws {
    let base = ["A-1", "A-2"].map {
      Requirement(id: $0, seed: "S1", place: "1", statement: "", status: .later, evidence: "x")
    }
    let rows = Self.header + "A-2,S9,2,New.,not observable,why\nB-1,S9,3,More.,later,stores\n"
    let table = try Self.load(rows, over: base).requirements
    #expect(table.map(\.id) == ["A-1", "A-2", "B-1"])
    #expect(table.map(\.seed) == ["S1", "S9", "S9"])
  }

  @Test(arguments: [
    ("id,seed\n", "requirements.csv:1:1: error: the first line is not that of a table"),
    ("", "requirements.csv:1:1: error: the first line is not that of a table"),
    (header + "A-1,S1,7,B\n", "requirements.csv:2:1: error: 4 fields instead of 6"),
    (header + "\n,S1,7,B,later,x\n", "requirements.csv:3:1: error: a requirement without an id"),
    (
      header + "A-1,S1,7,B,later,x\nA-1,S1,7,B,later,x\n",
      "requirements.csv:3:1: error: a second requirement 'A-1'"
    ),
    (header + "A-1,S1,7,B,rules,x\n", "requirements.csv:2:12: error: unknown status 'rules'"),
    (header + "A-1,S1,7,B,rule,\n", "requirements.csv:2:17: error: nothing says who looks after"),
    (header + "A-1,S1,\"7,B\n", "requirements.csv:2:8: error: the field does not end"),
    (header + "A-1,S1,\"7\"8,B\n", "requirements.csv:2:11: error: text behind the closing quote"),
    (header + "A-1,S1,7\r,B\n", "requirements.csv:2:1: error: 4 fields instead of 6"),
  ])
  func `mistake is found where it stands`(rows: String, expected: String) {
    let mistakes = Self.mistakes(rows)
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasPrefix(expected) == true, "\(mistakes)")
  }

  @Test func `bytes that are no text are refused`() {
    #expect(throws: LoadFailure.self) {
      try RuleLoader.load([RuleFile(path: "requirements.csv", bytes: [0x69, 0xFF])])
    }
  }

  @Test func `rule may cover only rows of the table`() {
    let rows = Self.header + "SEQ-09,S4,1,A.,rule,one/r\n"
    let rule = "covers: [SEQ-09, SEQ-90]\nnever: {event: cache_hit}"
    #expect(
      Self.mistakes(rows, with: rule) == [
        """
        p.yaml:8:22: error: unknown requirement 'SEQ-90'
              covers: [SEQ-09, SEQ-90]
                               ^ did you mean 'SEQ-09'?
        """
      ])
    #expect(Self.mistakes(rows, with: "covers: [SEQ-09]\nnever: {event: cache_hit}") == [])
  }

  @Test(arguments: [
    ("plugin-2.1", true), ("plugin-2", true), ("plugin-", false), ("plugin-2.x", false),
  ])
  func `a rule may cover a release of the plugin`(id: String, isRelease: Bool) {
    let rows = Self.header + "A-1,S1,7,B.,later,x\n"
    let mistakes = Self.mistakes(rows, with: "covers: [\(id)]\nnever: {event: cache_hit}")
    #expect(mistakes.isEmpty == isRelease, "\(mistakes)")
  }

  @Test func `without a table a rule may name what it likes`() throws {
    let rule = LoadingSamples.rule("covers: [REQ-1]\nnever: {event: cache_hit}")
    let files = [
      LoadingSamples.file("catalog.yaml", LoadingSamples.catalogue),
      LoadingSamples.file("p.yaml", rule),
    ]
    #expect(try RuleLoader.load(files).book.rules.map(\.covers) == [["REQ-1"]])
  }

  @Test func `table is read back as it was`() throws {
    let rows = Self.header + "A-1,S1,7,\"B, é.\",built-in,x; test Y/z\n"
    let table = try Self.load(rows).requirements
    let bytes = try FlatTables.bytes(of: table)
    #expect(try FlatTables.requirements(from: bytes.span) == table)
    #expect(throws: FlatError.self) {
      try FlatTables.requirements(from: Array(bytes.dropLast()).span)
    }
  }
}
