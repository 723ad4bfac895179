// Text that tools put before the lines of others: a file and line by `grep`, columns by a build
// server, the name of the device by a test driver.
extension LineHead {
  /// The most pieces that may stand before a line.
  private static let pieceLimit = 6

  /// Reads a line behind the pieces that stand before it; nothing for a line without any.
  ///
  /// Pieces look like words, so they count only where a head, or the opening of a message of the
  /// plugin, stands behind the last of them. Any other line stays as it is.
  @inline(never)
  static func readPrefixed(_ line: Span<UInt8>, at start: Int, depth: Int) -> LineHead? {
    if let end = line.fileEnd(at: start) { return carrying(line, from: end, depth: depth) }
    var place = start
    var (needsHead, isName) = (false, false)
    for count in 0..<pieceLimit {
      guard let piece = line.piece(at: place, isFirst: count == 0 && depth == 0) else { return nil }
      needsHead = needsHead || piece.needsHead
      isName = isName || piece.isName
      place = line.skipByteOrderMark(at: line.skipBlanks(at: piece.end))
      let isOwn = !needsHead && line.opensOwnWords(at: place, behindName: isName)
      if isOwn || opens(line, at: place) {
        return carrying(line, from: place, depth: depth)
      }
    }
    return nil
  }

  static func carrying(_ line: Span<UInt8>, from place: Int, depth: Int) -> LineHead {
    var head = LineHead()
    head.messageStart = place
    head.readInner(line, depth: depth + 1)
    return head
  }
}

/// A short text that a tool puts before a line.
private struct PrefixPiece {
  var end: Int
  /// Whether it is as common in messages, so that only a head behind it proves it.
  var needsHead = false
  /// Whether it is a name, behind which any program's records may stand.
  var isName = false
}

extension Span where Element == UInt8 {
  /// The longest name taken for one.
  private static var nameLimit: Int { 64 }
  private static var pathLimit: Int { 256 }
  private static var columnLimit: Int { 128 }

  /// The index after commas, or after the name of a service and a bar, `web-1  | `.
  func prefixEnd(at index: Int) -> Int? {
    let first = peek(index)
    if first == UInt8(ascii: ",") {
      var place = index
      while peek(place) == UInt8(ascii: ",") { place += 1 }
      return skipBlanks(at: place)
    }
    guard first.isAlphanumeric, !hasTagPrefix(at: index) else { return nil }
    var place = index
    while place - index < Self.nameLimit, peek(place).isServiceByte { place += 1 }
    place = skipBlanks(at: place)
    guard peek(place) == UInt8(ascii: "|"),
      place + 1 == count || peek(place + 1) == UInt8(ascii: " ")
    else { return nil }
    return skipBlanks(at: place + 1)
  }

  /// Whether a message of the plugin opens at an index: with a tag, a class, a code, a record of
  /// one line, or the forwarder of a web view's console.
  ///
  /// - Parameter behindName: Whether a name stands before: any program may put its own before a
  ///   record, which is then the plugin's only if it begins with the name of an event.
  func opensOwnWords(at index: Int, behindName: Bool = false) -> Bool {
    switch peek(index) {
    case UInt8(ascii: "["):
      if bracketTag(at: index) != nil { return true }
    case UInt8(ascii: "{"):
      let key = skipBlanks(at: index + 1)
      return behindName ? holds("\"event\"", at: key) : peek(key) == UInt8(ascii: "\"")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      if colonTag(at: index) != nil || codeEnd(at: index) != nil || classTag(at: index) != nil {
        return true
      }
    case 0xE2: break
    default: return false
    }
    var head = LineHead()
    head.messageStart = index
    return head.readForwarder(self)
  }

  /// The index after `00O ` or `01E+`, the stream that GitLab puts behind its time.
  func streamEnd(at index: Int) -> Int? {
    let stream = peek(index + 2)
    let mark = peek(index + 3)
    guard peek(index).isHexDigit, peek(index + 1).isHexDigit,
      stream == UInt8(ascii: "O") || stream == UInt8(ascii: "E"),
      mark == UInt8(ascii: " ") || mark == UInt8(ascii: "+")
    else { return nil }
    return skipBlanks(at: index + 4)
  }

  // MARK: Places in a file

