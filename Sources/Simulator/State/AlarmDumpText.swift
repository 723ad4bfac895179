internal import TextWriting

/// What `dumpsys alarm` of Android 14 prints of a device.
///
/// Beside the plugin's alarms it holds what others take for them: alarms of other apps, of which one
/// comes at the same time, those of other parts of the app, and parts that tell of alarms again that are
/// gone.
struct AlarmDumpText {
  static let app = "com.example.daily"
  private static let tag = "*walarm*:com.timesafari.daily.NOTIFICATION"

  private let now: Int64
  private let zone: DeviceZone
  private(set) var text = ""
  /// The milliseconds since the start of the device.
  private let elapsed: Int64 = 42_628_894

  /// An alarm that waits.
  private struct Entry {
    var app = AlarmDumpText.app
    var tag = AlarmDumpText.tag
    /// Microseconds since 1970.
    var time: Int64
    /// How late it may be.
    var window: Int64 = 0
    /// How long the system holds it back.
    var delay: Int64 = 0
    var isElapsed = false
    var isClock = false
  }

  init(_ snapshot: StateSnapshot) {
    now = snapshot.now - snapshot.now % .millisecond
    zone = snapshot.zone
    let own = snapshot.setAlarms.map { Entry(time: $0.triggerAt, delay: $0.delay) }
    let entries = own + others(of: snapshot)
    head(next: entries.map(\.time).min())
    // The one that comes last is printed first.
    let order = entries.indices.sorted {
      (entries[$0].time, $0) > (entries[$1].time, $1)
    }
    line("  \(entries.count) pending alarms: ")
    for (place, index) in order.enumerated() {
      alarm(entries[index], number: index, place: order.count - 1 - place)
    }
    tail(of: snapshot, own)
  }

  /// The alarms that wait and are not the plugin's.
  private func others(of snapshot: StateSnapshot) -> [Entry] {
    let soon = snapshot.setAlarms.map(\.triggerAt).min() ?? now + 5 * .hour
    var entries = [
      Entry(
        app: "com.example.clock", tag: "*walarm*:com.example.clock.ALARM", time: soon, isClock: true
      ),
      Entry(
        app: "com.example.daily.lite", tag: "*walarm*:com.example.daily.lite/.AlarmReceiver",
        time: soon + 20 * .minute, window: .hour),
      Entry(
        app: "android", tag: "*walarm*:*job.delay*", time: now + 102_567 * .millisecond,
        isElapsed: true),
    ]
    if snapshot.hasOtherAlarms {
      entries += [
        Entry(tag: "*walarm*:ACTION_FORCE_STOP_RESCHEDULE", time: now + 3650 * .day),
        Entry(
          tag: "*walarm*:\(Self.app)/com.example.analytics.UploadReceiver", time: now + .day,
          window: .hour),
      ]
    }
    return entries
  }

  // MARK: Parts

  private mutating func head(next: Int64?) {
    line("Current Alarm Manager state:")
    line("  Settings:")
    line("    version=1")
    line("    min_futurity=+5s0ms")
    line("    min_window=+10m0s0ms")
    line("")
    line("  App Standby Parole: false")
    line("")
    line("  nowRTC=\(now / .millisecond)=\(local(now)) nowELAPSED=\(elapsed)")
    line("  mLastTimeChangeClockTime=\((now - .day) / .millisecond)=\(local(now - .day))")
    line("  mLastTickReceived=\(local(now))")
    line("")
    if let next {
      line("  Next wakeup alarm: \(span(to: next)) = \(elapsed(at: next)) = \(local(next))")
      line("    set at -2m0s0ms")
      line("")
    }
    line("  App ids requesting SCHEDULE_EXACT_ALARM: {10123, 10200}")
    line("")
    line("  Last OP_SCHEDULE_EXACT_ALARM: [u0a123:default, u0a200:allow]")
    line("")
  }

  private mutating func alarm(_ entry: Entry, number: Int, place: Int) {
    let type = entry.isElapsed ? "ELAPSED_WAKEUP" : "RTC_WAKEUP"
    let when = entry.isElapsed ? elapsed(at: entry.time) : entry.time / .millisecond
    let id = hex(0x2EF_4300 + UInt64(number))
    let allowed = entry.time + entry.delay
    line(
      "    \(type) #\(place): Alarm{\(id) type \(entry.isElapsed ? 2 : 0) origWhen \(when)"
        + " whenElapsed \(elapsed(at: allowed)) \(entry.app)}")
    about(entry, type, allowed)
    if entry.isClock {
      line("      Alarm clock:")
      line("        triggerTime=\(local(entry.time))")
    }
    if entry.isElapsed {
      line("      operation=null")
      line("      listener=android.app.AlarmManager$ListenerTransport@b3ec61")
    } else {
      line(operation(number, entry.app))
    }
  }

