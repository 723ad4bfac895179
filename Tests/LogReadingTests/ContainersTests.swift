import LogReading
import RuleLanguage
import Testing

/// 2025-11-14T05:48:00Z in microseconds.
private let noon: Int64 = 1_763_099_280_000_000
/// The same date and time in a year that is counted from the start of 1972.
private let yearless: Int64 = 27_496_080_000_000
private let message = "[DNP-FETCH] BGTask handler invoked (id=t1)"

@Suite struct ContainersTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var line: String
    var container: Container
    var time: Int64?
    var gaps: TimeGaps = []
    var pid: Int32 = -1
    var level = LogLevel.unknown
    var testDescription: String { line }
  }

  static let samples: [Sample] = [
    Sample(line: message, container: .bare),
    Sample(line: "\u{FEFF}" + message, container: .bare),
    Sample(line: "  \t" + message, container: .bare),
    Sample(line: "web-1  | " + message, container: .bare),
    Sample(line: "\u{0}\u{0}" + message, container: .bare),
    Sample(line: "2025-11-14T05:48:00.123Z " + message, container: .bareISO, time: noon + 123_000),
    Sample(line: "2025-11-14T05:48:00Z " + message, container: .bareISO, time: noon),
    Sample(
      line: "2025-11-14 05:48:00,5 " + message, container: .bareISO, time: noon + 500_000,
      gaps: .zone),
    Sample(line: "2025-11-14T06:48:00+01:00 " + message, container: .bareISO, time: noon),
    Sample(line: "[2025-11-14T05:48:00Z] " + message, container: .bareISO, time: noon),
    Sample(line: "[2025-11-14 05:48:00]" + message, container: .bareISO, time: noon, gaps: .zone),
    Sample(
      line: "2025-11-14 05:48:00.123456+0000 App[12:34] " + message, container: .nslog,
      time: noon + 123_456, pid: 12),
    Sample(
      line: "2025-11-14 05:48:00.123 My App[12:7a15] " + message, container: .nslog,
      time: noon + 123_000, gaps: .zone, pid: 12),
    Sample(
      line: "2025-11-14 00:48:00.000000-0500 App[12] (Plugin) [org.app:fetch] " + message,
      container: .nslog, time: noon, pid: 12),
    Sample(
      line: "Nov 14 05:48:00.123456 App(Plugin)[12] <Notice>: " + message,
      container: .idevicesyslog, time: yearless + 123_456, gaps: [.year, .zone], pid: 12,
      level: .notice),
    Sample(
      line: "Nov 14 05:48:00 iPhone App[12] <Error>: " + message, container: .idevicesyslogOld,
      time: yearless, gaps: [.year, .zone], pid: 12, level: .error),
    Sample(
      line: "Nov  4 05:48:00 Ann's iPhone My App[12] <Debug>: " + message,
      container: .idevicesyslogOld, time: yearless - 10 * 86_400_000_000, gaps: [.year, .zone],
      pid: 12, level: .debug),
    Sample(
      line: "11-14 05:48:00.123  1234  5678 I Capacitor/Console: " + message,
      container: .threadtime, time: yearless + 123_000, gaps: [.year, .zone], pid: 1234,
      level: .info),
    Sample(
      line: "11-14 05:48:00.123  1234  5678 W DNP-FETCH: BGTask handler invoked (id=t1)",
      container: .threadtime, time: yearless + 123_000, gaps: [.year, .zone], pid: 1234,
      level: .warning),
    Sample(
      line: "11-14 05:48:00.123 u0_a77  1234  5678 D LTE Application : " + message,
      container: .threadtime, time: yearless + 123_000, gaps: [.year, .zone], pid: 1234,
      level: .debug),
    Sample(
      line: "2025-11-14 06:48:00.123 +0100  1000  1234  5678 E DNP-FETCH  : "
        + "BGTask handler invoked (id=t1)",
      container: .threadtime, time: noon + 123_000, pid: 1234, level: .error),
    Sample(
      line: #"{"timestamp":"2025-11-14 05:48:00.123456+0000","messageType":"Fault","#
        + #""eventMessage":"[DNP-FETCH] BGTask handler invoked (id=t\u0031)","processID":12}"#,
      container: .osLogNDJSON, time: noon + 123_456, pid: 12, level: .fault),
  ]

  @Test(arguments: samples)
  func `a line gives its container, time, process and level`(sample: Sample) throws {
    let scan = Scan(sample.line)
    #expect(scan.lines == ["bgtask_handler_invoked[DNP-FETCH] taskId='t1'"])
    let event = try #require(scan.batch.events.first)
    #expect(event.container == sample.container)
    #expect(event.pid == sample.pid)
    #expect(event.level == sample.level)
    #expect(event.timeQuality == (sample.time == nil ? .none : .line))
    if let time = sample.time {
      #expect(event.time == time)
      #expect(event.timeGaps == sample.gaps)
    }
    #expect(scan.tally[sample.container] == 1)
  }

  @Test(arguments: samples)
  func `carriage returns and colours change nothing`(sample: Sample) throws {
    let plain = try #require(Scan(sample.line).batch.events.first)
    for text in [
      sample.line + "\r\n", "\u{1B}[33m" + sample.line + "\u{1B}[0m\n",
      sample.line.replacing("[DNP-FETCH]", with: "\u{1B}[1m[DNP-FETCH]\u{1B}[0m"),
    ] {
      let scan = Scan(text)
      #expect(scan.lines == ["bgtask_handler_invoked[DNP-FETCH] taskId='t1'"])
      let event = try #require(scan.batch.events.first)
      #expect(event.container == plain.container)
      #expect(event.time == plain.time)
      #expect(event.pid == plain.pid)
    }
  }

  @Test(arguments: samples)
  func `a line cut anywhere neither traps nor gives another event`(sample: Sample) {
    let bytes = Array(sample.line.utf8)
    for end in bytes.indices {
      let names = Scan(Array(bytes[..<end])).lines.map { $0.prefix { $0 != "[" && $0 != " " } }
      #expect(
        names.allSatisfy {
          $0 == "bgtask_handler_invoked" || $0 == "unclassified"
            || $0 == "plugin_error"
        })
    }
  }

  @Test(arguments: samples.filter { $0.time != nil })
  func `the time of a line needs no event`(sample: Sample) {
    let noise = Array(sample.line.replacing("DNP-FETCH", with: "x").utf8)
    let time = LineTime(of: noise.span)
    #expect(time?.micros == sample.time)
    #expect(time?.gaps == sample.gaps)
  }

  @Test(arguments: [
    "", "[DNP-FETCH] x", "2025-13-14T05:48:00Z x", "2025-02-29T05:48:00Z x",
    "2025-11-14T24:48:00Z x", "Nov 31 05:48:00 App[1] <Notice>: x", "11-14 05:48:00.123 x",
    "Nov 14 05:48:00 no process", "{\"timestamp\":true}", "99-99",
  ])
  func `a line without a right time has none`(line: String) {
    let bytes = Array(line.utf8)
    #expect(LineTime(of: bytes.span) == nil)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", Int64(0)), ("2000-02-29T00:00:00Z", 951_782_400_000_000),
    ("1969-12-31T23:59:59.999999Z", -1), ("2100-03-01T00:00:00Z", 4_107_542_400_000_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
  ])
  func `dates count from 1970 by the calendar`(text: String, micros: Int64) {
    let bytes = Array(text.utf8)
    #expect(LineTime(of: bytes.span)?.micros == micros)
  }
}
