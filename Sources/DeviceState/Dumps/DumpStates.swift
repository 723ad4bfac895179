/// The states of a text, made of its sections.
struct DumpStates {
  private(set) var states: [DeviceState] = []

  private let path: String
  private let isReport: Bool
  /// Packages of the plugin's app: those known before, and those that the alarms tell.
  private var apps: Set<String>

  init(_ dump: DumpSections, path: String, apps: Set<String>) throws(StateError) {
    self.path = path
    self.apps = apps
    isReport = dump.isReport
    // The alarms come first, since they tell which apps the other sections are read for.
    var found: [(place: Int, state: DeviceState)] = []
    for (place, section) in dump.sections.enumerated() where section.kind == .alarms {
      if let state = try alarms(section) { found.append((place, state)) }
    }
    for (place, section) in dump.sections.enumerated() {
      if let state = other(section) { found.append((place, state)) }
    }
    states = found.sorted { $0.place < $1.place }.map(\.state)
    nameTables()
  }

  private func other(_ section: DumpSection) -> DeviceState? {
    switch section.kind {
    case .alarms: nil
    case .notifications: notifications(section)
    case .packages: packages(section)
    case .jobs: jobs(section)
    case .operations: operations(section)
    }
  }

  /// Names each list by the file, and by its kind too where the file holds several.
  private mutating func nameTables() {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    for index in states.indices where !states[index].tables.isEmpty {
      let list = states[index].tables[0].name
      states[index].tables[0].name = states.count == 1 ? file : "\(file):\(list)"
    }
  }

  private func state(_ kind: DeviceState.Kind, _ list: String, _ rows: [StateRow]) -> DeviceState {
    var state = DeviceState(kind, path: path)
    state.platform = "android"
    state.tables = [StateTable(list, rows: rows)]
    return state
  }

  private mutating func alarms(_ section: DumpSection) throws(StateError) -> DeviceState? {
    let dump = AlarmDump(section.lines)
    guard let clock = dump.clock else {
      // A service that did not answer in time leaves a section without a dump.
      if dump.isBegun { throw clockless(dump, section) }
      return nil
    }
    let alarms = AlarmRows(dump.entries, clock: clock, apps: apps)
    apps = alarms.apps
    var state = state(.alarmDump, "alarms", alarms.rows)
    state.takenAt = .instant(clock.now)
    state.utcOffset = clock.utcOffset
    state.notes = alarms.notes
    state.gap =
      dump.hasQueue ? dump.gap : "The dump is cut: it holds no list of the alarms that wait"
    if dump.hasQueue, dump.gap == nil, alarms.isKnown { state.lists = [.alarms] }
    return state
  }

  private func clockless(_ dump: AlarmDump, _ section: DumpSection) -> StateError {
    if dump.isLocal {
      return StateError(
        path, line: section.line,
        "this is `dumpsys alarm` of Android 4.0 to 4.3, which tells only the local time",
        advice: "take the dump on Android 4.4 or later")
    }
    return StateError(
      path, line: section.line,
      "this is `dumpsys alarm` without the line of its clock, nowRTC=",
      advice: "save the whole dump: adb shell dumpsys alarm > alarms.txt")
  }

  private func notifications(_ section: DumpSection) -> DeviceState? {
    let dump = NotificationDump(section.lines)
    guard dump.isWhole || !dump.records.isEmpty else { return nil }
    let own = dump.records.filter { apps.contains($0.app.string) || $0.isPlugin }
    var state = state(.notificationDump, "delivered", own.map(\.row))
    if dump.isWhole {
      state.lists = [.delivered]
    } else {
      state.gap = "The list of notifications is cut: the text ends within it"
    }
    return state
  }

  private func packages(_ section: DumpSection) -> DeviceState? {
    let all = PackageDump(section.lines).packages
    // A dump of one package was taken for that package; other dumps hold the apps of strangers.
    let own = !isReport && all.count == 1 ? all : all.filter { apps.contains($0.name) }
    guard !own.isEmpty else { return nil }
    var state = state(.packageDump, "packages", own.map(\.row))
    state.notes = own.compactMap(\.note)
    return state
  }

  private func jobs(_ section: DumpSection) -> DeviceState? {
    let dump = JobDump(section.lines)
    guard dump.hasList else { return nil }
    let own = dump.jobs.filter { apps.contains($0.app.string) }
    var state = state(.jobDump, "jobs", own.map(\.row))
    if let gap = dump.gap {
      state.gap = gap
    } else if apps.isEmpty {
      state.notes.append("No app is known whose jobs these could be: name the app to find its own")
    } else {
      state.lists = [.jobs]
    }
    return state
  }

  private func operations(_ section: DumpSection) -> DeviceState? {
    if isReport { return nil }
    let list = OperationList(section.lines)
    guard list.line > 0 else { return nil }
    let app = section.namedApp ?? (apps.count == 1 ? apps.first : nil)
    var state = state(.operationList, "operations", [list.row(app: app)])
    if app == nil {
      state.notes.append("The operations name no app: name it to tell whose they are")
    }
    return state
  }
}
