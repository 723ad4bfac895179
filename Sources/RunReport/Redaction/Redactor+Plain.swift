// Finds what is private in text that is no JSON.
extension Redactor {
  /// A part of a text that gives way to a pseudonym.
  private struct Part {
    var range: Range<Int>
    var kind: PrivateKind
  }

  mutating func appendPlain(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var parts: [Part] = []
    addNamed(in: text, to: &parts)
    addPatterns(in: text, to: &parts)
    // The earliest goes first, the longer of two at one place; those inside others are done.
    parts.sort {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
    var place = text.startIndex
    for part in parts where part.range.lowerBound >= place {
      output += text[place..<part.range.lowerBound]
      appendValue(text[part.range], part.kind, to: &output)
      place = part.range.upperBound
    }
    output += text[place...]
  }

  // MARK: Patterns

  private func addPatterns(in text: ArraySlice<UInt8>, to parts: inout [Part]) {
    let bytes = Array(text)
    for found in SecretMasking.findings(in: bytes.span) {
      let start = text.startIndex + found.value.lowerBound
      var end = text.startIndex + found.value.upperBound
      // What follows a DID in an address is none of its own.
      if !found.isSecret {
        end = text[start..<end].firstIndex { Self.isOne(of: "?&=#/", $0) } ?? end
      }
      parts.append(Part(range: start..<end, kind: found.isSecret ? .secret : .id))
    }
    for range in Self.addresses(in: text) { parts.append(Part(range: range, kind: .secret)) }
  }

  // MARK: Names and values

  /// `name=value`, `name: value` and `"name":"value"`, also with escaped quotes.
  private func addNamed(in text: ArraySlice<UInt8>, to parts: inout [Part]) {
    var index = text.startIndex
    // What was looked through for its end: names and colons in a row have the same one.
    var run = text.startIndex..<text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":"),
        let name = Self.name(in: text, before: index), let kind = keys.kind(of: text[name]),
        let value = value(
          in: text, from: index, of: kind, isPlain: name.upperBound == index, run: &run)
      else {
        index += 1
        continue
      }
      // Of credentials only the secret is left of what was found.
      if !value.isEmpty {
        parts.append(Part(range: value, kind: kind == .credentials ? .secret : kind))
      }
      index = max(value.upperBound, index + 1)
    }
  }

  /// The name that ends before a separator, or before quotes that stand before it.
  private static func name(in text: ArraySlice<UInt8>, before separator: Int) -> Range<Int>? {
    var end = separator
    while end > text.startIndex, isOne(of: "\\\"", text[end - 1]) { end -= 1 }
    var start = end
    while start > text.startIndex, isNameByte(text[start - 1]) { start -= 1 }
    return start < end ? start..<end : nil
  }

  private func value(
    in text: ArraySlice<UInt8>, from separator: Int, of kind: PrivateKind, isPlain: Bool,
    run: inout Range<Int>
  ) -> Range<Int>? {
    var start = separator + 1
    let isSecret = kind == .secret || kind == .credentials
    let isColon = text[separator] == UInt8(ascii: ":")
    let isSpaced = start < text.endIndex && text[start] == UInt8(ascii: " ")
    // `12:30` and `https://` are no names with values; those of secrets are told by their names.
    if isColon, isPlain, !isSpaced, !isSecret { return nil }
    while start < text.endIndex, text[start] == UInt8(ascii: " ") { start += 1 }
    var quote = start
    while quote < text.endIndex, text[quote] == UInt8(ascii: "\\") { quote += 1 }
    let isQuoted = quote < text.endIndex && text[quote] == UInt8(ascii: "\"")
    if kind == .credentials {
      return Credentials.range(in: text[(isQuoted ? quote + 1 : start)...])
    }
    if isQuoted {
      var end = text[(quote + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? text.endIndex
      while end > quote + 1, end < text.endIndex, text[end - 1] == UInt8(ascii: "\\") { end -= 1 }
      return (quote + 1)..<end
    }
    if kind == .text { return start..<textEnd(in: text, from: start) }
    if start < text.endIndex, text[start] == UInt8(ascii: "'") {
      let end = text[(start + 1)...].firstIndex { $0 < 0x20 || Self.isOne(of: "'\"", $0) }
      return (start + 1)..<(end ?? text.endIndex)
    }
    if !run.contains(start) {
      let end = text[start...].firstIndex { $0 <= 0x20 || Self.isOne(of: ",;)]}\"'&|<\\", $0) }
      run = start..<(end ?? text.endIndex)
    }
    let end = run.upperBound
    // `application:didRegisterWithDeviceToken:completion:` names no value.
    if isColon, !isSpaced, isPlain, text[start..<end].last == UInt8(ascii: ":") { return nil }
    return start..<end
  }

  private static let textLimit = 4096

  /// The end of a text without quotes: before a known name with its value, or before the
  /// parenthesis that closes the list.
  private func textEnd(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var closing: Int?
    var index = start
    while index < text.endIndex {
      // A list that was closed long ago does not go on.
      if let closing, index - closing > Self.textLimit { break }
      switch text[index] {
      case 0..<0x20: return index
      case UInt8(ascii: "="):
        if let name = Self.name(in: text, before: index), name.lowerBound > start,
          keys.isName(text[name])
        {
          var end = name.lowerBound
          while end > start, Self.isOne(of: ", ", text[end - 1]) { end -= 1 }
          return end
        }
      case UInt8(ascii: ")"):
        closing = index
        if Self.endsMessage(text[(index + 1)...]) { return index }
      default: break
      }
      index += 1
    }
    let isInList = text[..<start].lastIndex(of: UInt8(ascii: "(")) != nil
    return isInList ? closing ?? text.endIndex : text.endIndex
  }

  /// Whether a message is over before some bytes: at the end, before a quote or a control byte,
  /// before the priority of another message, or before the tag that logcat writes behind it.
  private static func endsMessage(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    if next == UInt8(ascii: " ") { return rest.starts(with: "  (".utf8) }
    return next < 0x20 || isOne(of: "<\"\\", next)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isWordByte && byte < 0x80 || isOne(of: "_.-", byte)
  }
}
