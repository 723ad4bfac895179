import TestSupport
import Testing

/// The members of the JSON summary, at every level and in their order: a contract with its readers.
struct SummaryKeysTests {
  /// The shape of a value.
  private indirect enum Shape: Sendable {
    /// Exactly these members in this order.
    case object([(String, Shape)])
    /// A member that not all objects have.
    case maybe(Shape)
    /// Names that depend on the log, each of the same shape.
    case map(Shape)
    case array(Shape)
    case string, number, bool, any
    case optional(Shape)
    /// One of these words.
    case word([String])
  }

  private static let time = Shape.optional(.string)

  private static let input = Shape.object([
    ("name", .string), ("container", .map(.number)),
    ("compression", .word(["none", "gzip", "tar", "tar+gzip", "zip", "zip+gzip"])),
    ("bytes", .number), ("lines", .number),
    ("events", .number), ("unclassified", .number),
    (
      "damage",
      .optional(
        .object([
          ("kind", .word(["truncated", "checksum", "trailing_garbage", "corrupt"])),
          ("offsetBytes", .number),
        ]))
    ),
    ("families", .map(.number)), ("examples", .array(.string)),
    ("head", .word(["complete", "unknown"])), ("tail", .word(["complete", "cut"])),
    ("firstTime", time), ("lastTime", time), ("cutLines", .number),
  ])

  private static func counter(_ derived: Shape, _ reported: Shape) -> Shape {
    .object([("derived", derived), ("reported", .optional(reported))])
  }

  private static func reasons(_ shape: Shape) -> Shape {
    .object([("NETWORK", shape), ("AUTH", shape), ("SYSTEM", shape)])
  }

  private static let counters = Shape.object([
    ("dnp_prefetch_scheduled_total", counter(.number, .number)),
    ("dnp_prefetch_executed_total", counter(.number, .number)),
    ("dnp_prefetch_success_total", counter(.number, .number)),
    ("dnp_prefetch_failure_total", counter(reasons(.number), reasons(.optional(.number)))),
    ("dnp_prefetch_used_for_notification_total", counter(.number, .number)),
  ])

  private static let cycle = Shape.object([
    ("scheduleId", .optional(.string)), ("notificationTime", time),
    (
      "outcome",
      .word(["used_prefetch", "fallback", "not_delivered", "refused", "excused", "open"])
    ),
    ("leadSeconds", .optional(.number)), ("executionDelaySeconds", .optional(.number)),
    ("deliveryDriftSeconds", .optional(.number)), ("contentHashMatch", .optional(.bool)),
    ("scheduleHashMatch", .optional(.bool)),
    ("cachePersistence", .word(["verified", "violated", "unknown"])),
    (
      "steps",
      .array(
        .object([
          ("event", .string), ("time", time), ("line", .optional(.number)),
          ("status", .word(["seen", "missing", "late", "excused", "implied"])),
          ("stage", .word(["launch", "schedule", "execution", "delivery", "summary"])),
        ]))
    ),
    ("lines", .array(.object([("file", .string), ("first", .number), ("last", .number)]))),
    (
      "derived",
      .object([
        ("leadCapped", .bool), ("leadAtExecutionSeconds", .optional(.number)),
        ("fetchDurationSeconds", .optional(.number)),
        ("cacheAgeAtDeliverySeconds", .optional(.number)), ("ttlValid", .optional(.bool)),
        ("fetched", .bool), ("usedCached", .optional(.bool)),
        (
          "fallbackCause",
          .optional(
            .word([
              "prefetch_disabled", "submission_failed", "task_cancelled", "task_lost",
              "task_not_run", "task_late", "task_killed", "fetch_failed", "fetch_unfinished",
              "not_stored", "expired", "not_found",
            ]))
        ), ("failureReason", .optional(.word(["NETWORK", "AUTH", "SYSTEM"]))),
        ("notShownReason", .optional(.word(["cancelled", "moved", "miss_reported"]))),
        ("scheduledAheadSeconds", .optional(.number)), ("baseline", .optional(.bool)),
        ("assumed", .array(.word(["timezone", "year"]))), ("beginTime", time),
        ("handlerTime", time), ("deliveryTime", time), ("shownFromCache", .optional(.bool)),
        ("number", .number), ("deliveryFetchLine", .maybe(.number)),
        ("expirationLine", .maybe(.number)), ("toldUnshown", .maybe(.bool)),
      ])
    ),
  ])

  private static let evidence: [(String, Shape)] = [
    ("file", .string), ("line", .number), ("time", time), ("event", .string),
    ("text", .string), ("role", .word(["met", "excuse", "around"])), ("carried", .bool),
  ]

