import Testing
import YAMLReading

private func value(_ text: String) throws -> YAMLNode {
  try YAMLReader.read(Array("key: \(text)\n".utf8), path: "a.yaml").required("key")
}

private func complaint(_ text: String, _ read: (YAMLNode) throws(SourceError) -> Void) -> String? {
  do {
    try read(value(text))
    return nil
  } catch {
    return (error as? SourceError)?.rendered
  }
}

@Suite struct YAMLNodeTests {
  @Test func `reads values of the asked kind`() throws {
    #expect(try value("text here").string() == "text here")
    #expect(try value("\"\"").string() == "")
    #expect(try value("-12").int() == -12)
    #expect(try value("1.5").double() == 1.5)
    #expect(try value("false").bool() == false)
    #expect(try value("[a, \"b\"]").strings() == ["a", "b"])
    #expect(try value("{a: 1, b: 2}").mapping(allowed: ["b", "a"]).map(\.key) == ["a", "b"])
  }

  @Test func `says what stands instead of the asked kind`() {
    #expect(
      complaint("[a]") { node throws(SourceError) in _ = try node.string() }
        == "a.yaml:1:6: error: expected text, found a list\n  key: [a]\n       ^")
    #expect(
      complaint("\"30\"") { node throws(SourceError) in _ = try node.int() }
        == """
        a.yaml:1:6: error: expected a whole number, found the quoted text "30"
          key: "30"
               ^
        """)
    #expect(
      complaint("nan") { node throws(SourceError) in _ = try node.double() }
        == "a.yaml:1:6: error: expected a number, found 'nan'\n  key: nan\n       ^")
    #expect(
      complaint("yes") { node throws(SourceError) in _ = try node.bool() }
        == "a.yaml:1:6: error: expected true or false, found 'yes'\n  key: yes\n       ^")
    #expect(
      complaint("one") { node throws(SourceError) in _ = try node.strings() }
        == "a.yaml:1:6: error: expected a list, found 'one'\n  key: one\n       ^")
    #expect(
      complaint("one") { node throws(SourceError) in _ = try node.required("id") }
        == "a.yaml:1:6: error: expected a mapping, found 'one'\n  key: one\n       ^")
    #expect(
      complaint("{}") { node throws(SourceError) in _ = try node.required("id") }
        == "a.yaml:1:6: error: key 'id' is missing\n  key: {}\n       ^")
  }

  @Test func `an empty value is not text`() throws {
    let node = try YAMLReader.read(Array("key:\nnext: 1\n".utf8), path: "a.yaml")
    let error = #expect(throws: SourceError.self) { try node.required("key").string() }
    #expect(
      error?.rendered
        == "a.yaml:1:5: error: expected text, found nothing\n  key:\n      ^")
  }

  @Test func `an unknown key names the nearest known one`() {
    #expect(
      complaint("{a: 1, summery: b}") { node throws(SourceError) in
        _ = try node.mapping(allowed: ["a", "summary"])
      } == """
        a.yaml:1:13: error: unknown key 'summery'
          key: {a: 1, summery: b}
                      ^ did you mean 'summary'?
        """)
  }

  @Test func `an unknown word names the known ones`() {
    #expect(
      complaint("purple") { node throws(SourceError) in _ = try node.word(of: ["red", "green"]) }
        == """
        a.yaml:1:6: error: unknown value 'purple'
          key: purple
               ^ known: red, green
        """)
  }

  /// Every text is `ab·cd` in YAML of another style; the mistake is at the dot.
  @Test(arguments: [
    ("plain", "k: abXcd", "abXcd", 1, 6),
    ("double quotes", "k: \"abXcd\"", "abXcd", 1, 7),
    ("an escape before", "k: \"a\\tXcd\"", "a\tXcd", 1, 8),
    ("a numbered escape before", "k: \"a\\u00fcXcd\"", "aüXcd", 1, 12),
    ("single quotes", "k: 'a''Xcd'", "a'Xcd", 1, 8),
    ("letters of two bytes", "k: äöXcd", "äöXcd", 1, 6),
    ("a literal block", "k: |\n  first\n  abXcd\n", "first\nabXcd\n", 3, 5),
    ("a block with deeper lines", "k: |-\n\n    first\n      abXcd", "\nfirst\n  abXcd", 4, 9),
    ("a folded block gives its start", "k: >\n  first\n  abXcd\n", "first abXcd\n", 1, 4),
  ])
  func `finds a place inside a scalar`(
    style: String, yaml: String, text: String, line: Int, column: Int
  ) throws {
    let node = try YAMLReader.read(Array(yaml.utf8), path: "a.yaml").required("k")
    #expect(try node.string() == text, "\(style)")
    let offset = try #require(Array(text.utf8).firstIndex(of: UInt8(ascii: "X")))
    let place = node.location(ofOffset: offset)
    #expect(place == SourceLocation(path: "a.yaml", line: line, column: column), "\(style)")
  }
}
