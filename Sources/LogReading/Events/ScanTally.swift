/// The mark by which an event was recognised in its line.
package enum LineFamily: UInt8, Sendable, CaseIterable {
  /// `[DNP-FETCH] text`
  case bracket
  /// `DNP-FETCH: text`, or the tag in logcat's tag column.
  case colon
  /// `DailyNotificationStorage: text`, or such a class in logcat's tag column.
  case className
  /// `DN|DISPLAY_START key=value key=value`, an event's code in front of its values.
  case code
  /// A JSON object.
  case json
  /// Words that are known without a tag.
  case untagged

  package var name: String {
    switch self {
    case .bracket: "bracket"
    case .colon: "colon"
    case .className: "class"
    case .code: "code"
    case .json: "json"
    case .untagged: "untagged"
    }
  }
}

/// Counts of a scan beside the events themselves; tallies of parts add up to that of the whole.
package struct ScanTally: Sendable {
  /// The number of lines, with a last one that has no newline.
  package var lines: Int64 = 0
  /// The number of events of the kind `unclassified`.
  package var unclassified: Int64 = 0
  /// The number of JSON records that could not be read to their end.
  package var malformedJSON: Int64 = 0
  /// The number of records that count lost messages.
  package var losses: Int64 = 0
  /// The number of lines that hold an event among bytes that are no text.
  package var noText: Int64 = 0
  /// A count for each container; there may be up to this many.
  private var containers = InlineArray<40, Int64>(repeating: 0)
  private var families = InlineArray<6, Int64>(repeating: 0)

  package init() {}

  /// Lines with an event, by container.
  package subscript(container: Container) -> Int64 { containers[Int(container.rawValue)] }

  /// Lines with an event, by family.
  package subscript(family: LineFamily) -> Int64 { families[Int(family.rawValue)] }

  /// Counts a line with an event.
  mutating func count(_ container: Container, _ family: LineFamily) {
    containers[Int(container.rawValue)] &+= 1
    families[Int(family.rawValue)] &+= 1
  }

  /// Adds the counts of another scan.
  package mutating func add(_ other: ScanTally) {
    lines &+= other.lines
    unclassified &+= other.unclassified
    malformedJSON &+= other.malformedJSON
    losses &+= other.losses
    noText &+= other.noText
    for index in containers.indices { containers[index] &+= other.containers[index] }
    for index in families.indices { families[index] &+= other.families[index] }
  }
}

extension ScanTally: Codable {
  package init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    lines = try row.decode(Int64.self)
    unclassified = try row.decode(Int64.self)
    malformedJSON = try row.decode(Int64.self)
    losses = try row.decode(Int64.self)
    noText = try row.decode(Int64.self)
    for index in containers.indices { containers[index] = try row.decode(Int64.self) }
    for index in families.indices { families[index] = try row.decode(Int64.self) }
  }

  package func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    for number in [lines, unclassified, malformedJSON, losses, noText] { try row.encode(number) }
    for index in containers.indices { try row.encode(containers[index]) }
    for index in families.indices { try row.encode(families[index]) }
  }
}

extension ScanTally: Equatable {
  package static func == (left: ScanTally, right: ScanTally) -> Bool {
    left.lines == right.lines && left.unclassified == right.unclassified
      && left.malformedJSON == right.malformedJSON && left.losses == right.losses
      && left.noText == right.noText
      && left.containers.indices.allSatisfy { left.containers[$0] == right.containers[$0] }
      && left.families.indices.allSatisfy { left.families[$0] == right.families[$0] }
  }
}
