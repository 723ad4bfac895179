import LogReading
import RuleLanguage
import Testing

/// A line of a container and what its head says.
struct HeadSample: Sendable, CustomTestStringConvertible {
  var line: String
  var container: Container
  /// Nothing for a line without a time.
  var time: Int64?
  var gaps: TimeGaps = []
  var pid: Int32 = -1
  var level = LogLevel.unknown
  var tag = ""
  /// What stands behind the head, and before what follows the message.
  var message = HeadSample.call

  var testDescription: String { line }

  /// 2025-11-14T05:48:00Z in microseconds.
  static let morning: Int64 = 1_763_099_280_000_000
  /// The same date and time in a year that is counted from the start of 1972.
  static let yearless: Int64 = 27_496_080_000_000
  static let call = "[DNP-FETCH] BGTask handler invoked (id=t1)"
  /// The call where the tag stands in the head.
  static let words = "BGTask handler invoked (id=t1)"

  static let all = apple + syslog + logcat + studio + others + dates + forms + rows + carried

  static let apple: [HeadSample] = [
    HeadSample(
      line: "2025-11-14 05:48:00.123 My App[12:7a15] \(call)", container: .nslog,
      time: morning + 123_000, gaps: .zone, pid: 12),
    HeadSample(
      line: "2025-11-14 05:48:00.123 1Word[12:7a15] \(call)", container: .nslog,
      time: morning + 123_000, gaps: .zone, pid: 12),
    HeadSample(
      line: "2025-11-14 05:48:00.123456+0000 0x3722     Default     0x0                  "
        + "30612  0    My App: (Plugin) [org.app:fetch] \(call)",
      container: .logDefault, time: morning + 123_456, pid: 30612, level: .notice),
    HeadSample(
      line: "2025-11-14 00:48:00.123456-0500 0x96aa6    Debug       0x8f                 "
        + "12     14   App: \(call)",
      container: .logDefault, time: morning + 123_456, pid: 12, level: .debug),
    HeadSample(
      line: "2025-11-14 07:48:00.123456+0200  localhost My App[41737]: (Plugin) \(call)",
      container: .logSyslog, time: morning + 123_456, pid: 41737),
    HeadSample(
      line: "2025-11-14 05:48:00.123 Df My App[59972:780a15] (libffi.dylib) \(call)",
      container: .logCompact, time: morning + 123_000, gaps: .zone, pid: 59972, level: .notice),
    HeadSample(
      line: "2025-11-14 05:48:00.123 E  App[669:4cf173] [org.app:General] \(call)",
      container: .logCompact, time: morning + 123_000, gaps: .zone, pid: 669, level: .error),
    HeadSample(
      line: "2025-11-14 05:48:00.123 Db App[669:4cf173] \(call)", container: .logCompact,
      time: morning + 123_000, gaps: .zone, pid: 669, level: .debug),
    HeadSample(
      line: "2025/11/14 05:48:00:123  \(call)", container: .cocoaLumberjack,
      time: morning + 123_000, gaps: .zone),
    HeadSample(
      line: "⚡️  [log] - \(call)", container: .capacitor, level: .info),
    HeadSample(line: "⚡  [error] - \(call)", container: .capacitor, level: .error),
    HeadSample(line: "⚡️  DailyNotification - \(call)", container: .capacitor),
    HeadSample(line: "⚡️ ❌  \(call)", container: .capacitor, level: .error),
    HeadSample(
      line: "2025-11-14 05:48:00.123456+0000 App[12:34] ⚡️  [warn] - \(call)",
      container: .nslog, time: morning + 123_456, pid: 12, level: .warning),
    HeadSample(
      line: "2025-11-14T05:48:00Z ⚡️  [log] - \(call)", container: .bareISO, time: morning,
      level: .info),
  ]

