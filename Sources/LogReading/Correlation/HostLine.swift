internal import RuleLanguage

/// A line that any program may write, and whom it is about.
struct HostLine: Sendable, Codable {
  var event: ScopedEvent
  /// The process that it is about, or that wrote it; -1 where it says neither.
  var pid: Int32
  var name: String?
  /// The user of Android for whom that runs, where it says so.
  var user: Int64?
  /// It says whom it is about: then who wrote it does not count.
  var isNamed = false
  var epoch: UInt32
  /// No line behind it says whose it is.
  var isSettled = false
  /// It bears no mark of the plugin, but for its form.
  var isUnmarked: Bool

  /// Neither it nor its head names a process.
  var isOfNobody: Bool { pid < 0 && name == nil }
}

extension AppIdentity {
  /// Whether a line is the app's, by whom it is about or by who wrote it.
  func owns(_ line: HostLine, in store: borrowing EventStore) -> Bool {
    if let user = line.user, let name = line.name, isOfOthers(user, name: name) { return false }
    if line.name.map({ owns(name: $0) }) == true { return true }
    // Numbers are used again: where heads name processes, another name is another process.
    let isOther =
      !line.isNamed && !line.event.event.namesProcess && line.name != nil && hasProcessName
    if owns(pid: line.pid), !isOther { return true }
    return !line.isNamed && isNamed(by: line.event, in: store)
  }

  /// Whether a line names the app, or has words of the plugin.
  func isNamed(
    by event: ScopedEvent, orPlugin: Bool = false, in store: borrowing EventStore
  ) -> Bool {
    guard let bytes = store.bytes(at: event.shown.text, count: Int(event.shown.length)) else {
      return false
    }
    let text = bytes.span
    return isNamed(in: text)
      || orPlugin
        && (text.holdsTagText(in: text.indices)
          || text.firstRange(of: "dailynotification", in: text.indices) != nil)
  }

  /// The process that a line of the app befalls: that which it is about, not the one that wrote it.
  func pid(of line: HostLine) -> Int32 {
    if owns(pid: line.pid) { return line.pid }
    if line.isNamed || line.name.map({ owns(name: $0) }) != true {
      return line.name.flatMap { pid(ofName: $0, before: line.event.event.line) } ?? -1
    }
    // A process of the app wrote it, of which the log shows nothing else so far.
    return line.event.event.pid
  }
}
