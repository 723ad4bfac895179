import TestSupport
import Testing

/// Bytes that no log should hold: each is counted, and nothing after it is lost.
struct HostileLinesTests {
  private static let cycle = Array(Samples.happyCycle.utf8)

  private static func judge(
    _ bytes: [UInt8], named name: String = "device.log"
  ) throws -> Dnplog.Judged {
    let directory = try TemporaryDirectory()
    try directory.add(name, bytes: bytes)
    return try Dnplog.judge([name], in: directory)
  }

  /// Expects the whole cycle to be found, whatever stood before it.
  private static func expectTheCycle(
    _ judged: Dnplog.Judged, unclassified: Int = 0, lines: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(judged.verdict == "pass", sourceLocation: sourceLocation)
    #expect(judged.status == 0, sourceLocation: sourceLocation)
    #expect(judged.cycles == ["used_prefetch"], sourceLocation: sourceLocation)
    #expect(judged.counters == [1, 1, 1, nil, 1], sourceLocation: sourceLocation)
    #expect(judged.input["events"].int == 19, sourceLocation: sourceLocation)
    #expect(judged.input["unclassified"].int == unclassified, sourceLocation: sourceLocation)
    #expect(judged.input["lines"].int == lines, sourceLocation: sourceLocation)
    #expect(judged.findings == [], sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    // Stray bytes, cut sequences, surrogates, overlong forms.
    ([0xFF, 0xFE, 0xC0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x28], "\u{FFFD}("), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0x00, 0x00], "\0\0"), ([0x1B, 0x5B, 0x32, 0x4A], "\u{1B}[2J"),
    ([0xE2, 0x80, 0xAE], "\u{202E}"),
  ])
  func `strange bytes in a plugin line are kept as an example`(bytes: [UInt8], shown: String) throws
  {
    let bad = Array("[DNP-FETCH] a".utf8) + bytes + Array("b\n".utf8)
    let judged = try Self.judge(bad + Self.cycle)
    Self.expectTheCycle(judged, unclassified: 1, lines: 20)
    #expect(judged.input["examples"].elements == [.string("[DNP-FETCH] a\(shown)b")])
  }

  @Test(arguments: [[0xFF], [0x00], [0x80, 0x00, 0x0D], [0x1B]] as [[UInt8]])
  func `strange bytes in other lines are only counted`(bytes: [UInt8]) throws {
    let noise = Array(repeating: Array("noise ".utf8) + bytes + [0x0A], count: 500).flatMap { $0 }
    let judged = try Self.judge(noise + Self.cycle + noise)
    Self.expectTheCycle(judged, lines: 1019)
  }

  @Test func `what a terminal would obey never reaches it`() throws {
    let directory = try TemporaryDirectory()
    let evil = "[DNP-FETCH] \u{1B}]0;title\u{7}\u{1B}[2J\u{202E}evil\u{9B}31m\n"
    let fault = Samples.text("acceptance/content-hash-mismatch.log").replacing(
      "title=Your daily update", with: "title=\u{1B}[2J\u{202E}")
    try directory.add("device.log", evil + fault)
    let commands: [(words: [String], status: Int32, shown: [String])] = [
      (
        ["validate", "-v"], 1,
        [#"[DNP-FETCH] \x1b]0;title\x07\x1b[2J\u{202e}evil\u{9b}31m"#, #"title=\x1b[2J\u{202e})"#]
      ),
      (
        ["validate", "--format", "json"], 1,
        [
          #"[DNP-FETCH] \u001b]0;title\u0007\u001b[2J\u202eevil\u009b31m"#,
          #"title=\u001b[2J\u202e)"#,
        ]
      ),
      // A colour of the line is none of the text.
      (["events"], 0, [#""message":"]0;title\u0007\u202eevil\u009b31m""#, #""title":"\u202e""#]),
    ]
    for (words, status, shown) in commands {
      let result = try Dnplog.run(words + ["device.log"], in: directory)
      #expect(result.ending == .exited(status), "\(words)")
      #expect(result.errors == "", "\(words)")
      for text in shown { #expect(result.output.contains(text), "\(words)") }
      for scalar in ["\u{1B}", "\u{7}", "\u{9B}", "\u{202E}"] {
        #expect(!result.output.contains(scalar), "\(words)")
      }
    }
  }

  @Test(arguments: [
    ("CRLF", Samples.happyCycle.replacing("\n", with: "\r\n")),
    ("no last newline", String(Samples.happyCycle.dropLast())),
    ("byte-order mark", "\u{FEFF}" + Samples.happyCycle),
    (
      "coloured lines",
      "\u{1B}[32m" + Samples.happyCycle.replacing("\n", with: "\u{1B}[0m\n\u{1B}[32m").dropLast(5)
    ),
    (
      "coloured tags",
      Samples.happyCycle.replacing("[DNP-", with: "\u{1B}[1;34m[DNP-").replacing(
        "] ", with: "]\u{1B}[0m ")
    ),
  ])
  func `other writing of the same lines is the same log`(name: String, log: String) throws {
    Self.expectTheCycle(try Self.judge(Array(log.utf8)), lines: 19)
  }

  @Test func `empty lines and lone returns are lines`() throws {
    let log = "\n\r\n\r\r\n" + Samples.happyCycle.replacing("\n", with: "\n\n")
    Self.expectTheCycle(try Self.judge(Array(log.utf8)), lines: 3 + 38)
  }

  @Test(arguments: [1, 20, 60, 140])
  func `json cut in the middle is one unrecognised line`(length: Int) throws {
    let whole = Samples.text("prefetch/happy.jsonl")
    let cut = whole.prefix(length) + "\n"
    let judged = try Self.judge(Array((cut + whole + cut.dropLast()).utf8), named: "device.jsonl")
    #expect(judged.verdict == "pass")
    #expect(judged.cycles == ["used_prefetch"])
    #expect(judged.input["events"].int == 3)
    // A brace alone is nobody's line.
    #expect(judged.input["unclassified"].int == (length == 1 ? 0 : 2))
    #expect(judged.input["lines"].int == 4)
  }

  @Test func `json nested without end is one unrecognised line`() throws {
    let deep = "{\"event\":\"prefetch_success\",\"a\":" + String(repeating: "[", count: 200_000)
    let judged = try Self.judge(Array((deep + "\n" + Samples.happyCycle).utf8))
    #expect(judged.verdict == "pass")
    #expect(judged.input["events"].int == 19)
    #expect(judged.input["unclassified"].int == 1)
    #expect(judged.input["lines"].int == 20)
  }

  @Test func `huge numbers and dates are only values`() throws {
    let digits = String(repeating: "9", count: 400)
    let bad = [
      "[DNP-FETCH] Fetch success (status=\(digits), bytes=-\(digits), ttl=\(digits)s)",
      "[DNP-FETCH] Prefetch scheduled \(digits) minutes before notification (notificationTime=\(digits))",
      "9999-99-99 99:99:99.999999+9999 App[\(digits):1] [DNP-FETCH] never seen",
      "{\"event\":\"prefetch_success\",\"ttl\":1e999,\"fetchDurationMs\":\(digits),\"timestamp\":\(digits)}",
    ]
    let text = bad.map { $0 + "\n" }.joined() + Samples.happyCycle
    let judged = try Self.judge(Array(text.utf8))
    #expect(judged.summary != nil)
    #expect(judged.result.ending == .exited(judged.status))
    #expect(judged.input["lines"].int == 23)
    #expect(judged.cycles.contains("used_prefetch"))
  }

  @Test func `a line of 64 MiB is cut and counted`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    // An address space far smaller than the line: memory is bounded by the limit of lines.
    let result = try Dnplog.shell(
      """
      ulimit -v 400000
      (printf '[DNP-FETCH] '; head -c 67108864 /dev/zero | tr '\\0' x; echo; cat device.log) |
        "$0" validate --format json
      """, in: directory)
    let judged = Dnplog.Judged(result: result, summary: try? JSONText(result.output))
    Self.expectTheCycle(judged, unclassified: 1, lines: 20)
    #expect(
      result.errors == "dnplog: <stdin>: 1 line is longer than 1 MiB: the rest was passed over\n")
  }
}