  static let syslog: [HeadSample] = [
    HeadSample(
      line: "Nov 14 05:48:00.123456 App(Plugin)[12] <Fault>: \(call)", container: .idevicesyslog,
      time: yearless + 123_456, gaps: [.year, .zone], pid: 12, level: .fault),
    HeadSample(
      line: "Nov 14 05:48:00 App(Plugin)[12] <Notice>: \(call)", container: .idevicesyslogOld,
      time: yearless, gaps: [.year, .zone], pid: 12, level: .notice),
    HeadSample(
      line: "Nov  4 05:48:00 Ann's iPhone My App[12] <Debug>: \(call)",
      container: .idevicesyslogOld, time: yearless - 10 * 86_400_000_000, gaps: [.year, .zone],
      pid: 12, level: .debug),
    HeadSample(
      line: "Nov 14 05:48:00 host app[12]: \(call)", container: .rfc3164, time: yearless,
      gaps: [.year, .zone], pid: 12, tag: "app"),
    HeadSample(
      line: "Nov 14 05:48:00 host My App[12]: \(call)", container: .rfc3164, time: yearless,
      gaps: [.year, .zone], pid: 12, tag: "My App"),
    HeadSample(
      line: "Nov 14 05:48:00 app: \(call)", container: .rfc3164, time: yearless,
      gaps: [.year, .zone], tag: "app"),
    HeadSample(
      line: "Nov 14 05:48:00 host \(call)", container: .rfc3164, time: yearless,
      gaps: [.year, .zone]),
    HeadSample(
      line: "Nov 14 05:48:00 host kernel: device[3] <Notice>: \(call)", container: .rfc3164,
      time: yearless, gaps: [.year, .zone], tag: "kernel",
      message: "device[3] <Notice>: \(call)"),
    HeadSample(
      line: "<27>Nov 14 05:48:00 host DNP-FETCH[12]: \(words)", container: .rfc3164,
      time: yearless, gaps: [.year, .zone], pid: 12, level: .error, tag: "DNP-FETCH",
      message: words),
    HeadSample(
      line: "<15>1 2025-11-14T05:48:00.123456+00:00 host app 12 - - \(call)",
      container: .rfc5424, time: morning + 123_456, pid: 12, level: .debug, tag: "app"),
    HeadSample(
      line: "<12>1 2025-11-14T05:48:00Z host app - ID7 "
        + #"[a@1 b="x]\"]"][c d=""]  "# + "\u{FEFF}\(call)",
      container: .rfc5424, time: morning, level: .warning, tag: "app"),
    HeadSample(
      line: "<14>1 - host - 12 - - \(call)", container: .rfc5424, pid: 12, level: .info),
    HeadSample(
      line: "2025-11-14T05:48:00.123456+00:00 host app[12]:  \(call)", container: .rsyslog,
      time: morning + 123_456, pid: 12, tag: "app"),
    HeadSample(
      line: "<15>2025-11-14T05:48:00.123456+00:00 host app \(call)", container: .rsyslog,
      time: morning + 123_456, level: .debug, tag: "app"),
    HeadSample(
      line: "<15>2025-11-14T05:48:00.123456+00:00 host app \(call)<15>1 - h a - - - x",
      container: .rsyslog, time: morning + 123_456, level: .debug, tag: "app"),
  ]

