// The counters as the plugin reports them.
extension Device {
  /// Logs all counters, if this build does.
  mutating func reportCounters() {
    guard plugin.habits.reportsCounters else { return }
    pass(2...30)
    countWrongly()
    let counters = plugin.counters
    let wrong = plugin.miscounts
    log(
      "telemetry_snapshot",
      [
        "reportedScheduled": .int(counters.scheduled + wrong.scheduled),
        "reportedExecuted": .int(counters.executed + wrong.executed),
        "reportedSuccess": .int(counters.success + wrong.success),
        "reportedFailureNetwork": .int(counters.failureNetwork + wrong.failureNetwork),
        "reportedFailureAuth": .int(counters.failureAuth + wrong.failureAuth),
        "reportedFailureSystem": .int(
          counters.failureSystem + plugin.refusals + wrong.failureSystem),
        "reportedUsed": .int(counters.used + wrong.used),
      ])
  }

  /// Sets the miscounts to the plugin's errors at this moment.
  private mutating func countWrongly() {
    let counters = plugin.counters
    if counters.success > 0, counters.used > 0 {
      if plugin.miscounts.success == 0, errs(.counterFalls) { plugin.miscounts.success = -1 }
      if plugin.miscounts.used == 0, errs(.useNotCounted) { plugin.miscounts.used = -1 }
    }
    if counters.success > 0, plugin.miscounts.success == 0, errs(.successCountedTwice) {
      plugin.miscounts.success = 1
    }
    if counters.success > 0, plugin.miscounts.executed == 0, errs(.successBeforeExecution) {
      plugin.miscounts.executed = -counters.executed
    }
    if counters.failureNetwork > 0 {
      if plugin.miscounts.failureNetwork == 0, errs(.failureNotCounted) {
        plugin.miscounts.failureNetwork = -1
      }
      let hasFallenBack = trace.cycles.last?.outcome == .fallback
      if hasFallenBack, plugin.miscounts.success == 0, errs(.onDemandCountedAsPrefetch) {
        plugin.miscounts.success = 1
      }
    }
  }
}
