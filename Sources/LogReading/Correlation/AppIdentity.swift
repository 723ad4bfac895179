/// What is known of the plugin's own app, to tell whose a line is that any program may write.
///
/// Learned from lines of the plugin, from lines of the system that say which app a process number
/// belongs to, and from options. Of each the last few are kept, so that memory does not grow.
struct AppIdentity: Sendable, Codable {
  /// A name of the app: of its process, its package or its bundle.
  private struct Name: Sendable, Equatable, Codable {
    var text: String
    /// Longer names that go on with a dot are the app's too: a bundle of which an id told a part.
    var isPrefix: Bool
  }

  /// A process, and a name that the system gave it.
  private struct Link: Sendable, Codable {
    var pid: Int32
    var name: String
    /// The user of Android that it runs for, where the line says so.
    var user: Int64?
    /// The first line that names both.
    var line: UInt64
    /// The process began under that name: what else is said of a number may be of an earlier process.
    var isBegun: Bool
  }

  private static let pidLimit = 64
  private static let nameLimit = 16
  private static let linkLimit = 64
  /// What packages of the plugin itself, and of its test apps, are named by.
  private static let pluginName = "dailynotification"

  private var pids: [Int32] = []
  private var names: [Name] = []
  /// The apps that have the plugin.
  private(set) var apps = PluginApps()
  /// Processes that pass lines of the app on, as a collector of logs.
  private var carriers: [Int32] = []
  /// What lines of the system said of processes, whosever they are.
  private var links: [Link] = []
  /// The process of the last line of the plugin.
  private(set) var lastPid: Int32 = -1
  /// A line with a mark of the plugin shows which process writes such lines.
  private(set) var isShownByTag = false
  /// Heads of the app's lines name its process.
  private(set) var hasProcessName = false
  /// How many lines without a process number are looked at for a name.
  private var nameTries = 4
  /// The task that a line of the plugin named last.
  private(set) var lastTaskId = ""
  /// Something was learned since lines were looked at.
  private(set) var hasNews = false

  /// Whether anything tells the app.
  var isKnown: Bool { !pids.isEmpty || !names.isEmpty }

  func owns(pid: Int32) -> Bool { pid >= 0 && pids.contains(pid) }

  func isCarrier(pid: Int32) -> Bool { pid >= 0 && carriers.contains(pid) }

  func owns(name: String) -> Bool {
    let plain = Self.plain(name)
    if plain.isEmpty || apps.isOther(plain) { return false }
    if plain.lowercased().contains(Self.pluginName) { return true }
    return names.contains { known in
      plain == known.text || plain.hasPrefix(known.text + ":")
        || known.isPrefix && plain.hasPrefix(known.text + ".")
    }
  }

  /// Whether a text names the app: by a name with dots, which no other word is.
  func isNamed(in text: Span<UInt8>) -> Bool {
    names.contains { known in
      let name = known.text.utf8.span
      guard Self.isDotted(known.text), let found = text.firstRange(of: name, in: text.indices)
      else { return false }
      return !text.peek(found.lowerBound - 1).isNamePart && !text.peek(found.upperBound).isNamePart
    }
  }

  /// Takes a name that somebody stated.
  mutating func state(_ name: String) {
    add(Name(text: Self.plain(name), isPrefix: true))
    apps.state(Self.plain(name))
  }

  /// What the process of a line of the plugin tells.
  enum Lesson {
    case nothing
    /// Its head has a name that is news.
    case name
    /// It is of another app than the one that is judged.
    case otherApp
  }

  /// Takes the process of a line of the plugin.
  @inline(__always)
  mutating func learn(processOf event: Event, _ chunk: Span<UInt8>) -> Lesson {
    (event.pid >= 0 ? event.pid != lastPid : nameTries > 0) ? learnName(of: event, chunk) : .nothing
  }

  private mutating func learnName(of event: Event, _ chunk: Span<UInt8>) -> Lesson {
    if event.pid < 0 {
      nameTries -= 1
    } else if owns(pid: event.pid) {
      learn(pid: event.pid)
      learn(userOf: event.pid)
      return .nothing
    }
    let name = event.writerName(in: chunk)
    if event.pid >= 0 {
      let begun = links.last { $0.pid == event.pid && $0.isBegun }?.name
      let told = begun ?? name.map { Self.plain($0) }
      if let told, !apps.take(told, pid: event.pid, isAndroid: event.container.isAndroid) {
        return .otherApp
      }
      learn(pid: event.pid)
      learn(userOf: event.pid)
    }
    // The record that carries a line is no head, in which others would be named too.
    if let name { learn(name: name, isInHead: event.namesProcess || !event.container.isRecord) }
    if let carrier = event.line(in: chunk).carrierPid, carrier != event.pid {
      learn(carrier: carrier)
    }
    return name == nil ? .nothing : .name
  }

