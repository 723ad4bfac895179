internal import LogReading
package import RuleLanguage
internal import TextWriting

/// A redactor that replaces what tells of people in log lines, and leaves what tells of the plugin.
///
/// Tokens, DIDs, e-mail addresses, texts of notifications and ids give way to pseudonyms of the
/// same look: the same value has the same one wherever it stands, so that lines still belong
/// together. Times, counts, hashes and all other words stay. The line need not be understood.
package struct Redactor {
  var pseudonyms: Pseudonyms
  let keys: PrivateKeys
  /// The depth to which records inside records are followed.
  private static let depthLimit = 6
  /// The kind of value that the last name announces, across the pieces of a document.
  private var openKey: PrivateKind?
  /// What the end of the last line has cut.
  private var cut = CutSecret()

  /// - Parameter key: Who has it can tell whether a pseudonym stands for a given value.
  package init(catalogue: Catalogue, key: String) {
    pseudonyms = Pseudonyms(key: key)
    keys = PrivateKeys(catalogue)
  }

  /// Appends a line with what is private replaced.
  package mutating func redact(_ line: [UInt8], into output: inout [UInt8]) {
    guard let rest = cut.rest(on: line) else {
      appendText(line[...], depth: 0, to: &output)
      return
    }
    // The line is read as any other, with the rest of the secret replaced.
    var clean = Array(line[..<rest.lowerBound])
    pseudonyms.appendText(line[rest], to: &clean)
    clean += line[rest.upperBound...]
    appendText(clean[...], depth: 0, to: &output)
  }

  /// Appends the whole tokens of a piece of a document, redacted; returns how many bytes they were.
  package mutating func redactPiece(
    _ piece: [UInt8], isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    appendJSON(piece[...], depth: 0, isDocument: true, isLast: isLast, to: &output)
  }

  /// Appends a text, which may be a record or hold one.
  mutating func appendText(_ text: ArraySlice<UInt8>, depth: Int, to output: inout [UInt8]) {
    guard let colours = ColourCodes(in: text) else {
      appendPlainText(text, depth: depth, to: &output)
      return
    }
    // Colour codes may split a secret.
    var clean: [UInt8] = []
    appendPlainText(colours.text[...], depth: depth, to: &clean)
    colours.append(clean, to: &output)
  }

  private mutating func appendPlainText(
    _ text: ArraySlice<UInt8>, depth: Int, to output: inout [UInt8]
  ) {
    var place = text.startIndex
    while depth < Self.depthLimit, let start = Self.recordStart(in: text[place...]) {
      appendPlain(place..<start, of: text, to: &output)
      openKey = nil
      let used = appendJSON(
        text[start...], depth: depth, isDocument: false, isLast: true, to: &output)
      place = start + max(used, 1)
      if used == 0 { output.append(text[start]) }
    }
    appendPlain(place..<text.endIndex, of: text, to: &output)
  }

  /// Returns the start of JSON: a brace or bracket before a quote, or a quote that opens a line.
  private static func recordStart(in text: ArraySlice<UInt8>) -> Int? {
    var isFirst = true
    for index in text.indices {
      let byte = text[index]
      if byte <= 0x20 { continue }
      if isFirst, byte == UInt8(ascii: "\"") { return index }
      isFirst = false
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        var next = index + 1
        while next < text.endIndex, text[next] <= 0x20 { next += 1 }
        if next < text.endIndex, text[next] == UInt8(ascii: "\"") { return index }
      }
    }
    return nil
  }

  // MARK: JSON

  /// Appends JSON token by token, whole or not, and returns how many bytes were used.
  private mutating func appendJSON(
    _ text: ArraySlice<UInt8>, depth: Int, isDocument: Bool, isLast: Bool,
    to output: inout [UInt8]
  ) -> Int {
    var index = text.startIndex
    var level = 0
    // Behind the last string, in the text and in the output.
    var string = (end: index, copy: output.count)
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        guard let end = Self.stringEnd(in: text, from: index) else {
          if !isLast { return index - text.startIndex }
          appendCutString(text[index...], to: &output)
          return text.count
        }
        if !isLast, end + 64 > text.endIndex { return index - text.startIndex }
        appendString(text, index..<end, depth: depth, to: &output)
        index = end
        string = (end, output.count)
        continue
      }
      if let openKey, let end = Self.numberEnd(in: text, from: index) {
        if !isLast, end == text.endIndex { return index - text.startIndex }
        if openKey == .credentials || openKey == .secrets {
          output += text[index..<end]
        } else {
          appendValue(text[index..<end], openKey, to: &output)
        }
        index = end
        continue
      }
      if byte == UInt8(ascii: "["), let end = Self.numbersEnd(in: text, from: index) {
        appendNumbers(text[index..<end], depth: depth, to: &output)
        index = end
        continue
      }
      if !isDocument, !Self.isOutsideStrings(text, at: index) {
        // A value behind a name may be no JSON: `"token": Optional("…")`.
        if openKey != nil, text[string.end..<index].allSatisfy({ $0 <= 0x20 || $0 == 0x3A }) {
          output.removeLast(output.count - string.copy)
          index = string.end
        }
        return index - text.startIndex
      }
      output.append(byte)
      index += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        level -= 1
        openKey = nil
        if level == 0, !isDocument { return index - text.startIndex }
      default: break
      }
    }
    return text.count
  }

  /// Whether a byte may stand between the strings of JSON.
  private static func isOutsideStrings(_ text: ArraySlice<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case 0...0x20, UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    case let byte where byte.isDigit: true
    // The letters of true, false, null and of exponents.
    case let byte: "truefalsn".utf8.contains(byte | 0x20)
    }
  }

  /// Returns the index behind a number that is a whole value.
  private static func numberEnd(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard text[start].isDigit || text[start] == UInt8(ascii: "-") else { return nil }
    let end = text[(start + 1)...].firstIndex { !$0.isDigit && $0 != UInt8(ascii: ".") }
    guard let end else { return text.endIndex }
    // An exponent would not stay one.
    return text[end] <= 0x20 || isOne(of: ",]}", text[end]) ? end : nil
  }

  /// Returns the index behind the quote that closes a string.
  private static func stringEnd(in text: ArraySlice<UInt8>, from open: Int) -> Int? {
    var index = open + 1
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "\""): return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Appends a string with its quotes: a key as it is, a value without what is private.
  private mutating func appendString(
    _ text: ArraySlice<UInt8>, _ range: Range<Int>, depth: Int, to output: inout [UInt8]
  ) {
    let raw = text[(range.lowerBound + 1)..<(range.upperBound - 1)]
    var next = range.upperBound
    while next < text.endIndex, text[next] <= 0x20 { next += 1 }
    let isKey = next < text.endIndex && text[next] == UInt8(ascii: ":")
    if isKey {
      openKey = keys.kind(of: raw)
      if openKey == nil, SecretNames.kind(of: Array(raw)) == .plural { openKey = .secrets }
      output += text[range]
      return
    }
    var decoded: [UInt8] = []
    let copy = Array(raw)
    JSONText.decode(copy.span, in: copy.indices, into: &decoded)
    var clean: [UInt8] = []
    if !appendNamedValue(decoded[...], to: &clean) {
      appendText(decoded[...], depth: depth + 1, to: &clean)
      // A record in the string had names of its own.
      openKey = nil
    }
    output.append(UInt8(ascii: "\""))
    if clean == decoded {
      output += raw
    } else {
      TextEscaping.json(clean.span, into: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a string that the end of the line has cut.
  private mutating func appendCutString(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var clean: [UInt8] = []
    if appendNamedValue(text.dropFirst(), to: &clean) {
      output.append(UInt8(ascii: "\""))
      output += clean
    } else {
      appendPlain(text.indices, of: text, to: &output)
    }
  }

  /// Appends the pseudonym for the value of a private name; false where there was no such name.
  private mutating func appendNamedValue(
    _ value: ArraySlice<UInt8>, to output: inout [UInt8]
  ) -> Bool {
    guard let openKey else { return false }
    guard openKey == .credentials else {
      appendValue(value, openKey, to: &output)
      return true
    }
    var run = value.startIndex..<value.startIndex
    let secrets = Credentials.ranges(in: value, run: &run)
    guard !secrets.isEmpty else { return false }
    var place = value.startIndex
    for secret in secrets {
      output += value[place..<secret.lowerBound]
      appendValue(value[secret], .secret, to: &output)
      place = secret.upperBound
    }
    output += value[place...]
    return true
  }

  // MARK: Text as numbers

  /// Returns the index behind an array of at least four byte numbers; journald writes such.
  private static func numbersEnd(in text: ArraySlice<UInt8>, from open: Int) -> Int? {
    var index = open + 1
    var count = 1
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: ","): count += 1
      case UInt8(ascii: "]"): return count >= 4 ? index + 1 : nil
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "): break
      default: return nil
      }
      index += 1
    }
    return nil
  }

  private mutating func appendNumbers(
    _ array: ArraySlice<UInt8>, depth: Int, to output: inout [UInt8]
  ) {
    let numbers = array.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map { digits in
      UInt8(String(decoding: digits.filter(\.isDigit), as: UTF8.self))
    }
    let bytes = numbers.compactMap(\.self)
    guard bytes.count == numbers.count else {
      output += array
      return
    }
    var clean: [UInt8] = []
    appendText(bytes[...], depth: depth + 1, to: &clean)
    guard clean != bytes else {
      output += array
      return
    }
    output += "[\(clean.map { "\($0)" }.joined(separator: ","))]".utf8
  }
}
