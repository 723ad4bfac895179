internal import CommandSyntax
internal import RunHistory

/// What is asked of a history.
struct HistorySettings: Sendable, Equatable {
  /// The database; nil where runs are not recorded.
  var database: String?
  /// Whether events are recorded too.
  var keepsEvents = false
  /// The number of the run that `history show` is asked for.
  var run = ""
  var grouping = TrendGrouping.day
  var trendFormat = TrendFormat.text
  /// The rows of the checklist that are put off.
  var deferred: [Deferral] = []
  /// What `history prune` keeps.
  var kept: Int?
  /// The instant before which it takes runs out, in microseconds since 1970.
  var before: Int64?
}

/// The forms of a trend.
enum TrendFormat: String, Sendable, CaseIterable { case text, html, json }

/// The rows of the sign-off checklist that may be put off.
enum Deferral: String, Sendable, CaseIterable {
  case smallLead = "small-lead", timezone, telemetry

  var item: SignOffReport.Item {
    switch self {
    case .smallLead: .smallLead
    case .timezone: .timeZone
    case .telemetry: .telemetry
    }
  }
}

extension OptionTables {
  /// The options that record a run.
  static let history: [Option<Settings>] = [
    .value(
      "history", takes: "DB", in: "History options",
      "Record the run in the SQLite database DB, which is made where it is not there; the metrics then"
        + " count all runs in it."
    ) { (settings, text) throws(UsageError) in
      if text.isEmpty { throw UsageError("the name is empty", advice: "give e.g. history.db") }
      settings.history.database = text
    },
    .flag(
      "history-events", in: "History options",
      "Record the events of the run too, as 'dnplog events' prints them."
    ) { $0.history.keepsEvents = true },
  ]

  /// The form of a table.
  static let tableFormat: [Option<Settings>] = [
    .choice(
      "format", takes: "FORMAT", of: TableFormat.self, in: "Output options",
      "Print text or json (default text)."
    ) { $0.tableFormat = $1 }
  ]

  static let retention: [Option<Settings>] = [
    .value(
      "keep-runs", takes: "N", in: "History options", "Keep the details of the latest N runs."
    ) { (settings, text) throws(UsageError) in
      settings.history.kept = try OptionValues.integer(text, in: 0...Int.max)
    },
    .value(
      "before", takes: "DATE", in: "History options",
      "Take out the details of runs before DATE, e.g. 2025-11-15 or 2025-11-15T07:00:00Z."
    ) { (settings, text) throws(UsageError) in
      settings.history.before = try OptionValues.dateOrInstant(text)
    },
  ]
}
