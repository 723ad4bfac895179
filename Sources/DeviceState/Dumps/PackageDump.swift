/// What `dumpsys package` tells of packages that notifications depend on.
struct PackageDump {
  private(set) var packages: [Package] = []

  struct Package {
    let name: String
    let line: Int
    var isStopped: Bool?
    var mayNotify: Bool?
    var exactAlarms: Bool?
    /// Whether the permission to set exact alarms at the user's choice is named.
    var asksForExactAlarms = false
  }

  private var indent = 0
  private var isInPackage = false
  /// The system's own copies of packages that were updated since: they tell nothing of now.
  private var isHidden = false
  /// The number of the user whose properties are read, and nil before the first.
  private var user: Int64?

  init(_ lines: DumpLines) {
    for line in lines where !line.text.isEmpty { take(line) }
  }

  /// The name in `Package [com.example.daily] (a1b2c3d):`.
  static func name(_ text: DumpText) -> DumpText? {
    guard let rest = text.dropping("Package ["), text.last == UInt8(ascii: ":") else { return nil }
    let name = rest.before("]")
    return name.isEmpty || name.count == rest.count ? nil : name
  }

  private mutating func take(_ line: DumpLine) {
    if let name = Self.name(line.text) {
      isInPackage = !isHidden
      indent = line.indent
      user = nil
      if isInPackage { packages.append(Package(name: name.string, line: line.number)) }
    } else if line.text.equals("Packages:") || line.text.equals("Hidden system packages:") {
      isHidden = !line.text.equals("Packages:")
      isInPackage = false
    } else if line.indent <= indent {
      isInPackage = false
    } else if isInPackage, !packages.isEmpty {
      var package = packages.removeLast()
      take(line.text, in: &package)
      packages.append(package)
    }
  }

  private mutating func take(_ text: DumpText, in package: inout Package) {
    if let rest = text.dropping("User "), let number = rest.leadingInteger {
      user = number
      if number == 0 { package.isStopped = package.isStopped ?? text.member("stopped")?.truth }
    } else if let permission = text.dropping("android.permission."),
      let value = permission.member("granted")?.before(",").truth, (user ?? 0) == 0
    {
      let name = permission.before(":")
      if name.equals("POST_NOTIFICATIONS") {
        package.mayNotify = package.mayNotify ?? value
      } else if name.equals("USE_EXACT_ALARM"), value {
        package.exactAlarms = true
      } else if name.equals("SCHEDULE_EXACT_ALARM") {
        package.asksForExactAlarms = true
      }
    }
  }
}

extension PackageDump.Package {
  var row: StateRow {
    var row = StateRow("app_condition", line: line)
    row["app"] = .text(name)
    row["isStopped"] = isStopped.map { .bool($0) }
    row["mayNotify"] = mayNotify.map { .bool($0) }
    row["exactAlarms"] = exactAlarms.map { .bool($0) }
    return row
  }

  /// Says what the permission leaves open: the system asks the app operation, which the user sets, and a
  /// dump can say `granted=false` where that one allows it.
  var note: String? {
    guard asksForExactAlarms, exactAlarms == nil else { return nil }
    return "Whether \(name) may set exact alarms is told by `adb shell appops get \(name)` alone"
  }
}

extension ArraySlice<UInt8> {
  fileprivate var truth: Bool? {
    equals("true") ? true : equals("false") ? false : nil
  }
}
