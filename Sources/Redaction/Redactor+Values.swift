internal import LogReading

// Replaces what was found to be private.
extension Redactor {
  /// Appends the pseudonym of a value.
  ///
  /// A token or an address in it has the pseudonym that it has elsewhere, and a token stays one to a
  /// reader.
  mutating func appendValue(
    _ value: ArraySlice<UInt8>, _ kind: PrivateKind, to output: inout [UInt8]
  ) {
    var place = value.startIndex
    for inner in Self.inner(of: value) where inner.range.lowerBound >= place {
      let before = value[place..<inner.range.lowerBound]
      let inside = value[inner.range]
      place = inner.range.upperBound
      guard inner.isSecret else {
        appendPart(before, kind, to: &output)
        pseudonyms.appendId(inside, keepsTimes: false, to: &output)
        continue
      }
      let mark = before.suffix(3)
      let isToken = mark.elementsEqual("eyJ".utf8)
      appendPart(isToken ? before.dropLast(3) : before, kind, to: &output)
      if isToken { output += mark }
      appendPart(inside, .secret, to: &output)
    }
    appendPart(value[place...], kind, to: &output)
  }

  /// Returns the secrets and the addresses in a value, in order.
  private static func inner(of value: ArraySlice<UInt8>) -> [(range: Range<Int>, isSecret: Bool)] {
    var inner = addresses(in: value).map { (range: $0, isSecret: false) }
    let bytes = Array(value)
    for found in SecretMasking.findings(in: bytes.span) where found.isSecret {
      let start = value.startIndex + found.value.lowerBound
      inner.append((range: start..<(start + found.value.count), isSecret: true))
    }
    // An address does not begin where a secret does: that is a password with an at sign.
    inner.sort {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
    return inner
  }

  private mutating func appendPart(
    _ value: ArraySlice<UInt8>, _ kind: PrivateKind, to output: inout [UInt8]
  ) {
    if Self.isNoValue(value) {
      output += value
      return
    }
    switch kind {
    case .id: pseudonyms.appendId(value, to: &output)
    case .text: pseudonyms.appendText(value, to: &output)
    case .secret, .secrets, .credentials:
      // A word that is no secret stays, or it would look like one.
      let bytes = Array(value)
      let start = value.startIndex + SecretForms.plainWordEnd(in: bytes.span)
      output += value[..<start]
      pseudonyms.appendText(value[start...], to: &output)
    }
  }

  /// Whether it is a word for a value that is missing or was hidden already.
  private static func isNoValue(_ value: ArraySlice<UInt8>) -> Bool {
    if value.first == UInt8(ascii: "<"), value.last == UInt8(ascii: ">") { return true }
    return value.count <= 9 && noValues.contains(value.map(\.lowercased))
  }

  private static let noValues: Set<[UInt8]> = Set(
    ["null", "nil", "none", "...", "…", "(null)", "true", "false", "undefined", "***"].map {
      Array($0.utf8)
    })

  // MARK: Addresses

  /// Returns the e-mail addresses in a text.
  static func addresses(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = text.startIndex
    while let at = text[index...].firstIndex(of: UInt8(ascii: "@")) {
      index = at + 1
      if let range = address(in: text, around: at) {
        found.append(range)
        index = range.upperBound
      }
    }
    return found
  }

  /// Returns the e-mail address around an at sign.
  private static func address(in text: ArraySlice<UInt8>, around at: Int) -> Range<Int>? {
    var start = at
    while start > text.startIndex, text[start - 1].isWordByte || isOne(of: "._%+-", text[start - 1])
    {
      start -= 1
    }
    var end = at + 1
    while end < text.endIndex, text[end].isWordByte || isOne(of: ".-", text[end]) { end += 1 }
    while end > at + 1, isOne(of: ".-", text[end - 1]) { end -= 1 }
    guard start < at, text[(at + 1)..<end].contains(UInt8(ascii: ".")) else { return nil }
    return start..<end
  }

  static func isOne(of set: String, _ byte: UInt8) -> Bool { set.utf8.contains(byte) }
}
