internal import YAMLReading

/// Reads a response of the server with offers or plans: a page of what it has.
enum ResponseReader {
  /// The members of an offer, by which its kind is told; others may stand beside them.
  private static let ofOffers = ["offeredByDid", "recipientDid", "unit", "amount"]
  private static let members = [
    "jwtId", "handleId", "issuedAt", "offeredByDid", "recipientDid", "unit", "amount",
  ]

  static func isResponse(_ node: YAMLNode) -> Bool {
    node["data"] != nil || node["hitLimit"] != nil
  }

  static func state(of node: YAMLNode, path: String) -> DeviceState {
    var state = DeviceState(.response, path: path)
    let file = FileName.last(of: path)
    let records = elements(of: node["data"])
    let endpoint = endpoint(of: records, file)
    var response = StateRow("api_response", line: max(1, node.location.line))
    if let endpoint { response["endpoint"] = .text(endpoint) }
    if let data = node["data"] { response["dataKind"] = .text(data.kindInJSON) }
    if let limit = node["hitLimit"] {
      response["hitLimit"] = limit.stateValue ?? .text("a \(limit.kindInJSON)")
    }
    if let records { response["records"] = .int(Int64(records.count)) }
    state.tables = [StateTable(file, rows: [response])]
    guard let records, !records.isEmpty else { return state }
    guard let endpoint else {
      state.notes.append(
        "Nothing tells whether its records are offers or plans, so they are not judged: let the name of"
          + " the file begin with offers or plans")
      return state
    }
    let event = endpoint == "offers" ? "offer_record" : "plan_record"
    let rows = records.enumerated().map { row(of: $1, as: event, line: $0 + 1) }
    state.tables.append(StateTable("\(file):data", rows: rows))
    return state
  }

  private static func elements(of node: YAMLNode?) -> [YAMLNode]? {
    if case .sequence(let nodes)? = node?.content { nodes } else { nil }
  }

  /// Which of both kinds the records are, by the name of the file, else by their members.
  private static func endpoint(of records: [YAMLNode]?, _ file: String) -> String? {
    let name = file.lowercased()
    if name.hasPrefix("plans") || name.contains("offerstoplans") { return "plans" }
    if name.hasPrefix("offers") { return "offers" }
    let keys = (records ?? []).flatMap { Self.keys(of: $0) }
    if keys.contains(where: { $0.lowercased().contains("plan") }) { return "plans" }
    return keys.contains(where: ofOffers.contains) ? "offers" : nil
  }

  private static func keys(of node: YAMLNode) -> [String] {
    if case .mapping(let entries) = node.content { entries.map(\.key) } else { [] }
  }

  private static func row(of node: YAMLNode, as event: String, line: Int) -> StateRow {
    var row = StateRow(event, line: line)
    for member in members {
      if let value = node[member] {
        row[member] = value.stateValue ?? .text("a \(value.kindInJSON)")
      }
    }
    return row
  }
}
