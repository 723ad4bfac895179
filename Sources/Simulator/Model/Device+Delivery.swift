// The moment of the notification.
extension Device {
  /// The notification that is due fires, with what the plugin has for it.
  mutating func fireNotification() {
    guard let cycle = plugin.pending.first else { return }
    plugin.pending.removeFirst()
    plugin.currentCycle = cycle
    let target = trace.cycles[cycle]
    wait(until: target.notificationTime)
    pass(0...400)
    log("delivery_prepare", ["notificationTime": .instant(target.notificationTime)])
    pass(30...160)
    let content: PluginState.Content
    if let cached = plugin.cache, cached.scheduleId == target.scheduleId,
      now - cached.fetchedAt <= cached.ttl
    {
      content = cached
      log("cache_hit", ["ageSeconds": .age(now - cached.fetchedAt), "source": .text("prefetch")])
      pass(5...40)
      log("content_hash", ["phase": .text("delivery"), "hash": .text(content.hash)])
      plugin.counters.used += 1
      trace.cycles[cycle].outcome = .usedPrefetch
    } else {
      log("cache_miss")
      content = fetchOnDemand(for: target)
      trace.cycles[cycle].outcome = .fallback
    }
    pass(60...300)
    let id = TraceValue.text(target.scheduleId)
    log(
      "notification_built",
      ["title": .text(content.title), "body": .text(content.body), "notificationId": id])
    pass(900...4000)
    log("notification_delivered", ["notificationId": id, "title": .text(content.title)])
    pass(20...90)
    log(
      "cycle_complete",
      [
        "notificationId": id, "fetched": .bool(trace.cycles[cycle].outcome == .usedPrefetch),
        "usedCached": .bool(trace.cycles[cycle].outcome == .usedPrefetch),
      ], json: "prefetch_cycle_complete")
  }

  private mutating func fetchOnDemand(for target: TruthCycle) -> PluginState.Content {
    pass(20...60)
    log("fetch_start", ["notificationTime": .instant(target.notificationTime)])
    pass(300...1800)
    let content = content(for: target)
    log("fetch_success", ["status": .int(200), "items": .int(1), "ttl": .duration(content.ttl)])
    return content
  }
}
