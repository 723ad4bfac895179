import TestSupport
import Testing

/// The warnings of `rules check`, the filters of `rules list`, and the additions of `rules show`.
struct RuleCheckTests {
  private static let pack = """
    pack: mine
    title: My rules
    rules:
      - id: fetch-ends
        title: A fetch ends
        bucket: B
        severity: warning
        covers: [SEQ-26]
        scope: process
        when: {event: fetch_start}
        expect: [{event: fetch_success, within: 30s}, {event: content_cached}]
        tests:
          - name: misspelt
            outcome: satisfied
            log: |
              [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z)
              [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)
              [DNP-FETCH] Cached content for scheduleId=s1
              [DNP-FETCH] Fetch is all well
          - name: one of two
            outcome: violated
            log: |
              [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z)
              [DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)

    """

  @Test(arguments: [
    ["list", "--rules", "e.yaml"], ["show", "esc/a", "--rules", "e.yaml"], ["check", "e.yaml"],
    ["test", "e.yaml"],
  ])
  func `words of a rule file command no terminal`(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "e.yaml",
      #"""
      pack: esc
      title: "\e]0;pwn\a"
      rules:
        - id: a
          title: "x\e[31m\ny"
          bucket: A
          scope: log
          never: {event: fetch_failure}
          hints: ["\e[1mh"]
          tests:
            - {name: "t\e[2m\nu", outcome: violated, log: "\e[3mx"}

      """#)
    let result = try Dnplog.run(["rules"] + arguments, in: directory)
    #expect(!result.output.contains("\u{1B}"), "\(result.output)")
    #expect(!result.output.contains("\ny"), "\(result.output)")
    #expect(!result.output.contains("\nu"), "\(result.output)")
  }

  @Test func `of many rules that ask for the same each names the first`() throws {
    let directory = try TemporaryDirectory()
    let rules = (0..<40).map { number in
      """
        - id: r-\(number)
          title: No failure
          bucket: A
          scope: log
          never: {event: fetch_failure}

      """
    }
    try directory.add("e.yaml", "pack: esc\ntitle: E\nrules:\n" + rules.joined())
    let result = try Dnplog.run(["rules", "check", "e.yaml"], in: directory)
    let twins = result.output.split(separator: "\n").filter { $0.contains("asks for the same") }
    #expect(twins.count == 39)
    #expect(twins.allSatisfy { $0.contains("asks for the same as 'r-0'") })
  }

  @Test func `the builtin rules are clean`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "check", "--strict"], in: directory)
    #expect(!result.output.contains("warning"), "\(result.output)")
    #expect(result.exitCode == 0)
  }

  @Test(arguments: [false, true]) func `a doubtful test is a warning with its place`(isStrict: Bool)
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.pack)
    let result = try Dnplog.run(
      ["rules", "check", "mine.yaml"] + (isStrict ? ["--strict"] : []), in: directory)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix { $0 != "read" }) == [
        "mine.yaml:20: warning: mine/fetch-ends: test 'one of two' may fail for another reason than"
          + " is meant: state its step or its reason",
        "mine.yaml:13: warning: mine/fetch-ends: 1 of the DNP lines of test 'misspelt' mean nothing:"
          + " compare them with the catalogue",
      ])
    #expect(result.errors == "")
    #expect(result.exitCode == (isStrict ? 3 : 0))
  }

  /// A new event needs no more than its catalogue.
  @Test(arguments: ["execution", "window"], ["cycle", "execution", "log"])
  func `an event of ones own is where its role says`(stage: String, scope: String) throws {
    let directory = try Self.ownEvent(role: "role: {stage: \(stage)}", scope: scope)
    let result = try Dnplog.run(
      ["validate", "--rules", ".", "--pack", "own", "device.log"], in: directory)
    #expect(result.output.contains("[own/not-throttled]"), "\(result.output)\(result.errors)")
  }

  @Test(arguments: ["role: {stage: launch}", "role: {platform: ios}", ""])
  func `a rule that looks where its event never is is refused`(role: String) throws {
    let directory = try Self.ownEvent(role: role, scope: "execution")
    for arguments in [["rules", "check", "."], ["validate", "--rules", ".", "device.log"]] {
      let result = try Dnplog.run(arguments, in: directory)
      #expect(
        result.errors.contains(
          "own.yaml:7:12: error: 'fetch_throttled' belongs to no cycle\n"), "\(result.errors)")
      #expect(result.exitCode == 3)
    }
  }

  /// Returns a catalogue with an event, a rule that it must not come, and a log in which it does.
  private static func ownEvent(role: String, scope: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.add(
      "events.yaml",
      """
      catalog: Own
      group: W
      events:
        - event: fetch_throttled
          summary: The server asks to wait.
          tags: [DNP-FETCH]
          \(role)
          level: warning
          origin: seed
          text: ["Throttled"]

      """)
    try directory.add(
      "own.yaml",
      """
      pack: own
      title: Own
      rules:
        - id: not-throttled
          title: A fetch is not throttled
          bucket: A
          scope: \(scope)
          never: {event: fetch_throttled}

      """)
    let lines = [
      "Scheduling prefetch for notification at 2025-11-14T05:53:00Z",
      "BGTask handler invoked (id=a)",
      "Starting fetch (notificationTime=2025-11-14T05:53:00Z, jwtPresent=true)", "Throttled",
      "Fetch success (status=200, bytes=1, ttl=86400)", "Task completed (success=true)",
    ]
    try directory.add("device.log", lines.map { "[DNP-FETCH] \($0)\n" }.joined())
    return directory
  }

  @Test func `a wording that is read as another event is a warning`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "more.yaml",
      """
      catalog: More
      group: W
      events:
        - event: my_start
          summary: Mine.
          tags: [DNP-FETCH]
          level: info
          origin: seed
          fields: {message: string}
          text: ["Fetch success ({message})"]

      """)
    let result = try Dnplog.run(["rules", "check", "more.yaml"], in: directory)
    #expect(
      result.output.contains("is read as 'my_start': tell the two shapes apart\n"),
      "\(result.output)")
  }

  @Test(arguments: [
    (["--pack", "mine"], true), (["--pack", "timing"], false), (["--area", "SEQ"], true),
    (["--area", "TIM"], false), (["--bucket", "B"], true), (["--bucket", "A"], false),
    (["--severity", "warning"], true), (["--severity", "info"], false),
    (["--severity", "warning", "--bucket", "B", "--area", "SEQ", "--pack", "mine"], true),
  ]) func `a list is filtered`(options: [String], isListed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.add("mine.yaml", Self.pack)
    let result = try Dnplog.run(
      ["rules", "list", "--rules", "mine.yaml"] + options, in: directory)
    #expect(result.output.contains("  fetch-ends ") == isListed)
    #expect(result.exitCode == 0)
  }

  @Test func `a pack that is not there is refused`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "list", "--pack", "timin"], in: directory)
    #expect(result.errors.contains("there is no pack 'timin': did you mean 'timing'?"))
    #expect(result.exitCode == 2)
    let other = try Dnplog.run(["rules", "list", "--bucket", "D"], in: directory)
    #expect(other.exitCode == 2)
  }

  @Test func `a rule is shown with its examples`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["rules", "show", "hints/fetch-has-outcome"], in: directory)
    #expect(result.output.contains("\n  satisfied: "))
    #expect(result.output.contains("  S4:"))
    #expect(result.output.contains("\n  violated: "))
    #expect(result.output.contains("[DNP-FETCH] "))
    try directory.add("mine.yaml", Self.pack)
    let mine = try Dnplog.run(
      ["rules", "show", "--rules", "mine.yaml", "fetch-ends"], in: directory)
    #expect(mine.output.hasSuffix("(status=200, bytes=1, ttl=86400)\n"))
  }
}