  private static let finding = Shape.object([
    ("rule", .string), ("covers", .array(.string)),
    ("outcome", .word(["violated", "excused", "inconclusive"])),
    ("class", .word(["plugin", "os", "environment", "none"])),
    ("severity", .word(["error", "warning", "info"])), ("bucket", .word(["A", "B", "C"])),
    ("message", .string),
    ("cause", .optional(.string)),
    (
      "scope",
      .object([
        ("process", .optional(.number)), ("cycle", .optional(.string)), ("cycles", .array(.string)),
      ])
    ),
    ("missing", .array(.string)), ("reason", .optional(.string)), ("deadline", time),
    (
      "steps",
      .array(
        .object([("event", .string), ("line", .optional(.number)), ("status", .string)]))
    ),
    (
      "nearMisses",
      .array(
        .object([
          ("reason", .string), ("offsetSeconds", .optional(.number)), ("line", .number),
          ("event", .string), ("detail", .string),
        ]))
    ),
    ("evidence", .array(.object(evidence))),
    ("hints", .array(.string)), ("fingerprint", .string), ("known", .bool), ("title", .string),
    ("condition", .string),
  ])

  private static let histogram = Shape.object([
    ("edges", .array(.number)), ("counts", .array(.number)), ("sum", .number), ("count", .number),
    ("min", .optional(.number)), ("max", .optional(.number)),
  ])

  private static let part = Shape.word([
    "not_assessed", "pass", "excused", "inconclusive", "fail",
  ])

  private static let timingGroup = Shape.object([
    ("by", .word(["day", "power", "lowPower", "forceQuit"])), ("value", .string),
    ("cycles", .number), ("executed", .number), ("executionDelaySeconds", histogram),
  ])

  private static let telemetry = Shape.object([
    ("scheduled", .number), ("executed", .number), ("success", .number), ("used", .number),
  ])

  private static let testRun = Shape.object([
    ("date", time), ("device", .optional(.string)), ("iosVersion", .optional(.string)),
    (
      "outcome",
      .object([
        ("prefetchScheduledAt", time), ("bgTaskExecutedAt", time), ("notificationFiredAt", time),
        ("cachedContentUsed", .optional(.bool)), ("errors", .array(.string)),
      ])
    ),
    ("telemetry", telemetry),
  ])

  private static let runTemplate = Shape.object([
    ("date", time), ("deviceModel", .optional(.string)), ("iosVersion", .optional(.string)),
    ("appBuild", .optional(.string)), ("scenarioIds", .array(.string)),
    (
      "conditions",
      .object([
        ("power", .optional(.string)), ("network", .optional(.string)),
        ("lowPower", .optional(.bool)), ("backgroundRefresh", .optional(.string)),
      ])
    ),
    (
      "outcomes",
      .array(
        .object([
          ("cycle", .optional(.string)), ("leadSeconds", .optional(.number)),
          ("prefetchScheduledAt", time), ("bgTaskExecutedAt", time), ("notificationFiredAt", time),
          ("cachedContentUsed", .optional(.bool)), ("execution", .optional(.string)),
          ("contentHashMatch", .optional(.bool)), ("scheduleHashMatch", .optional(.bool)),
          ("cachePersistence", .optional(.word(["verified", "violated"]))),
        ]))
    ), ("telemetry", telemetry), ("failures", .array(.string)),
    ("omitted", .object([("outcomes", .number), ("failures", .number)])),
  ])

  private static let answer = Shape.word(["yes", "no", "not observed", "n/a"])

  private static let scenario = Shape.object([
    (
      "scenario",
      .word([
        "Swipe from recents", "Force stop", "Device reboot (Android)", "Device reboot (iOS)",
        "Cold start", "Warm start", "Force stop recovery",
      ])
    ), ("osExpected", .string), ("pluginExpected", .string), ("observed", .string),
    ("result", .word(["pass", "fail", "inconclusive", "not_observed"])), ("notes", .string),
    ("fired", answer), ("missedDetected", answer), ("recovered", answer), ("nextLaunch", answer),
    (
      "lines",
      .array(
        .object([
          ("file", .string), ("line", .number),
          ("tells", .word(["scenario", "fired", "missedDetected", "recovered", "nextLaunch"])),
          ("time", .maybe(time)),
        ]))
    ), ("remark", .string),
    ("times", .object([("passed", .number), ("inconclusive", .number), ("failed", .number)])),
  ])

