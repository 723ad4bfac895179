internal import TextWriting

// The background task, which the system runs before the notification.
extension Device {
  var isExecuting: Bool { plugin.executing != nil }

  /// Runs the submitted task, as the system does some seconds after its earliest begin.
  ///
  /// - Parameter delay: Seconds after that; nil for those of a device in good conditions.
  mutating func runTask(after delay: ClosedRange<Int64>? = nil) {
    guard let begin = plugin.outstandingTask, let cycle = plugin.waiting.first else { return }
    let room = (trace.cycles[cycle].notificationTime - begin) / .second - 20
    let usual = 5...max(6, min(110, room))
    plugin.currentCycle = cycle
    wait(until: begin + random.number(in: delay ?? usual) * .second)
    if !isAlive {
      launch(.bgtask)
      pass(50...400)
    }
    handle(cycle)
  }

  /// Launches the task from the debugger, as the tester does, submitted or not.
  mutating func simulateLaunch() {
    guard let cycle = plugin.waiting.first else { return }
    plugin.currentCycle = cycle
    handle(cycle, isSimulated: true)
  }

  /// Launches the task once more for the notification that is due next, as the tester does.
  mutating func launchAgain() {
    guard let cycle = plugin.pending.first else { return }
    pass(2000...5000)
    plugin.waiting.insert(cycle, at: 0)
    simulateLaunch()
  }

  private mutating func handle(_ cycle: Int, isSimulated: Bool = false) {
    plugin.outstandingTask = nil
    plugin.waiting.removeAll { $0 == cycle }
    plugin.executing = cycle
    let start = now
    logHandler(isSimulated: isSimulated)
    plugin.counters.executed += 1
    if plugin.habits.logsExpirationHandler {
      pass(2...20)
      log("bgtask_expiration_set", ["taskId": .text(PluginState.taskId)])
    }
    pass(20...90)
    if errs(.handlerWithoutFetch) {
      resolveNothing()
    } else {
      let id = resolve(cycle)
      submitNext(after: cycle)
      pass(20...90)
      fetch(for: cycle, id: id, since: start)
    }
    plugin.executing = nil
    if isAlive { reportCounters() }
  }

  private mutating func logHandler(isSimulated: Bool) {
    let differs = errs(.identifierInOtherCase)
    let id = differs ? "com.timesafari.DailyNotification.fetch" : PluginState.taskId
    let tag = errs(.tagMisspelt) ? "DNP-FETHC" : nil
    if isSimulated {
      log("bgtask_handler_invoked", ["taskId": .text(id), "simulated": .bool(true)], tag: tag)
    } else {
      log("bgtask_handler_invoked", ["taskId": .text(id)], tag: tag)
    }
  }

  private mutating func resolveNothing() {
    log(
      "plugin_error",
      ["component": .text("resolution"), "message": .text("no schedule needs content")],
      tag: "DNP-FETCH")
    pass(10...60)
    completeTask(success: false, reason: "SYSTEM")
  }

  /// Finds the schedule that needs content; the rest goes by its id.
  private mutating func resolve(_ cycle: Int) -> String {
    let target = trace.cycles[cycle]
    var id = target.scheduleId
    if errs(.otherScheduleExecuted) {
      id = "notif-" + InstantText.date(target.notificationTime - .day)
    }
    if plugin.habits.logsResolution {
      log(
        "notification_resolved",
        ["notificationTime": .instant(target.notificationTime), "scheduleId": .text(id)])
    }
    hashSchedule(of: cycle, phase: "execute", id: id)
    return id
  }

  /// Submits the next task at once.
  private mutating func submitNext(after cycle: Int) {
    let tomorrow = trace.cycles[cycle].notificationTime + .day
    if plugin.habits.nextDay == .inHandler {
      scheduleNotification(at: tomorrow)
    } else if !plugin.waiting.isEmpty, !errs(.nextTaskNotSubmitted) {
      pass(10...60)
      submitTask()
    }
  }

  /// Returns the content that the server has for a day; the same for every device and run.
  func content(for target: TruthCycle) -> PluginState.Content {
    let day = InstantText.date(target.notificationTime)
    let body = "Here is the summary of \(day)"
    return PluginState.Content(
      scheduleId: target.scheduleId, scheduledFor: target.notificationTime,
      title: "Your daily update", body: body, hash: Digest.md5(body), fetchedAt: now,
      ttl: world.ttl)
  }
}
