internal import TextWriting

/// The members that tell the kind of a record; of equal keys the last counts.
struct KnownMembers {
  /// The index of the member `event`, if it is a string.
  private(set) var event: Int?
  private(set) var error: Int?
  private(set) var eventMessage: Int?
  private(set) var telemetry: Int?
  private(set) var timestamp: Int?
  /// Whether `timestamp` is neither a text nor a number.
  private(set) var hasOtherTimestamp = false
  /// `messageType` of the unified log, `level` of structlog; pino and bunyan write a number.
  private(set) var level: Int?
  /// `processID` of the unified log, `_PID` of journald, `pid` of pino and bunyan.
  private(set) var processID: Int?
  /// The name of the process or of its package, where the record gives one.
  private(set) var processName: Int?
  /// `MESSAGE` of journald.
  private(set) var journalMessage: Int?
  /// Microseconds since 1970: the sender's, or else those of the arrival.
  private(set) var journalTime: Int?
  private(set) var priority: Int?
  /// `log`, `stream` and `time` of Docker.
  private(set) var log: Int?
  private(set) var stream: Int?
  private(set) var time: Int?
  /// `line` of Loki.
  private(set) var line: Int?
  /// `message` or `msg` of other loggers, beneath `@timestamp`, `timestamp`, `time` or `ts`.
  private(set) var message: Int?
  /// A member that holds only a tag of the plugin, whatever its key: `logger`, `category`.
  private(set) var tag: Int?
  /// Whether a key that only journald writes was seen.
  private(set) var isJournal = false
  /// Whether it is a record of the unified log but no message: an activity, a signpost, a loss.
  private(set) var isActivity = false
  /// Whether a key that only the plugin's records have was seen, whatever its value.
  private(set) var isOwn = false

  init(_ text: Span<UInt8>, in members: [JSONMember]) {
    var hasSourceTime = false
    var (name, hasHost): (Int?, Bool) = (nil, false)
    for index in members.indices {
      let key = members[index].key
      let kind = members[index].kind
      let string = kind == .string ? index : nil
      if kind == .string, text.isTag(members[index].value) { tag = tag ?? index }
      switch key.count {
      case 3 where text.isText("log", in: key): log = string ?? broken(kind, index)
      case 4 where text.isText("name", in: key): name = string
      case 7 where text.isText("package", in: key) || text.isText("process", in: key):
        processName = string
      case 8 where text.isText("bundleId", in: key): processName = string
      case 8 where text.isText("hostname", in: key): hasHost = true
      case 11 where text.isText("packageName", in: key) || text.isText("processName", in: key):
        processName = string
      case 4 where text.isText("line", in: key): line = string ?? broken(kind, index)
      case 4 where text.isText("time", in: key): time = kind == .number ? index : string
      case 2 where text.isText("ts", in: key), 5 where text.isText("_time", in: key),
        12 where text.isText("timeUnixNano", in: key),
        13 where text.isText("TimeGenerated", in: key):
        if timestamp == nil, kind == .string || kind == .number { time = index }
      case 3 where text.isText("msg", in: key): message = message ?? string
      case 4 where text.isText("text", in: key) || text.isText("_raw", in: key):
        message = message ?? string
      case 11 where text.isText("textPayload", in: key) || text.isText("stringValue", in: key):
        message = message ?? string
      case 13 where text.isText("short_message", in: key): message = message ?? string
      case 7 where text.isText("message", in: key) || text.isText("Message", in: key):
        message = string
      case 10 where text.isText("@timestamp", in: key): time = string
      case 4 where text.isText("_PID", in: key):
        processID = string
        isJournal = true
      case 5 where text.isText("event", in: key):
        event = string
        isOwn = isOwn || kind == .string || kind == .broken
      case 5 where text.isText("error", in: key): error = string
      case 5 where text.isText("level", in: key): level = kind == .number ? index : string
      case 3 where text.isText("pid", in: key):
        if processID == nil { processID = kind == .number ? index : string }
      case 6 where text.isText("stream", in: key): stream = string
      case 7 where text.isText("MESSAGE", in: key):
        journalMessage = string ?? (kind == .array ? index : broken(kind, index))
      case 8 where text.isText("PRIORITY", in: key):
        priority = string
        isJournal = true
      case 8 where text.isText("__CURSOR", in: key): isJournal = true
      case 9 where text.isText("telemetry", in: key):
        telemetry = kind == .object ? index : nil
        isOwn = isOwn || kind == .object
      case 9 where text.isText("eventType", in: key):
        isActivity = kind == .string && !text.isText("logEvent", in: members[index].value)
      case 9 where text.isText("timestamp", in: key):
        timestamp = kind == .string || kind == .number ? index : nil
        hasOtherTimestamp = timestamp == nil && kind != .null
      case 9 where text.isText("processID", in: key): processID = kind == .number ? index : nil
      case 11 where text.isText("messageType", in: key): level = string
      case 8 where text.isText("@message", in: key): message = string
      case 8 where text.isText("severity", in: key): level = level ?? string
      case 12 where text.isText("severityText", in: key): level = string
      case 12 where text.isText("eventMessage", in: key):
        eventMessage = string ?? broken(kind, index)
      case 16 where text.isText("processImagePath", in: key): processName = processName ?? string
      case 17 where text.isText("SYSLOG_IDENTIFIER", in: key):
        processName = string
        isJournal = true
      case 20 where text.isText("__REALTIME_TIMESTAMP", in: key):
        if !hasSourceTime { journalTime = string }
        isJournal = true
      case 26 where text.isText("_SOURCE_REALTIME_TIMESTAMP", in: key):
        journalTime = string
        hasSourceTime = string != nil
        isJournal = true
      default: break
      }
    }
    // Pino and bunyan call the program `name`; in other records anything may have a name.
    if hasHost, processID != nil { processName = processName ?? name }
  }

