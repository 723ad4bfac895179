extension LineHead {
  /// `stdout F ` after the time: the stream, and whether the line is full or a part.
  static func readCRI(_ line: Span<UInt8>, after reading: ClockReading, at index: Int)
    -> LineHead?
  {
    guard line.holds("stdout ", at: index) || line.holds("stderr ", at: index) else { return nil }
    let mark = index + 7
    guard line.peek(mark) == UInt8(ascii: "F") || line.peek(mark) == UInt8(ascii: "P"),
      mark + 1 == line.count || line.peek(mark + 1) == UInt8(ascii: " ")
    else { return nil }
    var head = LineHead(container: .cri, reading: reading)
    head.messageStart = min(mark + 2, line.count)
    return head
  }
}
