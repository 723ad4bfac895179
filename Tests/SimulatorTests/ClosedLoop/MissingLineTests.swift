import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// A line that is not there is never forgiven without a word.
@Suite struct MissingLineTests {
  /// What the seed's own script greps for (S4:645-660).
  private static let markers = [
    "Registering BGTaskScheduler task", "BGAppRefreshTask scheduled", "BGTask handler invoked",
    "Starting fetch", "Fetch success", "Task completed", "Notification delivered",
  ]

  /// Scenarios of the prefetch in which nothing goes wrong, on a device that runs the task.
  private static let healthy = Scenario.all.filter { scenario in
    scenario.profile == RunOptions.defaultProfile && scenario.platform == .ios
      && scenario.injects.allSatisfy { $0.outcome == .satisfied }
  }.map(\.name)

  private static func judge(_ lines: [Substring], _ options: RunOptions) throws -> RunSummary {
    let analyser = try LogAnalyser(try SimulatedRun.prepared, options: options)
    analyser.read(text: Array((lines.joined(separator: "\n") + "\n").utf8), named: "a.log")
    return analyser.finish()
  }

  private static func log(
    of name: String, _ style: LogStyle?
  ) throws -> (lines: [Substring], options: RunOptions) {
    var plan = SimulatedRun.plan(try #require(Scenario.named(name)))
    if let style { plan.style = style }
    let run = try SimulatedRun(plan)
    let text = String(decoding: run.text, as: UTF8.self)
    return (text.split(separator: "\n"), try SimulatedRun.options(for: plan))
  }

  /// A log that lacks all lines of a marker, if it had any, does not pass, unless what it lacks is the
  /// on-demand fetch of a cycle without a prefetch: then a finding says so.
  private static func checkMarkers(of name: String, _ style: LogStyle?) throws {
    let (lines, options) = try log(of: name, style)
    for marker in markers {
      let rest = lines.filter { !$0.contains(marker) }
      guard rest.count < lines.count else { continue }
      let summary = try judge(rest, options)
      let isFetch = marker == "Starting fetch" || marker == "Fetch success"
      let saysWhy =
        isFetch
        && summary.findings.contains {
          $0.rule.contains("fallback")
            || $0.rule.contains("on-demand")
        }
      #expect(summary.verdict != .pass || saysWhy, "\(name) without \(marker)")
    }
  }

  @Test(arguments: healthy)
  func `a healthy log without one of the seven markers does not pass`(name: String) throws {
    try Self.checkMarkers(of: name, nil)
  }

  @Test(arguments: LogStyle.all.map(\.name))
  func `nor does it in any log format of text`(style: String) throws {
    try Self.checkMarkers(of: "happy", try LogStyle(parsing: style))
  }

  /// The steps of a cycle that its profile requires or expects, as the scenario logs them.
  private static let steps = [
    "bgtask_register", "plugin_startup", "bgtask_scheduled", "notification_scheduling",
    "schedule_persisted", "bgtask_handler_invoked", "fetch_start", "fetch_success",
    "content_cached", "bgtask_completed", "notification_built", "notification_delivered",
  ]

  @Test(arguments: steps)
  func `a finding names each required or expected line that is removed`(event: String) throws {
    for name in ["happy", "restarts"] {
      let plan = SimulatedRun.plan(try #require(Scenario.named(name)), moreDays: 1)
      var removed = -1
      let run = try SimulatedRun(
        plan,
        change: { trace in
          var trace = trace
          removed = trace.records.firstIndex { $0.event == event } ?? -1
          if removed >= 0 { trace.records.remove(at: removed) }
          return trace
        })
      #expect(removed >= 0, "\(name) logs no \(event)")
      let findings = run.summary.findings.filter { $0.missing.contains(event) }
      let isTold =
        !findings.isEmpty || run.summary.assumptions.contains { $0.value.contains(event) }
      #expect(isTold, "\(name) without \(event)")
    }
  }
}
