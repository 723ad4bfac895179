internal import TextWriting

/// Recognises what dnplog itself printed, so that it is not taken for a log of the plugin: events quote
/// its lines, and a summary of a run looks like a record of an event.
enum OwnOutput {
  /// The kind of output that begins with these bytes; nil where the file may be a log.
  static func what(_ head: Span<UInt8>) -> String? {
    if reports.contains(where: { head.begins(with: $0) }) || beginsWithVerdict(head) {
      return "a report"
    }
    guard head.begins(with: ["{", "\"event\"", ":", "\""]) else { return nil }
    // The first record ends with its line.
    let end = head.firstIndex(of: 0x0A, in: head.indices) ?? head.count
    let isEvents = eventKeys.allSatisfy { head.firstRange(of: $0.span, in: 0..<end) != nil }
    return isEvents ? "a list of events" : nil
  }

  private static let reports = ReportFormat.allCases.flatMap(\.traits.openings)

  /// Whether it is a short text report: a verdict and the number of cycles or faults, or a finding,
  /// behind the name of an input where each has its own.
  private static func beginsWithVerdict(_ head: Span<UInt8>) -> Bool {
    let end = head.firstIndex(of: 0x0A, in: head.indices) ?? head.count
    for (verdict, followers) in verdicts {
      guard let place = head.firstRange(of: verdict.span, in: 0..<end),
        place.lowerBound == 0 || head.endsName(before: place.lowerBound)
      else { continue }
      var index = place.upperBound
      while index < end, 0x30...0x39 ~= head[index] { index += 1 }
      let isCount = index > place.upperBound
      if followers.contains(where: {
        head.matches($0.text.span, at: $0.isCounted == isCount ? index : end)
      }) {
        return true
      }
    }
    return false
  }

  /// The verdicts, each with what may follow it, behind a number or without one.
  private static let verdicts: [([UInt8], [(isCounted: Bool, text: [UInt8])])] = [
    (
      Array("PASS  ".utf8),
      [
        (true, Array(" cycle".utf8)), (false, Array("every rule holds".utf8)),
        (false, Array("no rule fails the run".utf8)),
      ]
    ),
    (
      Array("FAIL  ".utf8),
      ["plugin fault", "OS limitation", "fault", "warning"].map { (true, Array(" \($0)".utf8)) }
    ),
    (Array("INCONCLUSIVE  ".utf8), [(false, []), (true, [])]),
    (
      Array("✗ ".utf8),
      ["plugin fault: ", "OS limitation: ", "environment: ", "fault: "]
        .map { (false, Array($0.utf8)) }
    ),
    (Array("! ".utf8), ["warning", "info"].map { (false, Array($0.utf8)) }),
  ]

  private static let eventKeys = [
    "\"file\":\"", "\"line\":", "\"form\":\"", "\"container\":\"",
  ].map { Array($0.utf8) }

  /// The largest record of a test run, in bytes.
  private static let recordLimit: Int64 = 64 << 10

  /// Whether a file of a directory is no log, but what dnplog printed, or the record of a test run.
  static func isOwn(fileAt path: String, size: Int64) -> Bool {
    let isSmall = size <= recordLimit
    let wanted = isSmall ? Int(size) : FormatSignature.length
    // The reader of a file that cannot be read will report that.
    guard wanted > 0, var file = try? InputFile(opening: path, readSize: wanted),
      let bytes = try? file.bytes(at: 0, count: wanted)
    else { return false }
    return what(bytes.span) != nil || isSmall && isRecord(bytes.span)
  }

  /// Whether the file is the record of a test run and nothing else: a log may hold one too.
  private static func isRecord(_ bytes: Span<UInt8>) -> Bool {
    isTemplate(bytes) || isArtifact(bytes)
  }

  /// Whether it is the template of the testing guide, filled in or not.
  private static func isTemplate(_ bytes: Span<UInt8>) -> Bool {
    var start = 0
    for key in templateKeys {
      guard bytes.matches(key.span, at: start) else { return false }
      start = (bytes.firstIndex(of: 0x0A, in: start..<bytes.count) ?? bytes.count - 1) + 1
    }
    return true
  }

  private static let templateKeys = [
    "Date:", "Device model:", "iOS version:", "App build / commit:",
  ]
  .map { Array($0.utf8) }

  /// Whether the file is a pretty-printed record of a test run and nothing else.
  private static func isArtifact(_ bytes: Span<UInt8>) -> Bool {
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

  /// Whether the name of an input and its colon end before the index.
  fileprivate func endsName(before index: Int) -> Bool {
    index > 2 && self[index - 1] == 0x20 && self[index - 2] == UInt8(ascii: ":")
  }

  /// Whether the text begins with these words, byte-order mark and blanks aside.
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
