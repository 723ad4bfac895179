// The origin of the content of a notification.
extension Device {
  /// Returns the content to show: the stored one while it is valid, else that of a fetch now.
  ///
  /// Nil where the plugin stops here, against its duty.
  mutating func chooseContent(for cycle: Int) -> PluginState.Content? {
    let target = trace.cycles[cycle]
    let isLost = errs(.usedOutOfNothing)
    let cached = lookUp(target)
    if let cached, !isLost, !errs(.storedContentNotFound) { return use(cached, for: cycle) }
    trace.cycles[cycle].outcome = .fallback
    log("cache_miss")
    if isLost, let cached {
      pass(20...60)
      trace.cycles[cycle].outcome = .usedPrefetch
      plugin.counters.used += 1
      log("cache_used", ["notificationTime": .instant(target.notificationTime)])
      logUsedHash(of: cached)
      return cached
    }
    if errs(.fallbackMissing) { return nil }
    return fetchOnDemand(for: target)
  }

  /// Returns the stored content that may be used for a notification.
  private mutating func lookUp(_ target: TruthCycle) -> PluginState.Content? {
    let found = plugin.cache.last { content in
      content.scheduledFor == target.notificationTime || plugin.habits.reusesContent
    }
    guard let found else {
      return errs(.inventedContentUsed) ? invented(for: target) : nil
    }
    if found.isCorrupt {
      guard errs(.tamperedContentUsed) else { return nil }
      var tampered = found
      tampered.hash = Digest.md5(found.body + " ")
      return tampered
    }
    if now - found.fetchedAt < found.ttl { return found }
    return errs(.expiredContentUsed) ? found : nil
  }

  /// Returns content that nobody fetched, from wherever the plugin has it.
  private func invented(for target: TruthCycle) -> PluginState.Content {
    var content = content(for: target)
    content.fetchedAt = target.notificationTime - lead + 40 * .second
    return content
  }

  private mutating func use(
    _ content: PluginState.Content, for cycle: Int
  ) -> PluginState.Content? {
    trace.cycles[cycle].outcome = .usedPrefetch
    logLookup(of: content, for: trace.cycles[cycle])
    if errs(.foundContentNotBuilt) {
      plugin.counters.used += 1
      return nil
    }
    logUsedHash(of: content)
    guard errs(.fallbackBesideCache) else {
      plugin.counters.used += 1
      return content
    }
    pass(5...40)
    trace.cycles[cycle].outcome = .fallback
    log("cache_miss")
    return fetchOnDemand(for: trace.cycles[cycle])
  }

  private mutating func logLookup(of content: PluginState.Content, for target: TruthCycle) {
    let lines = plugin.habits.cacheLines
    let isWrong = errs(.ageWrong)
    if lines != .used {
      let age = now - content.fetchedAt
      log(
        "cache_hit",
        ["ageSeconds": .age(isWrong ? age + 5 * .minute : age), "source": .text("prefetch")])
    }
    if lines == .both { pass(5...40) }
    if lines != .found {
      log("cache_used", ["notificationTime": .instant(target.notificationTime)])
    }
  }

  private mutating func logUsedHash(of content: PluginState.Content) {
    guard plugin.habits.hashesContent, !errs(.hashMissingAtDelivery) else { return }
    pass(5...40)
    let hash = errs(.contentHashMismatch) ? Digest.md5(content.body + "!") : content.hash
    log("content_hash", ["phase": .text("delivery"), "hash": .text(hash)])
  }

  /// Fetches at the time of the notification; without an answer there is a text of its own.
  mutating func fetchOnDemand(for target: TruthCycle) -> PluginState.Content {
    pass(20...60)
    logStart(at: target.notificationTime, id: target.scheduleId)
    pass(300...1800)
    var content = content(for: target)
    guard world.network == .up, world.token == .valid, world.answer == .content else {
      failOnDemand()
      content.title = "Your daily update"
      content.body = "Open the app to see what is new"
      return content
    }
    log("fetch_success", ["status": .int(200), "items": .int(1), "ttl": .duration(content.ttl)])
    return content
  }

  private mutating func failOnDemand() {
    let failure: (error: String, status: Int64) =
      if world.network == .down {
        ("NetworkError", 0)
      } else if world.token == .expired {
        ("AuthError", 401)
      } else if world.answer == .unavailable {
        ("HTTPError", 503)
      } else {
        ("ParseError", 200)
      }
    log(
      "fetch_failure",
      [
        "error": .text(failure.error), "httpStatus": .int(failure.status),
        "willRetry": .bool(false),
      ])
  }
}
