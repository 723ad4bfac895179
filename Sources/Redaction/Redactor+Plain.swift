internal import LogReading

// Finds what is private in text that is no JSON.
extension Redactor {
  /// A part of a text that gives way to a pseudonym.
  private struct Part {
    var range: Range<Int>
    var kind: PrivateKind
  }

  /// Appends a part of a text; the names of its values may stand before it.
  mutating func appendPlain(
    _ range: Range<Int>, of text: ArraySlice<UInt8>, to output: inout [UInt8]
  ) {
    let whole = text[..<range.upperBound]
    var parts: [Part] = []
    addNamed(in: whole, from: range.lowerBound, to: &parts)
    addPatterns(in: text[range], to: &parts)
    // The earliest goes first, the longer of two at one place; those inside others are left out.
    parts.sort {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
    var place = range.lowerBound
    for part in parts where part.range.lowerBound >= place {
      output += text[place..<part.range.lowerBound]
      appendValue(text[part.range], part.kind, to: &output)
      place = part.range.upperBound
    }
    output += text[place..<range.upperBound]
  }

  // MARK: Patterns

  private func addPatterns(in text: ArraySlice<UInt8>, to parts: inout [Part]) {
    let bytes = Array(text)
    // Values with names were found, by more names and in more forms.
    for found in SecretMasking.findings(in: bytes.span) where found.kind != .named {
      let start = text.startIndex + found.value.lowerBound
      var end = text.startIndex + found.value.upperBound
      // A DID in an address ends before the query, the fragment or the rest of the path.
      if !found.isSecret {
        end = text[start..<end].firstIndex { Self.isOne(of: "?&=#/", $0) } ?? end
      }
      parts.append(Part(range: start..<end, kind: found.isSecret ? .secret : .id))
    }
    for range in Self.addresses(in: text) + KnownTokens.cutTokens(in: text) {
      parts.append(Part(range: range, kind: .secret))
    }
  }

  // MARK: Names and values

  /// Places found once in a text that is searched again and again.
  private struct Memo {
    /// The bytes that end together: names and colons in a row have the same end.
    var run: Range<Int>
    /// The first parenthesis, from which on a text may stand in a list.
    let list: Int
  }

  /// Adds the values of `name=value`, `name: value`, `name => value` and `"name" : "value"`, also
  /// with escaped quotes, and of `<tag name="name">value<`.
  private func addNamed(in text: ArraySlice<UInt8>, from place: Int, to parts: inout [Part]) {
    var index = place
    var memo = Memo(
      run: place..<place,
      list: text[place...].firstIndex(of: UInt8(ascii: "(")) ?? text.endIndex)
    while index < text.endIndex {
      let byte = text[index]
      guard Self.isOne(of: "=:>", byte), let name = Self.name(in: text, before: index),
        let kind = keys.kind(of: text[name.range])
      else {
        index += 1
        continue
      }
      if kind == .credentials, byte != UInt8(ascii: ">") {
        let start = Self.valueStart(in: text, behind: index)
        let secrets = Credentials.ranges(in: text[start...], run: &memo.run)
        for secret in secrets { parts.append(Part(range: secret, kind: .secret)) }
        index = max(secrets.last?.upperBound ?? index, index + 1)
        continue
      }
      let value =
        byte == UInt8(ascii: ">")
        ? content(in: text, of: kind, named: name, at: index)
        : value(in: text, from: index, of: kind, named: name, memo: &memo)
      if let value, !value.isEmpty { parts.append(Part(range: value, kind: kind)) }
      index = max(value?.upperBound ?? index, index + 1)
    }
  }

  /// A name before a separator.
  private struct Name {
    var range: Range<Int>
    var isQuoted: Bool
    /// Whether blanks stand before the separator.
    var isSpaced: Bool
  }

  /// Returns the name before a separator, or before the quotes and the blanks in front of that.
  private static func name(in text: ArraySlice<UInt8>, before separator: Int) -> Name? {
    var quotes = separator
    while quotes > text.startIndex, SecretForms.isBlank(text[quotes - 1]) { quotes -= 1 }
    var end = quotes
    while end > text.startIndex, isOne(of: "\\\"'", text[end - 1]) { end -= 1 }
    var start = end
    while start > text.startIndex, SecretForms.isNameByte(text[start - 1]) { start -= 1 }
    guard start < end else { return nil }
    return Name(range: start..<end, isQuoted: end < quotes, isSpaced: quotes < separator)
  }

  /// Returns the start of the value behind a separator of one or two bytes.
  private static func valueStart(in text: ArraySlice<UInt8>, behind separator: Int) -> Int {
    let start = text[(separator + 1)...].firstIndex { !isOne(of: "=>", $0) } ?? text.endIndex
    return text[start...].firstIndex { !SecretForms.isBlank($0) } ?? text.endIndex
  }

  /// Returns the content of an element whose name, or an attribute of it, is that of a secret.
  private func content(
    in text: ArraySlice<UInt8>, of kind: PrivateKind, named name: Name, at close: Int
  ) -> Range<Int>? {
    let isTag =
      name.range.lowerBound > text.startIndex
      && text[name.range.lowerBound - 1] == UInt8(ascii: "<")
    guard kind == .secret, isTag || name.isQuoted, !name.isSpaced else { return nil }
    let end = text[(close + 1)...].firstIndex { $0 < 0x20 || $0 == UInt8(ascii: "<") }
    return (close + 1)..<(end ?? text.endIndex)
  }

  private func value(
    in text: ArraySlice<UInt8>, from separator: Int, of kind: PrivateKind, named name: Name,
    memo: inout Memo
  ) -> Range<Int>? {
    let isColon = text[separator] == UInt8(ascii: ":")
    let isPlain = !name.isQuoted && !name.isSpaced
    let isClose = separator + 1 < text.endIndex && !SecretForms.isBlank(text[separator + 1])
    // `12:30` and `https://` are no names with values; those of secrets are told by their names.
    if isColon, isPlain, isClose, kind != .secret { return nil }
    var start = Self.valueStart(in: text, behind: separator)
    if kind == .secret { start = Self.behindWrappers(in: text, from: start) }
    if let quoted = Self.quoted(in: text, from: start, of: kind) { return quoted }
    if kind != .secret, !name.isQuoted, name.isSpaced {
      // `title : subtitle` is anything; `title = Hello;` is an entry of a printed dictionary.
      let end = text[start...].firstIndex { $0 < 0x20 || Self.isOne(of: ";=", $0) }
      guard !isColon, let end, text[end] == UInt8(ascii: ";") else { return nil }
      return start..<end
    }
    if kind == .text { return start..<textEnd(in: text, from: start, list: memo.list) }
    let end = Credentials.wordEnd(in: text[start...], run: &memo.run)
    // `application:didRegisterWithDeviceToken:completion:` names no value.
    if isColon, isClose, isPlain, text[start..<end].last == UInt8(ascii: ":") { return nil }
    return start..<(kind == .secret ? Self.secretEnd(in: text, start..<end) : end)
  }

  /// Returns the range inside quotes, escaped or not; nil where no quote opens.
  private static func quoted(
    in text: ArraySlice<UInt8>, from start: Int, of kind: PrivateKind
  ) -> Range<Int>? {
    var open = start
    while open < text.endIndex, text[open] == UInt8(ascii: "\\") { open += 1 }
    // Titles without quotes may begin with an apostrophe.
    guard open < text.endIndex, isOne(of: kind == .text ? "\"" : "\"'", text[open]),
      let quote = SecretForms.Quote(in: text.span, from: start - text.startIndex)
    else { return nil }
    let inside = quote.contents(in: text.span)
    return (text.startIndex + inside.lowerBound)..<(text.startIndex + inside.upperBound)
  }

  /// Returns the start of a value that Swift prints as `Optional("…")`.
  private static func behindWrappers(in text: ArraySlice<UInt8>, from start: Int) -> Int {
    var start = start
    while let open = text[start...].prefix(16).firstIndex(of: UInt8(ascii: "(")),
      wrappers.contains(Array(text[start..<open]))
    {
      start = open + 1
    }
    return start
  }

  private static let wrappers = Set(
    [
      "Optional", "Optional.some", "some", "Some", "Just", "String", "NSString", "Substring",
      "Data", "AnyHashable",
    ].map { Array($0.utf8) })

  /// Returns the end of a secret that begins with some bytes: it may hold commas and the like,
  /// unless a name with its value follows them.
  private static func secretEnd(in text: ArraySlice<UInt8>, _ first: Range<Int>) -> Int {
    var end = first.upperBound
    if SecretForms.isPlainWord(
      text.span,
      (first.lowerBound - text.startIndex)..<(first.upperBound - text.startIndex))
    {
      return end
    }
    while end < text.endIndex, isOne(of: ",;&", text[end]) {
      let next = text[(end + 1)...].firstIndex { !SecretForms.isNameByte($0) } ?? text.endIndex
      if next < text.endIndex, isOne(of: "=:[({<", text[next]) { return end }
      let word = Credentials.wordEnd(in: text[(end + 1)...])
      if word == end + 1 { return end }
      end = word
    }
    return end
  }

  private static let textLimit = 4096

  /// Returns the end of a text without quotes: before a known name with its value, or before the
  /// parenthesis that closes the list.
  private func textEnd(in text: ArraySlice<UInt8>, from start: Int, list: Int) -> Int {
    var closing: Int?
    var index = start
    while index < text.endIndex {
      // A list that was closed long ago does not go on.
      if let closing, index - closing > Self.textLimit { break }
      switch text[index] {
      case 0..<0x20: return index
      case UInt8(ascii: "="):
        if let name = Self.name(in: text, before: index), !name.isSpaced,
          name.range.lowerBound > start, keys.isName(text[name.range])
        {
          var end = name.range.lowerBound
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
    return list < start ? closing ?? text.endIndex : text.endIndex
  }

  /// Whether a message is over before some bytes: at the end, before a quote or a control byte,
  /// before the priority of another message, or before the tag that logcat writes behind it.
  private static func endsMessage(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    if next == UInt8(ascii: " ") { return rest.starts(with: "  (".utf8) }
    return next < 0x20 || isOne(of: "<\"\\", next)
  }
}
