package import LogReading

/// What to simulate, and how to write it down.
package struct SimulationPlan: Sendable {
  package var scenario: Scenario
  package var seed: UInt64 = 1
  package var days: Int = 1
  /// From the prefetch's earliest begin to the notification, in microseconds.
  package var lead: Int64 = 300 * .second
  /// The notification of the first day, in microseconds since 1970.
  package var firstNotification: Int64
  package var form = Form.text
  package var style = LogStyle.bare

  /// How an event is written.
  package enum Form: String, Sendable, CaseIterable {
    case text, json
    /// Text, and beside it the JSON record of the events that have one by a seed.
    case both
  }

  package init(scenario: Scenario) {
    self.scenario = scenario
    // 2025-11-14T05:53:00Z, the notification of the guide.
    firstNotification = 1_763_099_580_000_000
  }
}

/// Runs scenarios and writes their logs.
package struct Simulation: Sendable {
  package let plan: SimulationPlan
  private let text: MessageText

  package init(_ plan: SimulationPlan, catalogue: Catalogue) {
    self.plan = plan
    text = MessageText(catalogue: catalogue)
  }

  /// Lets a device live through the scenario.
  package func trace(ofDevice number: Int) -> Trace {
    var device = Device(
      number: number, platform: plan.scenario.platform, days: plan.days, lead: plan.lead,
      firstNotification: plan.firstNotification, zone: .utc, seed: plan.seed)
    plan.scenario.play(&device)
    return device.trace
  }

  /// Writes the lines of a trace, each marked by the index of its record.
  package func write(_ trace: Trace, to writer: inout LogWriter) {
    var random = Random(seed: plan.seed, part: 0x7E87)
    for (index, record) in trace.records.enumerated() {
      let entry = text.entry(of: record.event)
      var line = LogLine(
        time: record.time, zoneOffset: record.zoneOffset,
        level: record.level ?? entry?.level ?? .info, process: record.process,
        tag: text.tag(of: record), message: [])
      if plan.form != .json, let words = text.text(of: record, random: &random) {
        line.message = words
        writer.write(line, mark: index)
      }
      if plan.form == .json || (plan.form == .both && record.jsonName != nil) {
        line.message = text.json(of: record)
        line.isRecord = true
        writer.write(line, mark: plan.form == .json ? index : nil)
      }
    }
    writer.end()
  }
}
