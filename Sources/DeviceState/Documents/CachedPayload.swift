internal import YAMLReading

/// Content that was fetched ahead of time and is kept under a key of its schedule, as it was exported.
struct CachedPayload {
  /// What the key of each payload begins with; the id of the schedule follows.
  static let keyPrefix = "DNP_CachedContent_"

  /// The id of the schedule that a key or the name of a file tells; nil where it is no such key.
  static func scheduleId(in name: String) -> String? {
    guard name.hasPrefix(keyPrefix) else { return nil }
    var id = name.dropFirst(keyPrefix.count)
    if id.hasSuffix(".json") { id = id.dropLast(5) }
    return String(id)
  }

  private static let members: [(member: String, field: String)] = [
    ("id", "notificationId"), ("title", "title"), ("body", "body"), ("ttl", "ttl"),
    ("scheduled_for", "scheduledFor"), ("scheduledFor", "scheduledFor"),
  ]

  /// Whether an object looks like a payload, though nothing names it.
  static func isPayload(_ node: YAMLNode) -> Bool {
    let hasTime = node["scheduled_for"] != nil || node["scheduledFor"] != nil
    return hasTime && (node["ttl"] != nil || node["title"] != nil || node["body"] != nil)
  }

  /// The row of a payload of which the bytes are there.
  static func row(of bytes: [UInt8], scheduleId: String?, line: Int) -> StateRow {
    let node = object(in: bytes)
    var forms = [bytes]
    var end = bytes[...]
    while let last = end.last, last <= UInt8(ascii: " ") { end = end.dropLast() }
    if end.count < bytes.count { forms.append(Array(end)) }
    var row = StateRow("cached_payload", line: line)
    if let scheduleId { row["scheduleId"] = .text(scheduleId) }
    row["bytes"] = .int(Int64(bytes.count))
    row["parses"] = .bool(node != nil)
    if let node { forms += describe(node, in: &row) }
    addDigests(of: forms, to: &row)
    return row
  }

  /// The row of a payload that an export holds as an object: its own bytes are gone.
  static func row(of node: YAMLNode, scheduleId: String?, line: Int) -> StateRow {
    var row = StateRow("cached_payload", line: line)
    if let scheduleId { row["scheduleId"] = .text(scheduleId) }
    var isObject = false
    if case .mapping = node.content { isObject = true }
    row["parses"] = .bool(isObject)
    addDigests(of: describe(node, in: &row), to: &row)
    return row
  }

  private static func object(in bytes: [UInt8]) -> YAMLNode? {
    // YAML reads more than JSON, which begins an object with a brace.
    guard bytes.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{"),
      let node = try? YAMLReader.readJSON(bytes, path: ""), case .mapping = node.content
    else { return nil }
    return node
  }

  /// Adds the members that are known, and returns the forms in which the object may have been stored.
  private static func describe(_ node: YAMLNode, in row: inout StateRow) -> [[UInt8]] {
    for (member, field) in members {
      if let value = node[member]?.stateValue, row[field] == nil { row[field] = value }
    }
    return [(false, false), (true, false), (false, true), (true, true)].map {
      node.compactJSON(sortsKeys: $0.0, escapesSlashes: $0.1)
    }
  }

  private static func addDigests(of forms: [[UInt8]], to row: inout StateRow) {
    let digests = ContentDigests.all(of: forms)
    if let first = forms.first {
      row["md5"] = .text(ContentDigests.md5(first))
      row["sha256"] = .text(ContentDigests.sha256(first))
    }
    row["digests"] = .text(digests.joined(separator: ","))
  }
}
