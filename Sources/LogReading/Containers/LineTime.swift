/// The time of any line, whether or not it holds an event.
package struct LineTime: Sendable, Equatable {
  /// Microseconds since 1970, or since the start of 1972 where the year is missing.
  package var micros: Int64
  package var gaps: TimeGaps

  /// Reads the time of a line's head, or of a JSON record; nothing for a line without one.
  package init?(of line: Span<UInt8>) {
    let start = line.skipSpace(at: line.skipByteOrderMark())
    var head = LineHead.read(line)
    if line.peek(start) == UInt8(ascii: "{") {
      var members: [JSONMember] = []
      _ = JSONReader.object(line, at: start, members: &members)
      let known = KnownMembers(line, in: members)
      guard let timestamp = known.timestamp else { return nil }
      var frame = LineFrame(head: head, line: 0, textStart: 0, textLength: 0, scratchStart: 0)
      frame.takeTime(line, in: members[timestamp].value, quality: .json)
      head = frame.head
    }
    guard head.quality != .none else { return nil }
    micros = head.time
    gaps = head.gaps
  }
}
