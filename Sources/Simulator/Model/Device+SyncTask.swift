// The handler of the wallet's task: submit again, look for Wi-Fi, sync, complete.
extension Device {
  private static let tag = "DNP-SYNC"

  /// Runs the task in the night; does nothing where none is submitted.
  mutating func runSync(_ work: SyncState.Work, nextRun: Int64) {
    guard let begin = sync.outstanding else { return }
    wait(until: begin + random.number(in: 4...90) * .minute)
    sync.outstanding = nil
    if !isAlive { launchWallet(for: "bgtask") }
    pass(20...200)
    log("bgtask_handler_invoked", ["taskId": .text(SyncState.taskId)], tag: Self.tag)
    // A task of any purpose counts as one that ran (TEL-03), and before as accepted (TEL-02).
    plugin.counters.executed += 1
    pass(10...60)
    let startsFirst = errs(.startsBeforeSubmit)
    let submitsLast = errs(.submitsAfterCompletion)
    if !startsFirst, !submitsLast, !errs(.handlerWithoutSubmit) { submitSync(nextRun: nextRun) }
    doWork(work, nextRun: startsFirst ? nextRun : nil)
    if submitsLast, isAlive {
      pass(20...90)
      submitSync(nextRun: nextRun)
    }
  }

  /// - Parameter nextRun: The next run where it is not submitted yet.
  private mutating func doWork(_ work: SyncState.Work, nextRun: Int64?) {
    let hasWiFi = work != .noWiFi
    pass(10...90)
    if errs(.workForgotten) {
      complete(success: false)
      return
    }
    if !errs(.noWiFiCheck) {
      log(
        "connectivity_check",
        ["online": .bool(true), "transport": .text(hasWiFi ? "wifi" : "cellular")], tag: Self.tag)
    }
    pass(10...60)
    if !hasWiFi, !errs(.startsOnCellular) {
      stop("no_wifi")
      if errs(.noWiFiNotCompleted) { return }
      complete(success: errs(.noWiFiCompletedTrue))
      return
    }
    log("sync_start")
    if let nextRun {
      pass(10...60)
      submitSync(nextRun: nextRun)
    }
    pass(5...30)
    enter("syncing")
    pass(5...30)
    if !errs(.expirationNotSet) {
      log("bgtask_expiration_set", ["taskId": .text(SyncState.taskId)], tag: Self.tag)
    }
    pass(60_000...400_000)
    finish(work)
  }

  private mutating func finish(_ work: SyncState.Work) {
    switch work {
    case .killed: killWallet()
    case .expires: expire()
    case .fails:
      log(
        "plugin_error", ["component": .text("sync"), "message": .text("block rejected")],
        tag: Self.tag)
      pass(10...90)
      enter("error")
      stop("error")
      complete(success: errs(.errorCompletedTrue))
    case .upToDate, .noWiFi:
      enter("upToDate")
      stop("finished")
      complete(success: !errs(.upToDateCompletedFalse))
    }
  }

  private mutating func expire() {
    log("bgtask_expired", tag: Self.tag)
    pass(20...400)
    if errs(.goesOnAfterExpiration) {
      pass(20_000...40_000)
      enter("upToDate")
      stop("finished")
      complete(success: false)
      return
    }
    enter("stopped")
    stop("expiration")
    complete(success: errs(.expiredCompletedTrue))
  }

  private mutating func enter(_ state: String) {
    log("sync_state", ["state": .text(state)])
    pass(10...90)
  }

  private mutating func stop(_ cause: String) {
    log("sync_stop", ["cause": .text(cause)])
    pass(10...90)
  }

  private mutating func complete(success: Bool) {
    if errs(.syncNotCompleted) { return }
    for _ in 0..<(errs(.syncCompletedTwice) ? 2 : 1) {
      log(
        "bgtask_completed", ["success": .bool(success), "taskId": .text(SyncState.taskId)],
        tag: Self.tag)
      pass(10...60)
    }
  }
}
