package import RuleLanguage

/// The events and fields that correlation itself is about, found once by name.
///
/// An event that a catalogue lacks gets a number that no line has, so that asking for it is false.
package struct KnownEvents: Sendable {
  package let appLaunch: EventKind
  package let appLaunchFinished: EventKind
  package let appState: EventKind
  package let processCrash: EventKind
  package let processKilled: EventKind
  package let processNamed: EventKind
  package let pluginLoad: EventKind
  package let storageReady: EventKind
  package let register: EventKind
  package let startup: EventKind
  package let permissionDenied: EventKind
  package let scheduleBegin: EventKind
  package let planned: EventKind
  package let leadCapped: EventKind
  package let prefetchDisabled: EventKind
  package let submit: EventKind
  package let scheduled: EventKind
  package let submitFailed: EventKind
  package let cancelled: EventKind
  package let notificationScheduling: EventKind
  package let persisted: EventKind
  package let scheduleHash: EventKind
  package let timezoneNoted: EventKind
  package let handler: EventKind
  package let resolved: EventKind
  package let fetchStart: EventKind
  package let httpRequest: EventKind
  package let httpResponse: EventKind
  package let fetchSuccess: EventKind
  package let fetchFailure: EventKind
  package let jwtExpired: EventKind
  package let contentCached: EventKind
  package let contentHash: EventKind
  package let cacheWriteFailed: EventKind
  package let storageUnavailable: EventKind
  package let expirationSet: EventKind
  package let expired: EventKind
  package let fetchCancelled: EventKind
  package let completed: EventKind
  package let prepare: EventKind
  package let cacheHit: EventKind
  package let cacheUsed: EventKind
  package let cacheMiss: EventKind
  package let built: EventKind
  package let delivered: EventKind
  package let suppressed: EventKind
  package let interaction: EventKind
  package let cacheState: EventKind
  package let cycleComplete: EventKind
  package let telemetry: EventKind
  package let environment: EventKind
  package let faultInjected: EventKind
  package let scenarioEnd: EventKind
  package let reboot: EventKind
  package let pluginError: EventKind
  package let pluginCall: EventKind
  package let alarmFired: EventKind
  package let missed: EventKind
  package let authToken: EventKind
  package let payload: EventKind
  package let alarmReceived: EventKind
  package let workEnqueued: EventKind
  package let workStarted: EventKind
  package let displayStarted: EventKind
  package let fetchScheduling: EventKind
  package let fetchTimeChosen: EventKind
  package let fetcherStarted: EventKind
  package let scheduleSkipped: EventKind
  package let refetchScheduled: EventKind
  package let fetchSchedulingFailed: EventKind
  package let contentSource: EventKind
  package let contentWritten: EventKind
  package let unclassified: EventKind
  package let secret: EventKind
  package let twinDiffers: EventKind

  package let notificationTime: FieldName
  package let scheduledFor: FieldName
  package let scheduleId: FieldName
  package let notificationId: FieldName
  package let taskId: FieldName
  package let beginDate: FieldName
  package let scheduledTime: FieldName
  /// Seconds since 1970, of a token.
  package let issuedAt: FieldName
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
  package let cause: FieldName
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
  package let begins: FieldName

  /// The tag that the seed's own filter drops (CLI-08); 0xFF where the catalogue lacks it.
  package let storageTag: UInt8

  package init(_ catalogue: Catalogue) {
    func kind(_ name: String) -> EventKind {
      catalogue.kind(named: name) ?? EventKind(rawValue: .max)
    }
    func field(_ name: String) -> FieldName {
      catalogue.field(named: name) ?? FieldName(rawValue: .max)
    }
    appLaunch = kind("app_launch")
    appLaunchFinished = kind("app_launch_finished")
    appState = kind("app_state")
    processCrash = kind("process_crash")
    processKilled = kind("process_killed")
    processNamed = kind("process_named")
    pluginLoad = kind("plugin_load")
    storageReady = kind("storage_ready")
    register = kind("bgtask_register")
    startup = kind("plugin_startup")
    permissionDenied = kind("permission_denied")
    scheduleBegin = kind("prefetch_schedule_begin")
    planned = kind("prefetch_planned")
    leadCapped = kind("lead_capped")
    prefetchDisabled = kind("prefetch_disabled")
    submit = kind("bgtask_submit")
    scheduled = kind("bgtask_scheduled")
    submitFailed = kind("bgtask_submit_failed")
    cancelled = kind("bgtask_cancelled")
    notificationScheduling = kind("notification_scheduling")
    persisted = kind("schedule_persisted")
    scheduleHash = kind("schedule_hash")
    timezoneNoted = kind("timezone_noted")
    handler = kind("bgtask_handler_invoked")
    resolved = kind("notification_resolved")
    fetchStart = kind("fetch_start")
    httpRequest = kind("http_request")
    httpResponse = kind("http_response")
    fetchSuccess = kind("fetch_success")
    fetchFailure = kind("fetch_failure")
    jwtExpired = kind("jwt_expired")
    contentCached = kind("content_cached")
    contentHash = kind("content_hash")
    cacheWriteFailed = kind("cache_write_failed")
    storageUnavailable = kind("storage_unavailable")
    expirationSet = kind("bgtask_expiration_set")
    expired = kind("bgtask_expired")
    fetchCancelled = kind("fetch_cancelled")
    completed = kind("bgtask_completed")
    prepare = kind("delivery_prepare")
    cacheHit = kind("cache_hit")
    cacheUsed = kind("cache_used")
    cacheMiss = kind("cache_miss")
    built = kind("notification_built")
    delivered = kind("notification_delivered")
    suppressed = kind("notification_suppressed")
    interaction = kind("notification_interaction")
    cacheState = kind("cache_state")
    cycleComplete = kind("cycle_complete")
    telemetry = kind("telemetry_snapshot")
    environment = kind("env_state")
    faultInjected = kind("fault_injected")
    scenarioEnd = kind("scenario_end")
    reboot = kind("device_reboot")
    pluginError = kind("plugin_error")
    pluginCall = kind("plugin_call")
    missed = kind("missed_detected")
    alarmFired = kind("alarm_fired")
    authToken = kind("auth_token")
    payload = kind("notification_payload")
    alarmReceived = kind("alarm_received")
    workEnqueued = kind("work_enqueued")
    workStarted = kind("work_started")
    displayStarted = kind("display_started")
    fetchScheduling = kind("fetch_scheduling")
    fetchTimeChosen = kind("fetch_time_chosen")
    fetcherStarted = kind("fetcher_started")
    scheduleSkipped = kind("schedule_skipped")
    refetchScheduled = kind("refetch_scheduled")
    fetchSchedulingFailed = kind("fetch_scheduling_failed")
    contentSource = kind("content_source")
    contentWritten = kind("content_written")
    unclassified = kind("unclassified")
    secret = kind("secret_logged")
    twinDiffers = kind("twin_differs")

    notificationTime = field("notificationTime")
    scheduledFor = field("scheduledFor")
    scheduleId = field("scheduleId")
    notificationId = field("notificationId")
    taskId = field("taskId")
    beginDate = field("earliestBeginDate")
    scheduledTime = field("scheduledTime")
    issuedAt = field("iat")
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
    cause = field("cause")
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
    begins = field("begins")
    storageTag = catalogue.tags.firstIndex(of: "DNP-STORAGE").map { UInt8($0) } ?? 0xFF
  }

  /// Whether an event is said while a notification is being shown, so that the time which its id
  /// carries is just past.
  package func isShowing(_ kind: EventKind) -> Bool {
    kind == workEnqueued || kind == workStarted || kind == prepare || kind == cacheHit
      || kind == displayStarted || kind == delivered
  }

  /// Whether only Android's plugin says it.
  package func isAndroid(_ kind: EventKind) -> Bool {
    kind == alarmFired || kind == alarmReceived || kind == workEnqueued || kind == workStarted
      || kind == displayStarted || kind == fetchScheduling || kind == fetchTimeChosen
      || kind == fetchSchedulingFailed || kind == scheduleSkipped
  }

  /// Whether only the plugin of iOS says it.
  package func isPhone(_ kind: EventKind) -> Bool {
    kind == register || kind == handler || kind == submit || kind == scheduled || kind == completed
  }
}
