// Tokens: made for each use, or kept for an hour where the user has a passkey.
extension Device {
  /// Returns the token for a request that is about to be sent.
  mutating func tokenForRequest() -> ServerState.Token {
    if let token = server.token {
      if now < token.expiresAt - 2 * .second {
        guard server.usesPasskey else { return token }
        logToken(token, source: "cache")
        return token
      }
      if errs(.tokenReusedLate) {
        if server.usesPasskey { logToken(token, source: "cache") }
        return token
      }
    }
    return makeToken(source: server.token == nil || !server.usesPasskey ? "new" : "refresh")
  }

  /// Makes a token and logs its claims; the token itself never stands in a log.
  mutating func makeToken(source: String) -> ServerState.Token {
    server.tokens += 1
    let usesPasskey = server.usesPasskey || errs(.passkeyTokenForBasicUser)
    var life: Int64 = usesPasskey ? .hour : .minute
    if errs(.tokenLivesTooLong) { life = usesPasskey ? .day : .hour }
    var issued = now - now % .second
    if errs(.issuedInThePast) { issued -= .hour }
    let token = ServerState.Token(
      id: "t\(number)-\(server.tokens)", kind: usesPasskey ? "jwant" : "jwt", issuedAt: issued,
      expiresAt: issued + life)
    server.token = token
    pass(5...60)
    logToken(token, source: source)
    if errs(.tokenPrinted) {
      log(
        "plugin_error",
        [
          "component": .text("http"),
          "message": .text(
            "request refused, header was Bearer eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.c2lnbmF0dXJl"
          ),
        ], tag: "DNP-API")
    }
    return token
  }

  private mutating func logToken(_ token: ServerState.Token, source: String) {
    let inMillis = errs(.claimsInMilliseconds)
    let unit: Int64 = inMillis ? .millisecond : .second
    let issuer =
      errs(.issuerIsNoDID) ? "the user" : errs(.otherIssuer) ? "did:ethr:0x00" : ServerState.did
    var fields = [TraceField(name: "kind", value: .text(token.kind))]
    if !errs(.issuerMissing) { fields.append(TraceField(name: "iss", value: .text(issuer))) }
    if platform == .android {
      let audience = errs(.otherAudience) ? "timesafari.web" : "timesafari.notifications"
      fields += [
        TraceField(name: "sub", value: .text(ServerState.did)),
        TraceField(name: "aud", value: .text(audience)),
      ]
    }
    fields += [
      TraceField(name: "iat", value: .int(token.issuedAt / unit)),
      TraceField(name: "exp", value: .int(token.expiresAt / unit)),
    ]
    if token.kind == "jwant", !errs(.authDataMissing) {
      fields.append(TraceField(name: "authData", value: .bool(true)))
    }
    fields += [
      TraceField(name: "source", value: .text(source)),
      TraceField(name: "tokenId", value: .text(token.id)),
    ]
    log("auth_token", with: fields)
  }
}
