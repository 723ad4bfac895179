internal import CommandSyntax

extension Program {
  static let watch = Command<Settings>(
    "watch", "Follow a log that is still being written, and judge it as it grows.",
    details: [
      "FILE is followed by its name: through rotation, truncation and absence. It may be a pipe, or -"
        + " for standard input; then the end of the stream is the end of the watching. What is there"
        + " already is read first.",
      "On a terminal the open cycles with their deadlines, the findings and the counters are redrawn in"
        + " place; elsewhere each change is a line. A finding that rests on silence alone is marked so,"
        + " and corrected where a later line shows otherwise.",
      "SIGINT and SIGTERM end the watching with the report of all that was read; SIGHUP opens the file"
        + " again. Exit status: 0 pass, 1 fail or inconclusive, 2 usage or unreadable input, 3 bad rule"
        + " file, 130 interrupted twice.",
    ],
    operands: [
      Operand("FILE", .atMostOne, "A log, a named pipe, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.watchedReading + OptionTables.environment + OptionTables.watching
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.watchedReport,
    usual: [
      "env", "tz", "reconnect", "checkpoint", "interval", "rules", "format", "export", "quiet",
    ],
    examples: [
      Example("Watch a log file.", "dnplog watch device.log"),
      Example(
        "Watch an Android device.", "adb logcat -v threadtime -v year -v zone | dnplog watch -"),
      Example(
        "Keep metrics up to date, and go on where an earlier call ended.",
        "dnplog watch --checkpoint device.state --export prometheus=device.prom \\\n"
          + "    device.log"),
    ]
  ) { settings in
    var exporter = Exporter(settings: settings)
    return Failure.reporting { () throws(Failure) in
      try exporter.checkPlaces()
      do throws(Failure) {
        let loop = try WatchLoop(settings, &exporter)
        return try loop.run(&exporter)
      } catch {
        // A file that a program reads is never left to tell of an older run.
        if !exporter.isDone {
          for problem in exporter.writeFailure(error) { StandardError.print(problem) }
        }
        throw error
      }
    }
  }
}
