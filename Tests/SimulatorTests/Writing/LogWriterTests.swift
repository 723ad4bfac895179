import RuleLanguage
import Simulator
import Testing

/// 2025-11-14T05:48:00.123456Z, on a clock one hour ahead.
private let fetch = LogLine(
  time: 1_763_099_280_123_456, zoneOffset: .hour, level: .info, process: process, program: "My App",
  library: "Plugin", subsystem: "org.example.app", tag: "DNP-FETCH",
  message: Array("Cached \"a/b\" é".utf8))

private let process: TraceProcess = {
  var process = TraceProcess()
  process.pid = 201
  process.tid = 4211
  return process
}()

private func written(
  _ name: String, _ lines: [LogLine]
) throws -> (text: String, marks: [LogWriter.Mark]) {
  var writer = LogWriter(style: try LogStyle(parsing: name))
  for (index, line) in lines.enumerated() { writer.write(line, mark: index) }
  writer.end()
  return (String(decoding: writer.take(), as: UTF8.self), writer.marks)
}

@Suite struct LogWriterTests {
  /// The line of a message in each container, without what opens and closes the log.
  static let samples: [(style: String, line: String)] = [
    ("bare", #"[DNP-FETCH] Cached "a/b" é"#),
    ("bare+ci", #"web-1  | [DNP-FETCH] Cached "a/b" é"#),
    ("bare-iso", #"2025-11-14T05:48:00.123Z [DNP-FETCH] Cached "a/b" é"#),
    (
      "nslog",
      #"2025-11-14 06:48:00.123456+0100 My App[201:4211] [DNP-FETCH] Cached "a/b" é"#
    ),
    ("nslog-old", #"2025-11-14 06:48:00.123 My App[201:4211] [DNP-FETCH] Cached "a/b" é"#),
    (
      "xcode",
      #"""
      [DNP-FETCH] Cached "a/b" é
      Type: Info | Timestamp: 2025-11-14 06:48:00.123456+01:00 | Process: My App | Library: Plugin | Subsystem: org.example.app | Category: Plugin | TID: 0x1073
      """#
    ),
    (
      "log-default",
      #"2025-11-14 06:48:00.123456+0100 0x1073     Info        0x0                  201    0    My App: (Plugin) [org.example.app:Plugin] [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "log-syslog",
      #"2025-11-14 06:48:00.123456+0100  localhost My App[201]: (Plugin) [org.example.app:Plugin] [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "log-compact",
      #"2025-11-14 06:48:00.123 I  My App[201:1073] (Plugin) [org.example.app:Plugin] [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "idevicesyslog",
      #"Nov 14 06:48:00.123456 My App(Plugin)[201] <Info>: [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "idevicesyslog-old",
      #"Nov 14 06:48:00 My App(Plugin)[201] <Notice>: [DNP-FETCH] Cached "a/b" \M-C\M-)"#
    ),
    ("brief", #"I/DNP-FETCH(  201): Cached "a/b" é"#),
    ("brief+uid", #"I/DNP-FETCH(10123:  201): Cached "a/b" é"#),
    ("process", #"I(  201) Cached "a/b" é  (DNP-FETCH)"#),
    ("tag", #"I/DNP-FETCH: Cached "a/b" é"#),
    ("thread", #"I(  201: 4211) [DNP-FETCH] Cached "a/b" é"#),
    ("raw", #"[DNP-FETCH] Cached "a/b" é"#),
    ("time", #"11-14 06:48:00.123 I/DNP-FETCH(  201): Cached "a/b" é"#),
    (
      "time+year+zone+usec",
      #"2025-11-14 06:48:00.123456 +0100 I/DNP-FETCH(  201): Cached "a/b" é"#
    ),
    ("threadtime", #"11-14 06:48:00.123   201  4211 I DNP-FETCH: Cached "a/b" é"#),
    (
      "threadtime+uid+epoch",
      #"         1763099280.123 10123   201  4211 I DNP-FETCH: Cached "a/b" é"#
    ),
    (
      "long",
      #"""
      [ 11-14 06:48:00.123   201: 4211 I/DNP-FETCH ]
      Cached "a/b" é

      """#
    ),
    (
      "studio",
      #"2025-11-14 06:48:00.123  201-4211  DNP-FETCH                org.example.app                      I  Cached "a/b" é"#
    ),
    (
      "studio-old", #"11-14 06:48:00.123 201-4211/org.example.app I/DNP-FETCH: Cached "a/b" é"#
    ),
    ("studio-short", #"11-14 06:48:00.123 I/DNP-FETCH: Cached "a/b" é"#),
    ("bugreport", #"11-14 06:48:00.123 10123   201  4211 I DNP-FETCH: Cached "a/b" é"#),
    ("rfc3164", #"Nov 14 06:48:00 phone My App[201]: [DNP-FETCH] Cached "a/b" é"#),
    (
      "rfc5424",
      #"<14>1 2025-11-14T06:48:00.123456+01:00 phone My App 201 - - [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "rsyslog",
      #"2025-11-14T06:48:00.123456+01:00 phone My App[201]: [DNP-FETCH] Cached "a/b" é"#
    ),
    (
      "structlog",
      #"{"event":"[DNP-FETCH] Cached \"a/b\" é","level":"info","logger":"Plugin","timestamp":"2025-11-14T05:48:00.123456Z"}"#
    ),
    (
      "loki-jsonl",
      #"{"labels":{"app":"My App","stream":"stdout"},"line":"[DNP-FETCH] Cached \"a/b\" é","timestamp":"2025-11-14T06:48:00.123456+01:00"}"#
    ),
    (
      "loki-query",
      #"{"status":"success","data":{"resultType":"streams","result":[{"stream":{"app":"My App","stream":"stdout"},"values":[["1763099280123456000","[DNP-FETCH] Cached \"a/b\" é"]]}]}}"#
    ),
    (
      "loki-push",
      #"{"streams":[{"stream":{"app":"My App","stream":"stdout"},"values":[["1763099280123456000","[DNP-FETCH] Cached \"a/b\" é"]]}]}"#
    ),
    (
      "log-service",
      #"{"took":3,"timed_out":false,"hits":{"hits":[{"_index":"app","_source":{"@timestamp":"2025-11-14T05:48:00.123Z","message":"[DNP-FETCH] Cached \"a/b\" é"}}]}}"#
    ),
    (
      "docker",
      #"{"log":"[DNP-FETCH] Cached \"a/b\" é\n","stream":"stdout","time":"2025-11-14T05:48:00.123456Z"}"#
    ),
    ("cri", #"2025-11-14T05:48:00.123456Z stdout F [DNP-FETCH] Cached "a/b" é"#),
    ("cocoalumberjack", #"2025/11/14 06:48:00:123  [DNP-FETCH] Cached "a/b" é"#),
    ("capacitor-ios", "\u{26A1}\u{FE0F}  [log] - [DNP-FETCH] Cached \"a/b\" é"),
    (
      "capacitor-android",
      #"11-14 06:48:00.123   201  4211 I Capacitor/Console: File: https://localhost/assets/index.js - Line 214 - Msg: [DNP-FETCH] Cached "a/b" é"#
    ),
  ]

  @Test(arguments: samples)
  func `a line has the shape of its container`(style: String, line: String) throws {
    let (text, marks) = try written(style, [fetch])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = line.split(separator: "\n", omittingEmptySubsequences: false)
    let mark = try #require(marks.first?.line)
    // In the long format the message stands below its head.
    let first = style == "long" ? mark - 1 : mark
    try #require(lines.count >= first + expected.count - 1)
    #expect(Array(lines[(first - 1)..<(first - 1 + expected.count)]) == expected)
  }

  @Test
  func `every container has a sample here or a test of its own`() throws {
    let sampled = Set(try Self.samples.map { try LogStyle(parsing: $0.style).kind })
    let others: Set<LogStyle.Kind> = [.logJSON, .logJSONStream, .osLogNDJSON, .journald]
    #expect(sampled.union(others) == Set(LogStyle.Kind.allCases))
  }

  @Test
  func `the unified log as JSON opens with its filter, and interrupted it does not close`() throws {
    let (whole, marks) = try written("log-json", [fetch, fetch])
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == #"Filtering the log data using "composedMessage CONTAINS "DNP-"""#)
    #expect(lines[1] == "[{")
    #expect(lines[3] == #"  "eventMessage" : "[DNP-FETCH] Cached \"a\/b\" é","#)
    #expect(whole.hasSuffix("\n  \"timezoneName\" : \"\"\n}]\n"))
    #expect(whole.contains("\n},{\n"))
    #expect(marks.count == 2)
    for mark in marks { #expect(lines[mark.line - 1].contains("eventMessage")) }
    let (cut, _) = try written("log-json-stream", [fetch, fetch])
    #expect(cut + "]\n" == whole)
  }

  @Test
  func `a record of the unified log has the members that readers want`() throws {
    let (text, marks) = try written("ndjson", [fetch])
    #expect(marks == [LogWriter.Mark(id: 0, line: 2)])
    for member in [
      #""timestamp":"2025-11-14 06:48:00.123456+0100""#, #""processID":201"#,
      #""messageType":"Info""#, #""eventMessage":"[DNP-FETCH] Cached \"a\/b\" é""#,
      #""subsystem":"org.example.app""#, #""eventType":"logEvent""#,
    ] {
      #expect(text.contains(member))
    }
  }

  @Test
  func `the journal writes what a terminal could not print as a list of bytes`() throws {
    let (text, _) = try written("journald", [fetch])
    #expect(text.hasPrefix(#"{"__REALTIME_TIMESTAMP":"1763099280123456","_BOOT_ID":""#))
    #expect(
      text.hasSuffix(
        #""PRIORITY":"6","SYSLOG_IDENTIFIER":"My App","_PID":"201","MESSAGE":"[DNP-FETCH] Cached \"a/b\" é"}"#
          + "\n"))
    var line = fetch
    line.tag = ""
    line.message = [0x1B, 0x41]
    #expect(try written("journald", [line]).text.hasSuffix("\"MESSAGE\":[27,65]}\n"))
  }

  @Test
  func `a record stands without a tag where the tag has no column`() throws {
    var record = fetch
    record.isRecord = true
    record.message = Array(#"{"event":"x"}"#.utf8)
    #expect(try written("bare", [record]).text == "{\"event\":\"x\"}\n")
    #expect(
      try written("brief", [record]).text.hasSuffix("I/DNP-FETCH(  201): {\"event\":\"x\"}\n"))
    #expect(
      try written("structlog", [record]).text
        == "{\"event\":\"x\",\"level\":\"info\",\"logger\":\"Plugin\"}\n")
    #expect(try written("ndjson", [record]).text.contains(#""eventMessage":"{\"event\":\"x\"}""#))
  }

  @Test(arguments: [
    ("nslog-old", "2025-11-14 06:48:00.123 My App[201:4211] [DNP-FETCH] one\ntwo\n"),
    ("bare+ci", "web-1  | [DNP-FETCH] one\nweb-1  | two\n"),
    ("tag", "--------- beginning of main\nI/DNP-FETCH: one\nI/DNP-FETCH: two\n"),
    ("rfc3164", "Nov 14 06:48:00 phone My App[201]: [DNP-FETCH] one#012two\n"),
  ])
  func `a message of two lines is written as its container does`(style: String, text: String) throws
  {
    var line = fetch
    line.message = Array("one\ntwo".utf8)
    #expect(try written(style, [line]).text == text)
  }

  @Test
  func `bug reports escape what cannot be printed, between sections of other kinds`() throws {
    var line = fetch
    line.message = Array("one\ntwo\\\u{1}".utf8)
    let (text, _) = try written("bugreport", [line])
    #expect(text.contains(#"I DNP-FETCH: one\ntwo\\\x01"# + "\n------ 0.412s was"))
    #expect(text.contains("------ SYSTEM LOG (logcat -v threadtime -v printable -v uid -d *:v)"))
  }

  @Test
  func `container runtimes cut long lines at 16 KiB, and not within a character`() throws {
    var line = fetch
    line.tag = ""
    line.message = Array(String(repeating: "é", count: 9000).utf8)
    let cri = try written("cri", [line, fetch])
    let lines = cri.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("2025-11-14T05:48:00.123456Z stdout P éé"))
    #expect(lines[0].utf8.count == 37 + 16_384)
    #expect(lines[1].hasPrefix("2025-11-14T05:48:00.123456Z stdout F éé"))
    #expect(cri.marks.map(\.line) == [1, 3])
    let docker = try written("docker", [line]).text.split(separator: "\n")
    #expect(docker.count == 2)
    #expect(docker[0].contains(#"é","stream""#))
    #expect(docker[1].contains(#"é\n","stream""#))
  }

  @Test
  func `each mark names the line on which its message begins, in every container`() throws {
    var lines: [LogLine] = []
    for index in 0..<230 {
      var line = fetch
      line.time += Int64(index) * .second
      line.level = index % 5 == 0 ? .error : .info
      // In two lines now and then.
      line.message = Array((index % 7 == 3 ? "message \(index);\nmore" : "message \(index);").utf8)
      lines.append(line)
    }
    for style in LogStyle.all {
      let (text, marks) = try written(style.name, lines)
      let output = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(marks.map(\.id).sorted() == Array(lines.indices), "\(style.name)")
      for mark in marks {
        let isThere = output[mark.line - 1].contains("message \(mark.id);")
        #expect(isThere, "\(style.name) \(mark)")
      }
    }
  }

  @Test
  func `logcli puts the newest line first`() throws {
    var late = fetch
    late.time += .second
    let (text, marks) = try written("loki-jsonl", [fetch, late])
    #expect(text.split(separator: "\n")[0].contains("06:48:01"))
    #expect(marks == [LogWriter.Mark(id: 1, line: 1), LogWriter.Mark(id: 0, line: 2)])
  }

  @Test
  func `lines of one instant come to Loki a nanosecond apart`() throws {
    let (text, _) = try written("loki-push", [fetch, fetch])
    #expect(text.contains(#"["1763099280123456000","#))
    #expect(text.contains(#"["1763099280123456001","#))
  }

  @Test
  func `bytes taken early are those of the whole`() throws {
    for style in LogStyle.all {
      var writer = LogWriter(style: style)
      var parts: [UInt8] = []
      for _ in 0..<3 {
        writer.write(fetch)
        parts += writer.take()
      }
      writer.end()
      parts += writer.take()
      #expect(
        String(decoding: parts, as: UTF8.self)
          == (try written(style.name, [fetch, fetch, fetch])).text
      )
    }
  }
}
