import LogReading
import RuleLanguage

/// A small catalogue, so that these tests do not depend on the shipped one.
enum SmallCatalogue {
  static let whole = make()

  private static func make() -> Catalogue {
    let names: [(String, FieldType)] = [
      ("taskId", .string), ("notificationTime", .instant), ("leadSeconds", .duration),
      ("status", .int), ("bytes", .int), ("items", .int), ("ttl", .duration),
      ("durationMs", .duration), ("success", .bool), ("reason", .string), ("hash", .string),
      ("phase", .string), ("title", .string), ("body", .string), ("notificationId", .string),
      ("error", .string), ("outcome", .string), ("message", .string), ("component", .string),
      ("url", .string), ("jwtPresent", .bool), ("score", .double), ("code", .int),
      ("kind", .string), ("scheduleId", .string), ("minLeadSeconds", .duration),
      ("scheduledFor", .instant), ("reportedScheduled", .int), ("reportedExecuted", .int),
      ("reportedSuccess", .int), ("reportedFailureNetwork", .int), ("reportedFailureAuth", .int),
      ("reportedFailureSystem", .int), ("reportedUsed", .int), ("etag", .string),
      ("reasons", .string), ("query", .string),
    ]
    var catalogue = Catalogue(
      tags: ["", "?", "DNP-FETCH", "DNP-SCHEDULER", "DNP-PLUGIN"],
      fieldNames: names.map(\.0), fieldTypes: names.map(\.1))

    for (name, privacy) in [
      ("notificationId", FieldPrivacy.id), ("scheduleId", .id), ("title", .text), ("body", .text),
    ] {
      guard let field = catalogue.field(named: name) else { continue }
      catalogue.privateFields.append(PrivateField(name: field, privacy: privacy))
    }

    func add(
      _ name: String, _ fields: [String], aliases: [String: String] = [:],
      forms: [String: FieldForm] = [:], units: [String: DurationUnit] = [:],
      jsonNames: [String] = [], jsonPhase: String? = nil,
      _ shapes: [(parts: [ShapePart], phase: String?, options: String)] = []
    ) {
      let kind = EventKind(rawValue: UInt16(catalogue.events.count))
      let entries = fields.map { field in
        let number = FieldName(rawValue: UInt16(names.firstIndex { $0.0 == field } ?? 0))
        return FieldEntry(
          name: number, type: names[Int(number.rawValue)].1, form: forms[field] ?? .plain,
          unit: units[field] ?? .seconds)
      }
      func phase(_ text: String) -> [FieldSetting] {
        [FieldSetting(name: FieldName(rawValue: 11), type: .string, text: text)]
      }
      catalogue.events.append(
        EventEntry(
          name: name, group: "A", origin: .seed, fields: entries,
          aliases: aliases.sorted { $0.key < $1.key }.map { alias in
            EventEntry.Alias(
              key: alias.key,
              field: FieldName(
                rawValue: UInt16(names.firstIndex { $0.0 == alias.value } ?? 0)))
          },
          jsonNames: jsonNames, jsonSets: jsonPhase.map(phase) ?? []))
      for shape in shapes {
        catalogue.shapes.append(
          TextShape(
            kind: kind, parts: shape.parts, isFragment: shape.options.contains("f"),
            isUntagged: shape.options.contains("u"), isAmbiguous: shape.options.contains("a"),
            sets: shape.phase.map(phase) ?? []))
      }
    }

    add(
      "bgtask_handler_invoked", ["taskId"], aliases: ["id": "taskId", "task.identifier": "taskId"],
      [([.literal("BGTask handler invoked ("), .fields, .literal(")")], nil, "")])
    add(
      "prefetch_planned", ["leadSeconds", "notificationTime"], units: ["leadSeconds": .minutes],
      [
        (
          [
            .literal("Prefetch scheduled "), .field(0),
            .literal(" minutes before notification ("), .fields, .literal(")"),
          ], nil, ""
        )
      ])
    add(
      "lead_capped", ["minLeadSeconds"],
      [
        (
          [
            .literal("Prefetch lead too small, capping at minimum ("), .field(0), .literal("s)"),
          ], nil, ""
        )
      ])
    add(
      "fetch_start", ["notificationTime", "scheduleId", "url", "jwtPresent", "phase"],
      [
        ([.literal("Starting fetch ("), .fields, .literal(")")], nil, ""),
        (
          [.literal("Starting fetch from "), .field(2), .literal(" ("), .fields, .literal(")")],
          nil, ""
        ),
      ])
    add(
      "fetch_success",
      ["status", "bytes", "items", "ttl", "durationMs", "scheduledFor", "notificationId", "phase"],
      aliases: [
        "duration_ms": "durationMs", "fetchDurationMs": "durationMs", "id": "notificationId",
      ],
      units: ["durationMs": .milliseconds], jsonNames: ["prefetch_success"], jsonPhase: "prefetch",
      [([.literal("Fetch success: "), .fields], nil, "")])
    add(
      "content_hash", ["hash", "phase"], forms: ["hash": .word],
      [
        ([.literal("Cached content MD5: "), .field(0)], "fetch", ""),
        ([.literal("Using cached content MD5: "), .field(0)], "delivery", ""),
      ])
    add(
      "cache_used", ["notificationTime"],
      [([.literal("Using cached content for notification at "), .field(0)], nil, "")])
    add(
      "notification_built", ["title", "body", "notificationId"], aliases: ["id": "notificationId"],
      [([.literal("Notification built ("), .fields, .literal(")")], nil, "")])
    add(
      "notification_delivered", ["notificationId", "title"], aliases: ["id": "notificationId"],
      [
        ([.literal("Notification delivered ("), .fields, .literal(")")], nil, ""),
        ([.literal("Notification scheduled/delivered")], nil, "a"),
      ])
    add(
      "bgtask_completed", ["success", "reason"],
      [
        ([.literal("Task completed ("), .fields, .literal(")")], nil, ""),
        ([.literal("Task marked complete ("), .fields, .literal(") due to error")], nil, ""),
      ])
    add(
      "message_evaluated", ["reasons", "query"], forms: ["reasons": .list, "query": .query],
      [([.literal("Message evaluated ("), .fields, .literal(")")], nil, "")])
    add("app_launch", [], [([.literal("App launch ("), .fields, .literal(")")], nil, "")])
    add("app_launch_finished", [], [([.literal("App launch finished")], nil, "")])
    add(
      "bgtask_submit_failed", ["code"],
      [([.literal("BGTaskSchedulerErrorDomain Code="), .field(0)], nil, "fu")])
    add(
      "process_crash", ["message"],
      [([.literal("*** Terminating app due to "), .field(0)], nil, "fu")])
    add(
      "plugin_call", ["outcome", "error", "score"],
      [
        ([.literal("Call score "), .field(2)], nil, ""),
        (
          [.literal("Call by "), .field(1), .literal(" (quick, "), .fields, .literal(")")], nil, ""
        ),
      ])
    add(
      "plugin_error", ["component", "message"],
      [([.literal("Error ("), .fields, .literal(")")], nil, "")])
    add(
      "telemetry_snapshot",
      [
        "reportedScheduled", "reportedExecuted", "reportedSuccess", "reportedFailureNetwork",
        "reportedFailureAuth", "reportedFailureSystem", "reportedUsed",
      ], [([.literal("dnp_prefetch_"), .samples], nil, "fu")])
    add(
      "content_cached", ["scheduleId"],
      [([.literal("Cached content for scheduleId="), .field(0)], nil, "")])
    add("unclassified", ["message"])
    if let index = catalogue.events.firstIndex(where: { $0.name == "plugin_call" }),
      let outcome = catalogue.field(named: "outcome")
    {
      catalogue.events[index].jsonKeys = ["error"]
      catalogue.events[index].jsonSets = [
        FieldSetting(name: outcome, type: .string, text: "error")
      ]
    }
    return catalogue
  }
}

