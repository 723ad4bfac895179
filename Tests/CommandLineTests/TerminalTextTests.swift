import Testing

@testable import dnplog

struct TerminalTextTests {
  @Test(arguments: [
    ("plain ä 漢\n", "plain ä 漢\n"), ("\u{1B}[31mred", "\\u{1b}[31mred"),
    ("a\u{0}b\rc", "a\\u{0}b\\u{d}c"),
    ("\u{9B}2J", "\\u{9b}2J"), ("x\u{202E}gol", "x\\u{202e}gol"),
  ])
  func whatCouldCommandATerminalIsSpelledOut(text: String, expected: String) {
    #expect(TerminalText.escaped(text) == expected)
  }
}
