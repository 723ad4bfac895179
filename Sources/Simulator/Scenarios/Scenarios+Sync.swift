extension Scenario {
  static let sync: [Scenario] =
    [
      Scenario(
        "wallet", "Every night the task runs, submits the next, and the wallet is up to date",
        source: "S1:17-57", in: .sync, profile: "wallet-sync"
      ) { device in
        device.liveThroughNights { _ in .run(.upToDate) }
      },
      Scenario(
        "wallet-harness", "The tester lets the sync sleep until the time of its task ends",
        source: "S4:628-632", in: .sync, profile: "wallet-sync"
      ) { device in
        device.liveThroughNights { _ in .harness }
      },
    ]
    + (syncEvents + syncFaults).map { injected, night in
      Scenario(of: injected, in: .sync, on: .ios, profile: "wallet-sync") { device in
        device.liveThroughNights(injecting: injected) { $0 ? night : .run(.upToDate) }
      }
    }

  private static let syncEvents: [(Injected, WalletNight)] = [
    (.noWiFi, .run(.noWiFi)), (.syncExpired, .run(.expires)), (.syncFailed, .run(.fails)),
    (.killedInSync, .run(.killed)), (.killedBySystem, .killedBySystem),
    (.killedByUser, .killedByUser),
    (.syncNotRun, .notRun), (.refreshOffForSync, .refreshOff), (.onBattery, .onBattery),
  ]

  /// The faults, each with the course of a night that lets it show.
  private static let syncFaults: [(Injected, WalletNight)] = [
    (.registersLate, .killedBySystem), (.otherQueue, .killedBySystem),
    (.otherIdentifier, .firstSubmission), (.identifierNotPermitted, .firstSubmission),
    (.refreshForSync, .run(.upToDate)), (.beginDateMissing, .run(.upToDate)),
    (.networkNotRequired, .run(.upToDate)), (.submissionUnanswered, .run(.upToDate)),
    (.backgroundWithoutSubmit, .firstSubmission), (.handlerWithoutSubmit, .run(.upToDate)),
    (.submitsAfterCompletion, .run(.upToDate)), (.startsBeforeSubmit, .run(.upToDate)),
    (.expirationNotSet, .run(.upToDate)), (.goesOnAfterExpiration, .run(.expires)),
    (.expiredCompletedTrue, .run(.expires)), (.syncNotCompleted, .run(.upToDate)),
    (.syncCompletedTwice, .run(.upToDate)), (.upToDateCompletedFalse, .run(.upToDate)),
    (.errorCompletedTrue, .run(.fails)), (.noWiFiCheck, .run(.upToDate)),
    (.startsOnCellular, .run(.noWiFi)), (.noWiFiNotCompleted, .run(.noWiFi)),
    (.noWiFiCompletedTrue, .run(.noWiFi)), (.workForgotten, .run(.upToDate)),
    (.noSubmitAfterKill, .killedByUser),
  ]
}

/// The events for the wallet between an evening and the morning after.
enum WalletNight: Sendable, Equatable {
  case run(SyncState.Work)
  /// No task is outstanding when the user puts the app away.
  case firstSubmission
  case killedBySystem, killedByUser, notRun, refreshOff, onBattery
  /// The tester has the work sleep until the task's time ends.
  case harness
}

extension Device {
  /// Lives through evenings on which the wallet is used and nights in which its task runs.
  mutating func liveThroughNights(
    injecting injected: Injected? = nil, _ night: @Sendable (_ isChosen: Bool) -> WalletNight
  ) {
    liveThroughDays(injecting: injected) { device, day, isChosen in
      device.liveThroughNight(day, night(isChosen))
    }
    // The process lives on, so that nothing of the last night is cut off.
    let morning = notificationTime(onDay: days - 1) + 8 * .hour
    wait(until: morning)
    useWallet()
  }

  private mutating func liveThroughNight(_ day: Int, _ night: WalletNight) {
    let run = notificationTime(onDay: day)
    if day > 0 { wait(until: run - random.number(in: 40...60) * .minute) }
    switch night {
    case .killedBySystem, .firstSubmission:
      // A new process begins with nothing submitted where the user ended the one before.
      if night == .firstSubmission, isAlive { killWallet() }
      isAlive = false
    case .refreshOff:
      shows(.refreshOffForSync)
      log("env_state", ["platform": .text("ios"), "backgroundRefresh": .text("off")])
      world.backgroundRefresh = false
    case .killedByUser:
      if !isAlive { launchWallet(for: "user") }
      pass(9000...60_000)
      killWallet()
    default: break
    }
    useWallet()
    putWalletAway(nextRun: run)
    sleepThrough(night, nextRun: run + .day)
    guard night == .refreshOff else { return }
    world.backgroundRefresh = true
    log("env_state", ["platform": .text("ios"), "backgroundRefresh": .text("on")])
  }

  private mutating func useWallet() {
    if isAlive {
      log("app_state", ["state": .text("foreground")])
    } else {
      launchWallet(for: "user")
    }
  }

  private mutating func sleepThrough(_ night: WalletNight, nextRun: Int64) {
    pass(60_000...300_000)
    switch night {
    case .run(let work):
      for event in [Injected.noWiFi, .syncExpired, .syncFailed, .killedInSync] { shows(event) }
      runSync(work, nextRun: nextRun)
    case .firstSubmission, .refreshOff: runSync(.upToDate, nextRun: nextRun)
    case .harness:
      inject("sleep", parameters: "40s")
      runSync(.expires, nextRun: nextRun)
    case .killedBySystem:
      shows(.killedBySystem)
      log("app_state", ["state": .text("terminated"), "by": .text("system")], tag: "DNP-TEST")
      isAlive = false
      runSync(.upToDate, nextRun: nextRun)
    case .killedByUser:
      shows(.killedByUser)
      killWallet()
    case .notRun:
      shows(.syncNotRun)
      log("app_state", ["state": .text("suspended")], tag: "DNP-TEST")
    case .onBattery:
      shows(.onBattery)
      log("env_state", ["platform": .text("ios"), "power": .text("battery")])
      runSync(.upToDate, nextRun: nextRun)
      log("env_state", ["platform": .text("ios"), "power": .text("plugged")])
    }
  }
}
