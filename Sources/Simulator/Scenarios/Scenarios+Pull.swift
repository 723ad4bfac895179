extension Scenario {
  static let pull: [Scenario] =
    [
      Scenario(
        "pull", "Three times a day the feed is checked, and one message of it is shown at most",
        source: "S3:1-41", in: .pull, profile: "pull"
      ) { device in
        device.liveThroughFeedDays()
      },
      Scenario(
        "pull-equal-priority", "All messages have one priority, so the oldest comes first",
        source: "S3:20", in: .pull, profile: "pull"
      ) { device in
        device.feed.isFlat = true
        device.liveThroughFeedDays()
      },
    ]
    + pullEvents.map { injected in
      Scenario(of: injected, in: .pull, on: .ios, profile: "pull") { device in
        device.feed.isFlat = injected == .newerShownFirst
        device.liveThroughFeedDays(injecting: injected)
      }
    }

  private static let pullEvents: [Injected] = [
    .feedUnchanged, .feedServerDown, .feedOffline, .feedNotChecked, .deviceIdInRequest,
    .regionInRequest, .evaluatesUnchangedFeed, .messagesNotEvaluated, .expiredShown,
    .otherRegionShown, .otherVersionShown, .shownAgain, .validTakenForExpired,
    .allRegionsNotMatched, .versionDemanded, .lowerPriorityShown, .newerShownFirst,
    .twoShownAtOnce, .receiptNotStored, .receiptsLost,
  ]
}

extension Device {
  /// Lives through days with three looks at the feed, and a start of the app in each.
  mutating func liveThroughFeedDays(injecting injected: Injected? = nil) {
    startForFeed()
    liveThroughDays(injecting: injected) { device, day, _ in
      let first = device.notificationTime(onDay: day) - device.lead
      device.wait(until: first)
      device.pullMessages()
      device.wait(until: first + 3 * .hour)
      device.pullMessages()
      device.wait(until: first + 5 * .hour)
      device.startForFeed()
      if device.errs(.receiptsLost) { device.feed.forgetReceipts() }
      device.wait(until: first + 7 * .hour)
      device.pullWithTrouble()
    }
    var snapshot = StateSnapshot(now: now, platform: platform)
    snapshot.receipts = feed.receipts
    trace.snapshot = snapshot
  }

  private mutating func startForFeed() {
    pass(300...900)
    startProcess()
    log(
      "app_launch", ["start": .text("cold"), "cause": .text("user"), "platform": .text("ios")])
    pass(100...300)
    log("bgtask_register", ["taskId": .text(PluginState.taskId)])
    pass(120...500)
    log("plugin_startup", ["hasPendingSchedules": .bool(false)])
  }

  /// Looks at the feed for the last time of a day, with that day's trouble of the net or the
  /// server.
  private mutating func pullWithTrouble() {
    if faults.contains(.feedServerDown) { world.answer = .malformed }
    if faults.contains(.feedOffline) { world.network = .down }
    shows(.feedServerDown)
    shows(.feedOffline)
    pullMessages()
    world.answer = .content
    world.network = .up
  }
}