  /// The index after `device.log:`, `device.log:12:`, `device.log:12:5:` or, around a match,
  /// `device.log-12-`, as `grep` and `rg` write it, if a line opens there.
  fileprivate func fileEnd(at index: Int) -> Int? {
    let limit = Swift.min(count, index + Self.pathLimit)
    var place = index
    var tries = 0
    while place < limit, tries < 8 {
      let byte = self[place]
      // A file name holds no text of a program, and a tag has none behind it.
      guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "{") else { return nil }
      let isSeparator = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
      if isSeparator, place > index, isFileName(index..<place) {
        tries += 1
        let hasBlank = firstIndex(of: UInt8(ascii: " "), in: index..<place) != nil
        let end = numbersEnd(at: place + 1, separator: byte)
        if let end, opensLine(at: end) { return end }
        if !hasBlank, opensLine(at: place + 1) { return place + 1 }
        // A file and a number are proof enough.
        if let end, !hasBlank, byte == UInt8(ascii: ":") { return end }
      }
      place += 1
    }
    return nil
  }

  private func opensLine(at index: Int) -> Bool {
    let content = skipBlanks(at: index)
    return opensOwnWords(at: content) || LineHead.opens(self, at: content)
  }

  /// The index after the number of a line, and that of a column, each with a separator behind it.
  private func numbersEnd(at index: Int, separator: UInt8) -> Int? {
    guard let line = processNumber(at: index), line.end - index <= 9, peek(line.end) == separator
    else { return nil }
    let end = line.end + 1
    guard separator == UInt8(ascii: ":"), let column = processNumber(at: end),
      column.end - end <= 5, peek(column.end) == separator,
      // The digits behind a column may be a time.
      !peek(column.end + 1).isDigit
        || LineHead.opens(self, at: column.end + 1)
    else { return end }
    return column.end + 1
  }

  /// Whether a range ends like a file name: `device.log`, `logs/run.1`, or `(standard input)`.
  private func isFileName(_ range: Range<Int>) -> Bool {
    if range.count == 16, holds("(standard input)", at: range.lowerBound) { return true }
    // An address is no file name.
    if let colon = firstIndex(of: UInt8(ascii: ":"), in: range),
      colon - range.lowerBound != 1 || peek(colon + 1) != UInt8(ascii: "\\")
    {
      return false
    }
    var place = range.upperBound - 1
    var letters = 0
    while place > range.lowerBound, range.upperBound - place <= 9 {
      let byte = self[place]
      if byte == UInt8(ascii: ".") { break }
      guard byte.isAlphanumeric else { return false }
      if byte.isLetter { letters += 1 }
      place -= 1
    }
    let suffix = range.upperBound - 1 - place
    guard place > range.lowerBound, self[place] == UInt8(ascii: "."), suffix > 0 else {
      return false
    }
    // A rotation's number, or letters with digits, as in `json5`.
    return letters > 0 || suffix <= 3 && !self[place - 1].isDigit
  }

  // MARK: Other pieces

  fileprivate func piece(at index: Int, isFirst: Bool) -> PrefixPiece? {
    let first = peek(index)
    if first == UInt8(ascii: "[") {
      return bracketEnd(at: index).map { PrefixPiece(end: $0, isName: true) }
    }
    if let end = prefixEnd(at: index) { return PrefixPiece(end: end) }
    if first.isDigit { return numberPiece(at: index) }
    if first.isLetter || first == UInt8(ascii: "@") {
      return consoleEnd(at: index).map { PrefixPiece(end: $0) } ?? wordPiece(at: index)
        ?? columnEnd(at: index).map { PrefixPiece(end: $0, needsHead: true) }
    }
    switch first {
    case UInt8(ascii: "#"), UInt8(ascii: ":"):
      // `##[debug]` of Azure and GitHub, `::debug::` of the latter.
      guard peek(index + 1) == first else { return nil }
      if first == UInt8(ascii: "#") {
        return bracketEnd(at: index + 2).map { PrefixPiece(end: $0) }
      }
      var end = index + 2
      while peek(end).isLetter { end += 1 }
      return holds("::", at: end) && end > index + 2 ? PrefixPiece(end: end + 2) : nil
    case UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "|"):
      // Lists and quotations begin in the same way.
      return peek(index + 1) == UInt8(ascii: " ")
        ? PrefixPiece(end: index + 2, needsHead: isFirst || first != UInt8(ascii: "-")) : nil
    default: return nil
    }
  }

  /// `[device] `, `[XCUITestDriver@d1f8 (abc)] `, `[05:48:32]: `, `[Step 1/3] `; a tag of the
  /// plugin does not count.
  private func bracketEnd(at index: Int) -> Int? {
    guard peek(index) == UInt8(ascii: "["), !hasTagPrefix(at: index + 1) else { return nil }
    let limit = Swift.min(count, index + Self.nameLimit)
    var place = index + 1
    while place < limit, self[place] != UInt8(ascii: "]") {
      switch self[place] {
      case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "="):
        return nil
      default: place += 1
      }
    }
    guard place < limit, place > index + 1 else { return nil }
    place += 1
    // `[05:48:32]: ` of fastlane, `[05:48:32]W: ` of TeamCity.
    if peek(place).isLetter, peek(place + 1) == UInt8(ascii: ":") { place += 1 }
    if peek(place) == UInt8(ascii: ":") { place += 1 }
    return place
  }

  /// `12:`, `12-` or, of `cat -n`, `12` and a tab; `05:48:32.123 ` of a clock without a date; `0|` of
  /// a list of processes.
  private func numberPiece(at index: Int) -> PrefixPiece? {
    if let clock = timeOfDay(at: index) {
      let end = zone(at: clock.end)?.end ?? halfOfDay(at: clock.end)?.end ?? clock.end
      let next = peek(end)
      return next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") ? PrefixPiece(end: end) : nil
    }
    guard let number = processNumber(at: index) else { return nil }
    switch peek(number.end) {
    case UInt8(ascii: ":"), UInt8(ascii: "-"):
      let separator = peek(number.end)
      return numbersEnd(at: index, separator: separator).map { PrefixPiece(end: $0) }
    case UInt8(ascii: "\t"), UInt8(ascii: "|"): return PrefixPiece(end: number.end + 1)
    case UInt8(ascii: " "): return PrefixPiece(end: number.end + 1, needsHead: true)
    default: return nil
    }
  }

  /// `INFO `, `INFO: `, `flutter: `, `detox[123] `, `App[12:7a15] `: a level, a stream, or a
  /// program and its process.
  private func wordPiece(at index: Int) -> PrefixPiece? {
    var end = index
    while end - index < Self.nameLimit, peek(end).isNameOfTool { end += 1 }
    let word = index..<end
    let isKnown = PrefixWords.known.contains { holds($0, ofAnyCase: word) }
    var hasProcess = false
    if end > index, let process = process(at: index), process.bracket == end {
      end = process.end
      hasProcess = true
    }
    if peek(end) == UInt8(ascii: ":"), peek(end + 1) == UInt8(ascii: " ") {
      return PrefixPiece(end: end + 2, needsHead: !isKnown && !hasProcess, isName: true)
    }
    guard peek(end) == UInt8(ascii: " "), isKnown || hasProcess else { return nil }
    return PrefixPiece(end: end + 1, isName: true)
  }

  /// Whether a range is a word for a level, or for a stream.
  func isLevelName(in range: Range<Int>) -> Bool {
    PrefixWords.known.contains { holds($0, ofAnyCase: range) }
  }

  /// The index after the columns of a line copied from Apple's Console: level, time without a date,
  /// and process, each with a tab behind it.
  private func consoleEnd(at index: Int) -> Int? {
    guard let word = tab(from: index),
      PrefixWords.console.contains(where: { holds($0, ofAnyCase: index..<word) }),
      let clock = timeOfDay(at: word + 1),
      let column = tab(from: zone(at: clock.end)?.end ?? clock.end),
      let process = tab(from: column + 1)
    else { return nil }
    return process + 1
  }

  /// `job`, a tab, `step`, a tab: the columns of `gh run view --log`.
  private func columnEnd(at index: Int) -> Int? { tab(from: index).map { $0 + 1 } }

  private func tab(from index: Int) -> Int? {
    let limit = Swift.min(count, index + Self.columnLimit)
    var place = index
    while place < limit {
      switch self[place] {
      case UInt8(ascii: "\t"): return place
      case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "{"): return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Whether a range holds a word given in small letters, in any case.
  private func holds(_ word: StaticString, ofAnyCase range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count {
      guard unsafe self[range.lowerBound + offset] | 0x20 == word.utf8Start[offset] else {
        return false
      }
    }
    return true
  }
}

/// Words that tools put before the lines of others.
private enum PrefixWords {
  static let known: [StaticString] = [
    "trace", "debug", "verbose", "info", "notice", "warn", "warning", "error", "fatal", "i", "d",
    "w", "e", "v", "stdout", "stderr", "console", "flutter",
  ]
  static let console: [StaticString] = ["default", "info", "debug", "error", "fault"]
}

extension UInt8 {
  fileprivate var isServiceByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: ".")
  }

  fileprivate var isNameOfTool: Bool {
    isServiceByte || self == UInt8(ascii: "/") || self == UInt8(ascii: "@")
  }
}
