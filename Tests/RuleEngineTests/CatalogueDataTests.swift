import LogReading
import RuleLanguage
import Testing

@Suite struct CatalogueDataTests {
  private let catalogue: Catalogue

  init() throws { catalogue = try CatalogueFiles.load() }

  @Test func `groups follow each other`() {
    let groups = catalogue.events.map(\.group)
    #expect(groups == groups.sorted())
  }

  /// The program itself makes the others.
  @Test func `every event that a log tells has a shape or keys`() {
    let worded = Set(catalogue.shapes.map { catalogue[$0.kind].name })
    let silent = catalogue.events.filter { !worded.contains($0.name) && $0.jsonKeys.isEmpty }
    #expect(
      silent.allSatisfy { ["K", "L", "O", "P", "Q"].contains($0.group) }, "\(silent.map(\.name))")
  }

  @Test func `every part of a cycle is that of some event`() {
    let parts = Set(catalogue.events.map(\.role.part))
    for part in EventPart.allCases { #expect(parts.contains(part), "\(part)") }
    #expect(EventPart.words.map(\.value) == EventPart.words.map(\.value).filter { $0 != .none })
    #expect(Set(EventPart.words.map(\.value)).count == EventPart.allCases.count - 1)
  }

  @Test func `every shape begins with text and names fields of its event`() {
    for shape in catalogue.shapes {
      let event = catalogue[shape.kind]
      guard case .literal(let text)? = shape.parts.first else {
        Issue.record("a shape of \(event.name) begins with a hole")
        continue
      }
      #expect(!text.isEmpty)
      for case .field(let index) in shape.parts {
        #expect(event.fields.indices.contains(Int(index)), "\(event.name)")
      }
      for setting in shape.sets {
        #expect(event.fields.contains { $0.name == setting.name }, "\(event.name)")
      }
    }
  }

  @Test func `the seeds JSON names mean their events`() throws {
    for (jsonName, name) in [
      ("prefetch_success", "fetch_success"), ("prefetch_failure", "fetch_failure"),
      ("prefetch_cycle_complete", "cycle_complete"),
    ] {
      let kind = try #require(catalogue.kind(named: name))
      // Behind the seed's name may stand a code of the plugin.
      #expect(catalogue[kind].jsonNames.first == jsonName)
      #expect(catalogue[kind].jsonNames.dropFirst().allSatisfy { $0.hasPrefix("DNP-") })
    }
    let success = try #require(catalogue.kind(named: "fetch_success"))
    let phase = try #require(catalogue.field(named: "phase"))
    #expect(
      catalogue[success].jsonSets == [FieldSetting(name: phase, type: .string, text: "prefetch")])
  }

  @Test func `an id means what its event is about`() throws {
    for (event, field) in [
      ("bgtask_register", "taskId"), ("bgtask_handler_invoked", "taskId"),
      ("schedule_persisted", "scheduleId"), ("notification_delivered", "notificationId"),
      ("fetch_success", "notificationId"), ("cycle_complete", "notificationId"),
      ("message_displayed", "messageId"), ("scenario_begin", "scenarioId"),
    ] {
      let kind = try #require(catalogue.kind(named: event))
      let meant = catalogue[kind].aliases.filter { $0.key == "id" }
      #expect(meant.map { catalogue.name(of: $0.field) } == [field], "\(event)")
    }
  }

  @Test func `only words that no other program uses are sought without a tag`() {
    let untagged = catalogue.shapes.filter { $0.isUntagged && !$0.isCode }
    #expect(
      Set(untagged.map { catalogue[$0.kind].name }) == [
        "process_crash", "bgtask_submit_failed", "bgtask_expired", "telemetry_snapshot",
        "force_stop_detected", "plugin_call", "process_killed", "process_named", "bridge_call",
      ])
  }

  @Test func `tags come canonical first`() throws {
    let kind = try #require(catalogue.kind(named: "schedule_hash"))
    let tags = catalogue[kind].tags.map { catalogue.tags[Int($0)] }
    #expect(tags == ["DNP-SCHEDULER", "DNP-FETCH"])
    let anywhere = try #require(catalogue.kind(named: "plugin_error"))
    #expect(catalogue[anywhere].tags.isEmpty)
    #expect(catalogue.tags.prefix(2) == ["", "?"])
  }

  /// Each line of the seeds, as they print it, and the events whose words it could be.
  @Test(arguments: [
    ("Registering BGTaskScheduler task (id=com.timesafari.fetch)", "bgtask_register"),
    ("Startup complete (hasPendingSchedules=true)", "plugin_startup"),
    ("notifications_denied for scheduleDailyNotification", "permission_denied"),
    ("Scheduling prefetch for notification at 2025-11-14T05:53:00Z", "prefetch_schedule_begin"),
    (
      "Prefetch scheduled 5 minutes before notification (notificationTime=2025-11-14T05:53:00Z)",
      "prefetch_planned"
    ),
    ("Prefetch lead too small, capping at minimum (60s)", "lead_capped"),
    ("Scheduling BGAppRefreshTask (earliestBeginDate=2025-11-14T05:48:00Z)", "bgtask_submit"),
    ("BGAppRefreshTask scheduled (earliestBeginDate=2025-11-14T05:48:00Z)", "bgtask_scheduled"),
    ("Background fetch scheduling failed (expected on simulator)", "bgtask_submit_failed"),
    ("BGTaskSchedulerErrorDomain Code=1 (notPermitted)", "bgtask_submit_failed"),
    ("BGTaskSchedulerErrorDomain Code=1", "bgtask_submit_failed"),
    ("Scheduling notification for 2025-11-14T05:53:00Z", "notification_scheduling"),
    ("Persisted schedule to DB (id=..., type=DAILY, ...)", "schedule_persisted"),
    ("Timezone changed, but UTC schedule unchanged", "timezone_noted"),
    ("BGTask handler invoked (task.identifier=com.timesafari.fetch)", "bgtask_handler_invoked"),
    ("BGTask handler invoked (id=com.timesafari.fetch)", "bgtask_handler_invoked"),
    (
      "Resolved next notification needing content (time=..., scheduleId=...)",
      "notification_resolved"
    ),
    ("Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=...)", "fetch_start"),
    ("Starting fetch from <URL> (notificationTime=..., jwtPresent=true)", "fetch_start"),
    ("API call: GET /api/notifications (JWT present, ETag=...)", "http_request"),
    ("Fetch success: status=200, items=1, ttl=86400", "fetch_success"),
    ("Fetch success (status=200, bytes=1234, ttl=86400)", "fetch_success"),
    ("Fetch failed: error=AuthError, httpStatus=401, willRetry=false", "fetch_failure"),
    ("Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)", "fetch_failure"),
    ("JWT expired, authentication failed", "jwt_expired"),
    ("Cached content for scheduleId=...", "content_cached"),
    ("Cached content MD5: abcdef", "content_hash"),
    ("Using cached content MD5: abcdef", "content_hash"),
    ("Cache write failed: error=...", "cache_write_failed"),
    ("Storage unavailable, will fetch on-demand", "storage_unavailable"),
    ("expirationHandler invoked", "bgtask_expired"),
    ("Task completed (success=true)", "bgtask_completed"),
    ("Task completed (success=false, reason=NETWORK)", "bgtask_completed"),
    ("Task marked complete (success=false) due to error", "bgtask_completed"),
    ("Preparing content for notification at 2025-11-14T05:53:00Z", "delivery_prepare"),
    ("Found cached content (age=300s, source=prefetch)", "cache_hit"),
    ("Using cached content for notification at 2025-11-14T05:53:00Z", "cache_used"),
    ("No cached content, falling back to on-demand fetch", "cache_miss"),
    ("No cached content available, falling back to on-demand fetch", "cache_miss"),
    ("Notification built (title=..., body=..., id=...)", "notification_built"),
    ("Notification delivered (id=..., title=...)", "notification_delivered"),
    ("Notification scheduled/delivered", "notification_delivered"),
    ("Prefetch cycle complete (id=XYZ, fetched=true, usedCached=true)", "cycle_complete"),
    ("dnp_prefetch_failure_total{reason=\"AUTH\"}", "telemetry_snapshot"),
    ("Force stop detected - all alarms were cancelled", "force_stop_detected"),
  ])
  func `the seeds lines have the words of one event`(line: String, event: String) {
    let matching = catalogue.shapes.filter { holds(line, the: $0.parts) }
    #expect(Set(matching.map { catalogue[$0.kind].name }) == [event])
  }

  /// Whether a line has the literals of a shape in their order, from its beginning to its end.
  private func holds(_ line: String, the parts: [ShapePart]) -> Bool {
    var rest = line[...]
    for (index, part) in parts.enumerated() {
      guard case .literal(let text) = part else { continue }
      guard let range = rest.firstRange(of: text),
        index > 0 || range.lowerBound == line.startIndex
      else { return false }
      rest = rest[range.upperBound...]
    }
    if case .literal? = parts.last { return rest.isEmpty }
    return true
  }
}