/// A scan's events as text: one line each, so that a failed expectation can be read.
struct Scan {
  var lines: [String] = []
  var batch = EventBatch()
  var tally = ScanTally()
  /// What the events' texts are counted in: the bytes given, or those that were put in order.
  private(set) var chunk: [UInt8]

  /// Made once, since making it takes longer than reading a line.
  private static let scanner = EventScanner(catalogue: SmallCatalogue.whole)

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    let catalogue = SmallCatalogue.whole
    var scanner = Self.scanner
    scanner.begin(LogShape(head: bytes.span))
    scanner.scan(bytes.span, firstLine: 1, into: &batch, tally: &tally)
    chunk = bytes
    scanner.orderCollected(isAtEnd: true)
    if scanner.readCollected(into: &batch, tally: &tally) { chunk = scanner.collectedBytes }
    lines = batch.events.map { Self.describe($0, in: batch, of: chunk, catalogue) }
  }

  /// The text of a field, from the line or from the scratch bytes.
  static func text(of field: Field, of event: Event, in batch: EventBatch, chunk: [UInt8])
    -> String
  {
    let line = Int(event.textStart)..<(Int(event.textStart) + Int(event.textLength))
    let scratch =
      Int(event.scratchStart)..<(Int(event.scratchStart) + Int(event.scratchLength))
    let own = chunk[line] + batch.scratch[scratch]
    let start = own.startIndex + Int(field.start)
    let end = start + Int(field.length)
    guard end <= own.endIndex else { return "OUT OF RANGE" }
    return String(decoding: own[start..<end], as: UTF8.self)
  }

  /// `fetch_start[DNP-FETCH] url=https://…`
  static func describe(
    _ event: Event, in batch: EventBatch, of chunk: [UInt8], _ catalogue: Catalogue
  ) -> String {
    var text = catalogue[event.kind].name
    if event.tag != 0 { text += "[\(catalogue.tags[Int(event.tag)])]" }
    if event.form == .json { text += " json" }
    if event.isAmbiguous { text += " ambiguous" }
    let first = Int(event.firstField)
    for field in batch.fields[first..<(first + Int(event.fieldCount))] {
      // Known to be there, and no more: nothing to describe.
      if field.state == .placeholder { continue }
      text += " \(catalogue.name(of: field.name))="
      let raw = Self.text(of: field, of: event, in: batch, chunk: chunk)
      switch (field.state, field.type) {
      case (.malformed, _): text += "malformed(\(raw))"
      case (.redacted, _): text += "redacted"
      case (_, .string): text += "'\(raw)'"
      case (_, .double): text += "\(Double(bitPattern: UInt64(bitPattern: field.value)))"
      case (.zoneless, _): text += "zoneless(\(field.value))"
      case (.offset, _): text += "offset(\(field.value))"
      default: text += "\(field.value)"
      }
    }
    return text
  }
}
