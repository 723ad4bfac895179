import Foundation
import RunAnalysis
import RunReport
import TestSupport
import Testing

/// Whole logs behind the heads of other programs.
@Suite struct ForeignHeadRunTests {
  /// Logs of one line for each record: bare, of devices, with records in JSON, of Android.
  private static let samples = [
    "prefetch/happy-sim.log", "prefetch/happy-device.log", "prefetch/twins.log",
    "robust/android-capture.log",
  ]

  private static func lines(_ name: String) throws -> [String] {
    try String(contentsOf: SampleLogs.directory.appending(path: name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Returns the events of a log without what a time changes, and its verdict.
  private static func judged(_ lines: [String]) throws -> (events: [String], verdict: String) {
    let analyser = try Judge.analyser()
    var events: [String] = []
    analyser.onEventLine { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let event = object["event"] as? String
      else { return }
      let fields = object["fields"] as? [String: Any] ?? [:]
      let values = fields.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
      events.append("\(object["line"] ?? 0) \(event) \(object["tag"] ?? "") \(values)")
    }
    analyser.read(text: Array(lines.map { $0 + "\n" }.joined().utf8), named: "device.log")
    let summary = analyser.finish()
    return (events, summary.verdict.rawValue)
  }

  @Test(arguments: samples)
  func `heads of other programs change no event`(name: String) throws {
    let lines = try Self.lines(name)
    let alone = try Self.judged(lines)
    #expect(!alone.events.isEmpty)
    for head in ForeignHead.all {
      let behind = try Self.judged(lines.map { head.text() + $0 })
      #expect(behind.events == alone.events, "\(head)")
      // A time that is the same for all lines tells when nothing happened.
      if head.reading == .none { #expect(behind.verdict == alone.verdict, "\(head)") }
    }
  }

  @Test(arguments: ["prefetch/two-days.log", "acceptance/content-hash-mismatch.log"])
  func `a head that tells the time of its line changes no verdict`(name: String) throws {
    let pattern = /(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d{3})\d*\+0000 \S+ (.*)/
    let lines = try Self.lines(name)
    let parts = lines.compactMap { line -> (time: ClockParts, words: String)? in
      guard let match = line.wholeMatch(of: pattern) else { return nil }
      let numbers = [match.1, match.2, match.3, match.4, match.5, match.6, match.7].map {
        Int($0) ?? 0
      }
      let time = ClockParts(
        year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
        minute: numbers[4], second: numbers[5], millis: numbers[6])
      return (time, String(match.8))
    }
    #expect(parts.count == lines.count)
    let utc = parts.map { part in
      "\(ForeignHead("", "$Y-$m-$dT$T.$fZ ", .millis).text(at: part.time))\(part.words)"
    }
    let alone = try Self.judged(utc)
    for head in ForeignHead.all where head.reading == .millis && head.form.contains("Z") {
      let behind = try Self.judged(parts.map { head.text(at: $0.time) + $0.words })
      #expect(behind.verdict == alone.verdict, "\(head)")
      #expect(behind.events == alone.events, "\(head)")
    }
  }
}
