internal import Simulator

// The tokens that requests carry, and what is kept beside them.
extension MutationTable {
  static let tokens = [
    MutationRow("auth_token", .drop, if: [.begins("auth_token")], .breaks, ["API-06"]),
    MutationRow("auth_token", .alter("iss", .absent), .breaks, ["AUT-01", "AUT-02"]),
    MutationRow(
      "auth_token", .alter("iss", "did:ethr:0x0000000000000000000000000000000000000000"),
      as: "user", .breaks, ["AUT-05"]),
    MutationRow(
      "auth_token", .alter("sub", "did:ethr:0x0000000000000000000000000000000000000000"),
      as: "subject", .breaks, ["AUT-05"]),
    MutationRow("auth_token", .alter("aud", "other.service"), .breaks, ["AUT-06"]),
    MutationRow(
      "auth_token", .alter("exp", .more(3600)), if: [.equal("kind", "jwt")], .breaks,
      ["AUT-03", "AUT-07"]),
    MutationRow(
      "auth_token", .alter("iat", .more(1_763_000_000_000)), as: "unit", .breaks,
      ["AUT-04", "AUT-03", "AUT-07", "AUT-08", "AUT-10", "AUT-11"]),
    MutationRow(
      "auth_token", .alter("iat", .more(-3600)), as: "past",
      if: [.unequal("source", "cache")], .breaks,
      ["AUT-04", "AUT-10", "AUT-03", "AUT-07", "AUT-08"],
      needs: [.text, .times]),
    MutationRow("auth_token", .alter("authData", .negated), .breaks, ["AUT-08", "AUT-03"]),
    MutationRow(
      "auth_token", .alter("kind", "jwant"), if: [.equal("kind", "jwt")], .breaks,
      ["AUT-18", "AUT-12", "AUT-03", "AUT-08"]),
    MutationRow(
      "auth_token",
      .insert(
        "http_request",
        ["method": "GET", "path": "/api/notifications", "tokenId": .own("tokenId")],
        after: 5 * .minute),
      if: [.equal("kind", "jwt"), .ends("auth_token")], .breaks,
      ["AUT-10", "AUT-11", "API-06", "HNT-45", "RES-01"] + unanswered, needs: [.text, .times]),
    MutationRow(
      "auth_token",
      .insert(
        "http_request",
        ["method": "GET", "path": "/api/notifications", "jwtPresent": true],
        after: 5 * .minute),
      as: "unnamed", if: [.equal("kind", "jwt"), .ends("auth_token")], .breaks,
      ["AUT-10", "AUT-11", "API-06", "HNT-45", "RES-01"] + unanswered, needs: [.text, .times]),
    MutationRow(
      "auth_token",
      .insert(
        "auth_token",
        [
          "kind": .own("kind"), "iss": .own("iss"), "sub": .own("sub"), "aud": .own("aud"),
          "iat": .own("iat"), "exp": .own("exp"), "source": "cache", "tokenId": .own("tokenId"),
        ], after: 5 * .minute),
      if: [.equal("kind", "jwt"), .ends("auth_token")], .breaks, ["AUT-13", "AUT-19"],
      needs: [.text, .times]),
    MutationRow(
      "http_response",
      .insert(
        "http_request",
        [
          "method": "GET", "path": .last("http_request", "path"),
          "query": .last("http_request", "query"), "authKind": "jwt",
          "contentType": "application/json", "requestId": .own("requestId"),
          "tokenId": .last("http_request", "tokenId"),
        ]),
      if: [.equal("status", 401)], .breaks, ["AUT-14", "RES-10", "AUT-20"]),
    MutationRow(
      "http_response",
      .insert(
        "http_request",
        [
          "method": "GET", "path": .last("http_request", "path"),
          "query": .last("http_request", "query"), "authKind": "jwt",
          "contentType": "application/json",
        ]),
      as: "unnamed", if: [.equal("status", 401)], .breaks,
      ["AUT-14", "RES-10", "AUT-20"] + unanswered),
    MutationRow(
      "cache_cleanup", .drop, as: "token", if: [.equal("cause", "auth_failure")],
      .open("a new token takes the place of the refused one, and need not be removed first"),
      []),
    MutationRow(
      "plugin_startup",
      .insert(
        "plugin_error",
        [
          "component": "http",
          "message": "header was Bearer eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.c2lnbmF0dXJl",
        ]),
      .breaks, ["LOG-16", "AUT-09", "AUT-16"]),
  ]

  static let stores = [
    MutationRow(
      "state_sync", .alter("version", "v1"), if: [.equal("direction", "native_to_js")], .breaks,
      ["CAC-04"]),
    MutationRow("batch_flush", .alter("items", 11), .breaks, ["CAC-08"]),
    MutationRow(
      "batch_flush", .alter("waitMs", .length(180 * .millisecond)), .breaks, ["CAC-09"]),
    MutationRow(
      "cache_cleanup", .alter("remaining", 1001), if: [.equal("store", "log")], .breaks,
      ["CAC-11", "CAC-12"]),
    MutationRow(
      "cache_cleanup", .drop, as: "memory", if: [.equal("cause", "memory"), .followed(.minute)],
      .breaks, ["CAC-19"], needs: [.text, .times]),
    MutationRow("memory_usage", .alter("residentMb", 500), .breaks, ["CAC-18"]),
  ]
}
