// What the server and the net do, and what the plugin has to make of it.
extension Injected {
  static let manyPages = Injected(
    "api-paging", "There is more than fits one page, and the plugin goes on until it has all.",
    source: "S0:276-282", .satisfied, rows: ["API-13", "API-14", "API-15", "API-16"])
  static let serverSlow = Injected(
    "api-slow", "The server does not answer in time, and the third attempt succeeds.",
    source: "S0:173-174,388", .satisfied, .environment,
    rows: ["API-25", "API-26", "RES-03", "RES-04", "RES-05"])
  static let serverFailing = Injected(
    "api-failing", "The server fails five times, and the breaker keeps requests back for a while.",
    source: "S0:189-192", .satisfied, .environment,
    rows: ["RES-03", "RES-04", "RES-05", "RES-06", "RES-08", "RES-09"])
  static let deviceOffline = Injected(
    "api-offline", "There is no network, so nothing is asked for and the cache is used.",
    source: "S0:189,192", .satisfied, .environment, rows: ["RES-01", "RES-02", "RES-08"])
  static let tokenRefused = Injected(
    "api-token-refused", "The server refuses a token, and takes the new one.", source: "S0:196",
    .satisfied, .environment, rows: ["AUT-14", "AUT-20", "RES-10"])
  static let tokensRefused = Injected(
    "api-anonymous", "The server refuses every token, and the plugin asks without one.",
    source: "S0:197", .satisfied, .environment, rows: ["AUT-14", "AUT-15", "AUT-20", "RES-10"])
}

// Faults of paging and of requests.
extension Injected {
  static let cursorStandsStill = Injected(
    "api-offers-loop", "The next page is asked for with the cursor of the page before.",
    source: "S0:276,287", .violated, .plugin, rows: ["API-14", "API-15", "API-13"])
  static let pagesOverlap = Injected(
    "api-pages-overlap", "A page begins with records that the page before held.",
    source: "S0:276,287", .violated, .plugin, rows: ["API-15"])
  static let pagingStops = Injected(
    "api-paging-stops", "The server says that there is more, and nobody asks for it.",
    source: "S0:147,276,282", .violated, .plugin, isWarning: true, rows: ["API-13"])
  static let cursorWithPagesLeft = Injected(
    "api-cursor-with-pages-left", "The last known id moves while there are pages left.",
    source: "S0:176-177", .violated, .plugin, rows: ["API-16"])
  static let cursorAfterFailure = Injected(
    "api-cursor-after-failure", "The last known id moves although the fetch failed.",
    source: "S0:176-177", .violated, .plugin, rows: ["API-16"])
  static let cursorGoesBack = Injected(
    "api-cursor-backwards", "The last known id moves back.", source: "S0:176-177", .violated,
    .plugin, rows: ["API-16"])
  static let cursorNotSent = Injected(
    "api-cursor-not-sent", "The first request does not begin at the last known id.",
    source: "S0:89,176-177", .violated, .plugin, rows: ["API-09"])
  static let recipientMissing = Injected(
    "api-recipient-missing", "The request for offers does not say for whom.", source: "S0:86-90",
    .violated, .plugin, rows: ["API-07"])
  static let otherRecipient = Injected(
    "api-other-recipient", "The request for offers names another user.", source: "S0:86-90",
    .violated, .plugin, rows: ["API-07"])
  static let unknownParameter = Injected(
    "api-unknown-parameter", "The request for plans has a parameter that the server does not know.",
    source: "S0:285-287", .violated, .plugin, isWarning: true, rows: ["API-08"])
  static let unlistedPath = Injected(
    "api-unlisted-path", "A request goes to a path that is none of the listed.",
    source: "S0:272-294", .inconclusive, .plugin, isWarning: true,
    rows: ["API-24", "API-07", "API-08"])
  static let contentTypeMissing = Injected(
    "api-no-content-type", "A request does not tell its content type.", source: "S0:74-95",
    .violated, .plugin, rows: ["API-05"])
  static let anonymousWithoutFailure = Injected(
    "api-anonymous-without-failure", "A request carries no token although none was refused.",
    source: "S0:74-95,197", .violated, .plugin, rows: ["AUT-15", "API-05", "API-06"])
  static let requestSwallowed = Injected(
    "api-request-swallowed", "A request is sent, and neither answer nor failure is logged.",
    source: "S0:119-137,345-347", .violated, .plugin, rows: ["API-22", "API-23", "API-26"])
  static let timeoutIgnored = Injected(
    "api-timeout-ignored", "A request takes more than 30 seconds and is not given up.",
    source: "S0:388", .violated, .plugin, rows: ["API-25", "API-26"])
  static let newsNotTriggered = Injected(
    "api-news-not-triggered", "There is something new, and no notification is triggered.",
    source: "S0:92,248", .violated, .plugin, rows: ["API-18"])
  static let triggeredWithoutNews = Injected(
    "api-triggered-without-news", "A notification is triggered, and there is nothing new.",
    source: "S0:92,248", .violated, .plugin, rows: ["API-18"])
}