  static let logcat: [HeadSample] = [
    HeadSample(
      line: "I/DNP-FETCH(  123): \(words)", container: .logcatBrief, pid: 123, level: .info,
      tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "W/App     ( 1000: 1179): \(call)", container: .logcatBrief, pid: 1179,
      level: .warning, tag: "App"),
    HeadSample(
      line: "I(  123) \(words)  (DNP-FETCH)", container: .logcatProcess, pid: 123, level: .info,
      tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "I( 1000: 1234) \(words)  (DNP-FETCH)", container: .logcatProcess, pid: 1234,
      level: .info, tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "E/LTE Application: \(call)", container: .logcatTag, level: .error,
      tag: "LTE Application"),
    HeadSample(
      line: "D/App     : \(call)", container: .logcatTag, level: .debug, tag: "App"),
    HeadSample(
      line: "F(  123:  456) \(call)", container: .logcatThread, pid: 123, level: .fault),
    HeadSample(
      line: "I( 1000:  123:  456) \(call)", container: .logcatThread, pid: 123, level: .info),
    HeadSample(
      line: "11-14 05:48:00.123 I/DNP-FETCH(  123): \(words)", container: .logcatTime,
      time: yearless + 123_000, gaps: [.year, .zone], pid: 123, level: .info, tag: "DNP-FETCH",
      message: words),
    HeadSample(
      line: "2025-11-14 15:48:00.123456 +1000 I/AppTag    ( 1080: 1179): \(call)",
      container: .logcatTime, time: morning + 123_456, pid: 1179, level: .info, tag: "AppTag"),
    HeadSample(
      line: "11-14 05:48:00.123  1234  5678 W DNP-FETCH: \(words)", container: .threadtime,
      time: yearless + 123_000, gaps: [.year, .zone], pid: 1234, level: .warning,
      tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "2025-11-14 05:48:00.123456789 +0000  root  1234  5678 D eMBMS  Service: \(call)",
      container: .threadtime, time: morning + 123_456, pid: 1234, level: .debug,
      tag: "eMBMS  Service"),
    HeadSample(
      line: "11-14 05:48:00.123        1234  5678 V App     : \(call)", container: .threadtime,
      time: yearless + 123_000, gaps: [.year, .zone], pid: 1234, level: .debug, tag: "App"),
    HeadSample(
      line: "         1763099280.123  1234  5678 I App     : \(call)", container: .threadtime,
      time: morning + 123_000, pid: 1234, level: .info, tag: "App"),
    HeadSample(
      line: "   512.123  1234  5678 I App     : \(call)", container: .threadtime, pid: 1234,
      level: .info, tag: "App"),
    HeadSample(
      line: "11-14 05:48:00.123  1234  5678 I \(call): end", container: .threadtime,
      time: yearless + 123_000, gaps: [.year, .zone], pid: 1234, level: .info,
      message: "\(call): end"),
    HeadSample(
      line: "11-14 05:48:00.123  1234  5678 E Capacitor/Console: File: https://localhost/a-b.js"
        + " - Line 12 - Msg: \(call)",
      container: .threadtime, time: yearless + 123_000, gaps: [.year, .zone], pid: 1234,
      level: .error),
  ]

  static let studio: [HeadSample] = [
    HeadSample(
      line: "2025-11-14 05:48:00.123  1234-5678  DNP-FETCH               org.app.fetch"
        + "                        I  \(words)",
      container: .studio, time: morning + 123_000, gaps: .zone, pid: 1234, level: .info,
      tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "2025-11-14 05:48:00.123 11234-15678 LTE Application         org.app.fetch"
        + "                        E  \(call)",
      container: .studio, time: morning + 123_000, gaps: .zone, pid: 11234, level: .error,
      tag: "LTE Application"),
    HeadSample(
      line: "2025-11-14 05:48:00.123  1234-5678  App                     D  \(call)",
      container: .studio, time: morning + 123_000, gaps: .zone, pid: 1234, level: .debug,
      tag: "App"),
    HeadSample(
      line: "11-14 05:48:00.123 1234-5678/org.app.fetch I/DNP-FETCH: \(words)",
      container: .studioOld, time: yearless + 123_000, gaps: [.year, .zone], pid: 1234,
      level: .info, tag: "DNP-FETCH", message: words),
    HeadSample(
      line: "11-14 05:48:00.123    1234-5678/? D/App﹕ \(call)", container: .studioOld,
      time: yearless + 123_000, gaps: [.year, .zone], pid: 1234, level: .debug, tag: "App"),
    HeadSample(
      line: "11-14 05:48:00.123 W/DNP-FETCH: \(words)", container: .studioShort,
      time: yearless + 123_000, gaps: [.year, .zone], level: .warning, tag: "DNP-FETCH",
      message: words),
  ]

