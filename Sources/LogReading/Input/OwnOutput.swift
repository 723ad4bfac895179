/// Recognises what dnplog itself printed, so that it is not taken for a log of the plugin: events quote
/// its lines, and a summary of a run looks like a record of an event.
enum OwnOutput {
  /// What a file is that begins with these bytes; nil where it may be a log.
  static func what(_ head: Span<UInt8>) -> String? {
    if head.begins(with: ["{", "\"schema\"", ":", "\"dnplog."]) { return "a report" }
    guard head.begins(with: ["{", "\"event\"", ":", "\""]) else { return nil }
    // The first record ends with its line.
    let end = head.firstIndex(of: 0x0A, in: head.indices) ?? head.count
    let isEvents = eventKeys.allSatisfy { head.firstRange(of: $0.span, in: 0..<end) != nil }
    return isEvents ? "a list of events" : nil
  }

  private static let eventKeys = [
    "\"file\":\"", "\"line\":", "\"form\":\"", "\"container\":\"",
  ].map { Array($0.utf8) }

  /// The most that a record of a test run has.
  private static let recordLimit: Int64 = 64 << 10

  /// Whether a file of a directory is no log, but what dnplog printed, or the record of a test run.
  static func isOwn(fileAt path: String, size: Int64) -> Bool {
    let isSmall = size <= recordLimit
    let wanted = isSmall ? Int(size) : FormatSignature.length
    // Whoever reads it will say what is wrong with a file that cannot be read.
    guard wanted > 0, var file = try? InputFile(opening: path, readSize: wanted),
      let bytes = try? file.bytes(at: 0, count: wanted)
    else { return false }
    return what(bytes.span) != nil || isSmall && isRecord(bytes.span)
  }

  /// Whether a pretty-printed record of a test run is all that there is: a log may hold one too.
  private static func isRecord(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.begins(with: ["{", "\"testRun\"", ":", "{"]) else { return false }
    var isFirst = true
    var index = 0
    while index < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, in: index..<bytes.count) ?? bytes.count
      // Only the outermost brackets stand at the beginning of a line.
      if index < end, bytes[index] != 0x20, bytes[index] != 0x09 {
        let isBracket = bytes[index] == (isFirst ? UInt8(ascii: "{") : UInt8(ascii: "}"))
        if !isBracket || end - index > 2 { return false }
        isFirst = false
      }
      index = end + 1
    }
    return true
  }
}

extension Span where Element == UInt8 {
  private func skippingBlanks(from start: Int) -> Int {
    var index = start
    while index < count, self[index] == 0x20 || 0x09...0x0D ~= self[index] { index += 1 }
    return index
  }

  /// Whether the words stand at the beginning, whatever blanks and mark are before and between them.
  fileprivate func begins(with words: [String]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var index = matches(mark.span, at: 0) ? mark.count : 0
    for word in words {
      index = skippingBlanks(from: index)
      let bytes = Array(word.utf8)
      guard matches(bytes.span, at: index) else { return false }
      index += bytes.count
    }
    return true
  }
}