  private static let summary = Shape.object([
    ("schema", .word(["dnplog.run/1"])),
    ("tool", .object([("name", .word(["dnplog"])), ("version", .string)])),
    ("verdict", .word(["pass", "fail", "inconclusive"])), ("exitStatus", .number),
    ("profile", .string), ("inputs", .array(input)),
    (
      "assumptions",
      .array(
        .object([
          ("what", .string), ("value", .string), ("why", .string), ("notable", .bool),
          ("runs", .number), ("runNames", .array(.string)),
        ]))
    ),
    ("environment", .map(.any)), ("counters", counters), ("cycles", .array(cycle)),
    ("findings", .array(finding)),
    (
      "rules",
      .object(
        ["satisfied", "violated", "excused", "inconclusive", "not_applicable"].map {
          ($0, .number)
        })
    ),
    ("omitted", .object([("cycles", .number), ("findings", .number)])),
    ("skipped", .array(.object([("rule", .string), ("reason", .string)]))),
    (
      "histograms",
      .object([
        ("executionDelaySeconds", histogram), ("deliveryDriftSeconds", histogram),
        ("fetchDurationSeconds", histogram), ("leadSeconds", histogram),
        ("leadAtExecutionSeconds", histogram), ("cacheAgeAtDeliverySeconds", histogram),
      ])
    ),
    ("interrupted", .bool), ("scenarios", .array(scenario)), ("runTemplate", runTemplate),
    ("testRun", testRun), ("verdicts", .object([("logic", part), ("timing", part)])),
    ("timing", .array(timingGroup)), ("reasons", .array(.string)), ("totals", totals),
    ("satisfied", .array(.string)), ("unsatisfied", .array(.string)), ("strict", .bool),
    ("profileMessage", .string), ("scenarioIds", .array(.string)),
    ("failures", .array(.object(evidence + [("error", .bool)]))), ("omittedFailures", .number),
  ])

  private static let totals = Shape.object([
    (
      "cycles",
      .object(
        [
          "used_prefetch", "fallback", "delivered", "not_delivered", "refused", "excused", "open",
        ].map { ($0, .number) })
    ),
    (
      "findings",
      .array(
        .object([
          ("pack", .string), ("outcome", .string), ("class", .string), ("severity", .string),
          ("count", .number), ("known", .number),
        ]))
    ),
    (
      "reports",
      .object([("runs", .number), ("reporting", .number), ("process", .optional(.number))])
    ),
  ])

  /// Returns the places at which a value differs from its shape.
  private static func differences(_ value: JSONText, _ shape: Shape, at path: String) -> [String] {
    switch (shape, value) {
    case (.any, _), (.optional, .null), (.string, .string), (.number, .number), (.bool, .bool):
      return []
    case (.optional(let inner), _), (.maybe(let inner), _):
      return differences(value, inner, at: path)
    case (.word(let words), .string(let text)):
      return words.contains(text) ? [] : ["\(path): unknown word '\(text)'"]
    case (.array(let inner), .array(let elements)):
      return elements.enumerated().flatMap { differences($1, inner, at: "\(path)[\($0)]") }
    case (.map(let inner), .object(let members)):
      return members.flatMap { differences($0.value, inner, at: "\(path).\($0.key)") }
    case (.object(let all), .object(let members)):
      // A time whose year nothing tells stands beside its null.
      let members = members.filter { !$0.key.hasSuffix("WithoutYear") }
      let keys = Set(members.map(\.key))
      let shapes = all.filter { name, shape in
        if case .maybe = shape { keys.contains(name) } else { true }
      }
      guard members.map(\.key) == shapes.map(\.0) else {
        return ["\(path): \(members.map(\.key)) in place of \(shapes.map(\.0))"]
      }
      return zip(members, shapes).flatMap {
        differences($0.value, $1.1, at: "\(path).\($0.key)")
      }
    default: return ["\(path): \(value) is of the wrong type"]
    }
  }

  @Test(arguments: Samples.logs)
  func `the summary has exactly its members in order`(log: String) throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path(log)], in: directory)
    let summary = try #require(judged.summary)
    #expect(Self.differences(summary, Self.summary, at: "$") == [])
  }

  @Test func `a damaged and an empty input have the same members`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("cut.log.gz", bytes: gzip(Array(Samples.happyCycle.utf8)).dropLast(200))
    try directory.add("empty.log", "")
    for log in ["cut.log.gz", "empty.log"] {
      let summary = try #require(try Dnplog.judge([log], in: directory).summary)
      #expect(Self.differences(summary, Self.summary, at: "$") == [])
    }
  }

  @Test func `times are instants of UTC`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("acceptance/second-cycle-never-completes.log")
    let output = try Dnplog.judge([log], in: directory).result.output
    for line in output.split(separator: "\n") where line.contains("Time\": \"2") {
      #expect(line.contains("Z\""), "\(line)")
    }
  }

  @Test func `with each a summary stands on one line`() throws {
    let directory = try TemporaryDirectory()
    let logs = ["acceptance/content-hash-mismatch.log", "prefetch/twins.log"].map(Samples.path)
    let result = try Dnplog.run(["validate", "--each", "--format", "json"] + logs, in: directory)
    let lines = result.output.split(separator: "\n")
    // Around them stand the begin and the end of the stream.
    #expect(lines.count == 4)
    for (line, log) in zip(lines.dropFirst(), logs) {
      let summary = try JSONText(String(line))
      #expect(Self.differences(summary, Self.summary, at: "$") == [])
      #expect(summary["inputs"].elements.map { $0["name"].string } == [log])
    }
    #expect(result.exitCode == 1)
  }
}