// Faults of tokens.
extension Injected {
  static let tokenReusedLate = Injected(
    "api-token-reused-late", "A token is used after it has expired.", source: "S0:301,389",
    .violated, .plugin, rows: ["AUT-10", "AUT-11", "AUT-19", "API-06"])
  static let tokenLivesTooLong = Injected(
    "api-token-lives-too-long", "A basic token lives for an hour.", source: "S0:172,301",
    .violated, .plugin, rows: ["AUT-07", "AUT-03"])
  static let issuedInThePast = Injected(
    "api-token-issued-in-the-past", "A token says that it was issued an hour ago.",
    source: "S0:51,112", .violated, .plugin, rows: ["AUT-04", "AUT-10", "AUT-11", "API-06"])
  static let claimsInMilliseconds = Injected(
    "api-claims-in-milliseconds", "The times of a token are in milliseconds.",
    source: "S0:51,112", .violated, .plugin, rows: ["AUT-04", "AUT-03"])
  static let issuerMissing = Injected(
    "api-issuer-missing", "A token does not say who made it.", source: "S0:44-58,105-117",
    .violated, .plugin, rows: ["AUT-01", "AUT-02", "AUT-05"])
  static let issuerIsNoDID = Injected(
    "api-issuer-is-no-did", "The issuer of a token is not in the form of a DID.", source: "S0:270",
    .violated, .plugin, rows: ["AUT-23", "AUT-05"])
  static let otherIssuer = Injected(
    "api-other-issuer", "A token is issued by somebody else than the user.", source: "S0:52,55,113",
    .violated, .plugin, rows: ["AUT-05"])
  static let otherAudience = Injected(
    "api-other-audience", "A token is meant for another service.", source: "S0:54,66", .violated,
    .plugin, rows: ["AUT-06"])
  static let authDataMissing = Injected(
    "api-no-auth-data", "A passkey's token carries no authentication data.", source: "S0:60-71",
    .violated, .plugin, rows: ["AUT-08"])
  static let passkeyTokenForBasicUser = Injected(
    "api-passkey-token-for-basic-user", "A user without a passkey gets a passkey's token.",
    source: "S0:336-340", .violated, .plugin, rows: ["AUT-18", "AUT-08", "AUT-12"])
  static let tokenPrinted = Injected(
    "api-secret-leak", "The log holds the token itself.", source: "S0:198,389", .violated,
    .plugin, rows: ["AUT-16", "AUT-09"])
  static let sameTokenAfterRefusal = Injected(
    "api-same-token-after-refusal", "A token that was refused is sent again.",
    source: "S0:194-196", .violated, .plugin, rows: ["RES-10", "AUT-14", "AUT-20"])
  static let cacheKeptAfterRefusal = Injected(
    "api-cache-kept-after-refusal", "A refused token stays in the cache.", source: "S0:353",
    .violated, .plugin, rows: ["AUT-20"])
}

// Faults of batches, stores and settings.
extension Injected {
  static let batchTooLarge = Injected(
    "api-batch-over-limit", "A batch holds eleven items.", source: "S0:223", .violated, .plugin,
    rows: ["CAC-08", "CAC-10"])
  static let batchTooLate = Injected(
    "api-batch-too-late", "A batch waits for 180 milliseconds.", source: "S0:223,394", .violated,
    .plugin, rows: ["CAC-09"])
  static let batchTooEarly = Injected(
    "api-batch-too-early", "A batch goes out before it is full or has waited.", source: "S0:223",
    .violated, .plugin, isWarning: true, rows: ["CAC-10"])
  static let sameRequestTwice = Injected(
    "api-same-request-twice", "The same request is sent again while the first is under way.",
    source: "S0:225,352", .violated, .plugin, rows: ["CAC-14"])
  static let pressureIgnored = Injected(
    "api-memory-pressure-ignored", "Memory is short, and nothing is cleaned up.", source: "S0:239",
    .violated, .plugin, rows: ["CAC-19"])
  static let memoryOverLimit = Injected(
    "api-memory-over-limit", "The process holds more memory than its limit.", source: "S0:236-238",
    .violated, .plugin, rows: ["CAC-18", "CAC-19"])
  static let nativeStateStale = Injected(
    "api-native-state-stale", "The native side keeps an old version of the settings.",
    source: "S0:211-215", .violated, .plugin, rows: ["CAC-04"])
  static let logNotTrimmed = Injected(
    "api-log-not-trimmed", "The log table keeps more than a thousand rows.", source: "S0:224",
    .violated, .plugin, rows: ["CAC-12", "CAC-11"])
  static let configurationUnsafe = Injected(
    "api-configuration-unsafe", "The server is asked without encryption, for up to two minutes.",
    source: "S0:168-175", .violated, .plugin, isWarning: true, rows: ["CFG-04"])
}

// Faults of resilience.
extension Injected {
  static let connectivityNotChecked = Injected(
    "api-connectivity-not-checked", "Requests are sent without a look for a network.",
    source: "S0:189", .violated, .plugin, isWarning: true, rows: ["RES-01"])
  static let requestWhileOffline = Injected(
    "api-request-while-offline", "A request is sent although there is no network.",
    source: "S0:189,192", .violated, .plugin, rows: ["RES-02"])
  static let offlineSilence = Injected(
    "api-offline-silence", "There is no network, and nothing takes the place of news.",
    source: "S0:192,390", .violated, .plugin, rows: ["RES-08", "RES-09"])
  static let backoffLinear = Injected(
    "api-backoff-linear", "Every further attempt waits as long as the one before.",
    source: "S0:190", .violated, .plugin, rows: ["RES-03"])
  static let tooManyAttempts = Injected(
    "api-too-many-attempts", "A request is tried more often than the settings allow.",
    source: "S0:174", .violated, .plugin, rows: ["RES-04"])
  static let retriesThoughDenied = Injected(
    "api-retry-though-denied", "A failure is not to be retried, and is.", source: "S0:174,190",
    .violated, .plugin, rows: ["RES-05"])
  static let requestWhileOpen = Injected(
    "api-breaker-open-request", "A request is sent while the breaker is open.", source: "S0:191",
    .violated, .plugin, rows: ["RES-06"])
}
