internal import CommandSyntax
internal import RuleLanguage
internal import RunReport

/// The options of `watch`.
struct WatchSettings: Sendable, Equatable {
  /// Whether to look for changes now and then instead of asking the system to tell them.
  var isPolling = false
  /// The seconds between two writings of the files that a call keeps up to date.
  var interval = 15.0
  /// The seconds for which a silent log is waited for behind a deadline.
  var tolerance = 30.0
  var checkpoint: String?
  /// The command that prints the log.
  var command: String?
  var format = WatchFormat.text
}

/// The forms in which `watch` prints.
enum WatchFormat: String, Sendable, CaseIterable { case text, ndjson, json }

extension OptionTables {
  /// The options that follow a log and keep files up to date.
  static let watching: [Option<Settings>] = [
    .value(
      "reconnect", takes: "CMD", in: "Watch options",
      "Read the log from what the shell command CMD prints, and start it again when it ends; lines that"
        + " it prints again are not counted twice."
    ) { (settings, text) throws(UsageError) in
      if text.isEmpty { throw UsageError("the command is empty", advice: "give e.g. 'adb logcat'") }
      settings.watch.command = text
    },
    .value(
      "tolerance", takes: "TIME", in: "Watch options",
      "Wait TIME longer than a deadline for a log that is silent, before the clock decides (default"
        + " 30s)."
    ) { (settings, text) throws(UsageError) in
      settings.watch.tolerance = try OptionValues.span(text, from: 0)
    },
    .value(
      "checkpoint", takes: "FILE", in: "Watch options",
      "Keep in FILE what was read so far, so that a later call goes on from there."
    ) { (settings, text) throws(UsageError) in
      if text.isEmpty { throw UsageError("the name is empty", advice: "give e.g. watch.state") }
      settings.watch.checkpoint = text
    },
    .value(
      "interval", takes: "TIME", in: "Watch options",
      "Write the files of --export and --checkpoint again every TIME, at least 1s (default 15s)."
    ) { (settings, text) throws(UsageError) in
      settings.watch.interval = try OptionValues.span(text, from: 1)
    },
    .flag(
      "poll", in: "Watch options",
      "Look for changes of the file every second or more often, as on network file systems, instead of"
        + " asking the system to tell them."
    ) { $0.watch.isPolling = true },
  ]

  /// The options that read the lines of one log that goes on.
  static let watchedReading = reading.filter {
    !["paths-from", "join", "merge"].contains("\($0.long)")
  }

  /// The options that say how a log that goes on is judged and printed.
  static let watchedReport: [Option<Settings>] =
    verdict.filter { $0.long != "baseline" }
    + history.filter { $0.long != "history-events" } + [
      .choice(
        "format", takes: "FORMAT", of: WatchFormat.self, in: "Output options",
        "Print text (redrawn in place on a terminal), ndjson (a change a line) or json (the summary at"
          + " the end) (default text)."
      ) { $0.watch.format = $1 }
    ] + printing.filter { $0.long != "format" }
}

extension OptionValues {
  /// Reads a length of time in seconds: `15`, `15s`, `2m`.
  static func span(_ text: String, from least: Double) throws(UsageError) -> Double {
    let advice = "write e.g. 15s or 2m, \(Int(least)) s or more"
    let plain = text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text + "s" : text
    guard let micros = try? DurationText.microseconds(of: ArraySlice(plain.utf8)) else {
      throw UsageError("'\(text)' is no length of time", advice: advice)
    }
    let seconds = Double(micros) / 1_000_000
    guard seconds >= least, seconds <= 86_400 else {
      throw UsageError("'\(text)' is out of range", advice: advice)
    }
    return seconds
  }
}
