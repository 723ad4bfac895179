/// What the first bytes of an input tell about how it must be read.
package enum LogShape: Sendable, Equatable {
  /// Lines, in their order.
  case lines
  /// Lines with heads of logcat's long format above them.
  case longLines

  /// How many bytes tell.
  package static let headLength = 512

  /// The shape of an input that begins with these bytes.
  package init(head bytes: Span<UInt8>) {
    let head = bytes.extracting(0..<min(bytes.count, Self.headLength))
    self = .lines
    var start = head.skipByteOrderMark()
    while start < head.count {
      let end = head.firstIndex(of: 0x0A, in: start..<head.count) ?? head.count
      if LineHead.readLong(head.extracting(start..<end)) != nil {
        self = .longLines
        return
      }
      start = end + 1
    }
  }
}
