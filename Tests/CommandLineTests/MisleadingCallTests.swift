import TestSupport
import Testing

/// Calls that would look as if they had done what they did not.
struct MisleadingCallTests {
  private func run(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("other.log", Samples.happyCycle)
    try directory.add(
      "mine.yaml",
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
    return try Dnplog.shell(script, in: directory)
  }

  @Test(arguments: ["", "--pack mine", "--profile prefetch-mvp", "--profile pull"])
  func `rules that a call gives are judged by`(words: String) throws {
    let result = try run("\"$0\" validate --rules mine.yaml \(words) device.log")
    #expect(!result.output.contains("pack mine takes no part"))
    #expect(result.output.contains("[mine/never]"))
    #expect(result.exitCode == 1)
  }

  @Test func `a pack that takes no part is told`() throws {
    let other = try run("\"$0\" validate --rules mine.yaml --pack hints device.log")
    #expect(other.output.contains("\nNote      pack mine takes no part: --pack names others"))
    #expect(other.exitCode == 0)
    let listed = try run(
      """
      printf 'profile: p\ntitle: P\npacks: [mine]\n' > p.yaml
      "$0" validate --rules mine.yaml --rules p.yaml --profile prefetch-mvp device.log
      """)
    #expect(listed.output.contains("\nNote      pack mine takes no part: the profile prefetch-mvp"))
    #expect(listed.exitCode == 0)
  }

  @Test(arguments: ["github", "sarif", "ndjson", "junit", "markdown", "html", "text", "json"])
  func `an option on which a verdict may hang is in each report`(format: String) throws {
    let called = try run(
      "\"$0\" validate --format \(format) --skip timing/lead-is-the-usual-one device.log")
    #expect(called.output.contains("--skip timing/lead-is-the-usual-one"))
    let configured = try run(
      """
      echo 'skip: [timing/lead-is-the-usual-one]' > .dnplog.yaml
      "$0" validate --format \(format) device.log
      """)
    #expect(configured.output.contains("configuration"))
    #expect(configured.output.contains("dnplog.yaml"))
  }

  @Test func `a platform that the log denies is told`() throws {
    let other = try run("\"$0\" validate --platform android device.log")
    #expect(other.output.contains("and not android; check --platform"))
    let right = try run("\"$0\" validate -v --platform ios device.log")
    #expect(!right.output.contains("check --platform"))
  }

  @Test func `a list of no events says so`() throws {
    let none = try run("echo noise > none.log; \"$0\" events none.log")
    #expect(none.output.isEmpty && none.exitCode == 0)
    #expect(
      none.errors
        == "dnplog: none.log: no line is an event of the plugin: is it the log of the app?\n")
    #expect(try run("echo noise > none.log; \"$0\" events none.log device.log").errors == "")
  }

  @Test(arguments: [
    "--format testrun", "--format template", "--export testrun=r", "--export template=r",
  ])
  func `a record is of one run`(words: String) throws {
    let result = try run("\"$0\" validate -q \(words) device.log other.log; ls")
    #expect(result.errors.contains("a record is of one run, and there are 2"))
    // A file that was asked for says that there is no record; nothing older is left in it.
    let files = words.contains("export") ? ["device.log", "mine.yaml", "other.log", "r"] : []
    let none = ["device.log", "mine.yaml", "other.log"]
    #expect(result.output == (files.isEmpty ? none : files).joined(separator: "\n") + "\n")
    #expect(try run("\"$0\" validate -q \(words) --join device.log other.log").errors == "")
  }

  @Test(arguments: [
    "validate -q", "validate --rules", "validate device.log --profile", "explain", "",
  ])
  func `a name is no line of a message`(words: String) throws {
    let result = try run("\"$0\" \(words) \"$(printf 'x\\n::error file=a::pwned')\" < /dev/null")
    #expect(!result.errors.contains("\n::"))
    #expect(result.errors.contains("x\\n\\x3a:error"))
    let returning = try run(
      "\"$0\" \(words) \"$(printf 'x\r\n::error file=a::pwned')\" < /dev/null")
    #expect(returning.errors.contains("x\\r\\n\\x3a:error"))
    #expect(result.exitCode == 2 || result.exitCode == 3)
  }

  @Test(arguments: ["docker", "threadtime", "log-json"])
  func `a container that no line is in is told`(name: String) throws {
    let log = Samples.path("timing/lead-not-capped.log")
    let result = try run("\"$0\" validate --input-format \(name) '\(log)'")
    #expect(result.exitCode == 1)
    #expect(result.output.contains("\nINCONCLUSIVE  --input-format names \(name), and no line of"))
    #expect(result.output.contains("\nNote      container \(name): "))
    #expect(result.output.contains("no times"))
  }