  private mutating func learn(userOf pid: Int32) {
    if let user = links.last(where: { $0.pid == pid && $0.isBegun })?.user { apps.take(user: user) }
  }

  /// Whether a line is of another app than the one that is judged.
  @inline(__always)
  mutating func leavesOut(_ event: Event) -> Bool { apps.hasOthers && apps.leavesOut(event.pid) }

  /// Takes a line with which a process starts the plugin.
  mutating func learn(startOf event: Event, _ chunk: Span<UInt8>) {
    guard let name = event.writerName(in: chunk) else { return }
    apps.takeStart(of: event.pid, Self.plain(name))
  }

  /// Takes the process of a line of the plugin.
  mutating func learn(pid: Int32) {
    lastPid = pid
    add(pid)
  }

  /// Takes the name of such a process.
  mutating func learn(name: String, isInHead: Bool = true) {
    if isInHead { hasProcessName = true }
    add(Name(text: Self.plain(name), isPrefix: false))
  }

  /// Takes the process that passed such a line on.
  mutating func learn(carrier: Int32) {
    guard !carriers.contains(carrier) else { return }
    carriers.append(carrier)
    if carriers.count > Self.nameLimit { carriers.removeFirst() }
  }

  /// Takes an id of a task, which begins with the app's bundle.
  mutating func learn(taskId: String) {
    if taskId == lastTaskId { return }
    lastTaskId = taskId
    let parts = taskId.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts.allSatisfy({ !$0.isEmpty }) else { return }
    add(Name(text: parts.dropLast().joined(separator: "."), isPrefix: true))
  }

  /// Takes what a line of the system says of a process.
  ///
  /// - Parameter begins: The process begins here, so that the number was another's before.
  mutating func link(
    pid: Int32, name: String, user: Int64? = nil, at line: UInt64, begins: Bool, isAndroid: Bool
  ) {
    let name = Self.plain(name)
    guard pid >= 0, !name.isEmpty else { return }
    if begins { apps.forget(pid) }
    if owns(name: name), !apps.differs(name, isAndroid: isAndroid) {
      add(pid)
    } else if begins {
      pids.removeAll { $0 == pid }
      if lastPid == pid { lastPid = -1 }
    } else if owns(pid: pid) {
      add(Name(text: name, isPrefix: false))
    }
    let known = begins ? nil : links.last { $0.pid == pid && $0.name == name }
    links.removeAll { $0.pid == pid }
    links.append(
      Link(
        pid: pid, name: name, user: user ?? known?.user, line: known?.line ?? line,
        isBegun: begins || known?.isBegun == true))
    if links.count > Self.linkLimit { links.removeFirst() }
  }

  /// Whether all processes of the app that have a name run for other users of Android than this one.
  func isOfOthers(_ user: Int64, name: String) -> Bool {
    let plain = Self.plain(name)
    let users = links.filter { $0.name == plain && owns(pid: $0.pid) }.map(\.user)
    return user >= 0 && !users.isEmpty && users.allSatisfy { $0 != nil && $0 != user }
  }

  /// The process of the app that lines of the system named last before a line: what that says of the app
  /// befell none that came later.
  func pid(ofName name: String, before line: UInt64) -> Int32? {
    let plain = Self.plain(name)
    return links.last { $0.name == plain && $0.line <= line && owns(pid: $0.pid) }?.pid
  }

  /// Notes that what was learned last is of a line with a mark of the plugin.
  mutating func markShownByTag() { isShownByTag = true }
  mutating func markSeen() { hasNews = false }
  mutating func markNews() { hasNews = true }

  private mutating func add(_ pid: Int32) {
    guard pid >= 0, !pids.contains(pid) else { return }
    pids.append(pid)
    if pids.count > Self.pidLimit { pids.removeFirst() }
    hasNews = true
    if let link = links.last(where: { $0.pid == pid }) {
      add(Name(text: link.name, isPrefix: false))
    }
  }

  private mutating func add(_ name: Name) {
    guard !name.text.isEmpty, !names.contains(name) else { return }
    names.append(name)
    if names.count > Self.nameLimit { names.removeFirst() }
    hasNews = true
    for link in links where owns(name: link.name) { add(link.pid) }
  }

  /// A name without what the system puts around it: `UIKitApplication:com.example[1a2b]`.
  private static func plain(_ name: String) -> String {
    var rest = name.utf8[...]
    let prefix = "UIKitApplication:".utf8
    if rest.starts(with: prefix) { rest = rest.dropFirst(prefix.count) }
    let end = rest.firstIndex { byte in
      byte <= 0x20 || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(")
        || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "'")
    }
    return String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
  }

  private static func isDotted(_ name: String) -> Bool {
    name.utf8.count { $0 == UInt8(ascii: ".") } >= 2
  }
}

extension UInt8 {
  /// A byte of names such as `com.example.app`.
  fileprivate var isNamePart: Bool {
    isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
}