  private mutating func about(_ entry: Entry, _ type: String, _ allowed: Int64) {
    let window = entry.window == 0 ? "0" : span(entry.window)
    let exact = entry.window == 0 ? " exactAllowReason=policy_permission" : ""
    let when = entry.isElapsed ? span(to: entry.time) : local(entry.time)
    let vendor = entry.delay == 0 ? "" : " power_pending=\(span(to: allowed))"
    line("      tag=\(entry.tag)")
    line(
      "      type=\(type) origWhen=\(when) window=\(window)\(exact) repeatInterval=0 count=0"
        + " flags=0x\(entry.window == 0 ? 5 : 0)")
    line(
      "      policyWhenElapsed: requester=\(span(to: entry.time)) app_standby=-54s377ms"
        + " device_idle=-- battery_saver=--\(vendor)")
    line(
      "      whenElapsed=\(span(to: allowed)) maxWhenElapsed=\(span(to: allowed + entry.window))")
  }

  private func operation(_ number: Int, _ app: String) -> String {
    "      operation=PendingIntent{\(hex(0xBB_21D00 + UInt64(number))): PendingIntentRecord{"
      + "\(hex(0x82_6EA00 + UInt64(number))) \(app) broadcastIntent}}"
  }

  /// What stands behind the alarms that wait: histories, and alarms told again.
  private mutating func tail(of snapshot: StateSnapshot, _ own: [Entry]) {
    let gone = snapshot.schedules?.compactMap(\.lastRunAt).max() ?? now - .hour
    line("")
    line("  LazyAlarmStore stats:")
    line("    GET_COUNT: count=0, total=0.0ms, avg=0.000ms, max calls/s=0 max dur/s=0.0ms")
    line("")
    line("  Pending user blocked background alarms: ")
    line("    none")
    line("")
    line("  Pending alarms per uid: [u0a123:\(own.count), 1000:1]")
    line("")
    line("  App Alarm history:")
    line("    \(Self.app), u0: -1h2m3s4ms")
    line("")
    // It names an alarm that went off.
    line(
      "  Next wake from idle: Alarm{2ef42ff type 0 origWhen \(gone / .millisecond) whenElapsed"
        + " \(elapsed(at: gone)) \(Self.app)}")
    about(Entry(time: gone), "RTC_WAKEUP", gone)
    line(operation(99, Self.app))
    line("")
    line("  Past-due non-wakeup alarms: (none)")
    line("    Number of delayed alarms: 5, total delay time: +3m0s0ms")
    line("")
    line("  Removal history: ")
    line("    u0a123:")
    line(
      "      #1: [tag=\(Self.tag) REASON=pi_cancelled ELAPSED=-1m0s0ms RTC=\(local(now - .minute))]"
    )
    line(
      "      RTC_WAKEUP #2: Alarm{2ef42fe type 0 origWhen \((now + .hour) / .millisecond)"
        + " whenElapsed \(elapsed(at: now + .hour)) \(Self.app)}")
    line("")
    line("  Alarm Stats:")
    line("  u0a123:\(Self.app) +642ms running, 10 wakeups:")
    line("    +642ms 10 wakes 10 alarms, last -2m3s0ms:")
    line("      \(Self.tag)")
  }

  // MARK: Words

  private mutating func line(_ words: String) { text += words + "\n" }

  private func hex(_ number: UInt64) -> String {
    var bytes: [UInt8] = []
    bytes.append(hex: number)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func elapsed(at time: Int64) -> Int64 { elapsed + (time - now) / .millisecond }

  /// A time by the wall clock of the device, as `2025-11-14 05:53:00.000`.
  private func local(_ time: Int64) -> String {
    let text = InstantText.iso(time + zone.offset(at: time))
    let wall = WallClock(time + zone.offset(at: time))
    return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + "."
      + NumberText.padded(wall.micros / .millisecond, to: 3)
  }

  private func span(to time: Int64) -> String { span(time - now) }

  /// A span in the words of Android: `+1d0h3m0s5ms`.
  private func span(_ length: Int64) -> String {
    var rest = length.magnitude / 1000
    if rest == 0 { return "0" }
    var text = length < 0 ? "-" : "+"
    let units: [(String, UInt64)] = [
      ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]
    for (name, unit) in units where rest >= unit || text.count > 1 || unit == 1 {
      text += "\(rest / unit)\(name)"
      rest %= unit
    }
    return text
  }
}

extension StateSnapshot {
  /// The alarms that the system holds for the plugin: a fetch is work of WorkManager, which sets none.
  package var setAlarms: [Alarm] {
    let fetches = Set((schedules ?? []).filter { $0.kind == .fetch }.map(\.id))
    return (alarms ?? []).filter { !fetches.contains($0.scheduleId) }
  }
}
