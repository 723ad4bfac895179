extension LineHead {
  /// Takes the head of a unified-log record from its members.
  mutating func read(_ text: Span<UInt8>, _ known: KnownMembers, in members: [JSONMember]) {
    self = LineHead()
    container = .osLogNDJSON
    if let timestamp = known.timestamp {
      let value = members[timestamp].value
      if let reading = text.extracting(0..<value.upperBound).isoTime(at: value.lowerBound),
        reading.end == value.upperBound
      {
        time = reading.micros
        gaps = reading.gaps
        quality = .line
      }
    }
    if let processID = known.processID {
      let value = members[processID].value
      if let number = text.processNumber(at: value.lowerBound), number.end == value.upperBound {
        pid = number.pid
      }
    }
    if let messageType = known.messageType {
      level = LogLevel(word: text, in: members[messageType].value)
    }
  }
}
