extension Scenario {
  /// Makes a scenario of one thing, which gives it its name, its title and its place.
  static func of(
    _ injected: Injected, in group: Group, zone: String = "UTC", firstNotification: Int64? = nil,
    fewestDays: Int = 1, play: @escaping @Sendable (inout Device) -> Void
  ) -> Scenario {
    Scenario(
      injected.name, String(injected.what.dropLast()), source: injected.source, in: group,
      zone: zone, firstNotification: firstNotification, fewestDays: fewestDays, injects: [injected],
      play: play)
  }

  /// Makes a scenario of a plugin that errs on some days and is healthy otherwise.
  ///
  /// - Parameters:
  ///   - habits: What this build has to log, so that the fault can show.
  ///   - missing: What it must not log, because it would prove the opposite.
  ///   - lines: How it tells that it takes cached content.
  ///   - day: How a day goes on which it errs.
  static func fault(
    _ injected: Injected, with habits: [Habit] = [], without missing: [Habit] = [],
    lines: PluginHabits.CacheLines? = nil,
    day: @escaping @Sendable (inout Device, Int) -> Void = { $0.liveThroughDay($1) }
  ) -> Scenario {
    .of(injected, in: .faults) { device in
      for habit in habits { device.plugin.habits[keyPath: habit] = true }
      for habit in missing { device.plugin.habits[keyPath: habit] = false }
      if let lines { device.plugin.habits.cacheLines = lines }
      device.live(erring: injected, day)
    }
  }

  typealias Habit = any WritableKeyPath<PluginHabits, Bool> & Sendable
}
