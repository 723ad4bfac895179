internal import TextWriting
internal import YAMLReading

/// Reads the settings that an iOS app keeps in its UserDefaults, as they were exported.
///
/// Values are not told, since they may be personal, but for the payloads, of which rules ask.
enum SettingsReader {
  /// One setting of an export.
  struct Setting {
    var key: String
    var kind: String
    /// The bytes or the object of a payload.
    var payload: Payload = .none
  }

  enum Payload {
    case none
    case bytes([UInt8])
    case node(YAMLNode)
  }

  private static let artifactKey = "DNP_TestRunArtifact"

  static func isSettings(_ node: YAMLNode) -> Bool {
    guard case .mapping(let entries) = node.content else { return false }
    return entries.contains { $0.key.hasPrefix("DNP_") }
  }

  static func state(of node: YAMLNode, path: String) throws(StateError) -> DeviceState {
    guard case .mapping(let entries) = node.content else {
      return try state(of: [Setting](), path: path)
    }
    let settings = entries.map { entry in
      var setting = Setting(key: entry.key, kind: entry.value.kindInJSON)
      if let text = entry.value.plainText, setting.kind == "text" {
        setting.payload = .bytes(Array(text.utf8))
      } else {
        setting.payload = .node(entry.value)
      }
      return setting
    }
    return try state(of: settings, path: path)
  }

  static func state(of settings: [Setting], path: String) throws(StateError) -> DeviceState {
    let own = settings.filter { isOwn($0.key) }.sorted { $0.key < $1.key }
    if own.isEmpty { throw foreign(settings, path) }
    var state = DeviceState(.settings, path: path)
    state.platform = "ios"
    let file = FileName.last(of: path)
    var rows: [StateRow] = []
    var payloads: [StateRow] = []
    var held = StateRow("settings_held", line: 1)
    var counts: [String: Int64] = [:]
    for setting in own {
      let purpose = purpose(of: setting.key)
      counts[purpose, default: 0] += 1
      var row = StateRow("stored_setting", line: rows.count + 1)
      row["key"] = .text(setting.key)
      row["valueKind"] = .text(setting.kind)
      row["purpose"] = .text(purpose)
      rows.append(row)
      if let id = CachedPayload.scheduleId(in: setting.key) {
        payloads.append(payload(of: setting, id, line: payloads.count + 1))
      }
      if setting.key == artifactKey {
        state.notes.append(
          "The record of a test run that it holds is judged where --testrun names this file")
      }
    }
    for (purpose, member) in [
      ("settings", "settingKeys"), ("last fetch", "fetchKeys"), ("tasks", "taskKeys"),
    ] { held[member] = .int(counts[purpose] ?? 0) }
    state.tables = [StateTable(file, rows: [held]), StateTable("\(file):settings", rows: rows)]
    if !payloads.isEmpty { state.tables.append(StateTable("\(file):payloads", rows: payloads)) }
    let others = settings.count - own.count
    if others > 0 {
      let words = others == 1 ? "1 setting of another part" : "\(others) settings of other parts"
      state.notes.append(words + " of the app \(others == 1 ? "is" : "are") left out")
    }
    return state
  }

  private static func payload(of setting: Setting, _ id: String, line: Int) -> StateRow {
    switch setting.payload {
    case .bytes(let bytes): CachedPayload.row(of: bytes, scheduleId: id, line: line)
    case .node(let node): CachedPayload.row(of: node, scheduleId: id, line: line)
    case .none: CachedPayload.row(of: [UInt8](), scheduleId: id, line: line)
    }
  }

  /// Whether a key is one of the plugin, by the names that it gives its keys.
  private static func isOwn(_ key: String) -> Bool {
    if key.hasPrefix("DNP_") { return true }
    let plain = key.lowercased().replacing("_", with: "").replacing(".", with: "")
    return plain.contains("dailynotification") || plain.contains("timesafari")
  }

  private static func purpose(of key: String) -> String {
    if key.hasPrefix(CachedPayload.keyPrefix) { return "content" }
    if key == artifactKey { return "test run" }
    let plain = key.lowercased().replacing("_", with: "")
    if plain.contains("task") { return "tasks" }
    if plain.contains("last"), plain.contains("fetch") { return "last fetch" }
    if plain.contains("setting") || plain.contains("config") || plain.contains("preference") {
      return "settings"
    }
    return "other"
  }

  private static func foreign(_ settings: [Setting], _ path: String) -> StateError {
    let keys = settings.map(\.key).sorted()
    let shown = keys.prefix(5).joined(separator: ", ") + (keys.count > 5 ? " and others" : "")
    return StateError(
      path,
      "is a property list without any key of the plugin: "
        + (keys.isEmpty ? "it has no key at all" : "it has \(shown)"),
      advice:
        "name the export of the app's UserDefaults, whose keys begin with DNP_, or its Info.plist")
  }
}
