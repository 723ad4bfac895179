// The breaker of each endpoint: five failures in a row open it for some minutes.
extension Device {
  mutating func countFailure(_ endpoint: ServerState.Endpoint) {
    server.failures[endpoint.rawValue] += 1
    guard server.failures[endpoint.rawValue] >= 5 else { return }
    logCircuit(endpoint, "open")
    server.openUntil[endpoint.rawValue] = now + 5 * .minute
  }

  mutating func succeed(_ endpoint: ServerState.Endpoint) -> ServerState.Outcome {
    if server.failures[endpoint.rawValue] >= 4 { logCircuit(endpoint, "closed") }
    server.failures[endpoint.rawValue] = 0
    server.openUntil[endpoint.rawValue] = nil
    return server.page
  }

  mutating func logCircuit(_ endpoint: ServerState.Endpoint, _ state: String) {
    log(
      "circuit_state",
      [
        "state": .text(state), "endpoint": .text(endpoint.path),
        "failures": .int(server.failures[endpoint.rawValue]),
      ])
    pass(3...20)
  }
}
