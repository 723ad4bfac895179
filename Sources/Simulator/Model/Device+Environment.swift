// What happens around the app: what testers, the harness, the user, and the system do.
extension Device {
  /// Logs conditions of the device, as a tester does.
  mutating func tell(_ conditions: KeyValuePairs<String, TraceValue>) {
    log("env_state", conditions)
    pass(5...400)
  }

  /// The harness breaks something on purpose, and says so.
  mutating func inject(_ kind: String, parameters: String? = nil) {
    pass(200...4000)
    if let parameters {
      log("fault_injected", ["kind": .text(kind), "params": .text(parameters)])
    } else {
      log("fault_injected", ["kind": .text(kind)])
    }
  }

  /// The user ends the app in the app switcher; the system then runs no task of it.
  mutating func forceQuit() {
    pass(2000...60_000)
    log("app_state", ["state": .text("terminated"), "by": .text("user")], tag: "DNP-TEST")
    end()
    plugin.outstandingTask = nil
  }

  /// The device starts again; what the system had in memory is gone.
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

  /// The wall clock goes by another zone from now on.
  mutating func moveToZone(minutes: Int64, named name: String) {
    tell(["timezone": .text(zone.name)])
    pass(60_000...300_000)
    zone = DeviceZone(
      name: name, offsets: [DeviceZone.Offset(from: .min, micros: minutes * .minute)])
    log("env_state", ["timezone": .text(name)])
    pass(200...3000)
  }

  /// The plugin notices the new zone and leaves its schedule as it is.
  mutating func noteZone() {
    if errs(.zoneNotNoted) { return }
    log("timezone_noted", ["utcUnchanged": .bool(true)])
  }
}
