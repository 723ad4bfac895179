// Faults of tokens.
extension Injected {
  static let tokenReusedLate = Injected(
    "api-token-reused-late", "A token is used after it has expired.", source: "S0:301,389",
    .violated, .plugin, rows: ["AUT-10", "AUT-11", "AUT-19", "API-06"], needs: [.times])
  static let tokenLivesTooLong = Injected(
    "api-token-lives-too-long", "A basic token lives for an hour.", source: "S0:172,301",
    .violated, .plugin, rows: ["AUT-07", "AUT-03"])
  static let issuedInThePast = Injected(
    "api-token-issued-in-the-past", "A token says that it was issued an hour ago.",
    source: "S0:51,112", .violated, .plugin, rows: ["AUT-04", "AUT-10", "AUT-11", "API-06"],
    needs: [.times, .zones])
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
    "api-cache-kept-after-refusal",
    "No line says that a refused token left the cache, where others say what did.",
    source: "S0:353", .violated, .plugin, isWarning: true, rows: ["AUT-20"])
}
