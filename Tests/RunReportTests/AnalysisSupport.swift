import BuiltinRules
import Foundation
import RuleLanguage
import RunAnalysis
import RunReport
import Synchronization

/// One DNP line without its container.
struct PlainLine {
  /// Microseconds since 1970.
  var time: Int64
  var pid: Int
  var tag: String
  var message: String

  init(time: Int64, pid: Int = 201, tag: String, message: String) {
    self.time = time
    self.pid = pid
    self.tag = tag
    self.message = message
  }

  /// Takes the lines of the NSLog form apart, and leaves out those of another form.
  static func lines(nslog text: String) -> [PlainLine] {
    // Put together once for all lines.
    let pattern =
      /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.(\d{6})\+0000 \w+\[(\d+):\w+\] \[([A-Z-]+)\] (.*)/
    return text.split(separator: "\n").compactMap { PlainLine($0, pattern) }
  }

  private init?(
    _ line: Substring,
    _ pattern: Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring)>
  ) {
    guard let match = line.wholeMatch(of: pattern),
      let second = try? Date("\(match.1)T\(match.2)Z", strategy: .iso8601),
      let micros = Int64(match.3), let pid = Int(match.4)
    else { return nil }
    self.init(
      time: Int64(second.timeIntervalSince1970) * 1_000_000 + micros, pid: pid,
      tag: String(match.5), message: String(match.6))
  }
}

/// The containers of the log lines, as a device writes them.
enum LogForm: String, CaseIterable {
  case bare, bareISO, nslog, idevicesyslog, threadtimeTag, threadtimeBracket, ndjson

  static let timed = allCases.filter { $0 != .bare }

  func line(_ line: PlainLine) -> String {
    head(line.time, process: "App", pid: line.pid, tag: line.tag, line.message)
  }

  /// Returns a line of another program at the same time.
  func noise(_ message: String, _ time: Int64) -> String {
    switch self {
    case .bare: message
    default: head(time, process: "locationd", pid: 99, tag: nil, message)
    }
  }

  private func head(
    _ time: Int64, process: String, pid: Int, tag: String?, _ message: String
  ) -> String {
    let date = Self.date(time, "yyyy-MM-dd")
    let clock = Self.date(time, "HH:mm:ss")
    let micros = String(format: "%06lld", time % 1_000_000)
    let text = (tag.map { "[\($0)] " } ?? "") + message
    switch self {
    case .bare: return text
    case .bareISO: return "\(date)T\(clock).\(micros)Z \(text)"
    case .nslog: return "\(date) \(clock).\(micros)+0000 \(process)[\(pid):4211] \(text)"
    case .idevicesyslog:
      let day = Self.date(time, "MMM d").replacing(/\ (\d)$/) { "  \($0.1)" }
      return "\(day) \(clock).\(micros) \(process)(DailyNotification)[\(pid)] <Notice>: \(text)"
    case .threadtimeTag, .threadtimeBracket:
      let month = Self.date(time, "MM-dd")
      let column = self == .threadtimeTag ? tag ?? process : process
      let rest = self == .threadtimeTag ? message : text
      return "\(month) \(clock).\(micros.prefix(3))  \(pid)  4211 I \(column): \(rest)"
    case .ndjson:
      return
        #"{"timestamp":"\#(date) \#(clock).\#(micros)+0000","messageType":"Default","eventType":"logEvent","processID":\#(pid),"processImagePath":"\/private\/var\/\#(process)","eventMessage":\#(Self.quoted(text))}"#
    }
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  static func date(_ micros: Int64, _ format: String) -> String {
    let date = Date(timeIntervalSince1970: Double(micros / 1_000_000))
    // To make a formatter takes longer than all of a line.
    return formatters.withLock { formatters in
      if let formatter = formatters[format] { return formatter.string(from: date) }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = format
      formatters[format] = formatter
      return formatter.string(from: date)
    }
  }

  private static let formatters = Mutex<[String: DateFormatter]>([:])
}

/// The samples of this repository that are whole logs in the NSLog form.
enum SampleLogs {
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "samples")

  static let faulty = [
    "acceptance/content-hash-mismatch.log", "acceptance/delivery-before-handler.log",
    "acceptance/second-cycle-never-completes.log", "hints/cache-no-build.log",
    "hints/fetch-no-success.log", "hints/handler-never-ran.log", "hints/handler-no-fetch.log",
    "hints/prepare-no-cache.log", "hints/repeated-failures.log",
    "hints/scheduled-not-submitted.log", "hints/submitted-not-persisted.log",
    "prefetch/other-schedule-executed.log", "prefetch/summary-lies.log",
  ]
  static let healthy = ["prefetch/two-days.log"]

  static func lines(_ name: String) throws -> [PlainLine] {
    let text = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
    return PlainLine.lines(nslog: text)
  }
}

/// The part of a judgement that does not depend on how a log was written down.
struct Judgement: Equatable, CustomStringConvertible {
  var verdict: String
  var counters: [Int64]
  var cycles: [Int]
  /// `rule outcome` of each finding, sorted.
  var findings: [String]

  init(_ summary: RunSummary) {
    verdict = "\(summary.verdict.rawValue) \(summary.exitStatus)"
    let counter = summary.counters
    counters = [
      counter.scheduled, counter.executed, counter.success, counter.failureNetwork,
      counter.failureAuth, counter.failureSystem, counter.used,
    ].map(\.derived)
    let cycle = summary.cycleCounts
    cycles = [cycle.usedPrefetch, cycle.fallback, cycle.notDelivered, cycle.excused, cycle.open]
    findings = summary.findings.map { "\($0.rule) \($0.outcome.name)" }.sorted()
  }

  var violated: [String] { findings.filter { $0.hasSuffix("violated") } }
  var description: String { "\(verdict) \(counters) \(cycles) \(findings)" }
}

enum Judge {
  /// The book, decoded once: the tests judge some hundred logs.
  static let prepared = Result { PreparedBook(try BuiltinRules.book()) }
  static let book = prepared.map(\.book)

  static func analyser(_ change: (inout RunOptions) -> Void = { _ in }) throws -> LogAnalyser {
    var options = RunOptions()
    change(&options)
    return try LogAnalyser(prepared.get(), options: options)
  }

  static func summary(
    _ text: String, _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> RunSummary {
    try summary(parts: [Array(text.utf8)], change)
  }

  /// Judges parts, each a file of its own.
  static func summary(
    parts: [[UInt8]], _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> RunSummary {
    let analyser = try analyser(change)
    for (number, part) in parts.enumerated() { analyser.read(text: part, named: "part\(number)") }
    return analyser.finish()
  }

  static func judgement(_ lines: [String]) throws -> Judgement {
    Judgement(try summary(lines.map { $0 + "\n" }.joined()))
  }
}
