import TestSupport
import Testing

/// `dnplog rules coverage`, from the table in the program and from folders of rules.
struct CoverageCommandTests {
  private static let never = """
    pack: hints
    title: My hints
    rules:
      - id: mine
        covers: [SEQ-09]
        title: Nothing is found in the cache
        bucket: A
        never: {event: cache_hit}

    """

  @Test func `every area is counted`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "coverage"], in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    let lines = result.output.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    #expect(lines.first == ["area", "rows", "rule", "built-in", "not", "observable", "later"])
    #expect(lines.count == 24)
    var sums = [0, 0, 0, 0, 0]
    for line in lines.dropFirst().dropLast() {
      let numbers = line.dropFirst().compactMap { Int($0) }
      #expect(numbers.count == 5 && numbers[0] == numbers.dropFirst().reduce(0, +), "\(line)")
      for (index, number) in numbers.enumerated() { sums[index] += number }
    }
    #expect(lines.last == ["all"] + sums.map { "\($0)" })
    #expect(sums[0] == 635)
  }

  @Test func `the folder of the program counts the same`() throws {
    let directory = try TemporaryDirectory()
    let builtin = try Dnplog.run(["rules", "coverage"], in: directory)
    let folder = Samples.root + "/rules"
    let files = try Dnplog.run(["rules", "coverage", "--rules", folder], in: directory)
    #expect(files.output == builtin.output)
  }

  @Test func `claims that do not hold are named`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.never)
    let result = try Dnplog.run(["rules", "coverage", "--rules", "mine.yaml"], in: directory)
    #expect(result.errors == "")
    let claim = "HNT-01: there is no rule 'hints/startup-follows-registration'"
    #expect(result.output.contains("\n\(claim)\n"))
    #expect(!result.output.contains("hints/mine"))
    #expect(result.exitCode == 3)
  }

  @Test func `a table of ones own adds rows`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.never.replacing("hints", with: "own"))
    try directory.add(
      "requirements.csv",
      "id,seed,place,statement,status,rules\nOWN-1,plan,3,It works.,rule,own/mine own/none\n")
    let result = try Dnplog.run(["rules", "coverage", "--rules", "."], in: directory)
    #expect(result.errors == "")
    #expect(result.output.contains("\nOWN       1     0"))
    #expect(
      result.output.hasSuffix(
        "\n\nOWN-1: own/mine does not cover it\nOWN-1: there is no rule 'own/none'\n"))
    #expect(result.exitCode == 3)
  }

  @Test func `rows are JSON for programs`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "coverage", "--format", "json"], in: directory)
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("{\n  \"schema\": \"dnplog.coverage/1\",\n  \"areas\": ["))
    #expect(result.output.contains("{\"area\": \"LOG\", \"rows\": 51, \"rule\": "))
    #expect(
      result.output.contains(
        "{\"id\": \"LOG-42\", \"place\": \"S4:280\", \"statement\": \"The simulator's submission failure"
          + " is logged as expected.\", \"status\": \"rule\", \"rules\":"
          + " [\"os-limitations/expected-failure-is-on-the-simulator\"], \"note\": null}"))
    #expect(result.output.contains("\"status\": \"not observable\", \"rules\": [], \"note\": \""))
    #expect(result.output.hasSuffix("  \"problems\": []\n}\n"))
  }

  @Test func `a rule for an unknown row is found as it is loaded`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.never.replacing("SEQ-09", with: "SEQ-99"))
    for command in [["check", "mine.yaml"], ["coverage", "--rules", "mine.yaml"]] {
      let result = try Dnplog.run(["rules"] + command, in: directory)
      #expect(
        result.errors == """
          mine.yaml:5:14: error: unknown requirement 'SEQ-99'
                covers: [SEQ-99]
                         ^ did you mean 'SEQ-09'?

          """)
      #expect(result.exitCode == 3)
    }
  }
}
