import Testing

@testable import Simulator

/// The model of the plugin, event by event.
@Suite struct DeviceTests {
  private static let notification: Int64 = 1_763_099_580_000_000

  private func device(seed: UInt64 = 1, days: Int = 1, lead: Int64 = 300 * .second) -> Device {
    var device = Device(
      number: 1, platform: .ios, days: days, lead: lead, firstNotification: Self.notification,
      zone: .utc, seed: seed)
    device.plugin.habits = PluginHabits()
    device.launch()
    return device
  }

  private func instants(_ event: String, _ device: Device) -> [Int64] {
    device.trace.records.filter { $0.event == event }.compactMap {
      if case .instant(let instant)? = $0["earliestBeginDate"] { instant } else { nil }
    }
  }

  private func count(_ event: String, _ device: Device) -> Int {
    device.trace.records.count { $0.event == event }
  }

  @Test
  func `a second submission replaces the first and is for the first notification`() {
    var device = device()
    device.scheduleNotification(at: Self.notification)
    device.scheduleNotification(at: Self.notification + .day)
    #expect(count("bgtask_cancelled", device) == 1)
    #expect(
      instants("bgtask_scheduled", device).map { Self.notification - $0 } == [
        300 * .second, 300 * .second,
      ])
    device.runTask()
    let begins = instants("bgtask_scheduled", device)
    #expect(begins.last == Self.notification + .day - 300 * .second)
  }

  @Test(arguments: [
    (61 * Int64.second, false), (62 * Int64.second, false), (59 * Int64.second, true),
    (Int64(0), true),
  ])
  func `only a prefetch within the next minute is capped`(room: Int64, isCapped: Bool) {
    var device = device()
    device.now = Self.notification - device.lead - room
    device.scheduleNotification(at: Self.notification)
    #expect(count("lead_capped", device) == (isCapped ? 1 : 0))
    let begin = instants("bgtask_scheduled", device).last ?? 0
    let submitted = device.trace.records.last { $0.event == "bgtask_submit" }?.time ?? 0
    #expect(begin - submitted >= (isCapped ? 60 : 59) * .second)
    #expect(!isCapped || begin - submitted <= 61 * .second)
  }

  @Test
  func `a plugin that disables short leads submits nothing`() {
    var device = device()
    device.plugin.habits.disablesShortLeads = true
    device.now = Self.notification - 30 * .second
    device.scheduleNotification(at: Self.notification)
    #expect(count("prefetch_disabled", device) == 1)
    #expect(count("bgtask_submit", device) == 0)
  }

  @Test(arguments: [-1, 0, 1])
  func `content is valid until its time to live is over`(excess: Int64) {
    var device = device()
    device.world.ttl = 200 * .second
    device.scheduleNotification(at: Self.notification)
    device.runTask()
    let fetched = device.plugin.cache[0].fetchedAt
    let wanted = fetched + 200 * .second + excess * .second
    device.trace.cycles[0].notificationTime = wanted
    device.plugin.cache[0].scheduledFor = wanted
    device.fireNotification()
    #expect(count("cache_hit", device) == (excess < 0 ? 1 : 0))
    #expect(device.trace.cycles[0].outcome == (excess < 0 ? .usedPrefetch : .fallback))
  }

  @Test
  func `hashes agree unless the plugin errs`() {
    for fault in [nil, Injected.contentHashMismatch, .scheduleHashMismatch] {
      var device = device()
      device.plugin.habits.hashesSchedules = true
      if let fault { device.faults = [fault] }
      device.scheduleNotification(at: Self.notification)
      device.runTask()
      device.fireNotification()
      for event in ["content_hash", "schedule_hash"] {
        let hashes = device.trace.records.filter { $0.event == event }.map { $0["hash"] }
        #expect(hashes.count == 2)
        let differs = fault?.name == event.replacing("_", with: "-") + "-mismatch"
        #expect((hashes.first != hashes.last) == differs, "\(event) with \(fault?.name ?? "-")")
      }
    }
  }

  @Test
  func `counters add up over the days of a process and begin anew with the next`() {
    var device = device(days: 2)
    device.plugin.habits.reportsCounters = true
    for day in 0..<2 {
      device.scheduleNotification(at: device.notificationTime(onDay: day))
      device.runTask()
      device.fireNotification()
    }
    let used = device.trace.records.compactMap { record -> Int64? in
      if case .int(let count)? = record["reportedUsed"] { count } else { nil }
    }
    #expect(used == used.sorted() && used.last == 2)
    device.launch()
    #expect(device.plugin.counters.used == 0)
  }

  @Test
  func `the system keeps the task of an ended process, and loses that of a forced one`() {
    for isForced in [false, true] {
      var device = device()
      device.scheduleNotification(at: Self.notification)
      if isForced { device.forceQuit() } else { device.end() }
      device.runTask()
      #expect(count("bgtask_handler_invoked", device) == (isForced ? 0 : 1))
      #expect(device.isAlive == !isForced)
    }
  }
}
