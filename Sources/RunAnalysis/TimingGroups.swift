internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// Sorts cycles by their day and by what their device was like when the task ran, or was due.
struct TimingGroups: Codable {
  /// By the day since 1970, or by a number below zero for what the device was like. Of the type that
  /// the engine's tables have as a key too: another one costs a short run the search for its hashing.
  private var groups: [Int32: TimingGroup] = [:]
  private static let day = CivilDate.microsPerDay
  /// Days that are written with four digits of the year, so that their texts sort as they do.
  private static let writtenDays: Range<Int64> = 0..<2_932_897

  /// The groups in their order.
  var list: [TimingGroup] { TimingGroup.merged([], Array(groups.values)) }

  /// Counts a cycle that is over, if a task was asked for; a tester's launch is no doing of the
  /// system.
  mutating func add(_ cycle: Cycle, _ delay: Int64?, _ device: EnvironmentState) {
    guard cycle.task.isExecuted || cycle.task.isAccepted || cycle.task.isSubmitted,
      !cycle.task.isSimulatedLaunch
    else { return }
    if let time = cycle.notificationTime {
      let day = time / Self.day
      if Self.writtenDays.contains(day) {
        add(cycle, delay, to: Int32(day), .day, InstantText.date(day * Self.day))
        dropOldDays()
      }
    }
    if let isPlugged = device.isPlugged {
      add(cycle, delay, to: isPlugged ? -1 : -2, .power, isPlugged ? "plugged" : "battery")
    }
    if case .bool(let flag) = device[.lowPower] {
      add(cycle, delay, to: flag ? -3 : -4, .lowPower, flag ? "true" : "false")
    }
    if case .bool(let flag) = device[.forceQuit] {
      add(cycle, delay, to: flag ? -5 : -6, .forceQuit, flag ? "true" : "false")
    }
  }

  private mutating func add(
    _ cycle: Cycle, _ delay: Int64?, to key: Int32, _ condition: TimingGroup.Condition,
    _ value: @autoclosure () -> String
  ) {
    groups[key, default: TimingGroup(condition: condition, value: value())]
      .add(delay, isExecuted: cycle.task.isExecuted)
  }

  /// Holds memory: of the days twice as many as are kept.
  private mutating func dropOldDays() {
    guard groups.count > 2 * TimingGroup.dayLimit else { return }
    let days = groups.keys.filter { $0 >= 0 }
    for day in days.sorted().dropLast(TimingGroup.dayLimit) { groups[day] = nil }
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
