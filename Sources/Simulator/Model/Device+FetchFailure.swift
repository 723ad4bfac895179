// Fetches without content, and the end of the task.
extension Device {
  /// Fails where the world gives cause; false where the server answers well.
  mutating func failFetch(_ cycle: Int) -> Bool {
    if world.network == .down {
      fail(cycle, "NetworkError", status: 0, reason: "NETWORK", \.failureNetwork)
    } else if world.answer == .unavailable {
      fail(cycle, "HTTPError", status: 503, reason: "NETWORK", \.failureNetwork)
    } else if world.token == .expired {
      failForToken(cycle)
    } else if world.answer == .malformed {
      failForAnswer(cycle)
    } else {
      return false
    }
    return true
  }

  private mutating func fail(
    _ cycle: Int, _ error: String, status: Int64, reason: String,
    _ counter: WritableKeyPath<PluginState.Counters, Int64>, willRetry: Bool = false
  ) {
    log(
      "fetch_failure",
      ["error": .text(error), "httpStatus": .int(status), "willRetry": .bool(willRetry)],
      json: "prefetch_failure",
      beside: [
        "reason": .text(reason),
        "scheduledFor": .instant(trace.cycles[cycle].notificationTime),
      ])
    plugin.counters[keyPath: counter] += 1
    pass(10...60)
    if errs(.failedTaskNotCompleted) { return }
    if random.isOne(in: 3), !willRetry {
      log("cache_miss")
      pass(5...30)
    }
    completeTask(success: errs(.successAfterFailure), reason: reason)
  }

  private mutating func failForToken(_ cycle: Int) {
    let isExplained = !errs(.expiryUnexplained)
    let isMistaken = errs(.refusalCountedAsNetwork)
    if isMistaken {
      plugin.miscounts.failureNetwork += 1
      plugin.miscounts.failureAuth -= 1
    }
    if isExplained {
      log("jwt_expired")
      pass(2...10)
    }
    fail(
      cycle, "AuthError", status: 401, reason: isMistaken ? "NETWORK" : "AUTH", \.failureAuth,
      willRetry: errs(.refusalRetried))
  }

  /// Fails as the answer cannot be read.
  private mutating func failForAnswer(_ cycle: Int) {
    log(
      "plugin_error",
      ["component": .text("parse"), "message": .text("unexpected end of JSON")],
      tag: "DNP-FETCH")
    pass(5...30)
    if errs(.malformedContentStored) {
      store(content(for: trace.cycles[cycle]))
      pass(10...60)
      completeTask(success: false, reason: "SYSTEM")
    } else {
      fail(cycle, "ParseError", status: 200, reason: "SYSTEM", \.failureSystem)
    }
  }

  /// Ends the handler's work by an exception; its guard completes the task.
  mutating func throwInHandler() {
    pass(20...400)
    log(
      "plugin_error",
      ["component": .text("other"), "message": .text("exception in the handler")],
      tag: "DNP-FETCH")
    pass(2...20)
    if errs(.exceptionNotCompleted) { return }
    log("bgtask_completed", ["success": .bool(false), "dueToError": .bool(true)])
  }

  /// Lets the handler work on until the system ends its time.
  mutating func expire(_ cycle: Int, id: String, since start: Int64) {
    wait(until: start + random.number(in: 28_000...29_500) * .millisecond)
    log("bgtask_expired")
    pass(5...60)
    if errs(.workAfterExpiration) {
      pass(9000...12_000)
      var content = content(for: trace.cycles[cycle])
      content.scheduleId = id
      plugin.counters.success += 1
      plugin.fetched.append(cycle)
      log(
        "fetch_success",
        [
          "status": .int(200), "bytes": .int(encoded(content)), "ttl": .duration(content.ttl),
        ], json: "prefetch_success",
        beside: recordOfSuccess(content))
      pass(10...80)
      store(content)
      pass(10...60)
      return reportDone(success: true)
    }
    log("fetch_cancelled", ["cause": .text("expiration")])
    pass(5...60)
    let isMistaken = errs(.successAfterExpiration)
    reportDone(success: isMistaken, reason: isMistaken ? nil : "SYSTEM")
    guard errs(.completedTwiceAfterExpiration) else { return }
    pass(9000...12_000)
    reportDone(success: true)
  }

  // MARK: Completion

  /// Completes the task, once, if the plugin does not err.
  mutating func completeTask(success: Bool, reason: String? = nil) {
    if errs(.taskNotCompleted) { return }
    reportDone(success: success, reason: reason)
    guard errs(.completedTwice) else { return }
    pass(20...900)
    reportDone(success: success, reason: reason)
  }

  mutating func reportDone(success: Bool, reason: String? = nil) {
    if let reason, !success, !errs(.failureWithoutReason) {
      let word = errs(.reasonUnknown) ? "TIMEOUT" : reason
      log(
        "bgtask_completed",
        ["success": .bool(false), "dueToError": .bool(false), "reason": .text(word)])
    } else {
      log("bgtask_completed", ["success": .bool(success), "dueToError": .bool(false)])
    }
  }
}
