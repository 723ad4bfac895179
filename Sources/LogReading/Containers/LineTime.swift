/// The time of any line, whether or not it holds an event.
package struct LineTime: Sendable, Equatable, Codable {
  /// Microseconds since 1970, or since the start of 1972 where the year is missing.
  package var micros: Int64
  package var gaps: TimeGaps

  /// Reads the time of a line's head, or of a JSON record; nothing for a line without one.
  package init?(of line: Span<UInt8>) {
    let start = line.skipSpace(at: line.skipByteOrderMark())
    if line.peek(start) == UInt8(ascii: "{") {
      var members: [JSONMember] = []
      _ = JSONReader.object(line, at: start, members: &members)
      let known = KnownMembers(line, in: members)
      guard let reading = known.ownTime(line, in: members) else { return nil }
      self.init(micros: reading.micros, gaps: reading.gaps)
      return
    }
    // The line above a long message, below one of Xcode, or inside a record over several lines.
    if let head = LineHead.readLong(line) ?? XcodeMetadata.head(line) {
      self.init(micros: head.time, gaps: head.gaps)
      return
    }
    if start > 0, line.peek(start) == UInt8(ascii: "\"") {
      var members: [JSONMember] = []
      _ = JSONReader.members(line, at: start, into: &members)
      let known = KnownMembers(line, in: members)
      guard let reading = known.ownTime(line, in: members) else { return nil }
      self.init(micros: reading.micros, gaps: reading.gaps)
      return
    }
    let head = LineHead.read(line)
    guard head.quality != .none else { return nil }
    self.init(micros: head.time, gaps: head.gaps)
  }

  package init(micros: Int64, gaps: TimeGaps) {
    self.micros = micros
    self.gaps = gaps
  }
}
