// The moment of the notification.
extension Device {
  /// Fires the notification that is due, with what the plugin has for it.
  ///
  /// - Parameters:
  ///   - drift: How late the system shows it, in milliseconds.
  ///   - isTaskDue: The system runs the task for it all the same, later.
  mutating func fireNotification(
    drift: ClosedRange<Int64> = 900...4000, isTaskDue: Bool = false
  ) {
    guard let cycle = plugin.pending.first else { return }
    plugin.pending.removeFirst()
    plugin.currentCycle = cycle
    let target = trace.cycles[cycle]
    wait(until: target.notificationTime)
    guard isAlive else {
      // The system shows it while no code of the app runs.
      trace.cycles[cycle].outcome = .notDelivered
      return
    }
    if !isTaskDue { plugin.waiting.removeAll { $0 == cycle } }
    pass(0...400)
    if !world.mayNotify { return suppress(cycle) }
    log("delivery_prepare", ["notificationTime": .instant(target.notificationTime)])
    pass(30...160)
    trace.cycles[cycle].outcome = .notDelivered
    if errs(.crashAtDelivery) { return crash() }
    if errs(.preparedThenSilent) { return }
    deliver(cycle, drift: drift)
    plugin.fetched.removeAll { $0 == cycle }
    reportCounters()
    guard plugin.habits.nextDay == .afterDelivery else { return }
    pass(200...3000)
    scheduleNotification(at: target.notificationTime + .day)
  }

  private mutating func deliver(_ cycle: Int, drift: ClosedRange<Int64>) {
    guard let content = chooseContent(for: cycle) else {
      trace.cycles[cycle].outcome = .notDelivered
      return
    }
    pass(60...300)
    build(content, for: cycle)
    pass(drift)
    show(content, for: cycle)
    if errs(.decidedAfterDelivery) {
      pass(20...90)
      log("cache_used", ["notificationTime": .instant(trace.cycles[cycle].notificationTime)])
    }
    logCacheState(for: cycle)
    pass(20...90)
    summarise(cycle)
    if errs(.deliveredTwice) { deliverAgain(content, for: cycle, after: 20_000...90_000) }
    if errs(.firedAgainAnHourLater) {
      deliverAgain(content, for: cycle, after: 3_600_000...3_601_000)
    }
  }

  private mutating func build(_ content: PluginState.Content, for cycle: Int) {
    let isOther = errs(.otherTitleShown)
    let isOtherBody = errs(.otherBodyShown)
    log(
      "notification_built",
      [
        "title": .text(isOther ? "Yesterday's update" : content.title),
        "body": .text(isOtherBody ? "Nothing new today" : content.body),
        "notificationId": .text(trace.cycles[cycle].scheduleId),
      ])
  }

  private mutating func show(_ content: PluginState.Content, for cycle: Int) {
    log(
      "notification_delivered",
      [
        "notificationId": .text(trace.cycles[cycle].scheduleId),
        "title": .text(faults.contains(.otherTitleShown) ? "Yesterday's update" : content.title),
      ])
  }

  private mutating func deliverAgain(
    _ content: PluginState.Content, for cycle: Int, after pause: ClosedRange<Int64>
  ) {
    pass(pause)
    log(
      "delivery_prepare", ["notificationTime": .instant(trace.cycles[cycle].notificationTime)])
    pass(30...160)
    if trace.cycles[cycle].outcome == .usedPrefetch {
      log("cache_hit", ["ageSeconds": .age(now - content.fetchedAt), "source": .text("prefetch")])
      pass(30...160)
    }
    build(content, for: cycle)
    pass(900...4000)
    show(content, for: cycle)
  }

  /// Shows nothing, as the user took the permission back, and logs that.
  private mutating func suppress(_ cycle: Int) {
    let target = trace.cycles[cycle]
    trace.cycles[cycle].outcome = .excused
    log("delivery_prepare", ["notificationTime": .instant(target.notificationTime)])
    pass(30...160)
    if errs(.lossNotTold) { return }
    if errs(.crashAfterRevocation) { return crash() }
    log(
      "notification_suppressed",
      [
        "reason": .text("permission_revoked"), "notificationId": .text(target.scheduleId),
      ])
  }

  private mutating func logCacheState(for cycle: Int) {
    guard plugin.habits.logsCacheState,
      let content = plugin.cache.last(where: { $0.scheduleId == trace.cycles[cycle].scheduleId })
    else { return }
    let id = TraceValue.text(content.scheduleId)
    let left = content.fetchedAt + content.ttl - now
    pass(10...60)
    if left > .minute {
      log(
        "cache_state",
        ["scheduleId": id, "state": .text("present"), "ttlRemaining": .duration(left)])
    } else if errs(.expiredContentKept) {
      log(
        "cache_state",
        ["scheduleId": id, "state": .text("present"), "ttlRemaining": .duration(-.minute)])
    } else {
      plugin.cache.removeAll { $0.scheduleId == content.scheduleId }
      log("cache_state", ["scheduleId": id, "state": .text("empty")])
    }
  }

  // MARK: Summary

  private mutating func summarise(_ cycle: Int) {
    var hasFetched = plugin.fetched.contains(cycle)
    var hasUsed = trace.cycles[cycle].outcome == .usedPrefetch
    if !hasUsed, errs(.summaryClaimsCache) { hasUsed = true }
    if hasUsed, errs(.summaryDeniesCache) { hasUsed = false }
    if !hasFetched, errs(.summaryClaimsFetch) { hasFetched = true }
    if hasFetched, errs(.summaryDeniesFetch) { hasFetched = false }
    logSummary(of: cycle, hasFetched, hasUsed)
    guard errs(.summaryTwice) else { return }
    pass(2500...20_000)
    logSummary(of: cycle, hasFetched, hasUsed)
  }

  mutating func logSummary(of cycle: Int, _ hasFetched: Bool, _ hasUsed: Bool) {
    log(
      "cycle_complete",
      [
        "notificationId": .text(trace.cycles[cycle].scheduleId), "fetched": .bool(hasFetched),
        "usedCached": .bool(hasUsed),
      ], json: "prefetch_cycle_complete")
  }
}
