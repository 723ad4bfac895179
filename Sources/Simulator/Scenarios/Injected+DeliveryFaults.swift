// Faults of the plugin at the time of the notification.
extension Injected {
  static let deliveredBeforeHandler = Injected(
    "delivered-before-handler",
    "The notification shows prefetched content before the prefetch has run.",
    source: "S4:306-317", .violated, .plugin, rows: ["SEQ-15", "SEQ-22", "CLI-04"], needs: .text)
  static let preparedThenSilent = Injected(
    "prepared-then-silent", "The content is being prepared, and nothing follows.",
    source: "S4:432-437", .violated, .plugin,
    rows: ["HNT-33", "SEQ-07", "SEQ-13"], needs: [.text, .times])
  static let foundContentNotBuilt = Injected(
    "found-content-not-built", "Cached content is found, and no notification is built.",
    source: "S4:437-440", .violated, .plugin,
    rows: ["HNT-38", "SEQ-07", "SEQ-20"], needs: [.text, .times])
  static let fallbackMissing = Injected(
    "fallback-missing", "There is no cached content, and nothing is fetched instead.",
    source: "S4:436,455", .violated, .plugin, rows: ["HNT-37", "HNT-51"], needs: [.text, .times])
  static let fallbackBesideCache = Injected(
    "fallback-beside-cache", "A delivery uses the cache and falls back as well.",
    source: "S4:103-121", .violated, .plugin, rows: ["SEQ-10", "SEQ-13", "INJ-02"], needs: .text)
  static let usedOutOfNothing = Injected(
    "used-out-of-nothing", "A delivery finds no content and claims to use some.",
    source: "S4:103-121", .violated, .plugin,
    rows: ["SEQ-13", "INJ-07", "SEQ-10", "HNT-33"], needs: .text)
  static let decidedAfterDelivery = Injected(
    "decided-after-delivery", "The decision for cached content falls after the delivery.",
    source: "S4:179-183", .violated, .plugin, rows: ["SEQ-07", "SEQ-20", "CLI-04"], needs: .text)
  static let deliveredTwice = Injected(
    "delivered-twice", "One notification is delivered twice.",
    source: "S4:198", .violated, .plugin, rows: ["SCH-09", "ENV-17"], needs: .text)
  static let firedAgainAnHourLater = Injected(
    "fired-again-an-hour-later",
    "On the day of the change the notification fires again an hour later.",
    source: "S4:326", .violated, .plugin,
    rows: ["ENV-17", "SCH-09", "TIM-15", "ENV-13"], needs: .text)
  static let otherTitleShown = Injected(
    "other-title-shown", "The notification shows another title than the response.",
    source: "S4:198", .violated, .plugin,
    rows: ["SCH-10", "SCH-14", "SEQ-21", "BKT-10"], needs: .text)
  static let otherBodyShown = Injected(
    "other-body-shown", "The notification shows another body than the response.",
    source: "S4:198", .violated, .plugin,
    rows: ["SCH-11", "SCH-14", "SEQ-21", "BKT-10"], needs: .text)
  static let crashAtDelivery = Injected(
    "crash-at-delivery", "The app dies as it reads a tampered cache.",
    source: "S4:250", .violated, .plugin,
    rows: ["INJ-14", "INJ-13", "ENV-04"], needs: [.text, .times])
  static let crashAfterRevocation = Injected(
    "crash-after-revocation", "The app dies because notifications are no longer allowed.",
    source: "S4:271", .violated, .plugin, rows: ["INJ-23", "ENV-04"],
    needs: [.text, .times])
  static let lossNotTold = Injected(
    "loss-not-told", "Nothing tells that a notification was not shown for want of permission.",
    source: "S4:270", .violated, .plugin, isWarning: true, rows: ["INJ-22", "HNT-33"],
    needs: [.text, .times])
  static let summaryClaimsCache = Injected(
    "summary-claims-cache", "The summary claims cached content after a fallback.",
    source: "S4:638", .violated, .plugin, rows: ["LOG-36", "LOG-44", "SEQ-24"], needs: .text)
  static let summaryDeniesCache = Injected(
    "summary-denies-cache", "The summary denies the cached content that was used.",
    source: "S4:638", .violated, .plugin, rows: ["SEQ-24"], needs: .text)
  static let summaryClaimsFetch = Injected(
    "summary-claims-fetch", "The summary claims a prefetch that failed.",
    source: "S4:638", .violated, .plugin, rows: ["SEQ-24"], needs: .text)
  static let summaryDeniesFetch = Injected(
    "summary-denies-fetch", "The summary denies the prefetch that succeeded.",
    source: "S4:638", .violated, .plugin, rows: ["SEQ-24"], needs: .text)
  static let summaryTwice = Injected(
    "summary-twice", "A cycle is summed up twice.",
    source: "S4:638-639", .violated, .plugin, rows: ["LOG-44"], needs: [.text, .times])
}