  @Test(arguments: ["2024", "2026"])
  func `a year that the log contradicts is not gone by`(year: String) throws {
    let log = "\"$0\" simulate happy -o f.log; \"$0\" validate"
    let told = try run("\(log) f.log").output.split(separator: "\n")
    let result = try run("\(log) --year \(year) f.log").output.split(separator: "\n")
    let note = "Note      year 2025: a full date in the log shows it, and not \(year); check --year"
    #expect(result.contains { $0 == note })
    func others(_ lines: [Substring]) -> [Substring] {
      lines.filter { !$0.hasPrefix("Assumed") && $0 != note }
    }
    #expect(others(result) == others(told))
  }

  @Test func `an empty key is refused`() throws {
    let result = try run("\"$0\" redact --key \"$KEY\" device.log")
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("dnplog: option '--key': the key is empty: "))
    #expect(result.exitCode == 2)
  }

  @Test(arguments: ["-o mine.yaml", "--truth mine.yaml -o x.log", "-o ./mine.yaml"])
  func `a rule file is no place for a simulated log`(words: String) throws {
    let result = try run(
      "cp mine.yaml old; \"$0\" simulate happy --rules mine.yaml \(words); cmp old mine.yaml; ls x.log"
    )
    #expect(result.errors.contains("mine.yaml: this is one of the rule files, and is left alone"))
    #expect(result.output == "")
  }

  @Test func `an empty name is shown`() throws {
    #expect(try run("\"$0\" validate ''").errors == "dnplog: '': no such file: check the path\n")
  }

  @Test func `a report is written without standard output`() throws {
    let result = try run(
      "\"$0\" validate -q --export prometheus=n.prom device.log >&-; grep -c _total n.prom")
    #expect(
      result.errors
        == "dnplog: standard output: Bad file descriptor: what was printed is not complete\n")
    #expect(Int(result.output.filter { !$0.isWhitespace }).map { $0 > 5 } == true)
  }

  @Test func `the later label holds`() throws {
    let result = try run("\"$0\" validate --format prometheus --label a=1 --label a=2 device.log")
    #expect(result.output.contains("{a=\"2\"}"))
    #expect(!result.output.contains("a=\"1\""))
    #expect(try run("\"$0\" validate --label quantile=1 device.log").exitCode == 2)
  }

  @Test(arguments: [
    ("fetch_limi", "did you mean 'fetch_limit'?"),
    ("hints.fetch_limi", "did you mean 'hints.fetch_limit'?"),
    ("foo", "'dnplog rules params' lists them"),
  ])
  func `an unknown parameter is answered briefly`(name: String, advice: String) throws {
    let result = try run("\"$0\" validate --set \(name)=1s device.log")
    #expect(
      result.errors
        == "dnplog: option '--set': there is no parameter '\(name)': \(advice)\n")
  }

  @Test func `several inputs are named where one rule is explained`() throws {
    let result = try run("\"$0\" explain hints/fetch-has-outcome device.log other.log")
    let titles = result.output.split(separator: "\n").filter { $0.contains(": hints/") }
    #expect(titles.map { $0.prefix { $0 != ":" } } == ["device.log", "other.log"])
  }

  @Test(arguments: ["s/notif-2025/n\\xe4tif-2025/g", "s/dailynotification/d\\xe4ily/g"])
  func `an id with bytes of another encoding equals itself`(change: String) throws {
    let result = try run("\"$0\" simulate happy | LC_ALL=C sed '\(change)' | \"$0\" validate -q")
    #expect(result.output.hasPrefix("PASS"))
  }

  // MARK: The hour that comes twice

  @Test func `clocks that are set back tell which hour it is`() throws {
    let result = try run(
      """
      for t in 02:10:00 02:58:04 02:03:00 02:59:00 03:00:01
      do echo "Oct 26 $t.000000 App(Plugin)[12] <Notice>: [DNP-FETCH] Startup complete"; done \
        | "$0" events --year 2025 --tz Europe/Berlin - | grep -o '"time":"[^"]*"' | uniq
      """)
    #expect(
      result.output.split(separator: "\n").map { $0.dropFirst(8).prefix(20) } == [
        "2025-10-26T00:10:00Z", "2025-10-26T00:58:04Z", "2025-10-26T01:03:00Z",
        "2025-10-26T01:59:00Z", "2025-10-26T02:00:01Z",
      ])
  }

  @Test func `a healthy night in which clocks are set back has no drift`() throws {
    let result = try run(
      """
      "$0" simulate dst-autumn -o s.log
      "$0" validate --format json --year 2026 --tz America/New_York s.log
      """)
    let summary = try JSONText(result.output)
    #expect(summary["verdict"].string == "pass")
    #expect(summary["inputs"][0]["lastTime"].string?.hasPrefix("2026-11-01T06:00:02") == true)
  }
}
