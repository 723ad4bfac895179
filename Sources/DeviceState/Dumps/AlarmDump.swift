/// What `dumpsys alarm` printed: the clock of the device and the alarms that the system holds.
struct AlarmDump {
  private(set) var clock: AlarmClock?
  private(set) var entries: [AlarmEntry] = []
  /// The sentence that says what the first list lacks that is not whole.
  private(set) var gap: String?
  private(set) var hasQueue = false
  /// Whether the line that every such dump begins with is there.
  private(set) var isBegun = false
  /// Whether its clock is a local time alone, as Android 4.0 to 4.3 write it.
  private(set) var isLocal = false

  private var list: AlarmList?
  /// Whether the lines belong to the last alarm.
  private var isInEntry = false

  init(_ lines: DumpLines) {
    for line in lines where !line.text.isEmpty { take(line) }
    end(isFollowed: false)
  }

  private mutating func take(_ line: DumpLine) {
    if clock == nil { clock = AlarmClock(line.text) }
    if clock == nil, line.text.hasPrefix("Realtime wakeup (now=") { isLocal = true }
    if line.text.hasPrefix("Current Alarm Manager state:") { isBegun = true }
    if let next = AlarmList(line) {
      end(isFollowed: true)
      list = next
      if next.isQueue { hasQueue = true }
      return
    }
    guard list != nil else { return }
    if let entry = AlarmEntry(line) {
      entries.append(entry)
      list?.take(entry)
      isInEntry = true
    } else if list?.takeBatch(line.text) == true {
      isInEntry = false
    } else if list?.isEnded(by: line) == true || Self.isHeading(line.text) {
      end(isFollowed: true)
    } else if isInEntry, !entries.isEmpty {
      entries[entries.count - 1].take(line.text)
    }
  }

  private mutating func end(isFollowed: Bool) {
    let isComplete = !isInEntry || entries.last?.isComplete ?? true
    if gap == nil { gap = list?.gap(isFollowed: isFollowed, isLastComplete: isComplete) }
    // Of an alarm that the text ends in, the tag may be half of one.
    if !isFollowed, !isComplete { entries.removeLast() }
    list = nil
    isInEntry = false
  }

  /// Whether a line begins a part that lists no alarms, also where a paste lost its blanks.
  private static func isHeading(_ text: DumpText) -> Bool {
    let headings = [
      "Next wake from idle:", "Past-due non-wakeup alarms:", "Number of delayed alarms:",
      "Pending alarms per uid:", "App Alarm history:", "Outstanding deliveries:",
      "Broadcast ref count:", "Removal history:", "Recent problems", "Top Alarms:", "Alarm Stats:",
      "Idle mode state:", "Allow while idle",
    ]
    return headings.contains { text.hasPrefix($0) }
  }
}
