import TextWriting
import Testing

@Suite struct TextEscapingTests {
  @Test(
    "A terminal sees no byte that it would obey",
    arguments: [
      (Array("plain ✓ é 漢".utf8), "plain ✓ é 漢"),
      (Array("\u{1B}[31mred\u{07}".utf8), #"\x1b[31mred\x07"#),
      (Array("a\nb\rc\td\u{7F}".utf8), #"a\nb\rc\td\x7f"#),
      (
        Array("\u{9B}31m \u{202E}gpj\u{2066}\u{200F}".utf8),
        #"\u{9b}31m \u{202e}gpj\u{2066}\u{200f}"#
      ),
      ([0x61, 0xFF, 0x62, 0xC3], "a\u{FFFD}b\u{FFFD}"),
      // An overlong slash, a surrogate, and a scalar beyond the last.
      ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      (Array("😀".utf8), "😀"),
    ])
  func terminal(bytes: [UInt8], expected: String) {
    var escaped: [UInt8] = []
    TextEscaping.terminal(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test(
    "JSON strings hold quotes, controls and script ends escaped",
    arguments: [
      (Array(#"say "hi" \ now"#.utf8), #"say \"hi\" \\ now"#),
      (Array("\u{0}\u{1B}\n\u{2028}".utf8), #"\u0000\u001b\n\u2028"#),
      (Array("</script> a/b".utf8), #"<\/script> a/b"#),
      (Array("<!--<script a!b".utf8), #"<\u0021--<script a!b"#),
      ([0x80, 0x41], "\u{FFFD}A"),
    ])
  func json(bytes: [UInt8], expected: String) {
    var escaped: [UInt8] = []
    TextEscaping.json(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test(
    "A text is escaped as its bytes are, whether or not it needs that",
    arguments: [
      "", "plain", "a/b", "</script>", "<", "/", "say \"hi\"", "back\\slash", "tab\t", "\u{7F}",
      "é", "\u{202E}x", "~ }",
    ])
  func texts(text: String) {
    var (ofBytes, ofText): ([UInt8], [UInt8]) = ([], [])
    TextEscaping.json(text.utf8.span, into: &ofBytes)
    TextEscaping.json(text, into: &ofText)
    #expect(ofText == ofBytes)
    ofBytes = []
    TextEscaping.terminal(text.utf8.span, into: &ofBytes)
    #expect(Array(TextEscaping.terminal(text).utf8) == ofBytes)
  }

  @Test(
    "Label values use only the three escapes of the format",
    arguments: [
      (Array("a\"b\\c\nd".utf8), #"a\"b\\c\nd"#),
      (Array("x\u{1B}y".utf8), "x\u{FFFD}y"),
      ([0xFE], "\u{FFFD}"),
    ])
  func label(bytes: [UInt8], expected: String) {
    var escaped: [UInt8] = []
    TextEscaping.prometheusLabel(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }
}
