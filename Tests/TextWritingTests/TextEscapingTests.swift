import TextWriting
import Testing

@Suite struct TextEscapingTests {
  @Test(arguments: [
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
    // Nobody sees these; what joins the parts of a picture stays.
    (
      Array("a\u{200B}\u{2060}\u{FEFF}b\u{E0041}".utf8),
      #"a\u{200b}\u{2060}\u{feff}b\u{e0041}"#
    ),
    (Array("👩\u{200D}💻".utf8), "👩\u{200D}💻"),
    // Commands of servers for CI.
    (Array("a ##vso[task.complete]".utf8), #"a \x23#vso[task.complete]"#),
    (Array("###[error]x ##TeamCity[a".utf8), #"#\x23#[error]x \x23#TeamCity[a"#),
    (
      Array("::error file=a::x ::Set-Output name=b::c".utf8),
      #"\x3a:error file=a::x \x3a:Set-Output name=b::c"#
    ),
    (Array("::endgroup::".utf8), #"\x3a:endgroup::"#),
    (
      Array("## head [a] fe80::1 std::vector::error_code ::errors:: ::error".utf8),
      "## head [a] fe80::1 std::vector::error_code ::errors:: ::error"
    ),
  ])
  func `a terminal sees no byte that it would obey`(bytes: [UInt8], expected: String) {
    var escaped: [UInt8] = []
    TextEscaping.terminal(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (Array(#"say "hi" \ now"#.utf8), #"say \"hi\" \\ now"#),
    (Array("\u{0}\u{1B}\n\u{2028}".utf8), #"\u0000\u001b\n\u2028"#),
    (Array("</script> a/b".utf8), #"<\/script> a/b"#),
    (Array("<!--<script a!b".utf8), #"<\u0021--<script a!b"#),
    (Array("##[add-mask]x ## [a".utf8), #"\u0023#[add-mask]x ## [a"#),
    (Array("\u{E0041}\u{FEFF}".utf8), #"\udb40\udc41\ufeff"#),
    ([0x80, 0x41], "\u{FFFD}A"),
  ])
  func `JSON strings hold quotes, controls and script ends escaped`(
    bytes: [UInt8], expected: String
  ) {
    var escaped: [UInt8] = []
    TextEscaping.json(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    "", "plain", "a/b", "</script>", "<", "/", "say \"hi\"", "back\\slash", "tab\t", "\u{7F}",
    "é", "\u{202E}x", "~ }", "##[error]", "## [", "::error::", "a::b", ":", "#",
  ])
  func `a text is escaped as its bytes are, whether or not it needs that`(text: String) {
    var (ofBytes, ofText): ([UInt8], [UInt8]) = ([], [])
    TextEscaping.json(text.utf8.span, into: &ofBytes)
    TextEscaping.json(text, into: &ofText)
    #expect(ofText == ofBytes)
    ofBytes = []
    TextEscaping.terminal(text.utf8.span, into: &ofBytes)
    #expect(Array(TextEscaping.terminal(text).utf8) == ofBytes)
  }

  @Test(arguments: [
    (Array("a\"b\\c\nd".utf8), #"a\"b\\c\nd"#),
    (Array("x\u{1B}y".utf8), "x\u{FFFD}y"),
    ([0xFE], "\u{FFFD}"),
  ])
  func `label values use only the three escapes of the format`(bytes: [UInt8], expected: String) {
    var escaped: [UInt8] = []
    TextEscaping.prometheusLabel(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (Array("a<b>&\"c'".utf8), "a&lt;b&gt;&amp;&quot;c&#39;"),
    (Array("\u{0}\u{1B}\n\u{202E}".utf8), #"\x00\x1b\n\u{202e}"#),
    (Array("\u{FFFE}\u{FFFF}é😀".utf8), "\u{FFFD}\u{FFFD}é😀"),
    ([0x80, 0x3C], "\u{FFFD}&lt;"),
  ])
  func `markup holds no character that means something to XML or HTML, nor one that XML forbids`(
    bytes: [UInt8], expected: String
  ) {
    var escaped: [UInt8] = []
    TextEscaping.markup(bytes.span, into: &escaped)
    #expect(String(decoding: escaped, as: UTF8.self) == expected)
  }

  @Test
  func `a workflow command ends where its line does, and its properties where they should`() {
    var (message, property): ([UInt8], [UInt8]) = ([], [])
    let text = "100%, a:b\n::debug2::"
    TextEscaping.workflowCommand(text.utf8.span, isProperty: false, into: &message)
    TextEscaping.workflowCommand(text.utf8.span, isProperty: true, into: &property)
    #expect(String(decoding: message, as: UTF8.self) == #"100%25, a:b\n::debug2::"#)
    #expect(
      String(decoding: property, as: UTF8.self) == #"100%25%2C a%3Ab\n%3A%3Adebug2%3A%3A"#)
  }

  @Test
  func `a path in a URI keeps its slashes, and gives all else by its bytes`() {
    var escaped: [UInt8] = []
    TextEscaping.uriPath("/var/log/a b%é#?.log".utf8.span, into: &escaped)
    #expect(
      String(decoding: escaped, as: UTF8.self) == "/var/log/a%20b%25%c3%a9%23%3f.log")
  }
}
