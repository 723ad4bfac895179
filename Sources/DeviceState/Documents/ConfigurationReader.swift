internal import YAMLReading

/// Reads the configuration that an app hands to the plugin.
enum ConfigurationReader {
  private static let members = [
    "apiServer", "jwtExpirationSeconds", "requestTimeoutMs", "retryAttempts", "userDid",
    "lastKnownOfferId", "lastKnownPlanId",
  ]

  /// Whether an object is one: one member alone may be that of anything.
  static func isConfiguration(_ node: YAMLNode) -> Bool {
    members.count { node[$0] != nil } >= 2
  }

  static func state(of node: YAMLNode, path: String) -> DeviceState {
    var state = DeviceState(.configuration, path: path)
    var row = StateRow("stored_config", line: max(1, node.location.line))
    for member in members {
      if let value = node[member] {
        row[member] = value.stateValue ?? .text("a \(value.kindInJSON)")
      }
    }
    state.tables = [StateTable(FileName.last(of: path), rows: [row])]
    return state
  }
}
