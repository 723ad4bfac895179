/// The plan of a simulation, and of how to write it down.
package struct SimulationPlan: Sendable {
  package var scenario: Scenario
  package var seed: UInt64 = 1
  package var days: Int
  /// From the prefetch's earliest begin to the notification, in microseconds.
  package var lead: Int64 = 300 * .second
  /// The notification of the first day, in microseconds since 1970.
  package var firstNotification: Int64
  /// The zone of the device's wall clock.
  package var zone = DeviceZone.utc
  /// The change of one event of a healthy log.
  package var mutation: (any TraceMutation)?
  package var form = Form.text
  package var style = LogStyle.bare
  /// The share of other programs among the lines, from 0 to less than 1.
  package var noise: Double = 0
  package var isGzip = false
  package var damage: Damage?

  /// The form in which events are written.
  package enum Form: String, Sendable, CaseIterable {
    case text, json
    /// Text, and beside it the JSON record of the events that have one by a seed.
    case both
  }

  package init(scenario: Scenario) {
    self.scenario = scenario
    days = scenario.fewestDays
    zone = DeviceZone.named(scenario.zone) ?? .utc
    // 2025-11-14T05:53:00Z, the notification of the guide.
    firstNotification = scenario.firstNotification ?? 1_763_099_580_000_000
  }

  /// The things that logs of this container and form prove.
  package var shows: Injected.Needs {
    guard form == .json else { return style.shows }
    // A record has its time, whatever the head of its line; but records alone prove no absence.
    return style.shows.union([.times, .fractions, .zones]).subtracting(.text)
  }
}
