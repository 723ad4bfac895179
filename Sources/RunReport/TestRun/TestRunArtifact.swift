internal import RuleLanguage
package import TextWriting

/// The artifact of a test run (S4:686-708), filled from the run; nil where the run does not know.
///
/// It has room for one cycle: the worst one.
package struct TestRunArtifact: ReportRenderer, Sendable, Equatable {
  package let date: Int64?
  package let device: String?
  package let iosVersion: String?
  package let prefetchScheduledAt: Int64?
  package let bgTaskExecutedAt: Int64?
  package let notificationFiredAt: Int64?
  package let cachedContentUsed: Bool?
  /// The lines of errors, and what rules found wrong whose violation is an error.
  package let errors: [String]
  private let counters: SeedCounters

  package init(_ summary: RunSummary) {
    let cycle = summary.worstCycle
    date = summary.firstTime
    device = summary.condition("device")
    iosVersion = summary.condition("osVersion")
    prefetchScheduledAt = cycle?.beginDate
    bgTaskExecutedAt = cycle?.handlerTime
    notificationFiredAt = cycle?.deliveredTime
    cachedContentUsed = cycle?.usedCache
    let found = summary.findings.filter { $0.outcome == .violated && $0.severity == .error }.map(
      \.message)
    errors = summary.failures.filter(\.isError).map(\.line.text) + found
    counters = summary.counters
  }

  /// Writes the members of `testRun`.
  package func write(to writer: inout JSONWriter) {
    writer.member("date", time: date)
    writer.member("device", device)
    writer.member("iosVersion", iosVersion)
    writer.object("outcome") {
      $0.member("prefetchScheduledAt", time: prefetchScheduledAt)
      $0.member("bgTaskExecutedAt", time: bgTaskExecutedAt)
      $0.member("notificationFiredAt", time: notificationFiredAt)
      $0.member("cachedContentUsed", cachedContentUsed)
      $0.strings("errors", errors)
    }
    counters.writeTelemetry(to: &writer)
  }

  /// Appends the artifact as a document of its own, as the test app saves it.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: !style.isOneLine)
    writer.object { writer in
      writer.object("testRun") { summary.testRun.write(to: &$0) }
    }
    writer.newline()
    bytes.append(contentsOf: writer.bytes)
  }
}

extension SeedCounters {
  /// Writes the four counters of an artifact, as the events give them.
  func writeTelemetry(to writer: inout JSONWriter) {
    writer.object("telemetry", inline: true) {
      $0.member("scheduled", scheduled.derived)
      $0.member("executed", executed.derived)
      $0.member("success", success.derived)
      $0.member("used", used.derived)
    }
  }
}

// The values that fill an artifact and a template.
extension RunSummary {
  /// The artifact of the run.
  package var testRun: TestRunArtifact { TestRunArtifact(self) }
  /// The run in the words of the template for test runs.
  package var runTemplate: RunTemplate { RunTemplate(self) }

  /// The first time in the log.
  var firstTime: Int64? { inputs.compactMap(\.firstTime).min() }

  /// The worst cycle of those that are kept.
  var worstCycle: CycleSummary? {
    cycles.dropOrder.first.map { cycles[$0] }
  }

  /// Returns a condition of the device as text; nil where runs disagree.
  func condition(_ key: String) -> String? {
    switch environment.first(where: { $0.key == key })?.value {
    case .string(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): "\(number)"
    case .varies, nil: nil
    }
  }
}
