/// The tables that are filled from the summary of a run, once it is judged.
enum RunTables {
  private typealias Column = QueryTable.Column

  static let runs = QueryTable(
    name: "runs", meaning: "One row for each run: a log, with its rotated files.",
    columns: [
      Column("run", .integer, "counted from 1, in the order of the inputs"),
      Column("name", .text, "of its first input"),
      Column("verdict", .text, "pass, fail or inconclusive"),
      Column("reason", .text, "why, in sentences"),
      Column("profile", .text, "what it was judged by"),
      Column("firstTime", .text, "of the first line with a time, in UTC"),
      Column("lastTime", .text, "of the last line with a time, in UTC"),
      Column("lines", .integer, "all lines, whatever they are"),
      Column("events", .integer, "recognised events"),
      Column("unclassified", .integer, "lines with a DNP tag that no event describes"),
      Column("environment", .text, "JSON: known conditions of the device, e.g. platform"),
      Column("omittedCycles", .integer, "cycles that are not in the table, beyond the limit"),
      Column("omittedFindings", .integer, "findings that are not in the table, beyond the limit"),
    ])

  static let cycles = QueryTable(
    name: "cycles", meaning: "One row for each notification, from its scheduling to its end.",
    columns: [
      Column("run", .integer, "the run: runs.run"),
      Column("cycleNumber", .integer, "counted from 1, in the order in which cycles began"),
      Column("cycle", .text, "the notification time, or the id where no line shows it"),
      Column("scheduleId", .text, "else the id of the notification"),
      Column("notificationTime", .text, "when it was due, in UTC"),
      Column("notificationTimeMs", .integer, "the same in milliseconds since 1970"),
      Column("outcome", .text, "used_prefetch, fallback, delivered, not_delivered, refused, ..."),
      Column("leadSeconds", .real, "from the earliest begin of the task to the notification"),
      Column("leadCapped", .integer, "1 if the lead was cut to the minimum"),
      Column("executionDelaySeconds", .real, "from the earliest begin to the handler"),
      Column("leadAtExecutionSeconds", .real, "from the handler to the notification"),
      Column("fetchDurationSeconds", .real, "from the start of the prefetch to its outcome"),
      Column("cacheAgeAtDeliverySeconds", .real, "how old the content was at the delivery"),
      Column("deliveryDriftSeconds", .real, "from the notification time to the delivery"),
      Column("scheduledAheadSeconds", .real, "from the scheduling call to the notification"),
      Column("ttlValid", .integer, "1 if the content was within its time to live, else 0"),
      Column("fetched", .integer, "1 if the prefetch succeeded, else 0"),
      Column("usedCached", .integer, "1 if the delivery used the cache, else 0"),
      Column("contentHashMatch", .integer, "1 if the hash at delivery is that of the fetch"),
      Column("scheduleHashMatch", .integer, "1 if all hashes of the schedule are the same"),
      Column("cachePersistence", .text, "verified, violated or unknown"),
      Column("fallbackCause", .text, "why it fell back, e.g. fetch_failed"),
      Column("failureReason", .text, "NETWORK, AUTH or SYSTEM, where the prefetch failed"),
      Column("assumed", .text, "JSON: what its seconds rest on that nothing states"),
      Column("file", .text, "where it begins"),
      Column("firstLine", .integer, "where it begins"),
      Column("lastLine", .integer, "its last line in that file"),
    ])

  static let steps = QueryTable(
    name: "steps", meaning: "One row for each step that the profile asks of a cycle.",
    columns: [
      Column("run", .integer, "the run: runs.run"),
      Column("cycleNumber", .integer, "the cycle: cycles.cycleNumber"),
      Column("position", .integer, "the place among the steps, from 1"),
      Column("event", .text, "the event, or those of which one would do"),
      Column("status", .text, "seen, missing, late, excused or implied"),
      Column("time", .text, "of its line, in UTC"),
      Column("timeMs", .integer, "the same in milliseconds since 1970"),
      Column("line", .integer, "where it stands"),
    ])

  static let findings = QueryTable(
    name: "findings", meaning: "One row for each finding, worst first; without satisfied rules.",
    columns: [
      Column("run", .integer, "the run: runs.run"),
      Column("finding", .integer, "counted from 1 in its run"),
      Column("rule", .text, "pack and name, e.g. hints/fetch-has-outcome"),
      Column("outcome", .text, "violated, excused or inconclusive"),
      Column("class", .text, "who caused it: plugin, os, environment or none"),
      Column("severity", .text, "error, warning or info"),
      Column("bucket", .text, "A, B or C"),
      Column("message", .text, "what is wrong, in a sentence"),
      Column("reason", .text, "e.g. not_seen or seen_late"),
      Column("process", .integer, "the process: events.process"),
      Column("cycle", .text, "the schedule id or the notification time of its cycle"),
      Column("deadline", .text, "by when the missing event was due, in UTC"),
      Column("file", .text, "of its first line"),
      Column("line", .integer, "its first line"),
      Column("time", .text, "of that line, in UTC"),
      Column("cause", .text, "the rule whose finding it follows from"),
      Column("fingerprint", .text, "the same in each log where the same is wrong"),
      Column("covers", .text, "JSON: the requirements that it speaks for"),
      Column("missing", .text, "JSON: the events that would have met it"),
      Column("steps", .text, "JSON: the events that took part"),
      Column("nearMisses", .text, "JSON: events that almost were the missing one"),
      Column("evidence", .text, "JSON: the lines that prove it"),
      Column("hints", .text, "JSON: what to look at next"),
    ])
}
