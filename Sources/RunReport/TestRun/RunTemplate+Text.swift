internal import TextWriting

// The template as the guide prints it, filled in; what is not known stays empty.
extension RunTemplate: ReportRenderer {
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    summary.runTemplate.render(into: &bytes)
  }

  /// Appends the template; of several cycles each has its own outcome, with its name.
  private func render(into bytes: inout [UInt8]) {
    var page = Page()
    page.value("Date", Self.time(date))
    page.value("Device model", deviceModel)
    page.value("iOS version", iosVersion)
    page.value("App build / commit", appBuild)
    page.value("Lead time (T-Lead - see glossary)", leads)
    page.value("Scenario ID(s) tested", scenarioIds.joined(separator: ", "))
    page.value("Conditions", conditions)
    for outcome in shown {
      page.value("Outcome summary" + name(of: outcome), nil)
      page.value("- Prefetch scheduled at", Self.time(outcome?.prefetchScheduledAt))
      page.value("- BGTask executed at", Self.time(outcome?.bgTaskExecutedAt))
      page.value("- Notification fired at", Self.time(outcome?.notificationFiredAt))
      page.value("- Cached content used", outcome?.cachedContentUsed.map(Self.yesNo))
      page.value("- Actual execution time vs scheduled", outcome?.execution)
    }
    if omittedOutcomes > 0 { page.item("(\(omittedOutcomes) more cycles are not listed)") }
    page.value("Telemetry counters", nil)
    page.value("- dnp_prefetch_scheduled_total", "\(counters.scheduled.derived)")
    page.value("- dnp_prefetch_executed_total", "\(counters.executed.derived)")
    page.value("- dnp_prefetch_success_total", "\(counters.success.derived)")
    page.value("- dnp_prefetch_used_for_notification_total", "\(counters.used.derived)")
    for outcome in shown {
      page.value("State verification" + name(of: outcome), nil)
      page.value("- Content hash match", outcome?.contentHashMatch.map(Self.yesNo))
      page.value("- Schedule hash match", outcome?.scheduleHashMatch.map(Self.yesNo))
      page.value("- Cache persistence", outcome?.cachePersistence)
    }
    let hasNone = failures.isEmpty && omittedFailures == 0 && isKnown
    page.value("Failures observed (if any) and key log lines", hasNone ? "none" : nil)
    for failure in failures { page.item(failure) }
    if omittedFailures > 0 { page.item("(\(omittedFailures) more are not listed)") }
    page.value("Notes / follow-ups", nil)
    bytes.append(contentsOf: page.bytes)
  }

  /// The outcomes; one without values where there is none, so that the keys are there.
  private var shown: [Outcome?] { outcomes.isEmpty ? [nil] : outcomes }

  private func name(of outcome: Outcome?) -> String {
    guard outcomes.count > 1, let cycle = outcome?.cycle else { return "" }
    return " (\(cycle))"
  }

  private var leads: String {
    var leads: [String] = []
    for lead in outcomes.compactMap(\.leadSeconds) {
      let text = NumberText.decimal(lead) + "s"
      if !leads.contains(text) { leads.append(text) }
    }
    return leads.joined(separator: ", ")
  }

  private var conditions: String {
    let networks = ["wifi": "Wi-Fi", "cellular": "cellular", "none": "no network"]
    let parts = [
      power == "battery" ? "on battery" : power, network.map { networks[$0] ?? $0 },
      lowPower.map { "Low Power Mode \($0 ? "on" : "off")" },
      backgroundRefresh.map { "Background App Refresh \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// A time; in parentheses, which claim nothing when the template is read, where the log names no year.
  private static func time(_ instant: Int64?) -> String? {
    guard let instant else { return nil }
    let text = InstantText.iso(instant)
    return WallClock.lacksYear(instant) ? "(\(text), the log names no year)" : text
  }

  private static func yesNo(_ flag: Bool) -> String { flag ? "yes" : "no" }

  private struct Page {
    var bytes: [UInt8] = []

    /// Writes `Key: value`, or `Key:` where nothing is known.
    mutating func value(_ key: String, _ value: String?) {
      line(value.map { $0.isEmpty ? "\(key):" : "\(key): \($0)" } ?? "\(key):")
    }

    mutating func item(_ text: String) { line("- " + text) }

    private mutating func line(_ text: String) {
      // A value must not begin a line of its own, nor drive the terminal.
      TextEscaping.terminal(text.utf8.span, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }
}
