// The wallet's sync in a processing task: registration, submission, and the life of the app.
extension Device {
  private static let tag = "DNP-SYNC"

  /// Starts the app, for the user or for its task.
  mutating func launchWallet(for cause: String) {
    pass(300...900)
    startProcess()
    log(
      "app_launch", ["start": .text("cold"), "cause": .text(cause), "platform": .text("ios")])
    pass(40...200)
    let isLate = errs(.registersLate)
    if !isLate { registerSync() }
    pass(100...600)
    log("app_launch_finished")
    guard isLate else { return }
    pass(50...300)
    registerSync()
  }

  private mutating func registerSync() {
    let queue = errs(.otherQueue) ? "default" : "main"
    log(
      "bgtask_register", ["taskId": .text(SyncState.taskId), "queue": .text(queue)])
  }

  /// Puts the app away, as the user does, which is when the first task is submitted.
  mutating func putWalletAway(nextRun: Int64) {
    pass(30_000...240_000)
    log("app_state", ["state": .text("background")])
    pass(30...300)
    // A task that a handler submitted stays, so the chain goes on even where this is forgotten.
    if sync.outstanding == nil, errs(.backgroundWithoutSubmit) { return }
    if sync.outstanding == nil, errs(.noSubmitAfterKill) { return }
    if sync.outstanding != nil {
      log(
        "bgtask_cancelled", ["taskId": .text(SyncState.taskId), "cause": .text("replace")],
        tag: Self.tag)
      sync.outstanding = nil
      pass(5...40)
    }
    submitSync(nextRun: nextRun)
  }

  /// Submits the task, for which the system wants a network and a charger.
  mutating func submitSync(nextRun: Int64) {
    let fields = submission(nextRun: nextRun)
    log("bgtask_submit", with: fields, tag: Self.tag)
    pass(5...60)
    if world.backgroundRefresh == false {
      refuseSync(code: 1, name: "unavailable")
    } else if errs(.identifierNotPermitted) {
      refuseSync(code: 3, name: "notPermitted")
    } else {
      // Nobody registered for another identifier, so the system has nobody to call.
      let isOwn = fields.first?.value == .text(SyncState.taskId)
      sync.outstanding = isOwn ? nextRun : nil
      plugin.counters.scheduled += 1
      if errs(.submissionUnanswered) { return }
      log("bgtask_scheduled", with: fields, tag: Self.tag)
    }
  }

  private mutating func submission(nextRun: Int64) -> [TraceField] {
    let id = errs(.otherIdentifier) ? SyncState.taskId + ".background" : SyncState.taskId
    let kind = errs(.refreshForSync) ? "refresh" : "processing"
    let wantsNetwork = !errs(.networkNotRequired)
    var fields = [
      TraceField(name: "taskId", value: .text(id)), TraceField(name: "kind", value: .text(kind)),
      TraceField(name: "earliestBeginDate", value: .instant(nextRun)),
      TraceField(name: "requiresNetwork", value: .bool(wantsNetwork)),
      TraceField(name: "requiresPower", value: .bool(true)),
    ]
    if errs(.beginDateMissing) { fields.remove(at: 2) }
    return fields
  }

  private mutating func refuseSync(code: Int64, name: String) {
    log(
      "bgtask_submit_failed",
      [
        "domain": .text("BGTaskSchedulerErrorDomain"), "code": .int(code),
        "codeName": .text(name),
      ], tag: Self.tag)
  }

  /// Throws the app out of the app switcher, which also deletes its task.
  mutating func killWallet() {
    log("app_state", ["state": .text("terminated"), "by": .text("user")], tag: "DNP-TEST")
    isAlive = false
    sync.outstanding = nil
  }
}
