// A look at the server: what is new for the user and for the user's projects.
extension Device {
  /// Logs the settings that the app gave to the plugin.
  mutating func configure() {
    let isOdd = errs(.configurationUnsafe)
    pass(20...90)
    log(
      "config_applied",
      [
        "apiServer": .text(isOdd ? "http://api.example.com" : "https://api.example.com"),
        "jwtExpirationSeconds": .duration(.minute),
        "requestTimeoutMs": .duration(isOdd ? 2 * .minute : ServerState.timeout),
        "retryAttempts": .int(ServerState.retries), "userDid": .text(ServerState.did),
        "credentials": .text(server.usesPasskey ? "passkey" : "did"),
        "lastKnownOfferId": .text(ServerState.id(server.known[0], of: .offers)),
        "lastKnownPlanId": .text(ServerState.id(server.known[1], of: .plans)),
      ])
    pass(5...30)
    syncState("js_to_native", version: server.version)
    pass(5...30)
    syncState(
      "native_to_js", version: errs(.nativeStateStale) ? server.version - 1 : server.version)
  }

  mutating func syncState(_ direction: String, version: Int64) {
    log("state_sync", ["direction": .text(direction), "version": .text("v\(version)")])
  }

  /// Asks both endpoints, and logs what is new.
  mutating func checkActivity() {
    let isOnline = world.network == .up
    if !errs(.connectivityNotChecked) {
      log(
        "connectivity_check",
        ["online": .bool(isOnline), "transport": .text(isOnline ? "wifi" : "none")],
        tag: "DNP-API")
    }
    pass(5...40)
    if !isOnline, !errs(.requestWhileOffline) {
      useCachedActivity()
      return
    }
    if server.logsFetches {
      log("fetch_start", ["url": .text("https://api.example.com/api/v2/report")], isObject: true)
      pass(5...20)
    }
    var news: Int64 = 0
    var isComplete = true
    for endpoint in ServerState.Endpoint.allCases {
      if let items = fetchNews(from: endpoint) { news += items } else { isComplete = false }
    }
    guard isComplete else {
      useCachedActivity()
      return
    }
    if server.logsFetches {
      log("fetch_success", ["ttl": .duration(.day), "phase": .text("api")], isObject: true)
      pass(5...20)
    }
    server.cachedAt = now
    flush(news)
    compareActivity(news)
  }

  private mutating func useCachedActivity() {
    guard let cached = server.cachedAt else { return }
    if errs(.offlineSilence) { return }
    pass(5...40)
    log("cache_hit", ["ageSeconds": .age(now - cached), "source": .text("other")])
  }

  /// Fetches all that is new at an endpoint, page by page; nil where a page fails.
  private mutating func fetchNews(from endpoint: ServerState.Endpoint) -> Int64? {
    let place = endpoint.rawValue
    let known = server.known[place]
    server.asked = known
    var items: Int64 = 0
    var pages = 0
    while true {
      let query = query(to: endpoint, isFirst: pages == 0)
      guard case .page(let count, let hitLimit) = request(endpoint, query: query) else {
        if errs(.cursorAfterFailure) {
          server.known[place] = known + 1
          advance(endpoint, from: known, to: known + 1)
        }
        return nil
      }
      items += count
      pages += 1
      let last = server.asked + count
      if hitLimit, pages == 1, errs(.cursorWithPagesLeft) {
        advance(endpoint, from: known, to: last)
      }
      if hitLimit, errs(.pagingStops) { return nil }
      // The same page comes again where the cursor stands still, so this ends by itself.
      if hitLimit, pages == 1, errs(.cursorStandsStill) {
        items -= count
      } else if hitLimit, pages == 1, errs(.pagesOverlap) {
        server.asked = last - 5
        items -= 5
      } else {
        server.asked = last
      }
      if !hitLimit { break }
    }
    server.known[place] = server.records[place]
    if server.known[place] != known {
      if errs(.cursorGoesBack) { server.known[place] = known - 7 }
      advance(endpoint, from: known, to: server.known[place])
    }
    return items
  }

  private mutating func query(to endpoint: ServerState.Endpoint, isFirst: Bool) -> String {
    var parts: [String] = []
    if endpoint == .offers {
      if !errs(.recipientMissing) {
        parts.append("recipientDid=" + (errs(.otherRecipient) ? "did:ethr:0x00" : ServerState.did))
      }
    } else if errs(.unknownParameter) {
      parts.append("limit=500")
    }
    if !(isFirst && errs(.cursorNotSent)) {
      parts.append("afterId=" + ServerState.id(server.asked, of: endpoint))
    }
    return parts.joined(separator: "&")
  }

  /// Answers the request in hand with a page of the server.
  mutating func answerWithPage(
    _ id: String, _ endpoint: ServerState.Endpoint, took: Int64
  ) -> Int64 {
    let left = max(0, server.records[endpoint.rawValue] - server.asked)
    let count = min(left, ServerState.pageSize)
    server.page = .page(items: count, hitLimit: left > count)
    var fields = [
      TraceField(name: "requestId", value: .text(id)), TraceField(name: "status", value: .int(200)),
      TraceField(name: "durationMs", value: .duration(took)),
      TraceField(name: "bytes", value: .int(64 + count * 412)),
      TraceField(name: "items", value: .int(count)),
      TraceField(name: "hitLimit", value: .bool(left > count)),
    ]
    if count > 0 {
      fields += [
        TraceField(
          name: "firstId", value: .text(ServerState.id(server.asked + 1, of: endpoint))),
        TraceField(
          name: "lastId", value: .text(ServerState.id(server.asked + count, of: endpoint))),
      ]
    }
    log("http_response", with: fields)
    pass(3...20)
    return 200
  }

  private mutating func advance(
    _ endpoint: ServerState.Endpoint, from old: Int64, to new: Int64
  ) {
    pass(3...20)
    log(
      "cursor_advanced",
      [
        "cursor": .text(endpoint.cursor), "from": .text(ServerState.id(old, of: endpoint)),
        "to": .text(ServerState.id(new, of: endpoint)),
      ])
  }

  private mutating func compareActivity(_ news: Int64) {
    pass(5...30)
    var triggers = news > 0
    if triggers, errs(.newsNotTriggered) { triggers = false }
    if news == 0, errs(.triggeredWithoutNews) { triggers = true }
    log("activity_diff", ["newItems": .int(news), "triggered": .bool(triggers)])
    pass(5...30)
    syncState("native_to_js", version: server.version)
  }
}
