/// The counters of the seeds, as they truly are.
package struct TruthCounters: Sendable, Equatable {
  package var scheduled: Int64 = 0
  package var executed: Int64 = 0
  package var success: Int64 = 0
  package var failureNetwork: Int64 = 0
  package var failureAuth: Int64 = 0
  package var failureSystem: Int64 = 0
  package var used: Int64 = 0

  package init() {}

  /// Adds what was counted since; a counter that began anew adds nothing.
  mutating func add(_ counters: TruthCounters, since old: TruthCounters) {
    scheduled += max(0, counters.scheduled - old.scheduled)
    executed += max(0, counters.executed - old.executed)
    success += max(0, counters.success - old.success)
    failureNetwork += max(0, counters.failureNetwork - old.failureNetwork)
    failureAuth += max(0, counters.failureAuth - old.failureAuth)
    failureSystem += max(0, counters.failureSystem - old.failureSystem)
    used += max(0, counters.used - old.used)
  }
}
