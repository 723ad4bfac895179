/// The plugin's alarms of a dump as rows, and what is said of the others.
struct AlarmRows {
  private(set) var rows: [StateRow] = []
  /// The packages whose alarms are the plugin's, with those known before.
  private(set) var apps: Set<String>
  private(set) var notes: [String] = []
  /// Whether the dump tells which alarms are the plugin's.
  private(set) var isKnown = true

  private let clock: AlarmClock
  private var others: [String: Int] = [:]
  private var forceStops: Set<String> = []
  /// WorkManager sets an alarm 3,650 days ahead; nothing else is set for more than nine years.
  private static let farAhead: Int64 = 9 * 365 * 86_400_000_000

  init(_ entries: [AlarmEntry], clock: AlarmClock, apps: Set<String>) {
    self.clock = clock
    self.apps = apps
    let isTagged = entries.isEmpty || entries.contains { $0.tag != nil }
    // Where the app is named, another one that uses the plugin too is none of the user's.
    for entry in entries where apps.isEmpty {
      if let tag = entry.tag.map(PluginNames.bare), PluginNames.own(tag: tag) {
        self.apps.insert(entry.app.string)
      }
    }
    var seen: Set<AlarmEntry.Identity> = []
    let known = Set(self.apps.map { DumpText($0.utf8) })
    for entry in entries where known.contains(entry.app) {
      guard seen.insert(entry.identity(clock)).inserted else { continue }
      if isTagged { take(entry) } else { takeUntagged(entry) }
    }
    if !isTagged, self.apps.isEmpty {
      isKnown = false
      notes.append("The alarms of this release have no tags: name the app to find its own")
    }
    tellOthers()
  }

  private mutating func take(_ entry: AlarmEntry) {
    // An alarm without a tag is cut, and the list says so.
    guard let tag = entry.tag.map(PluginNames.bare) else { return }
    if PluginNames.own(tag: tag) {
      append(entry, tag: tag)
    } else if PluginNames.isForceStopAlarm(tag) {
      forceStops.insert(entry.app.string)
    } else {
      others[entry.app.string, default: 0] += 1
    }
  }

  /// Takes an alarm of Android 4, which tells only the app that set it.
  private mutating func takeUntagged(_ entry: AlarmEntry) {
    if let time = entry.triggerAt(clock), time - clock.now > Self.farAhead {
      forceStops.insert(entry.app.string)
    } else {
      append(entry, tag: nil)
    }
  }

  private mutating func append(_ entry: AlarmEntry, tag: DumpText?) {
    var row = StateRow("set_alarm", line: entry.line)
    row["app"] = .text(entry.app.string)
    row["tag"] = tag.map { .text($0.string) }
    row["triggerAt"] = entry.triggerAt(clock).map { .instant($0) }
    row["window"] = entry.window.map { .int($0) }
    row["firesAt"] = entry.firesAt(clock).map { .instant($0) }
    rows.append(row)
  }

  private mutating func tellOthers() {
    for (app, count) in others.sorted(by: { $0.key < $1.key }) {
      notes.append(
        count == 1
          ? "1 other alarm of \(app) is left out: its tag is not the plugin's"
          : "\(count) other alarms of \(app) are left out: their tags are not the plugin's")
    }
    for app in forceStops.sorted() {
      notes.append(
        "The alarm by which WorkManager notices a force stop of \(app) is left out: it is set ten years"
          + " ahead and shows no notification")
    }
  }
}
