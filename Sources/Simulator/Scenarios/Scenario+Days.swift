extension Device {
  /// Lives through the days; on some of them, chosen by the seed, something is put into the log.
  ///
  /// It is one day at least. Where it is a fault of the plugin, the plugin errs on that day.
  mutating func liveThroughDays(
    injecting injected: Injected? = nil,
    _ live: (inout Device, _ day: Int, _ isChosen: Bool) -> Void
  ) {
    let certain = random.number(in: 0...Int64(max(1, days) - 1))
    for day in 0..<max(1, days) {
      let isChosen = injected != nil && (Int64(day) == certain || random.isOne(in: 3))
      faults = isChosen ? [injected].compactMap(\.self) : []
      live(&self, day, isChosen)
    }
    faults = []
  }

  /// Notes what is put into the log on this day, if the next line begins to show it.
  mutating func shows(_ injected: Injected) {
    if faults.contains(injected) { note(injected) }
  }
}
