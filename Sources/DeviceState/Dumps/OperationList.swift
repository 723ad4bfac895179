/// What `appops get` printed: the operations of an app that the user or the system allowed or refused.
struct OperationList {
  private(set) var line = 0
  private(set) var exactAlarms: Bool?
  private(set) var mayNotify: Bool?

  /// A line such as `SCHEDULE_EXACT_ALARM: allow; time=+1d2h3m4s5ms ago`.
  struct Operation {
    let isAlarm: Bool
    /// Whether it is allowed; nil where the system's own choice holds.
    let isAllowed: Bool?

    init?(_ line: DumpLine) {
      guard line.indent <= 2 else { return nil }
      let text = line.text.dropping("Uid mode: ") ?? line.text
      let value: DumpText
      if let rest = text.dropping("SCHEDULE_EXACT_ALARM: ") {
        (isAlarm, value) = (true, rest)
      } else if let rest = text.dropping("POST_NOTIFICATION: ") {
        (isAlarm, value) = (false, rest)
      } else {
        return nil
      }
      let mode = value.before(";").trimmed
      if mode.equals("allow") || mode.equals("foreground") {
        isAllowed = true
      } else if mode.equals("deny") || mode.equals("ignore") {
        isAllowed = false
      } else if mode.equals("default") {
        isAllowed = nil
      } else {
        return nil
      }
    }
  }

  /// Reads the lines; what holds for all packages of a user id stands first, and comes first.
  init(_ lines: DumpLines) {
    for line in lines {
      guard let operation = Operation(line) else { continue }
      if self.line == 0 { self.line = line.number }
      if operation.isAlarm {
        exactAlarms = exactAlarms ?? operation.isAllowed
      } else {
        mayNotify = mayNotify ?? operation.isAllowed
      }
    }
  }

  func row(app: String?) -> StateRow {
    var row = StateRow("app_condition", line: line)
    row["app"] = app.map { .text($0) }
    row["exactAlarms"] = exactAlarms.map { .bool($0) }
    row["mayNotify"] = mayNotify.map { .bool($0) }
    return row
  }
}