  static let others: [HeadSample] = [
    HeadSample(line: call, container: .bare),
    HeadSample(line: "   \(call)", container: .bare),
    HeadSample(line: ",\(call)", container: .bare),
    HeadSample(line: "web-1  | \(call)", container: .bare),
    HeadSample(line: "DNP-FETCH: \(words)", container: .bare, message: "DNP-FETCH: \(words)"),
    HeadSample(
      line: "2025-11-14T05:48:00.123Z \(call)", container: .bareISO, time: morning + 123_000),
    HeadSample(
      line: "2025-11-14T05:48:00.123456Z INFO \(call)", container: .bareISO,
      time: morning + 123_456),
    HeadSample(
      line: "2025-11-14T05:48:00.123456Z DNP-FETCH: \(words)", container: .bareISO,
      time: morning + 123_456, message: "DNP-FETCH: \(words)"),
    HeadSample(
      line: "2025-11-14T05:48:00.123456789Z stdout F \(call)", container: .cri,
      time: morning + 123_456),
    HeadSample(
      line: "2025-11-14T05:49:00Z stderr P 2025-11-14T05:48:00Z \(call)", container: .cri,
      time: morning),
    // Build servers put their own time or name before the lines of others.
    HeadSample(
      line: "\u{FEFF}2025-11-14T05:48:09.1234567Z "
        + "11-14 05:48:00.123  1234  5678 I App     : \(call)",
      container: .threadtime, time: morning + 123_000, gaps: .zone, pid: 1234, level: .info,
      tag: "App"),
    HeadSample(
      line: "2025-11-14T05:48:00.1234567Z I/DNP-FETCH(  123): \(words)", container: .logcatBrief,
      time: morning + 123_456, pid: 123, level: .info, tag: "DNP-FETCH", message: words),
    HeadSample(
      line: ",2025-11-14 05:48:00.123 App[12:34] \(call)", container: .nslog,
      time: morning + 123_000, gaps: .zone, pid: 12),
    HeadSample(
      line: "2025-11-14T05:49:00Z web-1  | Nov 14 05:48:00 App[12] <Notice>: \(call)",
      container: .idevicesyslogOld, time: morning, gaps: .zone, pid: 12, level: .notice),
  ]

  /// Times in other forms than that of ISO 8601.
  static let dates: [HeadSample] =
    [
      "14.11.2025 05:48:00", "14.11.2025, 05:48:00", "14.11.2025 5:48:00", "14/11/2025 05:48:00",
      "11/14/2025, 5:48:00 AM", "[11/14/2025 05:48:00]", "14-Nov-2025 05:48:00",
      "14 Nov 2025 05:48:00", "Fri Nov 14 05:48:00 2025", "[Fri Nov 14 05:48:00 2025]",
      "Nov 14, 2025 5:48:00 AM", "2025/11/14 05:48:00", "[2025/11/14 05:48:00]:",
    ].map {
      HeadSample(line: "\($0) \(call)", container: .bareTime, time: morning, gaps: .zone)
    }
    + [
      "1763099280", "1763099280.0", "1763099280000", "1763099280000000", "[1763099280]",
      "[1763099280.000]", "Fri, 14 Nov 2025 05:48:00 GMT", "Fri Nov 14 05:48:00 UTC 2025",
      "[14/Nov/2025:06:48:00 +0100]", "14.11.2025 06:48:00 CET",
    ].map { HeadSample(line: "\($0) \(call)", container: .bareTime, time: morning) }
    + [
      // The eleventh of December, or the twelfth of November.
      HeadSample(line: "11/12/2025 05:48:00 \(call)", container: .bareTime),
      HeadSample(
        line: "1763099280.123456 host app[12]: \(call)", container: .rsyslog,
        time: morning + 123_456, pid: 12, tag: "app"),
      HeadSample(
        line: "2025-11-14T05:48:00+0000 host app[12]: \(call)", container: .rsyslog, time: morning,
        pid: 12, tag: "app"),
      HeadSample(
        line: "Fri 2025-11-14 05:48:00 UTC \(call)", container: .bareTime, time: morning),
    ]

  /// Heads of other programs that begin with a time in a form of their own.
  static let forms: [HeadSample] =
    [
      "20251114-05:48:00:123|Step_LSC|30002312|", "11/14/25 05:48:00.123 pid=12 ",
      "2025-11-14 05:48:00,123:DEBUG:", "20251114 05:48:00.123 ",
      "I20251114 05:48:00.123 1 a.cc:2] ",
      "2025-11-14_05:48:00.123 ", "2025.11.14 05:48:00.123 ",
      "ts=2025-11-14T05:48:00.123 level=info ",
      "nova.log 2025-11-14 05:48:00.123 25 INFO nova [req-3 - -] ",
      "[2025-11-14T05:48:00.123 INFO  a::b] ", "Nov 14 2025 05:48:00.123: %ASA-1: ",
    ].map {
      HeadSample(
        line: $0 + call, container: $0.hasPrefix("nova") ? .bareISO : .bareTime,
        time: morning + 123_000, gaps: .zone, pid: $0.contains("pid=") ? 12 : -1)
    }
    + [
      "[11.14 05:48:00.123] chrome.exe - ", "11/14-05:48:00.123 [**] ", "Fri Nov 14 05:48:00.123 ",
      "E1114 05:48:00.123 1952 a.cc:253] ",
    ].map {
      HeadSample(
        line: $0 + call, container: .bareTime, time: yearless + 123_000, gaps: [.year, .zone])
    }
    + [
      HeadSample(
        line: "Nov 14 05:48:00 secd[12] <Error> [user{} ]: \(call)", container: .idevicesyslogOld,
        time: yearless, gaps: [.year, .zone], pid: 12, level: .error),
      HeadSample(
        line: "Nov 14 05:48:00 mac com.apple.xpc.launchd[1] (com.apple.x): \(call)",
        container: .rfc3164, time: yearless, gaps: [.year, .zone], pid: 1,
        tag: "com.apple.xpc.launchd"),
      HeadSample(line: "worker 3: \(call)", container: .bare),
    ]

