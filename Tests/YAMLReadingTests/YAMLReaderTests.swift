import Testing
import YAMLReading

/// The text that a user sees for the mistake of a file; nil where there is none.
private func complaint(_ text: String) -> String? {
  complaint(Array(text.utf8))
}

private func complaint(_ bytes: [UInt8]) -> String? {
  do {
    _ = try YAMLReader.read(bytes, path: "a.yaml")
    return nil
  } catch {
    return error.rendered
  }
}

@Suite struct YAMLReaderTests {
  @Test func `reads lists and mappings with their places`() throws {
    let text = "pack: a\nrules:\n  - id: one\n    lead: 30s\n  - {id: 'two', flag: true}\n"
    let node = try YAMLReader.read(Array(text.utf8), path: "a.yaml")
    #expect(try node.required("pack").string() == "a")
    let rules = try node.required("rules").list()
    #expect(rules.count == 2)
    #expect(try rules[0].required("lead").string() == "30s")
    #expect(rules[0]["lead"]?.location == SourceLocation(path: "a.yaml", line: 4, column: 11))
    #expect(rules[1].entry("flag")?.keyLocation.column == 17)
    #expect(try rules[1].required("flag").bool())
    #expect(rules[1]["id"]?.content == .scalar("two", isQuoted: true))
    #expect(rules[1]["id"]?.source.line(1) == "pack: a")
  }

  @Test func `skips a byte order mark`() throws {
    let node = try YAMLReader.read([0xEF, 0xBB, 0xBF] + Array("a: 1".utf8), path: "a.yaml")
    #expect(try node.required("a").int() == 1)
    #expect(node.entry("a")?.keyLocation.column == 1)
  }

  @Test(arguments: ["a: 1\nb: 2\n", "a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r", "a: 1\u{2028}b: 2"])
  func `counts the lines of every platform`(text: String) throws {
    let node = try YAMLReader.read(Array(text.utf8), path: "a.yaml")
    let entry = try #require(node.entry("b"))
    #expect(entry.keyLocation.line == 2)
    #expect(entry.keyError("no").sourceLine == "b: 2")
  }

  @Test(arguments: [
    ("", "a.yaml:1:1: error: the file is empty"),
    ("# nothing\n", "a.yaml:1:1: error: the file is empty\n  # nothing\n  ^"),
    ("---\n", "a.yaml:1:1: error: the file is empty\n  ---\n  ^"),
    (
      "a:\n\tb: 1\n",
      "a.yaml:2:1: error: a tab cannot indent YAML\n  \tb: 1\n  ^ use spaces"
    ),
    (
      "a:\n  \tb: 1\n",
      "a.yaml:2:3: error: a tab cannot indent YAML\n    \tb: 1\n    ^ use spaces"
    ),
    (
      "a: 1\nb: 2\na: 3\n",
      "a.yaml:3:1: error: key 'a' is already on line 1\n  a: 3\n  ^ keep one"
    ),
    (
      "a: &x 1\n",
      "a.yaml:1:4: error: an anchor (&x)\n  a: &x 1\n     ^ write the value out"
    ),
    (
      "a: *x\n",
      "a.yaml:1:4: error: an alias (*x)\n  a: *x\n     ^ write the value out"
    ),
    (
      "a: !!int 1\n",
      "a.yaml:1:4: error: an explicit type (tag:yaml.org,2002:int)\n  a: !!int 1\n     ^ remove it"
    ),
    (
      "a: 1\n---\nb: 1\n",
      "a.yaml:2:1: error: a second document\n  ---\n  ^ use one file for each"
    ),
    ("? [a]\n: b\n", "a.yaml:1:3: error: a key must be plain text\n  ? [a]\n    ^"),
    (
      "a: [1, 2\n",
      """
      a.yaml:1:9: error: not valid YAML: did not find expected ',' or ']' \
      while parsing a flow sequence
        a: [1, 2
                ^
      """
    ),
    (
      "a: b: c\n",
      """
      a.yaml:1:5: error: not valid YAML: mapping values are not allowed in this context
        a: b: c
            ^
      """
    ),
    ("a: 1\nb: \u{1B}[0m\n", "a.yaml:2:4: error: control character U+001B: remove it"),
    ("a: \u{0}", "a.yaml:1:4: error: control character U+0000: remove it"),
  ])
  func `says what is wrong`(text: String, rendered: String) {
    #expect(complaint(text) == rendered)
  }

  @Test func `names the first line that is not UTF8`() {
    let bytes = Array("a: 1\nb: ü".utf8) + [0xFF, 0x0A]
    #expect(complaint(bytes) == "a.yaml:2:5: error: not valid UTF-8: save the file as UTF-8")
  }

  @Test(arguments: [(63, true), (64, true), (65, false), (100_000, false)])
  func `limits nesting`(depth: Int, isAllowed: Bool) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let rendered = complaint(text)
    #expect((rendered == nil) == isAllowed)
    if let rendered {
      #expect(rendered.hasPrefix("a.yaml:1:65: error: nested deeper than 64 levels\n"))
    }
  }

  @Test func `limits size`() {
    let bytes = [UInt8](repeating: 0x20, count: 4 << 20 | 1)
    #expect(complaint(bytes) == "a.yaml:1:1: error: larger than 4 MiB: split the file")
  }
}
