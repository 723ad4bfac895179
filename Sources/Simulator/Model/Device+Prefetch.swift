internal import TextWriting

// The background task: what the system runs before the notification.
extension Device {
  /// The system runs the submitted task, some time after its earliest begin.
  mutating func runTask(after delay: ClosedRange<Int64> = 5...110) {
    guard let begin = plugin.outstandingTask, let cycle = plugin.pending.first else { return }
    plugin.currentCycle = cycle
    wait(until: begin + random.number(in: delay) * .second)
    plugin.outstandingTask = nil
    log("bgtask_handler_invoked", ["taskId": .text(PluginState.taskId)])
    plugin.counters.executed += 1
    pass(20...90)
    let target = trace.cycles[cycle]
    log(
      "notification_resolved",
      [
        "notificationTime": .instant(target.notificationTime),
        "scheduleId": .text(target.scheduleId),
      ])
    pass(20...90)
    fetch(for: target)
  }

  /// Fetches the content within the task, stores it, and completes the task.
  private mutating func fetch(for target: TruthCycle) {
    log(
      "fetch_start",
      [
        "url": .text("https://api.example.com/api/notifications"),
        "notificationTime": .instant(target.notificationTime), "jwtPresent": .bool(true),
      ])
    pass(300...2600)
    if world.network == .down {
      failFetch(error: "NetworkError", status: 0, reason: "NETWORK")
      return
    }
    let content = content(for: target)
    let size = Int64(content.title.utf8.count + content.body.utf8.count + 180)
    log(
      "fetch_success",
      [
        "status": .int(200), "bytes": .int(size), "ttl": .duration(content.ttl),
      ], json: "prefetch_success")
    plugin.counters.success += 1
    pass(10...80)
    plugin.cache = content
    log("content_cached", ["scheduleId": .text(target.scheduleId)])
    pass(2...15)
    log("content_hash", ["phase": .text("fetch"), "hash": .text(content.hash)])
    pass(10...60)
    completeTask(success: true)
  }

  private mutating func failFetch(error: String, status: Int64, reason: String) {
    log(
      "fetch_failure",
      ["error": .text(error), "httpStatus": .int(status), "willRetry": .bool(false)],
      json: "prefetch_failure")
    pass(10...60)
    log("bgtask_completed", ["success": .bool(false), "reason": .text(reason)])
  }

  private mutating func completeTask(success: Bool) {
    if errs(.taskNotCompleted) { return }
    log("bgtask_completed", ["success": .bool(success)])
  }

  /// What the server has for a day; the same for every device and run.
  func content(for target: TruthCycle) -> PluginState.Content {
    let day = InstantText.date(target.notificationTime)
    let body = "Here is the summary of \(day)"
    return PluginState.Content(
      scheduleId: target.scheduleId, title: "Your daily update", body: body,
      hash: Digest.md5(body), fetchedAt: now, ttl: .day)
  }
}
