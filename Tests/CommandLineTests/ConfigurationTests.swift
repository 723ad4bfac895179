import CommandSyntax
import Foundation
import RunReport
import TestSupport
import Testing

@testable import dnplog

/// The options of `.dnplog.yaml`, seen from outside.
struct ConfigurationTests {
  private static let file = """
    platform: ios
    tz: Asia/Manila
    env: {lowPower: true, network: wifi}
    set:
      fetch_limit: 45s
    skip: hints/fetch-has-outcome
    strict: true

    """

  /// A repository with the file at its root and a log in a folder of it.
  private static func repository(_ file: String = file) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    _ = try Dnplog.shell("mkdir -p .git sub/deep rules", in: directory)
    try directory.add(".dnplog.yaml", file)
    try directory.add("sub/deep/device.log", Samples.happyCycle)
    return directory
  }

  private static func judge(
    _ words: String, in folder: String = "sub/deep", of directory: borrowing TemporaryDirectory
  ) throws -> JSONText {
    let result = try Dnplog.shell(
      "cd \(folder) && \"$0\" validate --format json \(words)", in: directory)
    #expect(result.errors == "")
    return try JSONText(result.output)
  }

  @Test func `the nearest file above sets options and is named in the report`() throws {
    let directory = try Self.repository()
    let summary = try Self.judge("device.log", of: directory)
    #expect(
      summary["skipped"].elements.contains {
        $0["rule"].string == "hints/fetch-has-outcome" && $0["reason"].string == "skipped"
      })
    #expect(summary["environment"]["lowPower"] == .bool(true))
    #expect(summary["environment"]["network"].string == "wifi")
    let note = summary["assumptions"].elements.first { $0["what"].string == "configuration" }
    #expect(note?["value"].string == "../../.dnplog.yaml")
    #expect(
      note?["why"].string
        == "it sets platform, tz, env, set, skip and strict; --no-config leaves it out")
  }

  @Test func `the command line goes before the file`() throws {
    let directory = try Self.repository()
    try directory.add("sub/deep/env.json", "{\"network\": \"none\"}")
    let summary = try Self.judge(
      "--env lowPower=false --env env.json device.log", of: directory)
    #expect(summary["environment"]["lowPower"] == .bool(false))
    #expect(summary["environment"]["network"].string == "none", "a file of the command line too")
  }

  @Test func `no-config leaves it out`() throws {
    let directory = try Self.repository("export: json=x\n")
    let summary = try Self.judge("--no-config device.log", of: directory)
    #expect(summary["verdict"].string == "pass")
    #expect(!summary["assumptions"].elements.contains { $0["what"].string == "configuration" })
  }

  @Test func `a file above the repository is not read`() throws {
    let directory = try Self.repository("nonsense: 1\n")
    _ = try Dnplog.shell("mkdir sub/.git", in: directory)
    #expect(try Self.judge("device.log", of: directory)["verdict"].string == "pass")
  }

  /// Anybody may write to a folder such as `/tmp`.
  @Test func `without a repository only the working directory counts`() throws {
    let directory = try Self.repository("nonsense: 1\n")
    _ = try Dnplog.shell("rmdir .git", in: directory)
    #expect(try Self.judge("device.log", of: directory)["verdict"].string == "pass")
    let own = try Dnplog.run(["validate", "sub/deep/device.log"], in: directory)
    #expect(own.errors.hasPrefix(".dnplog.yaml:1:1: error: there is no option 'nonsense'\n"))
    let home = try Dnplog.shell("export HOME=$PWD; cd sub && \"$0\" config", in: directory)
    #expect(home.errors.hasPrefix("../.dnplog.yaml:1:1: error: there is no option 'nonsense'\n"))
  }

  @Test(arguments: [
    ("export: json=x", "1:1: error: 'export' cannot stand in a configuration file"),
    ("exit-zero: true", "1:1: error: 'exit-zero' cannot stand in a configuration file"),
    ("join: true", "1:1: error: 'join' cannot stand in a configuration file"),
    ("a: 1", "1:1: error: there is no option 'a'"),
    ("tz: UTC\nplatfrm: ios", "2:1: error: there is no option 'platfrm'"),
    ("platform: iso", "1:11: error: 'iso' is not a choice"),
    ("year: 25", "1:7: error: 25 is out of range"),
    ("strict: yes", "1:9: error: expected true or false, found 'yes'"),
    ("rules: /etc", "1:8: error: '/etc' is not in the folder of this file"),
    ("rules: [rules/../../x]", "1:9: error: 'rules/../../x' is not in the folder of this file"),
    ("rules: gone", "1:8: error: 'gone' is not in the folder of this file"),
    ("rules: linked", "1:8: error: 'linked' is not in the folder of this file"),
    ("rules: rules", "1:8: error: 'rules/x.yaml' leads out of the folder of this file"),
    ("env: ../env.json", "1:6: error: '../env.json' is not in the folder of this file"),
    ("- tz", "1:1: error: expected a mapping, found a list"),
    ("tz: Mars", "1: there is no zone 'Mars'"),
    ("profile: x", "1: there is no profile 'x'"), ("pack: x", "1: there is no pack 'x'"),
    ("skip: [hints/fetch-has-outcome,\n  x]", "2: there is no rule 'x'"),
    ("set: {fetch_limit: 3}", "1: 3 has no unit"),
    ("set: {fetch_limt: 3s}", "1: there is no parameter 'fetch_limt'"),
    ("env: {lowPower: maybe}", "1: lowPower cannot be 'maybe'"),
  ])
  func `a mistake is told with its place`(text: String, expected: String) throws {
    let directory = try Self.repository(text)
    _ = try Dnplog.shell("ln -s /etc linked; ln -s /etc/passwd rules/x.yaml", in: directory)
    let result = try Dnplog.run(["validate", "sub/deep/device.log"], in: directory)
    let first = result.errors.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first.replacing("dnplog: ", with: "").hasPrefix(".dnplog.yaml:" + expected), "\(first)")
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  @Test(arguments: ["ln -s /etc/passwd .dnplog.yaml", "mkfifo .dnplog.yaml", "mkdir .dnplog.yaml"])
  func `what is no file of its own is not read`(script: String) throws {
    let directory = try Self.repository()
    let result = try Dnplog.shell(
      "rm .dnplog.yaml; \(script); \"$0\" validate sub/deep/device.log", in: directory)
    #expect(result.errors.hasPrefix("dnplog: .dnplog.yaml: "))
    #expect(!result.errors.contains("root:"))
    #expect(result.exitCode == 2)
  }

  @Test func `rules of the file are used`() throws {
    let directory = try Self.repository("rules: [rules]\npack: mine\n")
    try directory.add(
      "rules/mine.yaml",
      """
      pack: mine
      title: Mine
      rules:
        - id: never
          title: Never
          severity: error
          bucket: A
          scope: log
          never: {event: cycle_complete}
      """)
    let summary = try Self.judge("device.log", of: directory)
    #expect(summary["findings"].elements.first?["rule"].string == "mine/never")
    let result = try Dnplog.shell(
      "cd sub && \"$0\" explain mine/never deep/device.log", in: directory)
    #expect(result.output.hasPrefix("mine/never"))
  }

  @Test func `reconcile keeps its own profile`() throws {
    let directory = try Self.repository("profile: prefetch-mvp\n")
    let state = Samples.path("state/lost-alarm.json")
    let words = ["reconcile", "--state", state, "-q"]
    let configured = try Dnplog.run(words, in: directory)
    let plain = try Dnplog.run(words + ["--no-config"], in: directory)
    #expect(configured.output == plain.output)
    #expect(configured.exitCode == plain.exitCode)
  }

  @Test func `config shows what holds and from where`() throws {
    let directory = try Self.repository("tz: UTC\nskip: [a/b, c/d]\n")
    let shown = try Dnplog.shell("cd sub && \"$0\" config", in: directory)
    #expect(
      shown.output == """
        ../.dnplog.yaml sets:
          tz    UTC  (../.dnplog.yaml:1)
          skip  a/b  (../.dnplog.yaml:2)
          skip  c/d  (../.dnplog.yaml:2)

        """)
    try directory.add(".dnplog.yaml", "# tz: UTC\n")
    #expect(try Dnplog.run(["config"], in: directory).output == ".dnplog.yaml sets no option.\n")
    let none = try Dnplog.shell("rm .dnplog.yaml; cd sub && \"$0\" config", in: directory)
    #expect(
      none.output
        == "There is no configuration file. Looked for .dnplog.yaml and ../.dnplog.yaml.\n")
    #expect(none.exitCode == 0)
  }

  // MARK: The tables

  @Test(arguments: ConfigurationKey.allCases)
  func `each key is an option of validate`(key: ConfigurationKey) throws {
    let option = try #require(Program.validate.options.first { $0.long == key.rawValue })
    #expect((option.value == .none) == (key.form == .flag))
  }

  @Test func `no key writes a file or hides the verdict`() {
    let keys = ConfigurationKey.allCases.map(\.rawValue)
    for refused in ["export", "exit-zero", "paths-from", "state", "testrun", "no-config"] {
      #expect(!keys.contains(refused))
    }
  }

  @Test func `the schema has the same keys and words`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "rules/schema/configuration.schema.json"))
    let schema = try JSONText(String(decoding: data, as: UTF8.self))
    let properties = schema["properties"].members.map { ($0.key, $0.value) }
    #expect(Set(properties.map(\.0)) == Set(ConfigurationKey.allCases.map(\.rawValue)))
    for (key, value) in properties {
      let option = Program.validate.options.first { $0.long == key }
      let words: [String] =
        if case .choice(_, let words) = option?.value { words } else { [] }
      #expect(value["enum"].elements.compactMap(\.string) == words, "\(key)")
    }
  }
}
