import TestSupport
import Testing

/// The commands that show rules and run the tests inside them.
struct RulesCommandTests {
  @Test func `the rules of the folder are those of the program`() throws {
    let directory = try TemporaryDirectory()
    let folder = Samples.root + "/rules"
    let builtin = try Dnplog.run(["rules", "check"], in: directory)
    let files = try Dnplog.run(["rules", "check", folder], in: directory)
    #expect(files.errors == "")
    // The one counts what the program holds, the other what it read.
    for noun in ["packs", "rules", "profiles", "events"] {
      let count = try Regex("([0-9]+) \(noun)")
      let held = builtin.output.firstMatch(of: count)?.output[1].substring
      #expect(held == files.output.firstMatch(of: count)?.output[1].substring, "\(noun)")
    }
  }

  @Test func `the tests inside the rules pass, of the folder as of the program`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "test"], in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
    let passed = result.output.split(separator: " ").first.flatMap { Int($0) }
    #expect((passed ?? 0) > 100)
    #expect(result.output.hasSuffix(" passed, 0 failed\n"))
    let files = try Dnplog.run(["rules", "test", Samples.root + "/rules"], in: directory)
    #expect(files.output == result.output)
  }

  @Test func `a failing test is named with its place`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "mine.yaml",
      """
      pack: mine
      title: My rules
      rules:
        - id: fetch-ends
          title: A fetch ends
          bucket: A
          scope: process
          when: {event: fetch_start}
          expect: [{event: fetch_success, within: 30s}]
          tests:
            - name: met
              outcome: satisfied
              log: |
                [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z)
                [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)
            - name: thought to be unmet
              outcome: violated
              log: |
                [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z)
                [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)

      """)
    let result = try Dnplog.run(["rules", "test", "mine.yaml"], in: directory)
    #expect(result.errors == "")
    #expect(
      result.output == """
        mine.yaml:16: mine/fetch-ends, test 'thought to be unmet': expected violated, got \
        satisfied
        1 passed, 1 failed

        """)
    #expect(result.exitCode == 4)
  }

  @Test func `rules of the list can be shown and one of each pack explained`() throws {
    let directory = try TemporaryDirectory()
    let list = try Dnplog.run(["rules", "list"], in: directory)
    var pack = ""
    var rules: [String] = []
    for line in list.output.split(separator: "\n") {
      let word = String(line.split(whereSeparator: { " :".contains($0) }).first ?? "")
      if line.hasPrefix("  ") { rules.append("\(pack)/\(word)") } else { pack = word }
    }
    #expect(rules.count > 60)
    #expect(rules.contains("prefetch-cycle/success-is-stored-and-completed"))
    let log = Samples.path("acceptance/second-cycle-never-completes.log")
    var explainedPacks: Set<Substring> = []
    for (index, rule) in rules.enumerated() {
      let isFirst = explainedPacks.insert(rule.prefix { $0 != "/" }).inserted
      // A call for each of the hundreds takes ten seconds, and they are all made alike.
      guard isFirst || index % 8 == 0 else { continue }
      let shown = try Dnplog.run(["rules", "show", rule], in: directory)
      #expect(shown.output.hasPrefix("\(rule)\n"))
      #expect(shown.exitCode == 0)
      guard isFirst else { continue }
      let explained = try Dnplog.run(["explain", rule, log], in: directory)
      #expect(explained.output.hasPrefix("\(rule)  "), "\(explained.errors)")
      #expect(explained.exitCode == 0)
    }
  }
}
