// One request to the server, with its retries.
extension Device {
  /// Sends a request until it is answered or given up.
  mutating func request(
    _ endpoint: ServerState.Endpoint, query: String
  ) -> ServerState.Outcome {
    if let outcome = refusal(of: endpoint) { return outcome }
    server.requests += 1
    let id = "r\(number)-\(server.requests)"
    var attempt: Int64 = 1
    var isAnonymous = errs(.anonymousWithoutFailure)
    while true {
      sendRequest(endpoint, query: query, id: id, attempt: attempt, isAnonymous: isAnonymous)
      let status = answer(to: id, endpoint, attempt: attempt, isAnonymous: isAnonymous)
      guard status != 200 else { return succeed(endpoint) }
      if status == 401 {
        retryWithOtherToken(id: id, attempt: &attempt, isAnonymous: &isAnonymous)
        continue
      }
      if status < 0 { return .failed(status: 0) }
      countFailure(endpoint)
      let limit = errs(.tooManyAttempts) ? ServerState.retries + 3 : 1 + ServerState.retries
      let goesOn = attempt < limit && server.openUntil[endpoint.rawValue] == nil
      let denies = goesOn && errs(.retriesThoughDenied)
      failRequest(status, willRetry: goesOn && !denies)
      guard goesOn else { return .failed(status: status) }
      attempt += 1
      backOff(before: attempt, id: id)
    }
  }

  /// Refuses while the breaker is open, which after a while lets one request through to see.
  private mutating func refusal(of endpoint: ServerState.Endpoint) -> ServerState.Outcome? {
    guard let end = server.openUntil[endpoint.rawValue] else { return nil }
    if now < end { return errs(.requestWhileOpen) ? nil : .failed(status: 0) }
    logCircuit(endpoint, "half_open")
    server.openUntil[endpoint.rawValue] = nil
    // One more failure opens it again.
    server.failures[endpoint.rawValue] = 4
    pass(5...30)
    return nil
  }

  private mutating func sendRequest(
    _ endpoint: ServerState.Endpoint, query: String, id: String, attempt: Int64, isAnonymous: Bool
  ) {
    let token = isAnonymous ? nil : tokenForRequest()
    pass(3...20)
    let path = errs(.unlistedPath) ? "/api/v2/report/claims" : endpoint.path
    var fields = [
      TraceField(name: "method", value: .text("GET")),
      TraceField(name: "path", value: .text(path)),
      TraceField(name: "jwtPresent", value: .bool(token != nil)),
      TraceField(name: "authKind", value: .text(token?.kind ?? "anonymous")),
    ]
    if !query.isEmpty { fields.insert(TraceField(name: "query", value: .text(query)), at: 2) }
    if !errs(.contentTypeMissing) {
      fields.append(TraceField(name: "contentType", value: .text("application/json")))
    }
    fields += [
      TraceField(name: "attempt", value: .int(attempt)),
      TraceField(name: "requestId", value: .text(id)),
    ]
    if let token { fields.append(TraceField(name: "tokenId", value: .text(token.id))) }
    log("http_request", with: fields, tag: "DNP-API")
    if errs(.sameRequestTwice) {
      pass(5...40)
      server.requests += 1
      fields.removeAll { $0.name == "requestId" }
      let twin = "r\(number)-\(server.requests)"
      log(
        "http_request", with: fields + [TraceField(name: "requestId", value: .text(twin))],
        tag: "DNP-API")
      answerTwin(twin)
    } else if attempt == 1, random.isOne(in: 4) {
      pass(5...40)
      log("request_deduplicated", ["requestKey": .text("GET " + path + "?" + query)])
    }
  }

  private mutating func answerTwin(_ id: String) {
    pass(300...900)
    log("http_response", ["requestId": .text(id), "status": .int(200), "items": .int(0)])
  }

  /// Returns the status of the answer; 0 for none in time, less for none and nothing logged of it.
  private mutating func answer(
    to id: String, _ endpoint: ServerState.Endpoint, attempt: Int64, isAnonymous: Bool
  ) -> Int64 {
    if errs(.requestSwallowed) {
      pass(12_000...20_000)
      return -1
    }
    if world.network == .down {
      pass(5...60)
      return 0
    }
    if server.mood == .slow, attempt < 3 {
      now += ServerState.timeout
      return 0
    }
    let start = now
    if errs(.timeoutIgnored) {
      pass(31_000...38_000)
    } else {
      pass(200...2400)
    }
    var status: Int64 = 200
    if server.mood == .failing { status = 503 }
    if !isAnonymous, refusesToken(attempt) { status = 401 }
    guard status != 200 else { return answerWithPage(id, endpoint, took: now - start) }
    log(
      "http_response",
      ["requestId": .text(id), "status": .int(status), "durationMs": .duration(now - start)])
    pass(3...20)
    return status
  }

  private func refusesToken(_ attempt: Int64) -> Bool {
    if let token = server.token, now >= token.expiresAt { return true }
    return server.mood == .refusesTokens || (server.mood == .refusesOldToken && attempt == 1)
  }

  private mutating func failRequest(_ status: Int64, willRetry: Bool) {
    log(
      "fetch_failure",
      [
        "error": .text(status == 0 ? "NetworkError" : "ServerError"), "httpStatus": .int(status),
        "willRetry": .bool(willRetry), "reason": .text("NETWORK"),
      ])
    pass(3...20)
  }

  /// Waits twice as long before each further attempt, and up to a fifth more.
  private mutating func backOff(before attempt: Int64, id: String) {
    let base = Int64.second << (attempt - 2)
    var delay = base + base / 100 * random.number(in: 0...20)
    if errs(.backoffLinear) { delay = .second }
    log(
      "retry_scheduled",
      ["attempt": .int(attempt), "delayMs": .duration(delay), "requestId": .text(id)])
    now += delay
  }

  /// Retries after a refusal, once with a new token, then without one.
  private mutating func retryWithOtherToken(
    id: String, attempt: inout Int64, isAnonymous: inout Bool
  ) {
    log(
      "fetch_failure",
      [
        "error": .text("AuthError"), "httpStatus": .int(401), "willRetry": .bool(true),
        "reason": .text("AUTH"),
      ])
    pass(3...20)
    if !errs(.cacheKeptAfterRefusal) {
      log(
        "cache_cleanup",
        [
          "store": .text("token"), "cause": .text("auth_failure"), "removed": .int(1),
          "remaining": .int(0),
        ])
      pass(3...20)
    }
    attempt += 1
    backOff(before: attempt, id: id)
    if attempt > 2 {
      isAnonymous = true
      server.token = nil
    } else if !errs(.sameTokenAfterRefusal) {
      server.token = makeToken(source: "refresh")
    }
  }
}
