/// An alarm of a dump that has a place in a queue, from its line `RTC_WAKEUP #2: Alarm{…}` on.
struct AlarmEntry {
  let line: Int
  let indent: Int
  /// Whether its time counts from the start of the device.
  let isElapsed: Bool
  let app: DumpText
  private let id: DumpText
  /// The number behind `when` or `origWhen`: milliseconds since 1970, or since the start.
  private let when: Int64?

  private(set) var tag: DumpText?
  /// The milliseconds that it may be late.
  private(set) var window: Int64?
  /// Whether the line that ends an alarm was read.
  private(set) var isComplete = false
  private var record: DumpText?
  private var whenText: DumpText?
  /// The milliseconds from the start of the device to the alarm, where its own line has none.
  private var whenElapsed: Int64?
  /// The milliseconds until the time that was asked for.
  private var requested: Int64?
  /// The milliseconds until the latest time that the system's policies push it to.
  private var allowed: Int64?

  init?(_ line: DumpLine) {
    let type = line.text.prefix { $0 != UInt8(ascii: " ") }
    let isType = type.allSatisfy {
      $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.lowercased != $0
    }
    guard !type.isEmpty, isType, let queue = line.text[type.endIndex...].dropping(" #"),
      let inside = queue.drop(while: \.isDigit).dropping(": Alarm{"), queue.first?.isDigit == true,
      let end = inside.lastIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let words = inside[..<end].split(separator: UInt8(ascii: " "))
    guard let id = words.first, let app = words.last, words.count > 1 else { return nil }
    self.line = line.number
    indent = line.indent
    isElapsed = type.hasPrefix("ELAPSED")
    self.id = id
    self.app = app
    let name = words.firstIndex { $0.equals("when") || $0.equals("origWhen") }
    when = name.flatMap { $0 + 1 < words.count ? words[$0 + 1].integer : nil }
  }

  /// Reads one of the lines below; the first that tells a thing counts.
  mutating func take(_ text: DumpText) {
    if let value = text.dropping("tag=") {
      tag = tag ?? value
    } else if text.hasPrefix("type=") || text.hasPrefix("whenElapsed=") {
      takeTimes(text)
      takeWindow(text)
    } else if text.hasPrefix("window=") {
      takeWindow(text)
    } else if let policies = text.dropping("policyWhenElapsed:") {
      takePolicies(policies)
    } else if let operation = text.dropping("operation=") {
      isComplete = isComplete || operation.last == UInt8(ascii: "}")
      record = record ?? operation.behind("PendingIntentRecord{")?.firstWord
    } else if text.hasPrefix("listener=") {
      isComplete = true
    }
  }

  private mutating func takeTimes(_ text: DumpText) {
    whenText = whenText ?? text.member("when") ?? text.member("origWhen")
    requested = requested ?? text.member("expectedWhenElapsed")?.milliseconds
    if let value = text.member("whenElapsed") {
      // Android 4.4 writes the time itself, later ones the span until then.
      if let span = value.milliseconds { allow(span) } else { whenElapsed = value.integer }
    }
  }

  private mutating func takeWindow(_ text: DumpText) {
    guard window == nil, let value = text.member("window"),
      let length = value.milliseconds ?? value.integer
    else { return }
    // Android 4.4 writes -1 for one that it chooses by itself.
    if length >= 0 { window = length }
  }

  /// Reads `requester=+1m42s567ms app_standby=-54s377ms device_idle=--`, and what vendors add.
  private mutating func takePolicies(_ text: DumpText) {
    for word in text.split(separator: UInt8(ascii: " ")) {
      guard let span = word.behind("=")?.milliseconds else { continue }
      if word.hasPrefix("requester=") { requested = requested ?? span } else { allow(span) }
    }
  }

  private mutating func allow(_ span: Int64) { allowed = max(allowed ?? span, span) }
}

extension AlarmEntry {
  /// The instant that was asked for.
  func triggerAt(_ clock: AlarmClock) -> Int64? {
    let after = (whenText?.milliseconds ?? requested).flatMap(clock.instant(after:))
    if isElapsed {
      return (when ?? whenElapsed).flatMap(clock.instant(elapsed:)) ?? after
    }
    // The text of Android 2 is a number of milliseconds since 1970, as is what the line has.
    return (when ?? whenText?.integer).flatMap(DumpInstant.micros(ofMilliseconds:)) ?? after
  }

  /// The instant at which the system lets it fire, where its policies push that beyond what was asked
  /// for.
  func firesAt(_ clock: AlarmClock) -> Int64? {
    guard let requested, let allowed, allowed > requested else { return nil }
    return clock.instant(after: allowed)
  }

  /// What two lines of the same alarm share.
  func identity(_ clock: AlarmClock) -> Identity {
    Identity(record: record ?? id, time: triggerAt(clock))
  }

  struct Identity: Hashable {
    let record: DumpText
    let time: Int64?
  }
}
