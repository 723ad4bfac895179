internal import RuleLanguage

extension LineHead {
  /// Takes the head of a record from its members.
  init(record text: Span<UInt8>, _ message: RecordMessage, in members: [JSONMember]) {
    self.init()
    container = message.container
    take(KnownMembers(text, in: members), of: text, in: members)
  }

  /// Takes the time, the process and the level that a record names.
  mutating func take(_ known: KnownMembers, of text: Span<UInt8>, in members: [JSONMember]) {
    if let reading = known.ownTime(text, in: members) {
      time = reading.micros
      gaps = reading.gaps
      quality = .line
    }
    if let process = known.processID {
      let value = members[process].value
      if let number = text.processNumber(at: value.lowerBound), number.end == value.upperBound {
        pid = number.pid
      }
    }
    if let word = known.level {
      let value = members[word].value
      level =
        members[word].kind == .number
        ? LogLevel(number: text, in: value) : LogLevel(word: text, in: value)
    } else if let priority = known.priority {
      level = LogLevel(syslog: text, in: members[priority].value)
    }
  }

  /// The head of a line that stands inside a record.
  ///
  /// The record carried the line, so the container is the record's. The line's own time wins over
  /// that of a program that only collected it; a device's own record is more exact than its
  /// message.
  func inside(_ outer: LineHead) -> LineHead {
    var head = self
    let isCollected = outer.container.isCollector
    head.container = outer.container
    if pid < 0 || !isCollected && outer.pid >= 0 { head.pid = outer.pid }
    if level == .unknown || !isCollected && outer.level != .unknown { head.level = outer.level }
    head.takeTime(of: outer, isTruer: !isCollected)
    return head
  }

  /// Takes the time of the record around a line where it is better, or completes the line's own.
  mutating func takeTime(of outer: LineHead, isTruer: Bool) {
    guard outer.quality != .none else { return }
    if quality == .none || isTruer {
      quality = outer.quality
      time = outer.time
      gaps = outer.gaps
    } else if gaps.contains(.year), !outer.gaps.contains(.year) {
      time = YearlessTime.moving(time, near: outer.time)
      gaps.remove(.year)
    }
  }
}

extension Container {
  /// Whether its time may be that of a program that only passed the line on.
  var isCollector: Bool {
    switch self {
    case .rfc3164, .rfc5424, .rsyslog, .journald, .structlog, .lokiLines, .lokiQuery, .lokiPush,
      .docker, .cri, .logService:
      true
    default: false
    }
  }
}

extension LogLevel {
  /// The level that a number of pino or bunyan means: 10 is the least, 60 the most severe.
  init(number text: Span<UInt8>, in range: Range<Int>) {
    switch text.integer(in: range) {
    case 10, 20: self = .debug
    case 30: self = .info
    case 40: self = .warning
    case 50: self = .error
    case 60: self = .fault
    default: self = .unknown
    }
  }

  /// The level of a syslog priority, `"0"` to `"7"`.
  init(syslog text: Span<UInt8>, in range: Range<Int>) {
    let digit = range.count == 1 ? text.peek(range.lowerBound) &- 0x30 : 8
    self = digit < 8 ? LogLevel(severity: Int(digit)) : .unknown
  }
}
