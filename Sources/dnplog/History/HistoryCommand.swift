internal import CommandSyntax
internal import RunHistory

extension Program {
  static let history = Command<Settings>(
    "history", "List, show, sum up and prune the runs that were recorded.",
    details: ["With 'dnplog validate --history DB' a run is recorded in the database DB."],
    commands: [historyList, historyShow, historyTrend, historySignOff, historyPrune],
    examples: [
      Example("Record a run.", "dnplog validate --history history.db device.log"),
      Example("See how runs of each build did.", "dnplog history trend --by build history.db"),
    ])

  private static let database = Operand<Settings>("DB", .one, "A history.") {
    $0.history.database = $1
  }

  private static let historyList = Command<Settings>(
    "list", "List the recorded runs.", operands: [database], options: OptionTables.tableFormat,
    examples: [Example("List the runs.", "dnplog history list history.db")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let (runs, pruned) = try reading(settings) { (history) throws(HistoryError) in
        (try history.runs(), try history.prunedCount())
      }
      let list = HistoryList(runs: runs, pruned: pruned)
      return settings.tableFormat == .json
        ? StandardOutput.print(list.json) : StandardOutput.print(lines: list.text)
    }
  }

  private static let historyShow = Command<Settings>(
    "show", "Show a recorded run.",
    details: ["With --format json it prints the JSON summary of the run."],
    operands: [
      database,
      Operand("RUN", .one, "The number of a run, from 'dnplog history list'.") {
        $0.history.run = $1
      },
    ], options: OptionTables.tableFormat,
    examples: [Example("Show a run.", "dnplog history show history.db 3")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      guard let number = Int64(settings.history.run), number > 0 else {
        throw Failure(
          Problem(
            "'\(settings.history.run)' is no number of a run",
            advice: "'dnplog history list' shows them"))
      }
      let run = try recordedRun(number, in: settings.history.database ?? "")
      return settings.tableFormat == .json
        ? StandardOutput.print(run.summary) : StandardOutput.print(lines: RunText(run).text)
    }
  }

  private static let historyTrend = Command<Settings>(
    "trend", "Show how runs did over time: used prefetches, delays, drift and findings.",
    details: [
      "Runs are sorted by the day of their log, by build, by device or by system and its version."
        + " p50 and p90 are upper bounds of what half and nine in ten of the cycles took."
    ],
    operands: [database],
    options: [
      .choice(
        "by", takes: "WHAT", of: TrendGrouping.self, in: "History options",
        "Sort the runs by day, build, device or os (default day)."
      ) { $0.history.grouping = $1 },
      .choice(
        "format", takes: "FORMAT", of: TrendFormat.self, in: "Output options",
        "Print text, html (a page with plots) or json (default text)."
      ) { $0.history.trendFormat = $1 },
    ],
    examples: [
      Example("Compare builds.", "dnplog history trend --by build history.db"),
      Example(
        "Plot them.", "dnplog history trend --by build --format html history.db > trend.html"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let (runs, pruned) = try reading(settings) { (history) throws(HistoryError) in
        (try history.runs(), try history.prunedCount())
      }
      let report = TrendReport(runs, by: settings.history.grouping, pruned: pruned)
      return switch settings.history.trendFormat {
      case .text: StandardOutput.print(lines: TrendText(report).text)
      case .json: StandardOutput.print(report.json)
      case .html: StandardOutput.print(String(decoding: TrendPage.page(of: report), as: UTF8.self))
      }
    }
  }

  private static let historySignOff = Command<Settings>(
    "signoff", "Check that a campaign of test runs is complete.",
    details: [
      "Holds the recorded runs against the checklist of the testing guide: which kinds of runs are"
        + " there, which are missing, which are put off, and whether the prefetch ran in time in most"
        + " runs in good conditions.",
      "Exit status: 0 if nothing is missing, 1 if something is.",
    ],
    operands: [database],
    options: [
      .choice(
        "defer", takes: "ITEM", of: Deferral.self, in: "History options", repeatable: true,
        "Put off an item that the guide lets be put off: small-lead, timezone or telemetry."
      ) { $0.history.deferred.append($1) }
    ] + OptionTables.tableFormat,
    examples: [
      Example("Check a campaign.", "dnplog history signoff history.db"),
      Example("Put off the counters.", "dnplog history signoff --defer telemetry history.db"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let report = try reading(settings) { (history) throws(HistoryError) in
        try history.signOff(deferring: Set(settings.history.deferred.map(\.item)))
      }
      var status =
        settings.tableFormat == .json
        ? StandardOutput.print(report.json) : StandardOutput.print(lines: report.text)
      if !report.isComplete { status.worsen(to: .fail) }
      return status
    }
  }

  private static let historyPrune = Command<Settings>(
    "prune", "Take the details of older runs out of a history.",
    details: [
      "What identifies their logs and what they count stays, so that metrics never fall and no log is"
        + " counted again."
    ],
    operands: [database], options: OptionTables.retention,
    examples: [Example("Keep a hundred runs.", "dnplog history prune --keep-runs 100 history.db")]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let retention: History.Retention
      switch (settings.history.kept, settings.history.before) {
      case (let count?, nil): retention = .latest(count)
      case (nil, let time?): retention = .since(time)
      case (nil, nil):
        throw Failure(
          Problem("nothing says what to keep", advice: "give --keep-runs N or --before DATE"))
      default:
        throw Failure(
          Problem(
            "--keep-runs and --before exclude each other", advice: "leave one of them out"))
      }
      let count = try using(settings.history.database ?? "", for: .pruning) {
        (history) throws(HistoryError) in
        try history.prune(retention)
      }
      return StandardOutput.print("\(count == 1 ? "1 run" : "\(count) runs") pruned\n")
    }
  }

  /// Reads from the history that the command line names.
  private static func reading<Result>(
    _ settings: Settings, _ work: (History) throws(HistoryError) -> Result
  ) throws(Failure) -> Result {
    try using(settings.history.database ?? "", for: .reading, work)
  }

  /// Returns a recorded run with its details.
  static func recordedRun(_ number: Int64, in path: String) throws(Failure) -> RunDetails {
    let run = try using(path, for: .reading) { (history) throws(HistoryError) in
      try history.run(number)
    }
    if let run { return run }
    throw Failure(
      Problem(
        "there is no run \(number), or its details were pruned", at: path,
        advice: "'dnplog history list' shows the runs"))
  }

  private static func using<Result>(
    _ path: String, for purpose: History.Purpose,
    _ work: (History) throws(HistoryError) -> Result
  ) throws(Failure) -> Result {
    do throws(HistoryError) {
      return try work(History(path, for: purpose))
    } catch {
      throw Failure(Problem(error))
    }
  }
}

extension Problem {
  init(_ error: HistoryError) {
    self.init(
      error.message, at: error.path.isEmpty ? "''" : error.path, advice: error.advice)
  }
}
