internal import TextWriting

// Pulled messages: a look at the feed, the choice of one message, and its receipt.
extension Device {
  /// Runs the task of the background fetch, which looks at the feed.
  mutating func pullMessages(after delay: ClosedRange<Int64> = 30...900) {
    pass(delay.lowerBound * 1000...delay.upperBound * 1000)
    log("bgtask_handler_invoked", ["taskId": .text(PluginState.taskId)])
    plugin.counters.executed += 1
    pass(20...90)
    if errs(.feedNotChecked) {
      log("bgtask_completed", ["success": .bool(true)])
      return
    }
    log(
      "connectivity_check",
      [
        "online": .bool(world.network == .up),
        "transport": .text(world.network == .up ? "wifi" : "none"),
      ])
    pass(5...40)
    guard world.network == .up else {
      log("bgtask_completed", ["success": .bool(false), "reason": .text("NETWORK")])
      return
    }
    let isGood = checkFeed()
    pass(10...60)
    log("bgtask_completed", ["success": .bool(isGood)])
  }

  /// Asks for the feed and shows a message of it; false where the server has no answer.
  private mutating func checkFeed() -> Bool {
    let messages = feed.messages(at: now)
    let etag = Digest.md5(messages.map(\.id).joined(separator: ","))
    requestFeed()
    pass(120...1500)
    let isUnchanged = feed.etag == etag && asksForChanges
    let status: Int64 = world.answer == .malformed ? 503 : isUnchanged ? 304 : 200
    log("http_response", ["status": .int(status), "etag": .text(etag)])
    pass(10...60)
    var fields = [
      TraceField(name: "status", value: .int(status)),
      TraceField(name: "messages", value: .int(status == 200 ? Int64(messages.count) : 0)),
    ]
    if status == 304 { fields.append(TraceField(name: "notModified", value: .bool(true))) }
    if status != 503 { fields.append(TraceField(name: "etag", value: .text(etag))) }
    fields += [
      TraceField(name: "selectedRegion", value: .text(FeedState.region)),
      TraceField(name: "installedVersion", value: .text(FeedState.installedVersion)),
      TraceField(name: "today", value: .text(InstantText.date(now))),
    ]
    log("feed_check", with: fields)
    if status == 503 { return false }
    if status == 304, !errs(.evaluatesUnchangedFeed) { return true }
    feed.etag = etag
    show(chosen(from: evaluate(messages)))
    return true
  }

  /// Whether the app tells the server what it has, which is an idea of the seed only.
  private var asksForChanges: Bool {
    faults.contains(.feedUnchanged) || faults.contains(.evaluatesUnchangedFeed)
  }

  private mutating func requestFeed() {
    var query: String?
    if errs(.deviceIdInRequest) { query = "deviceId=8F1D3B52-7C44-4C0E-9C1B-0A5E2D6F9E11" }
    if errs(.regionInRequest) { query = "region=" + FeedState.region }
    var fields = [
      TraceField(name: "method", value: .text("GET")),
      TraceField(name: "path", value: .text("/index.json")),
    ]
    if let query { fields.append(TraceField(name: "query", value: .text(query))) }
    fields += [
      TraceField(name: "jwtPresent", value: .bool(false)),
      TraceField(name: "authKind", value: .text("anonymous")),
    ]
    if asksForChanges, let etag = feed.etag {
      shows(.feedUnchanged)
      fields.append(TraceField(name: "etag", value: .text(etag)))
    }
    log("http_request", with: fields, tag: "DNP-API")
  }

  /// Looks at each message and says whether it may be shown.
  private mutating func evaluate(_ messages: [FeedState.Message]) -> [FeedState.Message] {
    let isSilent = errs(.messagesNotEvaluated)
    var eligible: [FeedState.Message] = []
    for message in messages {
      let reasons = judge(message)
      if reasons.isEmpty { eligible.append(message) }
      if !isSilent { logEvaluation(of: message, reasons) }
    }
    return eligible
  }

  private mutating func judge(_ message: FeedState.Message) -> [String] {
    let reasons = message.reasons(at: now, hasReceipt: feed.hasReceipt(of: message))
    switch reasons {
    case ["expired"]: return errs(.expiredShown) ? [] : reasons
    case ["region"]: return errs(.otherRegionShown) ? [] : reasons
    case ["version"]: return errs(.otherVersionShown) ? [] : reasons
    case ["receipt"]: return errs(.shownAgain) ? [] : reasons
    case []:
      if errs(.validTakenForExpired) { return ["expired"] }
      if message.regions == ["CA"], errs(.allRegionsNotMatched) { return ["region"] }
      if message.version == nil, errs(.versionDemanded) { return ["version"] }
      return []
    default: return reasons
    }
  }

  private mutating func logEvaluation(of message: FeedState.Message, _ reasons: [String]) {
    var fields = [
      TraceField(name: "messageId", value: .text(message.id)),
      TraceField(name: "eligible", value: .bool(reasons.isEmpty)),
    ]
    if !reasons.isEmpty {
      fields.append(TraceField(name: "reasons", value: .text(reasons.joined(separator: ","))))
    }
    fields += [
      TraceField(name: "priority", value: .int(message.priority)),
      TraceField(name: "postedAt", value: .instant(message.postedAt)),
      TraceField(name: "expiresAt", value: .instant(message.expiresAt)),
      TraceField(name: "targetRegions", value: .text(message.regions.joined(separator: ","))),
    ]
    if let version = message.version {
      fields.append(TraceField(name: "targetVersion", value: .text(version.range)))
    }
    pass(1...6)
    log("message_evaluated", with: fields)
  }

  /// Returns the first message by priority, highest first, then by age, oldest first.
  private mutating func chosen(from eligible: [FeedState.Message]) -> [FeedState.Message] {
    let ordered = eligible.sorted {
      ($1.priority, $0.postedAt) < ($0.priority, $1.postedAt)
    }
    guard let first = ordered.first else { return [] }
    if let last = ordered.last(where: { $0.priority < first.priority }), errs(.lowerPriorityShown) {
      return [last]
    }
    let equals = ordered.filter { $0.priority == first.priority }
    if let newest = equals.last, equals.count > 1, errs(.newerShownFirst) { return [newest] }
    if ordered.count > 1, errs(.twoShownAtOnce) { return Array(ordered.prefix(2)) }
    return [first]
  }

  private mutating func show(_ messages: [FeedState.Message]) {
    for message in messages {
      pass(30...200)
      log("message_displayed", ["messageId": .text(message.id)])
      if errs(.receiptNotStored) { continue }
      pass(5...40)
      feed.store(StateSnapshot.Receipt(messageId: message.id, storedAt: now))
      log("receipt_stored", ["messageId": .text(message.id)])
    }
  }
}
