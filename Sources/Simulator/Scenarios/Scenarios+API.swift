extension Scenario {
  static let api: [Scenario] =
    [
      Scenario(
        "api", "Offers and plans are asked for three times a day on Android",
        source: "S0:74-95", in: .api, on: .android, profile: "api-plan"
      ) { device in
        device.liveThroughServerDays { _ in .normal }
      },
      Scenario(
        "api-ios", "Offers and plans are asked for three times a day on iOS",
        source: "S0:105-137", in: .api, on: .ios, profile: "api-plan"
      ) { device in
        device.liveThroughServerDays { _ in .normal }
      },
      Scenario(
        "api-passkey", "A user with a passkey has tokens that live for an hour",
        source: "S0:60-71,306-313", in: .api, on: .android, profile: "api-plan"
      ) { device in
        device.server.usesPasskey = true
        device.liveThroughServerDays { _ in .normal }
      },
      Scenario(
        "api-fetches", "Each look for news is logged as a fetch, which comes to an end",
        source: "S0:235-240", in: .api, on: .android, profile: "api-plan"
      ) { device in
        device.server.logsFetches = true
        device.liveThroughServerDays { _ in .normal }
      },
      Scenario(
        "api-ahead", "The server is asked ahead of a notification, which uses what it answered",
        source: "S0:207", in: .api, profile: "api-plan"
      ) { device in
        for day in 0..<device.days { device.liveThroughDay(day) }
      },
    ]
    + (serverEvents + requestFaults + storeFaults + netFaults).map { injected, course in
      Scenario(of: injected, in: .api, on: .android, profile: "api-plan") { device in
        device.liveThroughServerDays(injecting: injected) { $0 ? course : .normal }
      }
    }
    + [Injected.authDataMissing, .tokenReusedLate].map { injected in
      Scenario(of: injected, in: .api, on: .android, profile: "api-plan") { device in
        device.server.usesPasskey = injected == .authDataMissing
        device.liveThroughServerDays(injecting: injected) { _ in .normal }
      }
    }

  private static let serverEvents: [(Injected, ServerDay)] = [
    (.manyPages, .paging), (.serverSlow, .slow), (.serverFailing, .failing),
    (.deviceOffline, .offline), (.tokenRefused, .refusesOldToken), (.tokensRefused, .refusesTokens),
  ]

  private static let requestFaults: [(Injected, ServerDay)] = [
    (.cursorStandsStill, .paging), (.pagesOverlap, .paging), (.pagingStops, .paging),
    (.cursorWithPagesLeft, .paging), (.cursorAfterFailure, .failing), (.cursorGoesBack, .normal),
    (.cursorNotSent, .normal), (.recipientMissing, .normal), (.otherRecipient, .normal),
    (.unknownParameter, .normal), (.unlistedPath, .normal), (.contentTypeMissing, .normal),
    (.anonymousWithoutFailure, .normal), (.requestSwallowed, .normal), (.timeoutIgnored, .normal),
    (.newsNotTriggered, .normal), (.triggeredWithoutNews, .normal), (.tokenLivesTooLong, .normal),
    (.issuedInThePast, .normal), (.claimsInMilliseconds, .normal), (.issuerMissing, .normal),
    (.issuerIsNoDID, .normal), (.otherIssuer, .normal), (.otherAudience, .normal),
    (.passkeyTokenForBasicUser, .normal), (.tokenPrinted, .normal),
    (.sameTokenAfterRefusal, .refusesTokens), (.cacheKeptAfterRefusal, .refusesOldToken),
  ]

  private static let storeFaults: [(Injected, ServerDay)] = [
    (.batchTooLarge, .paging), (.batchTooLate, .normal), (.batchTooEarly, .normal),
    (.sameRequestTwice, .normal), (.pressureIgnored, .normal), (.memoryOverLimit, .normal),
    (.nativeStateStale, .normal), (.logNotTrimmed, .normal), (.configurationUnsafe, .normal),
  ]

  private static let netFaults: [(Injected, ServerDay)] = [
    (.connectivityNotChecked, .normal), (.requestWhileOffline, .offline),
    (.offlineSilence, .offline), (.backoffLinear, .failing), (.tooManyAttempts, .failing),
    (.retriesThoughDenied, .failing), (.requestWhileOpen, .failing),
  ]
}

/// The state of the server and the net on a day.
enum ServerDay: Sendable {
  case normal, paging, slow, failing, offline, refusesOldToken, refusesTokens
}

extension Device {
  /// Lives through days on which the plugin looks for offers and plans three times.
  mutating func liveThroughServerDays(
    injecting injected: Injected? = nil, _ course: @Sendable (_ isChosen: Bool) -> ServerDay
  ) {
    liveThroughDays(injecting: injected) { device, day, isChosen in
      device.liveThroughServerDay(day, course(isChosen))
    }
  }

  private mutating func liveThroughServerDay(_ day: Int, _ course: ServerDay) {
    let first = notificationTime(onDay: day) - lead
    wait(until: first - random.number(in: 2...9) * .minute)
    startForServer()
    wait(until: first)
    addRecords(course == .paging ? random.number(in: 95...130) : random.number(in: 3...6))
    checkActivity()
    keepStoresSmall()
    wait(until: first + 4 * .hour)
    addRecords(course == .normal ? 0 : random.number(in: 3...9))
    checkUnder(course)
    wait(until: first + 8 * .hour)
    checkActivity()
    keepStoresSmall()
  }

  private mutating func addRecords(_ count: Int64) {
    server.records[0] += count
    server.records[1] += count / 3
  }

  /// Looks in the middle of a day, at which the server or the net may be as on that day only.
  private mutating func checkUnder(_ course: ServerDay) {
    for event in [
      Injected.serverSlow, .serverFailing, .deviceOffline, .tokenRefused, .tokensRefused,
    ] { shows(event) }
    switch course {
    case .normal, .paging: break
    case .slow: server.mood = .slow
    case .failing:
      server.mood = .failing
      // Five failures open the breaker, so that the third look asks for nothing.
      for _ in 0..<3 {
        checkActivity()
        now += random.number(in: 90...100) * .second
      }
      now += 5 * .minute
      server.mood = .well
    case .offline: world.network = .down
    case .refusesOldToken: server.mood = .refusesOldToken
    case .refusesTokens: server.mood = .refusesTokens
    }
    checkActivity()
    server.mood = .well
    world.network = .up
  }

  private mutating func startForServer() {
    startProcess()
    log(
      "app_launch",
      ["start": .text("cold"), "cause": .text("user"), "platform": .text(platform.rawValue)])
    pass(100...300)
    if platform == .ios {
      log("bgtask_register", ["taskId": .text(PluginState.taskId)])
      pass(50...200)
    }
    log("plugin_load")
    pass(40...250)
    log("storage_ready", ["backend": .text(platform == .android ? "room" : "coredata")])
    configure()
    pass(40...200)
    log("plugin_startup", ["hasPendingSchedules": .bool(false)])
    server.token = nil
    shows(.manyPages)
  }
}
