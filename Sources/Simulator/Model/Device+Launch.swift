// The life of the app's process.
extension Device {
  /// The cause of a process's start, in the words of the launch line.
  enum LaunchCause: String { case user, bgtask, notification }

  /// Starts the app: a new process that registers its task and loads the plugin.
  mutating func launch(_ cause: LaunchCause = .user) {
    if isAlive { end() }
    if cause == .user { plugin.currentCycle = nil }
    if cause == .user, errs(.startupMissing) {
      startProcess(cause)
      log("bgtask_register", ["taskId": .text(PluginState.taskId)])
      pass(20_000...90_000)
    }
    startProcess(cause)
    register()
    if plugin.habits.logsStorage {
      pass(10...60)
      log("storage_ready", ["backend": .text("coredata")])
    }
    pass(120...700)
    // A notification that fired without the plugin is pending in its store all the same.
    let isPending = !plugin.pending.isEmpty || !plugin.waiting.isEmpty
    let forgets = isPending && errs(.pendingSchedulesForgotten)
    log("plugin_startup", ["hasPendingSchedules": .bool(isPending && !forgets)])
    if cause != .bgtask { restoreTask() }
  }

  private mutating func startProcess(_ cause: LaunchCause) {
    isAlive = true
    process.pid += Int32(random.number(in: 7...400))
    process.tid = process.pid + Int32(random.number(in: 3...40))
    plugin.counters = PluginState.Counters()
    plugin.refusals = 0
    pass(200...900)
    guard plugin.habits.logsLaunch else { return }
    log(
      "app_launch",
      ["start": .text("cold"), "cause": .text(cause.rawValue), "platform": .text("ios")])
    pass(10...90)
  }

  private mutating func register() {
    let isLate = errs(.registrationLate)
    if isLate {
      log("app_launch_finished")
      pass(20...300)
    }
    if !errs(.registrationMissing) {
      log("bgtask_register", ["taskId": .text(PluginState.taskId)])
    }
    guard plugin.habits.logsEndOfLaunch, !isLate else { return }
    pass(20...90)
    log("app_launch_finished")
  }

  /// Submits the task again where the system lost it, and logs one that never ran.
  private mutating func restoreTask() {
    dropMissedTasks()
    guard plugin.outstandingTask == nil, !plugin.waiting.isEmpty else { return }
    if errs(.taskNotRestored) { return }
    pass(20...120)
    submitTask()
  }

  /// Logs the prefetches that never ran although their notification is over.
  private mutating func dropMissedTasks() {
    for cycle in plugin.waiting where trace.cycles[cycle].notificationTime < now {
      plugin.waiting.removeAll { $0 == cycle }
      plugin.currentCycle = cycle
      if plugin.waiting.isEmpty { plugin.outstandingTask = nil }
      if errs(.missNotDetected) { continue }
      pass(20...90)
      let target = trace.cycles[cycle]
      log(
        "missed_detected",
        [
          "kind": .text("bgtask"), "scheduleId": .text(target.scheduleId),
          "scheduledTime": .instant(target.notificationTime - lead),
        ])
    }
  }

  /// Ends the process without a line, as the system ends a process in the background.
  ///
  /// The system keeps the submitted task, and starts the app again for it.
  mutating func end() { isAlive = false }

  /// Sends the app to the background, where the system may end it.
  mutating func rest() {
    guard isAlive else { return }
    pass(2000...60_000)
    if plugin.habits.logsAppState {
      log("app_state", ["state": .text("background"), "by": .text("user")])
    }
    pass(500...4000)
    if random.isOne(in: 3) { end() }
  }

  /// Ends the process by an exception; the host logs it, not the plugin.
  mutating func crash() {
    pass(5...60)
    log("process_crash", ["kind": .text("exception")], tag: "")
    end()
  }
}
