internal import TextWriting

/// A phone with the app and its plugin, which lives through a scenario and logs what it does.
///
/// The methods are the events of its life: `launch`, `scheduleNotification`, `runTask`,
/// `fireNotification`, one file for each part of the plugin. Each writes the lines that the seeds
/// promise and moves the clock on by what such work takes.
package struct Device {
  /// The number of the device, from 1.
  package let number: Int
  package let platform: Scenario.Platform
  /// The number of days that the log is to cover.
  package let days: Int
  /// From the prefetch's earliest begin to the notification, in microseconds.
  package internal(set) var lead: Int64
  /// The notification of the first day, in microseconds since 1970.
  package let firstNotification: Int64

  package internal(set) var trace = Trace()
  var random: Random
  /// The time by the device's clock.
  var now: Int64
  var zone: DeviceZone
  var world = World()
  var process = TraceProcess()
  var isAlive = false
  var plugin = PluginState()
  var recovery = RecoveryState()
  var sync = SyncState()
  var feed = FeedState()
  var server = ServerState()
  /// The faults of the plugin from now on.
  var faults: [Injected] = []
  /// Takes records off the trace as they come, so that a long log is never held as a whole;
  /// returns whether anybody still wants more.
  var drain: ((inout Trace) -> Bool)?
  /// Whether nobody wants more of the log.
  private var isMute = false

  package init(
    number: Int, platform: Scenario.Platform, days: Int, lead: Int64, firstNotification: Int64,
    zone: DeviceZone, seed: UInt64
  ) {
    self.number = number
    self.platform = platform
    self.days = days
    self.lead = lead
    self.firstNotification = firstNotification
    self.zone = zone
    random = Random(seed: seed, part: UInt64(number))
    // The user sets it all up in the hour before.
    now = firstNotification - lead - random.number(in: 20...55) * .minute
    process.pid = Int32(random.number(in: 180...9000))
    process.tid = process.pid + Int32(random.number(in: 3...40))
    plugin.habits = PluginHabits(random: &random)
  }

  // MARK: Time

  /// Lets about so much time pass.
  mutating func pass(_ milliseconds: ClosedRange<Int64>) {
    now += random.number(in: milliseconds) * .millisecond
  }

  /// Lets time pass up to an instant; one that is gone already changes nothing.
  mutating func wait(until instant: Int64) { now = max(now, instant) }

  /// Returns the notification of a day, counted from 0.
  func notificationTime(onDay day: Int) -> Int64 { firstNotification + Int64(day) * .day }

  // MARK: The log

  /// Logs an event of the catalogue now.
  ///
  /// - Parameters:
  ///   - json: Its name in a seed's JSON form.
  ///   - beside: What that form tells beside the fields.
  ///   - cycle: The notification that it is about, where that is not the one in hand.
  mutating func log(
    _ event: String, _ fields: KeyValuePairs<String, TraceValue> = [:], json: String? = nil,
    beside: KeyValuePairs<String, TraceValue> = [:], tag: String? = nil, cycle: Int? = nil,
    isObject: Bool = false
  ) {
    log(
      event, with: fields.map { TraceField(name: $0.key, value: $0.value) }, json: json,
      beside: beside, tag: tag, cycle: cycle, isObject: isObject)
  }

  /// Logs an event whose fields were put together before.
  mutating func log(
    _ event: String, with fields: [TraceField], json: String? = nil,
    beside: KeyValuePairs<String, TraceValue> = [:], tag: String? = nil, cycle: Int? = nil,
    isObject: Bool = false
  ) {
    // The scenario cannot be stopped in its middle; it plays on unheard.
    if isMute { return }
    var record = TraceRecord(
      time: now, zoneOffset: zone.offset(at: now), event: event, fields: fields, process: process)
    record.jsonName = json
    record.jsonFields = beside.map { TraceField(name: $0.key, value: $0.value) }
    record.tag = tag
    record.isObject = isObject
    record.cycle = cycle ?? plugin.currentCycle
    trace.records.append(record)
    if trace.records.count >= Self.batch, let drain { isMute = !drain(&trace) }
  }

  /// How many records are gathered before they are drained.
  private static let batch = 4096

  // MARK: The truth

  /// Notes that the next line is the first to show what was injected.
  mutating func note(_ injected: Injected) {
    trace.entries.append(
      TruthEntry(injected, record: trace.nextRecord, cycle: plugin.currentCycle))
  }

  /// Whether the plugin errs here; if so, that is noted as the truth.
  mutating func errs(_ fault: Injected) -> Bool {
    guard faults.contains(fault) else { return false }
    note(fault)
    return true
  }
}

extension Int64 {
  /// Lengths of time in microseconds.
  package static var millisecond: Int64 { 1000 }
  package static var second: Int64 { 1_000_000 }
  package static var minute: Int64 { 60_000_000 }
  package static var hour: Int64 { 3_600_000_000 }
  package static var day: Int64 { CivilDate.microsPerDay }
}
