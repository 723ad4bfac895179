internal import LogReading
internal import RuleEngine
internal import TextWriting

/// Sorts cycles by their day and by what their device was like when the task ran, or was due.
struct TimingGroups {
  private enum Key: Hashable {
    /// Days since 1970.
    case day(Int64)
    case isPlugged(Bool)
    case flag(TimingGroup.Condition, Bool)
  }

  private var groups: [Key: TimingGroup] = [:]
  private static let day: Int64 = 86_400_000_000
  /// Days that are written with four digits of the year, so that their texts sort as they do.
  private static let writtenDays: Range<Int64> = 0..<2_932_897

  /// The groups in their order.
  var list: [TimingGroup] { TimingGroup.merged([], Array(groups.values)) }

  /// Counts a cycle that is over, if a task was asked for; a tester's launch is no doing of the
  /// system.
  mutating func add(_ cycle: Cycle, _ delay: Int64?, _ device: EnvironmentState) {
    guard cycle.isExecuted || cycle.isAccepted || cycle.isSubmitted, !cycle.isSimulatedLaunch
    else { return }
    if let time = cycle.notificationTime {
      let day = time / Self.day
      if Self.writtenDays.contains(day) {
        add(cycle, delay, to: .day(day), .day, InstantText.date(day * Self.day))
        dropOldDays()
      }
    }
    if let isPlugged = device.isPlugged {
      add(cycle, delay, to: .isPlugged(isPlugged), .power, isPlugged ? "plugged" : "battery")
    }
    for (condition, key) in [
      (TimingGroup.Condition.lowPower, EnvironmentKey.lowPower),
      (.forceQuit, .forceQuit),
    ] {
      if case .bool(let flag) = device[key] {
        add(cycle, delay, to: .flag(condition, flag), condition, flag ? "true" : "false")
      }
    }
  }

  private mutating func add(
    _ cycle: Cycle, _ delay: Int64?, to key: Key, _ condition: TimingGroup.Condition,
    _ value: @autoclosure () -> String
  ) {
    groups[key, default: TimingGroup(condition: condition, value: value())]
      .add(delay, isExecuted: cycle.isExecuted)
  }

  /// Holds memory: of the days twice as many as are kept.
  private mutating func dropOldDays() {
    guard groups.count > 2 * TimingGroup.dayLimit else { return }
    let days = groups.keys.compactMap { key -> Int64? in
      if case .day(let day) = key { day } else { nil }
    }
    for day in days.sorted().dropLast(TimingGroup.dayLimit) { groups[.day(day)] = nil }
  }
}

extension TimingGroup {
  fileprivate mutating func add(_ delay: Int64?, isExecuted: Bool) {
    cycles += 1
    if isExecuted { executed += 1 }
    executionDelay.add(microseconds: delay)
  }
}

extension EnvironmentState {
  /// How the device is powered, where that is one of the two ways that are told apart.
  var isPlugged: Bool? {
    switch self[.power] {
    case .string("plugged"): true
    case .string("battery"): false
    default: nil
    }
  }
}
