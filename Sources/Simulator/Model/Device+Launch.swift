// The life of the app's process.
extension Device {
  /// Starts the app: a new process that registers its task and loads the plugin.
  mutating func launch() {
    if isAlive { end() }
    isAlive = true
    process.pid += Int32(random.number(in: 7...400))
    process.tid = process.pid + Int32(random.number(in: 3...40))
    plugin.counters = PluginState.Counters()
    pass(200...900)
    if errs(.registrationMissing) {
      // The task's identifier is not in the app's property list.
    } else {
      log("bgtask_register", ["taskId": .text(PluginState.taskId)])
    }
    pass(120...700)
    if errs(.startupMissing) { return }
    log("plugin_startup", ["hasPendingSchedules": .bool(!plugin.pending.isEmpty)])
  }

  /// The process ends without a line, as the system ends a process in the background.
  mutating func end() {
    isAlive = false
    plugin.outstandingTask = nil
  }
}
