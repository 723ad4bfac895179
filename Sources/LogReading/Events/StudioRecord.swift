internal import RuleLanguage
internal import TextWriting

/// A record of the file that Android Studio's log window exports, `.logcat`:
///
///     {"header":{"logLevel":"INFO","pid":12,"tid":34,"applicationId":"app","processName":"app",
///       "tag":"DNP-FETCH","timestamp":{"seconds":1763099280,"nanos":123000000}},"message":"line"}
struct StudioRecord {
  private var time: Int64
  private var header: [JSONMember] = []
  private var message: JSONMember

  init?(_ text: Span<UInt8>) {
    var members: [JSONMember] = []
    guard JSONReader.object(text, at: 0, members: &members) != nil,
      let header = text.member("header", of: members), header.kind == .object,
      let message = text.member("message", of: members), message.kind == .string,
      JSONReader.object(text, at: header.value.lowerBound, members: &self.header) != nil,
      let timestamp = text.member("timestamp", of: self.header), timestamp.kind == .object
    else { return nil }
    var parts: [JSONMember] = []
    guard JSONReader.object(text, at: timestamp.value.lowerBound, members: &parts) != nil,
      let seconds = text.member("seconds", of: parts).flatMap({ text.integer(in: $0.value) }),
      let nanos = text.member("nanos", of: parts).flatMap({ text.integer(in: $0.value) }),
      0..<CivilDate.endOfDates / CivilDate.microsPerSecond ~= seconds, 0..<1_000_000_000 ~= nanos
    else { return nil }
    time = seconds * CivilDate.microsPerSecond + nanos / 1000
    self.message = message
  }

  /// Writes it as the lines that are copied from the log window, with the zone that those lack:
  /// `2025-11-14 05:48:00.123Z  12-34  DNP-FETCH  app  I  line`.
  func write(_ text: Span<UInt8>, to lines: inout [UInt8]) {
    var head: [UInt8] = []
    for byte in InstantText.iso(time).utf8 {
      head.append(byte == UInt8(ascii: "T") ? UInt8(ascii: " ") : byte)
    }
    head.append(contentsOf: "  ".utf8)
    append("pid", of: text, to: &head, else: "0")
    head.append(contentsOf: "-".utf8)
    append("tid", of: text, to: &head, else: "0")
    head.append(contentsOf: "  ".utf8)
    append("tag", of: text, to: &head, else: "?")
    head.append(contentsOf: "  ".utf8)
    append("applicationId", of: text, to: &head, else: "?")
    head.append(contentsOf: "  ".utf8)
    let level = text.member("logLevel", of: header)?.value.lowerBound
    head.append(level.map { text.peek($0) } ?? UInt8(ascii: "I"))
    head.append(contentsOf: "  ".utf8)
    var own: [UInt8] = []
    JSONText.decode(text, in: message.value, into: &own)
    for line in own.split(separator: 0x0A) {
      lines.append(contentsOf: head)
      lines.append(contentsOf: line)
      lines.append(0x0A)
    }
  }

  private func append(
    _ key: StaticString, of text: Span<UInt8>, to head: inout [UInt8], else missing: StaticString
  ) {
    guard let member = text.member(key, of: header), !member.value.isEmpty else {
      return head.append(contentsOf: "\(missing)".utf8)
    }
    head.append(text.extracting(member.value))
  }
}

extension Span where Element == UInt8 {
  /// The last of some members that has a key.
  fileprivate func member(_ key: StaticString, of members: [JSONMember]) -> JSONMember? {
    members.last { isText(key, in: $0.key) }
  }
}
