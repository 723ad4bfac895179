/// A mistake in a JSON document.
package struct JSONError: Error, Sendable, Equatable {
  /// The line, from one.
  package let line: Int
  /// What is wrong, behind the name of the file: "is no JSON: a text has no end".
  package let message: String

  package init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }
}

/// Reads a JSON document as an app's parser does: nothing that is no JSON, and the last of two members of
/// one name.
///
/// The reader of rule files takes YAML, and so much that an app refuses: comments, words without
/// quotes, a comma too many.
package struct JSONDocument {
  private static let deepest = 64
  /// What some editors of Windows write before UTF-8.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let bytes: [UInt8]
  private var index = 0
  private var line: Int

  private init(_ bytes: [UInt8], line: Int) {
    self.bytes = bytes
    self.line = line
  }

  /// Reads the value of a document; nil for blanks alone.
  ///
  /// - Parameter line: The line in its file on which it begins.
  package static func read(_ bytes: [UInt8], from line: Int = 1) throws(JSONError) -> JSONNode? {
    let hasMark = bytes.starts(with: mark)
    var file = JSONDocument(hasMark ? Array(bytes.dropFirst(3)) : bytes, line: line)
    guard String(validating: file.bytes, as: UTF8.self) != nil else {
      throw JSONError(line: file.firstLineOfNoText, "is no UTF-8")
    }
    file.skipBlanks()
    if file.peek == nil { return nil }
    let node = try file.value(depth: 0)
    file.skipBlanks()
    if file.peek != nil { throw file.mistake("more follows behind the end of the value") }
    return node
  }

  private var firstLineOfNoText: Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + line
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == 0x0A { line += 1 }
      index += 1
    }
  }

  private func mistake(_ what: String) -> JSONError {
    JSONError(line: line, "is no JSON: \(what)")
  }

  /// The byte at hand for a sentence.
  private var found: String {
    guard let byte = peek else { return "the end of the file" }
    return byte > 0x20 && byte < 0x7F
      ? "'\(Character(Unicode.Scalar(byte)))'" : "a strange character"
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    guard depth < Self.deepest else {
      throw mistake("it is nested deeper than \(Self.deepest) levels")
    }
    let start = index
    let first = line
    let content: JSONNode.Content =
      switch peek {
      case UInt8(ascii: "{"): .object(try members(depth: depth))
      case UInt8(ascii: "["): .list(try elements(depth: depth))
      case UInt8(ascii: "\""): .text(try string())
      case UInt8(ascii: "-"): .number(try number())
      case let byte? where (0x30...0x39).contains(byte): .number(try number())
      default: try word()
      }
    return JSONNode(content: content, line: first, bytes: start..<index)
  }

  private mutating func word() throws(JSONError) -> JSONNode.Content {
    let words: [(String, JSONNode.Content)] = [
      ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    for (word, content) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return content
    }
    throw mistake("expected a value, found \(found)")
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONNode] {
    index += 1
    var nodes: [JSONNode] = []
    skipBlanks()
    if take("]") { return nodes }
    while true {
      skipBlanks()
      nodes.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return nodes }
      guard take(",") else { throw mistake("expected ',' or ']', found \(found)") }
    }
  }

  private mutating func members(depth: Int) throws(JSONError) -> [JSONNode.Member] {
    index += 1
    var members: [JSONNode.Member] = []
    skipBlanks()
    if take("}") { return members }
    while true {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else {
        throw mistake("expected a name in double quotes, found \(found)")
      }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw mistake("expected ':', found \(found)") }
      skipBlanks()
      members.append(JSONNode.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
      if take("}") { return members }
      guard take(",") else { throw mistake("expected ',' or '}', found \(found)") }
    }
  }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: sign) else { return false }
    index += 1
    return true
  }

  private mutating func number() throws(JSONError) -> String {
    let start = index
    _ = take("-")
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else {
      throw mistake("a number is written as 1 or 1.5")
    }
    if take("."), digits() == 0 { throw mistake("a number is written as 1 or 1.5") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw mistake("a number is written as 1 or 1.5") }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }
}

// MARK: Texts

extension JSONDocument {
  private mutating func string() throws(JSONError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        index += 1
        try escape(into: &text)
      case 0x20...0xFF:
        text.append(byte)
        index += 1
      default: throw mistake("a text ends on the line on which it begins")
      }
    }
    throw mistake("a text has no end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let plain: [(Unicode.Scalar, UInt8)] = [
      ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 8), ("f", 12), ("n", 10), ("r", 13), ("t", 9),
    ]
    for (sign, byte) in plain where take(sign) {
      text.append(byte)
      return
    }
    guard take("u"), let unit = unit() else { throw mistake("an escape that there is not") }
    var scalar = Unicode.Scalar(unit)
    if (0xD800..<0xDC00).contains(unit) {
      let place = index
      if take("\\"), take("u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) {
        scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      } else {
        index = place
      }
    }
    // Half a character is none.
    text += String(Character(scalar ?? "\u{FFFD}")).utf8
  }

  /// Four digits of base 16.
  private mutating func unit() -> UInt32? {
    let end = index + 4
    guard end <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<end] {
      // No sign: a number's own reader takes "-000".
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    index = end
    return unit
  }
}
