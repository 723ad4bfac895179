internal import TextWriting
internal import YAMLReading

/// Reads the state that an app or a test harness wrote itself: `docs/state.md` has its form.
enum SnapshotReader {
  /// Each list of a snapshot, and the event that a row of it becomes.
  private static let lists: [(key: String, list: DeviceState.List, event: String)] = [
    ("schedules", .schedules, "stored_schedule"),
    ("notifications", .notifications, "stored_notification"),
    ("pending", .pending, "pending_notification"),
    ("delivered", .delivered, "delivered_notification"),
    ("alarms", .alarms, "set_alarm"),
    ("receipts", .receipts, "stored_receipt"),
    ("cache", .cache, "stored_content"),
    ("history", .history, "stored_history"),
  ]
  /// Truth values that SQLite, and so an app that copies its rows, writes as 0 and 1.
  private static let flags: Set<String> = [
    "enabled", "repeats", "soundenabled", "vibrationenabled",
  ]

  static func state(of document: YAMLNode, path: String) throws(StateError) -> DeviceState {
    do throws(SourceError) {
      return try read(document, path: path)
    } catch {
      throw StateError(path, line: error.location.line, error.message, advice: error.advice)
    }
  }

  private static func read(_ document: YAMLNode, path: String) throws(SourceError) -> DeviceState {
    var state = DeviceState(.snapshot, path: path)
    for entry in try document.mapping() {
      switch entry.key {
      case "now": state.takenAt = entry.value.stateValue
      case "platform": state.platform = try entry.value.word(of: ["ios", "android"])
      case "app": state.app = try entry.value.string()
      case "schema", "$schema": continue
      default:
        guard let found = lists.first(where: { $0.key == entry.key }) else {
          state.notes.append(try note(of: entry))
          continue
        }
        state.lists.insert(found.list)
        let rows = try rows(of: entry.value, as: found.event)
        state.tables.append(StateTable("\(FileName.last(of: path)):\(found.key)", rows: rows))
      }
    }
    if state.lists.isEmpty {
      throw document.error(
        "holds no list of a state snapshot",
        advice: "give at least one of " + lists.map(\.key).joined(separator: ", "))
    }
    guard state.takenAt != nil else {
      throw document.error(
        "does not say when it was taken", advice: "add \"now\", in milliseconds since 1970")
    }
    return state
  }

  /// Tells that a key is left out; one that is nearly that of a list is a mistake, since its rows
  /// would be missed.
  private static func note(of entry: YAMLNode.Entry) throws(SourceError) -> String {
    let advice = Spelling.suggestion(for: entry.key, among: lists.map(\.key) + ["now", "platform"])
    if advice.hasPrefix("did you mean") {
      throw entry.keyError("unknown key '\(entry.key)'", advice: advice)
    }
    return "The key '\(entry.key)' is not one of a state snapshot and is left out"
  }

  private static func rows(of node: YAMLNode, as event: String) throws(SourceError) -> [StateRow] {
    var rows: [StateRow] = []
    for (index, element) in try node.list().enumerated() {
      var row = StateRow(event, line: index + 1)
      for member in try element.mapping() {
        guard var value = member.value.stateValue else { continue }
        let plain = member.key.lowercased().replacing("_", with: "")
        if flags.contains(plain), value == .int(0) || value == .int(1) {
          value = .bool(value == .int(1))
        }
        row[member.key] = value
      }
      rows.append(row)
    }
    return rows
  }
}
