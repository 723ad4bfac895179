import Foundation
import TestSupport
import Testing

/// The commands for those who write rules.
struct RuleAuthoringTests {
  private func run(_ words: String...) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    return try Dnplog.run(["rules"] + words, in: directory)
  }

  // MARK: new

  @Test(arguments: ["", "my-pack/fetch-is-fast", "a/b2"])
  func `a skeleton loads without a warning and passes its tests`(name: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      "$0" rules new \(name) > mine.yaml && "$0" rules check --strict mine.yaml \
        && "$0" rules test mine.yaml
      """, in: directory)
    let full = name.isEmpty ? "my-pack/my-rule" : name
    #expect(result.errors == "")
    #expect(result.output.contains("1 pack: \(full.prefix { $0 != "/" })\n"), "\(result.output)")
    #expect(result.output.contains("1 rule: \(full)\n"))
    #expect(result.output.contains("4 tests\n"))
    #expect(result.output.hasSuffix("4 passed, 0 failed\n"))
    #expect(result.exitCode == 0)
  }

  @Test func `a skeleton says how to judge by it`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" rules new a/b > a.yaml; grep -o 'dnplog validate .*' a.yaml
      "$0" explain a/b --rules a.yaml --pack a device.log
      """, in: directory)
    #expect(result.output.hasPrefix("dnplog validate --rules FILE device.log\na/b"))
    #expect(result.output.contains("✓ The rule holds here"))
  }

  @Test(arguments: ["pack", "a/b/c", "A/b", "a/b_c", "/", "a/", "a/b\n"])
  func `a name that no rule may have is refused`(name: String) throws {
    let result = try run("new", name)
    #expect(result.errors.hasPrefix("dnplog: rules new: '"))
    #expect(result.errors.contains("is no name of a rule: write PACK/RULE"))
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  // MARK: events

  @Test func `events are listed with what they mean`() throws {
    let result = try run("events")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.hasPrefix("fetch_start ") && $0.hasSuffix("A fetch of content began.") })
    let count = lines.last.flatMap { Int($0.prefix { $0 != " " }) }
    #expect(count == lines.count - 1)
  }

  @Test func `an event is shown with its fields`() throws {
    let output = try run("events", "bgtask_handler_invoked").output
    #expect(
      output == """
        bgtask_handler_invoked
          The system invoked the handler of the task.
          tags    DNP-FETCH, DNP-SYNC
          level   info
          fields
            taskId     one word
            simulated  bool, may be missing

        """)
    let several = try run("events", "fetch_").output
    for name in ["fetch_start", "fetch_success", "fetch_failure"] {
      #expect(several.contains("\(name)\n  "))
    }
  }

  @Test(arguments: [
    ("fetch_sucess", "did you mean 'fetch_success'?"), ("zzz", "'dnplog rules events' lists them"),
    ("", "'dnplog rules events' lists them"),
  ])
  func `an unknown event is answered`(name: String, advice: String) throws {
    let result = try run("events", name)
    #expect(result.errors == "dnplog: rules events: there is no event '\(name)': \(advice)\n")
    #expect(result.exitCode == 2)
  }

  @Test func `events of rule files are listed too`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let wallet = root.appending(path: "docs/examples/wallet").path
    let own = try run("events", "--rules", wallet).output
    let all = try run("events").output
    #expect(own.split(separator: "\n").count > all.split(separator: "\n").count)
  }

  // MARK: params

  @Test func `parameters are listed with their values`() throws {
    let output = try run("params").output
    #expect(output.contains(/\nhints\.fetch_limit +30s.*\n    \w/), "\(output.prefix(400))")
    let count = output.split(separator: "\n").last.flatMap { Int($0.prefix { $0 != " " }) } ?? 0
    #expect(output.matches(of: #/(?m)^[a-z-]+\.[a-z_]+ /#).count == count)
    let one = try run("params", "--pack", "hints").output
    #expect(!one.contains("timing."))
    #expect(one.contains("hints.fetch_limit"))
    #expect(try run("params", "--pack", "hint").errors.contains("did you mean 'hints'?"))
  }

  // MARK: schema

  @Test(arguments: ["pack", "catalogue", "profile", "configuration"])
  func `a schema is that of the rule files`(name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "rules/schema/\(name).schema.json")
    #expect(try run("schema", name).output == String(contentsOf: file, encoding: .utf8))
    #expect(try run("schema").output.split(separator: "\n").contains { $0 == name })
  }

  @Test func `an unknown schema is answered`() throws {
    let result = try run("schema", "profil")
    #expect(
      result.errors
        == "dnplog: rules schema: there is no schema 'profil': did you mean 'profile'?\n")
    #expect(result.exitCode == 2)
  }

  // MARK: check and test

  @Test func `check says what it read of a folder`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let wallet = root.appending(path: "docs/examples/wallet").path
    let output = try run("check", wallet).output
    #expect(output.hasPrefix("read\n"))
    for noun in ["pack", "rule", "test", "event", "profile"] {
      #expect(
        output.contains(try Regex("\\n +[1-9][0-9]* \(noun)s?(:|\\n)")), "\(noun) in \(output)")
    }
  }

  @Test func `a test that fails prints what the rule found`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      "\"$0\" rules new a/b | sed 's/default: 10s/default: 1s/' > a.yaml; \"$0\" rules test a.yaml",
      in: directory)
    #expect(result.exitCode == 4)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasSuffix(
        "a/b, test 'a fetch of two seconds': expected satisfied, got violated") == true,
      "\(result.output)")
    #expect(lines.contains { $0.hasPrefix("  seen: fetch_start in line 2: ") })
    #expect(lines.contains("  missing: fetch_success"))
    #expect(lines.contains { $0.hasPrefix("  near miss: fetch_success in line 3, seen_late") })
  }
}
