// Events around the app: actions of testers, the harness, the user, and the system.
extension Device {
  /// Logs conditions of the device, as a tester does.
  mutating func tell(_ conditions: KeyValuePairs<String, TraceValue>) {
    log("env_state", conditions)
    pass(5...400)
  }

  /// Breaks something on purpose, as the harness does, and logs that.
  mutating func inject(_ kind: String, parameters: String? = nil) {
    pass(200...4000)
    if let parameters {
      log("fault_injected", ["kind": .text(kind), "params": .text(parameters)])
    } else {
      log("fault_injected", ["kind": .text(kind)])
    }
  }

  /// Ends the app in the app switcher, as the user does; the system then runs no task of it.
  mutating func forceQuit() {
    pass(2000...60_000)
    log("app_state", ["state": .text("terminated"), "by": .text("user")], tag: "DNP-TEST")
    end()
    plugin.outstandingTask = nil
  }

  /// Starts the device again; all that the system had in memory is gone.
  mutating func reboot() {
    pass(60_000...300_000)
    log("device_reboot")
    end()
    process.boot += 1
    process.pid = Int32(random.number(in: 180...900))
    process.tid = process.pid
    plugin.outstandingTask = nil
    pass(30_000...90_000)
  }

  /// Sets the wall clock to another zone from now on.
  mutating func moveToZone(minutes: Int64, named name: String) {
    tell(["timezone": .text(zone.name)])
    pass(60_000...300_000)
    zone = DeviceZone(
      name: name, offsets: [DeviceZone.Offset(from: .min, micros: minutes * .minute)])
    log("env_state", ["timezone": .text(name)])
    pass(200...3000)
  }

  /// Logs that the plugin noticed the new zone, and leaves its schedule as it is.
  mutating func noteZone() {
    if errs(.zoneNotNoted) { return }
    log("timezone_noted", ["utcUnchanged": .bool(true)])
  }
}
