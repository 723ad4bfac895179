/// The apps whose processes write lines of the plugin.
///
/// A name with a dot is that of a package or a bundle, and each is another app, but for bundles of an app's
/// extensions, which go on with a dot. A name without one is that of a process, and extensions have such names
/// too: there a process counts where it starts the plugin.
struct PluginApps: Sendable, Codable {
  /// A process that starts the plugin.
  private struct Starter: Sendable, Equatable, Codable {
    var pid: Int32
    var name: String
  }

  /// The names of the app that is judged, where somebody stated them.
  private var stated: [String] = []
  private var packages: [String] = []
  private var starters: [Starter] = []
  /// Heads give one process several names: what stands there is not its own.
  private var hasUnsureHeads = false
  /// Processes of apps that are not judged, and the names of these apps.
  private var otherPids: [Int32] = []
  private(set) var others: [String] = []
  /// How many lines of theirs were left out.
  private(set) var leftOut: Int64 = 0
  /// The users of Android for whom processes with lines of the plugin run: each has an app of its own.
  private(set) var users: [Int64] = []

  private static let limit = 64

  mutating func state(_ name: String) { stated.append(name) }

  /// The apps that are judged as if they were one; none or one where all is well.
  var mixed: [String] {
    guard stated.isEmpty else { return [] }
    if packages.count > 1 { return packages }
    var names: [String] = []
    for starter in starters where !names.contains(starter.name) { names.append(starter.name) }
    return hasUnsureHeads ? [] : names
  }

  var hasOthers: Bool { !otherPids.isEmpty }

  /// Whether a line of a process is to be left out; it is counted.
  mutating func leavesOut(_ pid: Int32) -> Bool {
    guard pid >= 0, otherPids.contains(pid) else { return false }
    leftOut += 1
    return true
  }

  /// Whether lines of an app were left out.
  func isOther(_ name: String) -> Bool { others.contains(Self.app(name)) }

  /// Whether a name is that of another app than the one that was stated.
  func differs(_ name: String, isAndroid: Bool) -> Bool {
    let app = Self.app(name)
    let alike = stated.filter { Self.isPackage($0) == Self.isPackage(app) }
    return !alike.isEmpty && !alike.contains { Self.isOf($0, app, isAndroid) }
  }

  /// Takes the name of a process with a line of the plugin; whether it is of the app that is judged. If
  /// not, the line is left out with those that follow.
  mutating func take(_ name: String, pid: Int32, isAndroid: Bool) -> Bool {
    let app = Self.app(name)
    if differs(app, isAndroid: isAndroid) {
      if !others.contains(app), others.count < Self.limit { others.append(app) }
      if otherPids.count < Self.limit { otherPids.append(pid) }
      leftOut += 1
      return false
    }
    if Self.isPackage(app), packages.count < Self.limit,
      !packages.contains(where: { Self.isOf($0, app, isAndroid) || Self.isOf(app, $0, isAndroid) })
    {
      packages.append(app)
    }
    return true
  }

  /// Takes the user for whom a process with lines of the plugin runs.
  mutating func take(user: Int64) {
    if !users.contains(user), users.count < Self.limit { users.append(user) }
  }

  /// Takes a process that starts the plugin, and the name that the head of its line gives.
  mutating func takeStart(of pid: Int32, _ name: String) {
    let starter = Starter(pid: pid, name: Self.app(name))
    guard pid >= 0, !Self.isPackage(starter.name), !starters.contains(starter) else { return }
    if starters.contains(where: { $0.pid == pid }) { hasUnsureHeads = true }
    if starters.count < Self.limit { starters.append(starter) }
  }

  /// Forgets a process: its number is another's now.
  mutating func forget(_ pid: Int32) { otherPids.removeAll { $0 == pid } }

  /// The app of a process that is one of several: `com.example.app:remote`.
  private static func app(_ name: String) -> String {
    String(name.prefix { $0 != ":" })
  }

  /// Whether a name is an app's, or on iOS that of one of its extensions.
  private static func isOf(_ app: String, _ name: String, _ isAndroid: Bool) -> Bool {
    name == app || !isAndroid && isPackage(app) && name.hasPrefix(app + ".")
  }

  private static func isPackage(_ name: String) -> Bool { name.utf8.contains(UInt8(ascii: ".")) }
}
