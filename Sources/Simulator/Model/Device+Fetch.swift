// The fetch within the background task.
extension Device {
  /// Fetches the content, stores it, and completes the task.
  ///
  /// - Parameter start: The call of the handler: the system gives it about half a minute.
  mutating func fetch(for cycle: Int, id: String, since start: Int64) {
    let target = trace.cycles[cycle]
    if !errs(.fetchStartMissing) { logStart(of: target, id: id) }
    if plugin.habits.logsRequest {
      pass(5...40)
      log(
        "http_request",
        [
          "method": .text("GET"), "path": .text("/api/notifications"), "jwtPresent": .bool(true),
          "etag": .text("\"33a64df5\""),
        ])
    }
    if errs(.crashInHandler) { return crash() }
    if world.handlerThrows { return throwInHandler() }
    if world.handlerSleeps { return expire(cycle, id: id, since: start) }
    if errs(.completedBeforeFetchEnds) {
      pass(10...60)
      reportDone(success: true)
    }
    pass(300...2600)
    if errs(.fetchWithoutOutcome) { return completeTask(success: false, reason: "SYSTEM") }
    if !failFetch(cycle) { takeContent(for: cycle, id: id) }
  }

  private mutating func logStart(of target: TruthCycle, id: String) {
    let isOther = errs(.fetchForOtherNotification)
    logStart(at: target.notificationTime + (isOther ? .day : 0), id: id)
  }

  mutating func logStart(at notificationTime: Int64, id: String) {
    let time = TraceValue.instant(notificationTime)
    plugin.fetchStart = now
    if plugin.habits.namesSchedule {
      log("fetch_start", ["notificationTime": time, "scheduleId": .text(id)])
    } else {
      log(
        "fetch_start",
        [
          "url": .text("https://api.example.com/api/notifications"), "notificationTime": time,
          "jwtPresent": .bool(true),
        ])
    }
  }

  /// Stores the content that the server sent, and completes the task.
  private mutating func takeContent(for cycle: Int, id: String) {
    var content = content(for: trace.cycles[cycle])
    content.scheduleId = id
    logPayload(content)
    logSuccess(content)
    plugin.counters.success += 1
    plugin.fetched.append(cycle)
    pass(10...80)
    if errs(.contentStoredAfterCompletion) {
      reportDone(success: true)
      pass(20...90)
      store(content)
      return
    }
    if errs(.contentNotStored) {
      // Nothing keeps it, and nothing is logged of it.
    } else if world.canWriteStorage {
      store(content)
    } else {
      failStore()
    }
    pass(10...60)
    if !faults.contains(.completedBeforeFetchEnds) { completeTask(success: true) }
  }

  func encoded(_ content: PluginState.Content) -> Int64 {
    Int64(content.title.utf8.count + content.body.utf8.count + 180)
  }

  private mutating func logSuccess(_ content: PluginState.Content) {
    let ttl = errs(.loggedTTLDiffers) ? content.ttl + .hour : content.ttl
    log(
      "fetch_success",
      [
        "status": .int(200), "bytes": .int(encoded(content)), "ttl": .duration(ttl),
      ], json: "prefetch_success",
      beside: recordOfSuccess(content))
  }

  /// Returns the fields that the seed's record of a success has beside the line (S4:543-550).
  func recordOfSuccess(_ content: PluginState.Content) -> KeyValuePairs<String, TraceValue> {
    [
      "id": .text(content.scheduleId),
      "fetchDurationMs": .int((now - plugin.fetchStart) / .millisecond),
      "scheduledFor": .instant(content.scheduledFor),
    ]
  }

  /// Prints the response as it came.
  private mutating func logPayload(_ content: PluginState.Content) {
    guard plugin.habits.logsPayload else { return }
    let isOther = errs(.payloadForOtherTime)
    log(
      "notification_payload",
      [
        "contentId": .text(content.scheduleId), "title": .text(content.title),
        "body": .text(content.body), "ttl": .duration(content.ttl),
        "scheduledFor": .instant(content.scheduledFor + (isOther ? .minute : 0)),
      ], tag: "DNP-FETCH")
    pass(2...20)
  }

  mutating func store(_ content: PluginState.Content) {
    let other = errs(.contentStoredForOther)
    plugin.cache.removeAll { $0.scheduleId == content.scheduleId }
    plugin.cache.append(content)
    if plugin.cache.count > 4 { plugin.cache.removeFirst() }
    log(
      "content_cached",
      ["scheduleId": .text(other ? content.scheduleId + "-copy" : content.scheduleId)])
    guard plugin.habits.hashesContent, !errs(.hashMissingAtFetch) else { return }
    pass(2...15)
    log("content_hash", ["phase": .text("fetch"), "hash": .text(content.hash)])
  }

  private mutating func failStore() {
    log("cache_write_failed", ["error": .text("disk full")])
    if errs(.storageFailureUnannounced) { return }
    pass(2...20)
    log("storage_unavailable")
  }
}
