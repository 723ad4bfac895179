import TestSupport
import Testing

/// The message to a rule author: the place, the line, a caret, and what to write instead.
struct RuleMistakeTests {
  /// Returns a pack that is right, with one part replaced.
  private static func pack(_ old: String = "", _ new: String = "") -> String {
    let text = """
      pack: mine
      title: My rules
      params:
        limit: {default: 30s, doc: longest request}
      rules:
        - id: fetch-ends
          title: A fetch ends
          bucket: A
          scope: execution
          when: {event: fetch_start, as: start}
          expect: [{event: fetch_success, as: ok, within: $limit}]
          check: ["ok.ttl > 0s"]

      """
    return old.isEmpty ? text : text.replacing(old, with: new)
  }

  private static let second = """
    check: ["ok.ttl > 0s"]
      - id: fetch-ends
        title: A fetch ends twice
        bucket: A
        scope: execution
        when: {event: fetch_start}
        expect: [{event: fetch_success, within: 30s}]
    """

  @Test(arguments: [
    (
      pack("    bucket", "\tbucket"),
      """
      mine.yaml:8:1: error: a tab cannot indent YAML
        \\tbucket: A
        ^ use spaces

      """
    ),
    (
      pack("check: [\"ok.ttl > 0s\"]", second),
      """
      mine.yaml:13:9: error: a second rule 'fetch-ends'
          - id: fetch-ends
                ^ the first is in line 6

      """
    ),
    (
      pack("event: fetch_start", "event: fetch_strat"),
      """
      mine.yaml:10:19: error: unknown event 'fetch_strat'
            when: {event: fetch_strat, as: start}
                          ^ did you mean 'fetch_start'?

      """
    ),
    (
      pack("ok.ttl", "ok.tll"),
      """
      mine.yaml:12:17: error: 'ok' has no field 'tll'
            check: ["ok.tll > 0s"]
                        ^ did you mean 'ttl'?

      """
    ),
    (
      pack("$limit", "30"),
      """
      mine.yaml:11:53: error: 30 has no unit
            expect: [{event: fetch_success, as: ok, within: 30}]
                                                            ^ write 30s, 5m or 250ms

      """
    ),
    (
      pack("$limit", "-5s"),
      """
      mine.yaml:11:53: error: no step comes within -5s
            expect: [{event: fetch_success, as: ok, within: -5s}]
                                                            ^ write 30s, 5m or 250ms

      """
    ),
    (
      pack("fetch-ends", "\"\""),
      """
      mine.yaml:6:9: error: the name is empty
          - id: ""
                ^ write letters, digits and hyphens

      """
    ),
    (
      pack("fetch-ends", "fetch/ends"),
      """
      mine.yaml:6:9: error: the name has a blank, a slash or a control character
          - id: fetch/ends
                ^ write letters, digits and hyphens

      """
    ),
    (
      pack("pack: mine", "pack: \"a\\nb\""),
      """
      mine.yaml:1:7: error: the name has a blank, a slash or a control character
        pack: "a\\nb"
              ^ write letters, digits and hyphens

      """
    ),
    (
      pack("default: 30s", "default: 30"),
      """
      mine.yaml:4:20: error: 30 has no unit, and the 'within' in line 11 needs one
          limit: {default: 30, doc: longest request}
                           ^ write 30s, 5m or 250ms

      """
    ),
    (
      pack("$limit", "$limti"),
      """
      mine.yaml:11:53: error: unknown parameter '$limti'
            expect: [{event: fetch_success, as: ok, within: $limti}]
                                                            ^ did you mean '$limit'?

      """
    ),
    (
      pack("ok.ttl > 0s", "ok.ttl > 'long'"),
      """
      mine.yaml:12:21: error: a duration cannot be compared with a string
            check: ["ok.ttl > 'long'"]
                            ^

      """
    ),
    (
      pack("ok.ttl > 0s", "ok.ttl >"),
      """
      mine.yaml:12:22: error: a value is expected, found the end
            check: ["ok.ttl >"]
                             ^

      """
    ),
    (
      pack("as: start}", "as: start, wher: \"true\"}"),
      """
      mine.yaml:10:43: error: unknown key 'wher'
            when: {event: fetch_start, as: start, wher: "true"}
                                                  ^ did you mean 'where'?

      """
    ),
    (
      pack("    bucket: A\n", ""),
      """
      mine.yaml:6:5: error: key 'bucket' is missing
          - id: fetch-ends
            ^ add 'bucket: A' (or B by logic alone, C heuristic)

      """
    ),
    (
      pack("bucket: A", "bucket: D"),
      """
      mine.yaml:8:13: error: unknown value 'D'
            bucket: D
                    ^ known: A, B, C

      """
    ),
    ("", "mine.yaml:1:1: error: the file is empty\n"),
    (
      "pack: mine\ntitle: \u{0}\n",
      "mine.yaml:2:8: error: control character U+0000: remove it\n"
    ),
  ])
  func `a mistake is shown where it stands`(text: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", text)
    let commands = [
      ["rules", "check", "mine.yaml"], ["rules", "test", "mine.yaml"],
      ["rules", "list", "--rules", "mine.yaml"], ["validate", "--rules", "mine.yaml", "x.log"],
      ["events", "--rules", "mine.yaml", "x.log"],
      ["explain", "hints/fetch-has-outcome", "--rules", "mine.yaml", "x.log"],
    ]
    for command in commands {
      let result = try Dnplog.run(command, in: directory)
      #expect(result.errors == expected)
      #expect(result.output == "")
      #expect(result.exitCode == 3)
    }
  }

  @Test func `the form that is used here is right`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.pack())
    let result = try Dnplog.run(["rules", "check", "mine.yaml"], in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
  }

  @Test func `several mistakes are said at once and in order`() throws {
    let directory = try TemporaryDirectory()
    let text = Self.pack("event: fetch_start", "event: fetch_strat").replacing(
      "$limit", with: "30")
    try directory.add("mine.yaml", text)
    let result = try Dnplog.run(["rules", "check", "mine.yaml"], in: directory)
    let places = result.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(places.map { $0.prefix(12) } == ["mine.yaml:10", "mine.yaml:11"])
  }

  @Test(arguments: [
    (
      "none.yaml",
      "none.yaml:1:1: error: no such file: check the path\n"
    ),
    ("bare", "bare:1:1: error: the folder has no rules: *.yaml files\n"),
    ("latin.yaml", "latin.yaml:2:8: error: not valid UTF-8: save the file as UTF-8\n"),
  ])
  func `what is no rule file is said`(path: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    _ = try Dnplog.shell(
      "mkdir bare; printf 'pack: m\\ntitle: \\351\\n' > latin.yaml", in: directory)
    let result = try Dnplog.run(["rules", "check", path], in: directory)
    #expect(result.errors == expected)
    #expect(result.exitCode == 3)
  }
}
