package import RuleLanguage

/// The fields that correlation reads, found once by name, and the few events that no role describes:
/// those that the reader or the program itself makes, and the words of testers.
///
/// An event that a catalogue lacks gets a number that no line has, so that asking for it is false.
package struct KnownEvents: Sendable {
  package let processNamed: EventKind
  package let telemetry: EventKind
  package let environment: EventKind
  package let faultInjected: EventKind
  package let scenarioEnd: EventKind
  package let alarmFired: EventKind
  package let missed: EventKind
  package let authToken: EventKind
  package let contentSource: EventKind
  let contentWritten: EventKind
  package let unclassified: EventKind
  package let secret: EventKind
  package let twinDiffers: EventKind
  package let receiptStored: EventKind
  package let messageEvaluated: EventKind
  package let messageDisplayed: EventKind

  package let notificationTime: FieldName
  package let scheduledFor: FieldName
  package let scheduleId: FieldName
  package let notificationId: FieldName
  package let taskId: FieldName
  package let beginDate: FieldName
  package let scheduledTime: FieldName
  package let nextRunAt: FieldName
  package let trigger: FieldName
  let deliveryStatus: FieldName
  /// Seconds since 1970, of a token.
  package let issuedAt: FieldName
  package let writtenAt: FieldName
  package let leadSeconds: FieldName
  package let phase: FieldName
  package let reason: FieldName
  package let success: FieldName
  package let error: FieldName
  package let httpStatus: FieldName
  package let ttl: FieldName
  package let ttlRemaining: FieldName
  package let durationMs: FieldName
  package let simulated: FieldName
  let simulator: FieldName
  package let ambiguous: FieldName
  package let expected: FieldName
  package let usedCached: FieldName
  let dueToError: FieldName
  package let hash: FieldName
  package let path: FieldName
  package let state: FieldName
  package let actor: FieldName
  package let kindName: FieldName
  package let timezone: FieldName
  package let method: FieldName
  package let workName: FieldName
  package let willRetry: FieldName
  let items: FieldName
  package let cause: FieldName
  package let byPid: FieldName
  package let outcome: FieldName
  package let told: FieldName
  package let member: FieldName
  let key: FieldName
  package let accepted: FieldName
  package let source: FieldName
  package let textValue: FieldName
  package let recordMistake: EventKind
  let mistake: FieldName
  let found: FieldName
  let wanted: FieldName
  let origin: FieldName
  package let jsonValue: FieldName
  package let app: FieldName
  package let appPid: FieldName
  package let user: FieldName
  package let begins: FieldName
  package let messageId: FieldName

  /// The tag that the seed's own filter drops (CLI-08); 0xFF where the catalogue lacks it.
  package let storageTag: UInt8
  /// The tag of what comes behind a fetch, on the way to the notification.
  package let schedulerTag: UInt8

  package init(_ catalogue: Catalogue) {
    func kind(_ name: String) -> EventKind {
      catalogue.kind(named: name) ?? EventKind(rawValue: .max)
    }
    func field(_ name: String) -> FieldName {
      catalogue.field(named: name) ?? FieldName(rawValue: .max)
    }
    processNamed = kind("process_named")
    telemetry = kind("telemetry_snapshot")
    environment = kind("env_state")
    faultInjected = kind("fault_injected")
    scenarioEnd = kind("scenario_end")
    missed = kind("missed_detected")
    alarmFired = kind("alarm_fired")
    authToken = kind("auth_token")
    contentSource = kind("content_source")
    contentWritten = kind("content_written")
    unclassified = kind("unclassified")
    secret = kind("secret_logged")
    twinDiffers = kind("twin_differs")
    receiptStored = kind("receipt_stored")
    messageEvaluated = kind("message_evaluated")
    messageDisplayed = kind("message_displayed")

    notificationTime = field("notificationTime")
    scheduledFor = field("scheduledFor")
    scheduleId = field("scheduleId")
    notificationId = field("notificationId")
    taskId = field("taskId")
    beginDate = field("earliestBeginDate")
    scheduledTime = field("scheduledTime")
    nextRunAt = field("nextRunAt")
    trigger = field("trigger")
    deliveryStatus = field("deliveryStatus")
    issuedAt = field("iat")
    writtenAt = field("writtenAt")
    leadSeconds = field("leadSeconds")
    phase = field("phase")
    reason = field("reason")
    success = field("success")
    error = field("error")
    httpStatus = field("httpStatus")
    ttl = field("ttl")
    ttlRemaining = field("ttlRemaining")
    durationMs = field("durationMs")
    simulated = field("simulated")
    simulator = field("simulator")
    ambiguous = field("ambiguous")
    expected = field("expected")
    usedCached = field("usedCached")
    dueToError = field("dueToError")
    hash = field("hash")
    path = field("path")
    state = field("state")
    actor = field("by")
    kindName = field("kind")
    timezone = field("timezone")
    method = field("method")
    workName = field("workName")
    willRetry = field("willRetry")
    items = field("items")
    cause = field("cause")
    byPid = field("byPid")
    outcome = field("outcome")
    told = field("told")
    member = field("member")
    key = field("key")
    accepted = field("accepted")
    source = field("source")
    textValue = field("textValue")
    recordMistake = kind("record_mistake")
    mistake = field("mistake")
    found = field("found")
    wanted = field("wanted")
    origin = field("origin")
    jsonValue = field("jsonValue")
    app = field("app")
    appPid = field("appPid")
    user = field("user")
    messageId = field("messageId")
    begins = field("begins")
    storageTag = catalogue.tags.firstIndex(of: "DNP-STORAGE").map { UInt8($0) } ?? 0xFF
    schedulerTag = catalogue.tags.firstIndex(of: "DNP-SCHEDULER").map { UInt8($0) } ?? 0xFF
  }
}
