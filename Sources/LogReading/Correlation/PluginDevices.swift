internal import RuleLanguage

/// The devices that write lines of the plugin, where heads or records name them.
///
/// A name that changes for good is that of one device, renamed. Lines of two devices show where one of them
/// comes back behind another.
struct PluginDevices: Sendable, Codable {
  private var names: [String] = []
  private var last = -1
  private var isMixed = false
  /// How many records are looked at for a name, beside the lines with which a process or a task starts.
  private var recordTries = 64

  private static let limit = 64

  /// The devices that are judged as if they were one; none where all is well.
  var mixed: [String] { isMixed ? names : [] }

  /// Whether an event is looked at: reading its record takes as long as a few events do.
  @inline(__always)
  mutating func looks(at event: Event, _ part: EventPart) -> Bool {
    if part == .register || part == .startup || part == .appLaunch || part == .handler {
      return true
    }
    guard event.form == .json, recordTries > 0 else { return false }
    recordTries -= 1
    return true
  }

  mutating func note(_ name: String) {
    guard let known = names.firstIndex(of: name) else {
      if names.count < Self.limit { names.append(name) }
      last = names.count - 1
      return
    }
    if known != last { isMixed = true }
    last = known
  }
}

extension Event {
  /// The name of the device, or of its stream of lines, that the head or the record around a line gives.
  func deviceName(in chunk: Span<UInt8>) -> String? {
    let line = line(in: chunk)
    let name: Range<Int>
    switch container {
    case .rsyslog, .rfc3164, .rfc5424, .idevicesyslogOld: name = line.hostName()
    default:
      guard container.isRecord else { return nil }
      name = line.recordDeviceName()
    }
    return name.isEmpty ? nil : String(decoding: Array(line.extracting(name)), as: UTF8.self)
  }
}

extension Array where Element == UInt8 {
  fileprivate init(_ text: Span<UInt8>) {
    self = []
    append(text)
  }
}

extension Span where Element == UInt8 {
  /// The word before the name of the process, unless it is a time; empty for none.
  fileprivate func hostName() -> Range<Int> {
    let head = LineHead.read(self)
    let process = processName(in: head)
    guard process.lowerBound > 1, self[process.lowerBound - 1] == UInt8(ascii: " ") else {
      return 0..<0
    }
    let end = process.lowerBound - 1
    var start = end
    while start > 0, peek(start - 1) > 0x20 { start -= 1 }
    let isTime = firstIndex(of: UInt8(ascii: ":"), in: start..<end) != nil
    return isTime || start == 0 || end - start < 2 ? 0..<0 : start..<end
  }

  /// The name that a record gives for its device or its stream; empty for none.
  fileprivate func recordDeviceName() -> Range<Int> {
    guard let open = firstIndex(of: UInt8(ascii: "{"), in: indices) else { return 0..<0 }
    var members: [JSONMember] = []
    _ = JSONReader.object(self, at: open, members: &members)
    let keys: [StaticString] = ["deviceId", "device", "logStreamName", "hostname", "host"]
    for key in keys {
      for member in members where member.kind == .string && isText(key, in: member.key) {
        return member.value
      }
    }
    return 0..<0
  }
}
