import JSONReading
import Testing

/// The grammar of RFC 8259, class by class: what must be read, what must be refused, and what may be either.
@Suite struct JSONGrammarTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1", "-1", "1.5", "0.1", "1e5", "1E+5", "1e-5", "-1.25e10",
    "123456789012345678901234567890", "1e400", "\"\"", "\"a\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0041\\u00e9\\uD83D\\uDE00\"", "\"é😀\"", "\"\u{7F}\"", "\"\u{2028}\u{2029}\"", "[]", "[ ]",
    "[1]", "[1,2]", "[[],[[]]]", "{}", "{ }", "{\"a\":1}", "{\"\":0}", "{\"a\":1,\"a\":2}",
    "{\"a\":{\"b\":[null]}}", " \t\r\n[1] \t\r\n", "\u{FEFF}[1]", "\"\\u0000\"",
  ])
  func `JSON is read`(text: String) throws {
    #expect(try JSONDocument.read(Array(text.utf8)) != nil)
  }

  @Test(arguments: [
    "nul", "True", "NULL", "nan", "NaN", "Infinity", "-Infinity", "+1", "01", "-01", "-", ".5",
    "1.",
    "1.e5", "1e", "1e+", "0x10", "1_000", "1 2", "--1", "٣", "\"", "\"a", "'a'", "a", "\"\\a\"",
    "\"\\u12\"", "\"\\u12G4\"", "\"\\u-123\"", "\"\\u-000\"", "\"\\u+123\"", "\"\\u 123\"",
    "\"\\\"", "\"\\",
    "\"\n\"",
    "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]",
    "[1,,2]",
    "[1}", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}", "{,}", "{a:1}", "{1:1}",
    "{'a':1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1]", "{\"a\"::1}", "[1]]", "[1]x", "{}{}",
    "// a\n1", "/* a */1", "# a\n1", "[1]\u{0}", "\u{A0}1", "\u{FEFF}\u{FEFF}1", "\u{C}1",
    "[\"a\":1]", "{[]:1}", "{\"a\":1,,\"b\":2}", "tru\u{65}\u{65}", "<a/>",
  ])
  func `what is no JSON is refused with its line`(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONDocument.read(Array(text.utf8)) }
    #expect(error?.message.hasPrefix("is no JSON: ") == true)
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0xFF, 0xFE, 0x31, 0x00],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x5B, 0x80, 0x5D],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are refused as such`(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSONDocument.read(bytes) }
    #expect(error?.message == "is no UTF-8")
  }

  @Test(arguments: ["", " ", "\n\n", "\u{FEFF}"])
  func `blanks alone hold no value`(text: String) throws {
    #expect(try JSONDocument.read(Array(text.utf8)) == nil)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
  func `nesting is read up to 64 levels and refused beyond`(open: String, close: String) throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }
    #expect(try JSONDocument.read(nested(63)) != nil)
    #expect(throws: JSONError.self) { try JSONDocument.read(nested(64)) }
    #expect(throws: JSONError.self) { try JSONDocument.read(nested(1_000_000)) }
  }

  @Test func `half of a surrogate pair becomes the replacement character`() throws {
    for half in ["\\uD83D", "\\uDE00", "\\uDE00\\uD83D", "\\uD83D\\u0041", "\\uD83Dx"] {
      let text = try #require(try JSONDocument.read(Array("\"\(half)\"".utf8))?.text)
      #expect(text.contains("\u{FFFD}"), "\(half)")
    }
  }
}
