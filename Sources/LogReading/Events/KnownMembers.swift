/// The members of a record that say what it is; of equal keys the last holds.
struct KnownMembers {
  /// Index of the member `event`, if it is a string.
  private(set) var event: Int?
  private(set) var error: Int?
  private(set) var eventMessage: Int?
  private(set) var telemetry: Int?
  private(set) var timestamp: Int?
  private(set) var messageType: Int?
  private(set) var processID: Int?
  /// A key that only the plugin's records have was seen, whatever its value.
  private(set) var isOwn = false

  init(_ text: Span<UInt8>, in members: [JSONMember]) {
    for index in members.indices {
      let key = members[index].key
      let kind = members[index].kind
      switch key.count {
      case 5 where text.isText("event", in: key):
        event = kind == .string ? index : nil
        isOwn = isOwn || kind == .string || kind == .broken
      case 5 where text.isText("error", in: key): error = kind == .string ? index : nil
      case 9 where text.isText("telemetry", in: key):
        telemetry = kind == .object ? index : nil
        isOwn = isOwn || kind == .object
      case 9 where text.isText("timestamp", in: key):
        timestamp = kind == .string || kind == .number ? index : nil
      case 9 where text.isText("processID", in: key): processID = kind == .number ? index : nil
      case 11 where text.isText("messageType", in: key):
        messageType = kind == .string ? index : nil
      case 12 where text.isText("eventMessage", in: key):
        eventMessage = kind == .string || kind == .broken ? index : nil
      default: break
      }
    }
  }

  /// Whether a record that could not be read has a message of the plugin.
  func hasOwnMessage(_ text: Span<UInt8>, in members: [JSONMember]) -> Bool {
    guard let eventMessage else { return false }
    let value = members[eventMessage].value
    return text.firstBracketTag(in: value) != nil
      || text.firstRange(of: Self.escapedEvent.span, in: value) != nil
  }

  private static let escapedEvent = Array(#"\"event\""#.utf8)
}