  /// Rows of tables.
  static let rows: [HeadSample] =
    [
      "2025-11-14T05:48:00.123Z,\(call)", "\"2025-11-14T05:48:00.123Z\",\"\(call)\"",
      "2025-11-14T05:48:00.123Z;host;\"\(call)\"", "1763099280123,\"\(call)\"",
      "\"\(call)\",1763099280123,1763099280123000000",
      "host,svc,2025-11-14T05:48:00.123Z,\(call)", "\"a \"\"b\"\"\",1763099280123000000,\(call)",
    ].map { HeadSample(line: $0, container: .bareTime, time: morning + 123_000) }
    + [
      HeadSample(
        line: "\"Nov 14, 2025 @ 05:48:00.123\",\"\(call)\"", container: .bareTime,
        time: morning + 123_000, gaps: .zone),
      HeadSample(
        line: "2025-11-15T00:00:00Z,\"\(device)\"", container: .idevicesyslog,
        time: morning + 123_456, gaps: .zone, pid: 12, level: .notice),
    ]

  private static let device =
    "Nov 14 05:48:00.123456 App(Plugin)[12] <Notice>: \(call)"

  /// What tools put before the lines of a device, whose own head holds.
  static let carried: [HeadSample] =
    [
      "device.log:", "device.log:12:", "device.log-12-", "device.log-", "./logs/run 1.log:12:",
      #"C:\logs\device.log:12:"#, "logs/a.txt:12:5:", "device.log.1:12:", "(standard input):12:",
      "12:", "12-", "12:5:", "    12\t", "     12  ", "Nov 22 06:48:32 ",
      "Nov 22 06:48:32.123456 ", "[device] ", "[iPhone 15] ", "[debug] [XCUITest@1f (a b)] ",
      "detox[123] INFO:  ", "06:48:32.123 detox[123] i ", "06:48:32 AM ", "[06:48:32]: ",
      "[06:48:32]W:\t [Step 1/3] ", "##[debug]", "::debug::", "[pod/web-1/app] ", "0|app  | ",
      "06:48:32 web.1  | ", "flutter: ", "device: ", "INFO: ", "INFO ", "> ", "| ",
      "default\t06:48:32.123456+0100\tApp (12)\t",
    ].map { prefix in
      HeadSample(
        line: prefix + device, container: .idevicesyslog, time: yearless + 123_456,
        gaps: [.year, .zone], pid: 12, level: .notice)
    }
    + [
      // These tell the year.
      "2025-11-22 06:48:32:123 - [debug] ", "2025-11-22 06:48:32 ", "22.11.2025 06:48:32 ",
      "2025-11-22 06:48:32,123 - INFO - ", "2025-11-22T06:48:32.1234567Z ##[debug]",
      "2025-11-22T06:48:32.123456Z 00O ", "2025-11-22T06:48:32.123456Z 01E+",
      "test (ios)\tRun tests\t2025-11-22T06:48:32.1234567Z ",
      "job\tstep\t\u{FEFF}2025-11-22T06:48:32.1234567Z ", "device.log:12:1763793312.123 ",
    ].map { prefix in
      HeadSample(
        line: prefix + device, container: .idevicesyslog, time: morning + 123_456, gaps: .zone,
        pid: 12, level: .notice)
    }
}
