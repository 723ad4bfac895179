// Behaviour of the server and the net, and what the plugin has to make of it.
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
    .inconclusive, .plugin, isWarning: true, rows: ["API-05"])
  static let anonymousWithoutFailure = Injected(
    "api-anonymous-without-failure", "A request carries no token although none was refused.",
    source: "S0:74-95,197", .violated, .plugin, rows: ["AUT-15", "API-05", "API-06"])
  static let requestSwallowed = Injected(
    "api-request-swallowed", "A request is sent, and neither answer nor failure is logged.",
    source: "S0:119-137,345-347", .violated, .plugin, rows: ["API-22", "API-23", "API-26"],
    needs: .times)
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
