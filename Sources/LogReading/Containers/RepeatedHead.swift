/// The head of the last logcat line with the plugin's tag.
///
/// logcat prints each line of a message with the same head: time, process, thread, level and tag.
/// So a line that follows at once, with that very head and words that no shape knows, is a part of
/// the message before it, also where a record gave both lines. Known words are an event of their own, as two may share a millisecond.
struct RepeatedHead: Sendable {
  private var bytes: [UInt8] = []
  private var line: UInt64 = 0

  /// Takes a line's head and tells whether it repeats that of the line before.
  mutating func update(_ text: Span<UInt8>, head: LineHead, line: UInt64) -> Bool {
    guard !head.tagColumn.isEmpty, head.quality == .line, head.container.isAndroid,
      text.hasTagPrefix(at: head.tagColumn.lowerBound) || text.isClassName(in: head.tagColumn),
      head.messageStart <= text.count
    else { return false }
    let start = min(head.start, head.messageStart)
    let repeats =
      (line == self.line &+ 1 || line == self.line) && head.messageStart - start == bytes.count
      && text.matches(bytes.span, at: start)
    self.line = line
    if !repeats {
      bytes.removeAll(keepingCapacity: true)
      bytes.append(text.extracting(start..<head.messageStart))
    }
    return repeats
  }
}
