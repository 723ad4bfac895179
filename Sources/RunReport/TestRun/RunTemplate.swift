internal import RuleLanguage
package import TextWriting

/// The result of a test run as the testing guide has it filled in (S4:345-370).
///
/// Nil and empty members are unknown to the run. It is for people, so it shows no more cycles and
/// lines than they read.
package struct RunTemplate: Sendable, Equatable {
  /// The most cycles, and the most lines of failures, that are shown.
  package static let limit = 20
  /// Microseconds after its begin date in which the system may start a task (S4:341-342).
  private static let heuristicWindow: Int64 = 900_000_000

  /// The outcome of one cycle.
  package struct Outcome: Sendable, Equatable {
    /// The schedule, or else the time of the notification.
    package let cycle: String?
    package let leadSeconds: Double?
    package let prefetchScheduledAt: Int64?
    package let bgTaskExecutedAt: Int64?
    package let notificationFiredAt: Int64?
    package let cachedContentUsed: Bool?
    /// The timing of the task, in words.
    package let execution: String?
    package let contentHashMatch: Bool?
    package let scheduleHashMatch: Bool?
    /// `verified` or `violated`.
    package let cachePersistence: String?
  }

  package let date: Int64?
  package let deviceModel: String?
  package let iosVersion: String?
  package let appBuild: String?
  package let scenarioIds: [String]
  /// `plugged` or `battery`.
  package let power: String?
  /// `wifi`, `cellular` or `none`.
  package let network: String?
  package let lowPower: Bool?
  /// `on` or `off`.
  package let backgroundRefresh: String?
  package let outcomes: [Outcome]
  let omittedOutcomes: Int
  package let counters: SeedCounters
  /// Violations that the rules found, and lines of failures.
  package let failures: [String]
  package let omittedFailures: Int
  /// Whether the log told enough to say that nothing failed.
  package let isKnown: Bool

  package init(_ summary: RunSummary) {
    date = summary.firstTime
    deviceModel = summary.condition("device")
    iosVersion = summary.condition("osVersion")
    appBuild = summary.condition("build")
    scenarioIds = summary.scenarioIds
    power = summary.condition("power")
    network = summary.condition("network")
    lowPower = summary.condition("lowPower").map { $0 == "true" }
    backgroundRefresh = summary.condition("backgroundRefresh")
    let worst = summary.cycles.dropOrder.prefix(Self.limit).map { summary.cycles[$0] }
    outcomes = worst.canonicallySorted().map(Self.outcome)
    omittedOutcomes = (summary.cycles.count - outcomes.count)
      .addingSaturated(summary.omittedCycles)
    counters = summary.counters
    let lines = summary.failures.map { failure in
      // A problem that kept the run from being judged has no line.
      let line = failure.line
      return line.line > 0 ? "\(line.file):\(line.line): \(line.text)" : line.text
    }
    let found = summary.findings.filter { $0.outcome == .violated }.map { finding in
      let place = finding.evidence.first.map { " (\($0.file):\($0.line))" } ?? ""
      return "\(finding.rule): \(finding.message)\(place)"
    }
    failures = Array((found + lines).prefix(Self.limit))
    omittedFailures = (found.count + lines.count - failures.count)
      .addingSaturated(summary.omittedFailures)
    isKnown =
      !summary.cycles.isEmpty && !summary.interrupted
      && summary.inputs.allSatisfy { $0.damage == nil }
  }

  private static func outcome(_ cycle: CycleSummary) -> Outcome {
    Outcome(
      cycle: cycle.scheduleId ?? cycle.notificationTime.map { InstantText.iso($0) },
      leadSeconds: cycle.leadSeconds, prefetchScheduledAt: cycle.beginDate,
      bgTaskExecutedAt: cycle.handlerTime, notificationFiredAt: cycle.deliveredTime,
      cachedContentUsed: cycle.usedCache, execution: execution(of: cycle),
      contentHashMatch: cycle.contentHashMatch, scheduleHashMatch: cycle.scheduleHashMatch,
      cachePersistence: cycle.cachePersistence == .unknown ? nil : cycle.cachePersistence.rawValue)
  }

  /// Returns `scheduled 5min before, executed 3min before = within heuristics`, or nil.
  private static func execution(of cycle: CycleSummary) -> String? {
    guard let notification = cycle.notificationTime, let begin = cycle.beginDate,
      let handler = cycle.handlerTime
    else { return nil }
    let delay = handler.subtractingSaturated(begin)
    let verdict =
      delay < 0 ? "before its time" : delay <= heuristicWindow ? "within heuristics" : "late"
    return "scheduled \(distance(begin, notification)), executed"
      + " \(distance(handler, notification)) = \(verdict)"
  }

  private static func distance(_ time: Int64, _ notification: Int64) -> String {
    let span = notification.subtractingSaturated(time)
    let seconds = span / 1_000_000
    let text =
      seconds % 60 == 0 ? "\(abs(seconds / 60))min" : "\(NumberText.seconds(span.magnitude))s"
    return text + (span < 0 ? " after" : " before")
  }

  /// Writes the members of `runTemplate`.
  package func write(to writer: inout JSONWriter) {
    writer.member("date", time: date)
    writer.member("deviceModel", deviceModel)
    writer.member("iosVersion", iosVersion)
    writer.member("appBuild", appBuild)
    writer.strings("scenarioIds", inline: true, scenarioIds)
    writer.object("conditions", inline: true) {
      $0.member("power", power)
      $0.member("network", network)
      $0.member("lowPower", lowPower)
      $0.member("backgroundRefresh", backgroundRefresh)
    }
    writer.array("outcomes", of: outcomes) { writer, outcome in
      writer.object { Self.write(outcome, to: &$0) }
    }
    counters.writeTelemetry(to: &writer)
    writer.strings("failures", failures)
    writer.object("omitted", inline: true) {
      $0.member("outcomes", omittedOutcomes)
      $0.member("failures", omittedFailures)
    }
  }

  private static func write(_ outcome: Outcome, to writer: inout JSONWriter) {
    writer.member("cycle", outcome.cycle)
    writer.member("leadSeconds", seconds: outcome.leadSeconds)
    writer.member("prefetchScheduledAt", time: outcome.prefetchScheduledAt)
    writer.member("bgTaskExecutedAt", time: outcome.bgTaskExecutedAt)
    writer.member("notificationFiredAt", time: outcome.notificationFiredAt)
    writer.member("cachedContentUsed", outcome.cachedContentUsed)
    writer.member("execution", outcome.execution)
    writer.member("contentHashMatch", outcome.contentHashMatch)
    writer.member("scheduleHashMatch", outcome.scheduleHashMatch)
    writer.member("cachePersistence", outcome.cachePersistence)
  }
}

extension NumberText {
  fileprivate static func seconds(_ micros: UInt64) -> String {
    decimal(Double(micros) / 1_000_000, places: 1)
  }
}

extension Int64 {
  /// Returns the difference, held at the limits.
  fileprivate func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (self < other ? .min + 1 : .max) : difference
  }
}
