internal import TextWriting
internal import YAMLReading

/// Reads the state that an app or a test harness wrote itself: `docs/state.md` has its form.
enum SnapshotReader {
  static func state(of document: YAMLNode, path: String) throws(StateError) -> DeviceState {
    do throws(SourceError) {
      return try read(document, path: path)
    } catch {
      throw StateError(path, line: error.location.line, error.message, advice: error.advice)
    }
  }

  private static func read(_ document: YAMLNode, path: String) throws(SourceError) -> DeviceState {
    var state = DeviceState(.snapshot, path: path)
    var units: [StateRow] = []
    for entry in try document.mapping() {
      switch entry.key {
      case "now": state.takenAt = try value(of: entry.value, as: .instant, "now")
      case "platform": state.platform = try entry.value.word(of: ["ios", "android"])
      case "app": state.app = try entry.value.string()
      case "schema", "$schema": continue
      default:
        guard let form = SnapshotForm.all.first(where: { $0.key == entry.key }) else {
          state.notes.append(try note(of: entry, among: SnapshotForm.all.map(\.key) + ["now"]))
          continue
        }
        // Some writers say null for what they do not know.
        if case .scalar("null", isQuoted: false) = entry.value.content { continue }
        state.lists.insert(form.list)
        let table = try rows(of: entry.value, form, notes: &state.notes)
        units += self.units(of: table, form, behind: units.count)
        state.tables.append(StateTable("\(FileName.last(of: path)):\(form.key)", rows: table))
      }
    }
    if state.lists.isEmpty {
      throw document.error(
        "holds no list of a state snapshot",
        advice: "give at least one of " + SnapshotForm.all.map(\.key).joined(separator: ", "))
    }
    guard let takenAt = state.takenAt, takenAt != .null else {
      throw document.error(
        "does not say when it was taken", advice: "add \"now\", in milliseconds since 1970")
    }
    if !units.isEmpty {
      state.tables.append(StateTable("\(FileName.last(of: path)):units", rows: units))
    }
    return state
  }

  /// Tells that a key is left out; one that is nearly a known one is a mistake, since what it holds
  /// would be missed.
  private static func note(
    of entry: YAMLNode.Entry, among known: [String]
  ) throws(SourceError) -> String {
    let advice = Spelling.suggestion(for: entry.key, among: known)
    if advice.hasPrefix("did you mean") {
      throw entry.keyError("unknown key '\(entry.key)'", advice: advice)
    }
    return "The key '\(entry.key)' is not one of a state snapshot and is left out"
  }

  private static func rows(
    of node: YAMLNode, _ form: SnapshotForm, notes: inout [String]
  ) throws(SourceError) -> [StateRow] {
    var rows: [StateRow] = []
    for (index, element) in try node.list().enumerated() {
      var row = StateRow(form.event, line: index + 1)
      for entry in try element.mapping() {
        guard let (name, kind) = form.member(entry.key) else {
          let note = try note(of: entry, among: Array(form.members.keys))
          if !notes.contains(note) { notes.append(note) }
          continue
        }
        row[name] = try value(of: entry.value, as: kind, entry.key)
      }
      if form.list == .alarms, case .text(let tag)? = row["tag"], isOfWorkManager(tag) {
        notes.append("An alarm of WorkManager is left out: it shows no notification")
      } else {
        rows.append(row)
      }
    }
    return rows
  }

  private static func isOfWorkManager(_ tag: String) -> Bool {
    ["ACTION_FORCE_STOP_RESCHEDULE", "ForceStopRunnable", "androidx.work."].contains {
      tag.contains($0)
    }
  }

  private static func units(
    of rows: [StateRow], _ form: SnapshotForm, behind count: Int
  ) -> [StateRow] {
    var found: [StateRow] = []
    for (name, kind) in form.members.sorted(by: { $0.key < $1.key }) where kind == .instant {
      var units = InstantUnits()
      for row in rows { if let value = row[name] { units.count(value) } }
      let row = units.row(table: form.key, column: name, line: count + found.count + 1)
      if let row { found.append(row) }
    }
    return found
  }

  // MARK: Values

  /// The value of a member of a kind; nil for one of which no rule asks.
  private static func value(
    of node: YAMLNode, as kind: SnapshotForm.Kind, _ key: String
  ) throws(SourceError) -> StateValue? {
    if kind == .any { return nil }
    guard case .scalar(let text, let isQuoted) = node.content else {
      throw mistake(node, key, "a single value", "write one value, or leave it out")
    }
    if !isQuoted, text == "null" { return .null }
    switch kind {
    case .any: return nil
    case .text:
      // Ids are numbers in many a store.
      return .text(text)
    case .flag:
      switch (text, isQuoted) {
      case ("true", false), ("1", false): return .bool(true)
      case ("false", false), ("0", false): return .bool(false)
      default: throw mistake(node, key, "true or false", "write true, false, 1 or 0")
      }
    case .number:
      guard !isQuoted, let number = Double(text), number.isFinite else {
        throw mistake(node, key, "a number", "write it without quotes")
      }
      return Int64(text).map(StateValue.int) ?? .double(number)
    case .instant:
      if isQuoted, isISO(text) { return .text(text) }
      if !isQuoted, let number = Double(text) {
        if number == 0 { return .null }
        if InstantUnit(number) != nil {
          return Int64(text).map(StateValue.int) ?? .double(number)
        }
      }
      throw mistake(
        node, key, "an instant",
        "write seconds or milliseconds since 1970, or a text as 2025-11-15T07:00:00Z")
    }
  }

  private static func mistake(
    _ node: YAMLNode, _ key: String, _ wanted: String, _ advice: String
  ) -> SourceError {
    node.error("'\(key)' is not \(wanted)", advice: advice)
  }

  /// Whether a text begins as a date and ends as a zone; the reader of events reads it whole.
  private static func isISO(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ")
    else { return false }
    if bytes.last == UInt8(ascii: "Z") { return true }
    return bytes.suffix(6).contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
  }
}
