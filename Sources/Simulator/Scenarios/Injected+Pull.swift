// Effects of the server and the net on the feed.
extension Injected {
  static let feedUnchanged = Injected(
    "pull-not-modified", "The server says that the feed has not changed, and nothing is evaluated.",
    source: "S3:43-45", .satisfied, rows: ["PUL-26"])
  static let feedServerDown = Injected(
    "pull-server-down", "The server has no answer, and nothing is shown.", source: "S3:5",
    .excused, .environment, rows: ["PUL-02"])
  static let feedOffline = Injected(
    "pull-offline", "There is no network, so the feed is not asked for.", source: "S3:5", .excused,
    .environment, rows: ["PUL-02"])
}

// Faults of pulled messages.
extension Injected {
  static let feedNotChecked = Injected(
    "pull-feed-not-checked", "The background fetch runs and does not look at the feed.",
    source: "S3:5", .violated, .plugin, rows: ["PUL-02"], needs: .text)
  static let deviceIdInRequest = Injected(
    "pull-device-id", "The request for the feed tells the device's id.", source: "S3:1-3",
    .violated, .plugin, rows: ["PUL-01"])
  static let regionInRequest = Injected(
    "pull-region-in-request", "The request for the feed tells the region.", source: "S3:41",
    .violated, .plugin, rows: ["PUL-25"])
  static let evaluatesUnchangedFeed = Injected(
    "pull-evaluates-unchanged", "Messages are evaluated although the feed has not changed.",
    source: "S3:43-45", .inconclusive, .plugin, isWarning: true, rows: ["PUL-26"])
  static let messagesNotEvaluated = Injected(
    "pull-not-evaluated", "A message is shown and none was evaluated.", source: "S3:7-9",
    .violated, .plugin, rows: ["PUL-05", "PUL-09"])
  static let expiredShown = Injected(
    "pull-expired-shown", "A message is shown that has expired.", source: "S3:11", .violated,
    .plugin, rows: ["PUL-06", "PUL-09"], needs: [.text, .times])
  static let otherRegionShown = Injected(
    "pull-other-region-shown", "A message for other regions is shown.", source: "S3:12",
    .violated, .plugin, rows: ["PUL-07", "PUL-09"])
  static let otherVersionShown = Injected(
    "pull-other-version-shown", "A message for other versions of the app is shown.",
    source: "S3:13", .violated, .plugin, rows: ["PUL-08", "PUL-09"])
  static let shownAgain = Injected(
    "pull-shown-again", "A message with a receipt is shown again.", source: "S3:25,36",
    .violated, .plugin, rows: ["PUL-15", "PUL-03", "PUL-11", "PUL-12"])
  static let validTakenForExpired = Injected(
    "pull-valid-taken-for-expired", "A message that is still valid is judged expired.",
    source: "S3:11", .violated, .plugin, rows: ["PUL-06", "PUL-09"], needs: [.text, .times])
  static let allRegionsNotMatched = Injected(
    "pull-all-regions-not-matched", "A message for all regions is judged to be for others.",
    source: "S3:37", .violated, .plugin, rows: ["PUL-21", "PUL-07", "PUL-09"])
  static let versionDemanded = Injected(
    "pull-version-demanded", "A message for no version in particular is judged to be for others.",
    source: "S3:39", .violated, .plugin, rows: ["PUL-23", "PUL-08", "PUL-09"])
  static let lowerPriorityShown = Injected(
    "pull-wrong-priority", "A message is shown while one of higher priority is eligible.",
    source: "S3:19", .violated, .plugin, rows: ["PUL-11"])
  static let newerShownFirst = Injected(
    "pull-newer-first", "Of two messages of one priority the newer is shown first.",
    source: "S3:20", .violated, .plugin, rows: ["PUL-12"])
  static let twoShownAtOnce = Injected(
    "pull-two-displayed", "Two messages are shown after one look at the feed.", source: "S3:21",
    .violated, .plugin, rows: ["PUL-10", "PUL-13"])
  static let receiptNotStored = Injected(
    "pull-no-receipt", "A message is shown, no receipt is stored, and it is shown again.",
    source: "S3:23-25", .violated, .plugin, rows: ["PUL-14", "PUL-03", "PUL-15"])
  static let receiptsLost = Injected(
    "pull-receipts-lost", "A new start forgets the receipts, and messages are shown again.",
    source: "S3:25,36", .violated, .plugin, rows: ["PUL-16", "PUL-03", "PUL-15"])
}
