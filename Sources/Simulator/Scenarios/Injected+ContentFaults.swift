// Faults of the plugin with the content that it fetched.
extension Injected {
  static let contentNotStored = Injected(
    "content-not-stored", "Fetched content is not stored, and nothing says so.",
    source: "S4:408-410", .violated, .plugin, rows: ["SEQ-05", "SEQ-11", "SEQ-12"], needs: .text)
  static let contentStoredAfterCompletion = Injected(
    "content-stored-after-completion",
    "Content is stored only after the task was reported as done.",
    source: "S4:408-410", .violated, .plugin, rows: ["SEQ-05", "CLI-04"], needs: .text)
  static let contentStoredForOther = Injected(
    "content-stored-for-other", "Content is stored for another schedule than it was fetched for.",
    source: "S4:409", .violated, .plugin, rows: ["LOG-24", "INT-15"], needs: .text)
  static let malformedContentStored = Injected(
    "malformed-content-stored", "Content is stored although the answer could not be read.",
    source: "S4:603", .violated, .plugin, rows: ["INJ-25"], needs: .text)
  static let storageFailureUnannounced = Injected(
    "storage-failure-unannounced", "A failed write to the cache is not followed by what it means.",
    source: "S4:230-231", .violated, .plugin, rows: ["LOG-28", "INJ-08"], needs: .text)
  static let loggedTTLDiffers = Injected(
    "logged-ttl-differs", "The logged time to live is not that of the response.",
    source: "S4:195-200", .violated, .plugin, rows: ["TIM-27", "SCH-14"], needs: .text)
  static let payloadForOtherTime = Injected(
    "payload-for-other-time", "The response is scheduled for another time than the notification.",
    source: "S4:198-200", .violated, .plugin, rows: ["TIM-28", "SCH-13", "SCH-14"], needs: .text)
  static let hashMissingAtFetch = Injected(
    "hash-missing-at-fetch", "Content is hashed when used and was not when fetched.",
    source: "S4:673-676", .violated, .plugin, isWarning: true,
    rows: ["LOG-25", "INT-01"], needs: .text)
  static let hashMissingAtDelivery = Injected(
    "hash-missing-at-delivery", "Content was hashed when fetched and is not when used.",
    source: "S4:677", .violated, .plugin, isWarning: true, rows: ["LOG-26", "INT-02"], needs: .text)
  static let contentHashMismatch = Injected(
    "content-hash-mismatch", "The content that is used is not what was fetched.",
    source: "S4:677-678", .violated, .plugin, rows: ["INT-02", "INT-03", "INT-11"], needs: .text)
  static let tamperedContentUsed = Injected(
    "tampered-content-used", "A tampered entry of the cache is used.",
    source: "S4:247-250", .violated, .plugin, rows: ["INJ-13", "INT-02", "INT-03", "INT-11"],
    needs: .text)
  static let expiredContentUsed = Injected(
    "expired-content-used", "Content is used after its time to live.",
    source: "S4:596-599", .violated, .plugin,
    rows: ["TIM-26", "SCH-12", "BKT-11"], needs: [.text, .times])
  static let expiredContentKept = Injected(
    "expired-content-kept", "Content stays in the cache after its time to live.",
    source: "S4:683-684", .violated, .plugin, rows: ["INT-10"], needs: .text)
  static let inventedContentUsed = Injected(
    "invented-content-used", "Content is used that no fetch brought.",
    source: "S4:429", .violated, .plugin, rows: ["TIM-25"], needs: [.text, .times])
  static let storedContentNotFound = Injected(
    "stored-content-not-found", "Stored content is not found at delivery although it is valid.",
    source: "S4:432-436", .violated, .plugin,
    rows: ["HNT-33", "HNT-36", "HNT-47", "SEQ-10"], needs: [.text, .times])
  static let ageWrong = Injected(
    "age-wrong", "The age of the content is not the time since its fetch.",
    source: "S4:429", .violated, .plugin, rows: ["TIM-25"], needs: [.text, .times])
}
