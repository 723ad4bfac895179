internal import RunAnalysis

/// The tables that are filled as the log is read.
enum EventTables {
  fileprivate typealias Column = QueryTable.Column

  /// What stands before the members of an event.
  private static let leading = [
    Column("run", .integer, "the run: runs.run"),
    Column("sequence", .integer, "the place in the run, from 1, in the order of the log"),
  ]

  static let events = QueryTable(
    name: "events", meaning: "One row for each event, as 'dnplog events' prints them.",
    columns: leading + EventMember.allCases.flatMap(columns) + [
      Column("scheduleId", .text, "of the fields", from: "fields ->> 'scheduleId'"),
      Column("notificationId", .text, "of the fields", from: "fields ->> 'notificationId'"),
    ])

  /// The column of a member among those of the events; milliseconds follow the time.
  static func column(of member: EventMember) -> Int {
    leading.count + member.rawValue + (member.rawValue > EventMember.time.rawValue ? 1 : 0)
  }

  static let run = 0
  static let sequence = 1
  static let milliseconds = column(of: .time) + 1

  private static func columns(of member: EventMember) -> [Column] {
    switch member {
    case .event: [Column(member.key, .text, "the name in the catalogue, or unclassified")]
    case .time:
      [
        Column(member.key, .text, "of the line, in UTC, to the millisecond"),
        Column("timeMs", .integer, "the same in milliseconds since 1970"),
      ]
    case .clockEpoch:
      [Column(member.key, .integer, "how often the clock was set back before, mostly 0")]
    case .file: [Column(member.key, .text, "where the event stands")]
    case .line: [Column(member.key, .integer, "where the event stands")]
    case .form: [Column(member.key, .text, "text or json")]
    case .container: [Column("format", .text, "the log format of the line, e.g. threadtime")]
    case .tag: [Column(member.key, .text, "as the line says")]
    case .pid: [Column(member.key, .integer, "as the line says")]
    case .process: [Column(member.key, .integer, "the process, from 1; each start is the next")]
    case .cycle:
      [Column(member.key, .text, "the notification time of its cycle, or the id until then")]
    case .cycleNumber: [Column(member.key, .integer, "its cycle: cycles.cycleNumber")]
    case .window: [Column(member.key, .text, "execution or delivery")]
    case .execution: [Column(member.key, .integer, "the execution window, from 1")]
    case .delivery: [Column(member.key, .integer, "the delivery window, from 1")]
    case .phase: [Column(member.key, .text, "of a fetch: prefetch, ondemand or api")]
    case .reason: [Column(member.key, .text, "of a failure: NETWORK, AUTH or SYSTEM")]
    case .twin: [Column(member.key, .integer, "1 for the second record of an event, else 0")]
    case .joinedIds: [Column(member.key, .text, "JSON: all ids of the cycle, where one is new")]
    case .derived: [Column(member.key, .text, "JSON: what the event settles of its cycle")]
    case .fields: [Column(member.key, .text, "JSON: the fields by their names in the catalogue")]
    }
  }

  /// The columns of the lines, in their order.
  enum LineColumn: Int, CaseIterable {
    case run, file, line, time, format, tag, pid, process, understood, text

    fileprivate var column: Column {
      switch self {
      case .run: Column("run", .integer, "the run: runs.run")
      case .file: Column("file", .text, "where it stands")
      case .line: Column("line", .integer, "where it stands")
      case .time: Column("time", .text, "in UTC, to the millisecond")
      case .format: Column("format", .text, "its log format, e.g. threadtime")
      case .tag: Column("tag", .text, "as the line says")
      case .pid: Column("pid", .integer, "as the line says")
      case .process: Column("process", .integer, "the process, from 1; each start is the next")
      case .understood:
        Column("understood", .integer, "0 where it has a DNP tag and no event describes it, else 1")
      case .text: Column("text", .text, "the line or the message that it carries, without secrets")
      }
    }
  }

  static let lines = QueryTable(
    name: "lines", meaning: "One row for each line that was read as the plugin's or about it.",
    columns: LineColumn.allCases.map(\.column))
}