  private func broken(_ kind: JSONKind, _ index: Int) -> Int? { kind == .broken ? index : nil }

  /// Whether a record that could not be read holds a message of the plugin.
  func hasOwnMessage(_ text: Span<UInt8>, in members: [JSONMember]) -> Bool {
    guard let message = eventMessage ?? journalMessage ?? log ?? line else { return false }
    let value = members[message].value
    return text.firstBracketTag(in: value) != nil
      || text.firstRange(of: Self.escapedEvent.span, in: value) != nil
  }

  /// The time that a record gives for itself.
  func ownTime(_ text: Span<UInt8>, in members: [JSONMember]) -> ClockReading? {
    if let journalTime {
      let value = members[journalTime].value
      guard let micros = text.integer(in: value), micros >= 0, micros < CivilDate.endOfDates else {
        return nil
      }
      return ClockReading(micros: micros, gaps: [], hasOffset: false, end: value.upperBound)
    }
    guard let member = timestamp ?? time else { return nil }
    return text.recordTime(in: members[member].value)
  }

  private static let escapedEvent = Array(#"\"event\""#.utf8)
}

extension Span where Element == UInt8 {
  /// An ISO-8601 time, or seconds or milliseconds since 1970.
  func recordTime(in range: Range<Int>) -> ClockReading? {
    if let reading = extracting(0..<range.upperBound).isoTime(at: range.lowerBound) {
      return reading.end == range.upperBound ? reading : nil
    }
    if let time = unixTime(at: range.lowerBound), time.end == range.upperBound {
      return time.isUsual ? time.reading : nil
    }
    // `1.763099312e9`
    guard range.count <= 24, let seconds = decimal(in: range), seconds < 10_000_000_000,
      let micros = Int64(exactly: (seconds * 1_000_000).rounded()), micros >= 0
    else { return nil }
    return ClockReading(micros: micros, gaps: [], hasOffset: false, end: range.upperBound)
  }
}
