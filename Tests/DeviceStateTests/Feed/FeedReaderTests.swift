import Testing

@testable import DeviceState

/// The messages of a feed, and what is wrong with a file that holds none.
struct FeedReaderTests {
  private func read(_ text: String) throws -> [FeedMessage] {
    try FeedReader.feed(in: Array(text.utf8), path: "feed.json").messages
  }

  @Test func `a message has its members`() throws {
    let message = try #require(
      try read(
        """
        [

          {"id": "m1", "title": "t", "message": "m", "priority": 5, "posted_at": "2025-11-01",
           "expires_at": "2025-11-20T18:00:00+01:00", "target_regions": ["ON", "QC"],
           "target_version": ">=1.3.0 <2.0.0"}
        ]
        """
      ).first)
    #expect(message.place == 1)
    #expect(message.line == 3)
    #expect(message.id == "m1")
    #expect(message.priority == 5)
    #expect(message.postedAt?.precision == .day)
    #expect(message.expiresAt?.micros == 1_763_658_000_000_000)
    #expect(message.regions == ["ON", "QC"])
    #expect(message.version == ">=1.3.0 <2.0.0")
    #expect(message.lacks + message.mistyped + message.undated + message.unknownMembers == [])
    #expect(message.text.hasPrefix("{\"id\": \"m1\", \"title\""))
  }

  @Test(arguments: [
    (#"{}"#, "lacks id priority posted_at expires_at target_regions"),
    (#"{"id":"","priority":null}"#, "lacks id priority posted_at expires_at target_regions"),
    (#"{"id":5}"#, "mistyped id is a number"),
    (#"{"priority":"5"}"#, "mistyped priority is a text"),
    (#"{"priority":1.5}"#, "mistyped priority is 1.5"),
    (#"{"priority":99999999999999999999}"#, "mistyped priority is 99999999999999999999"),
    (#"{"posted_at":1763658000}"#, "mistyped posted_at is a number"),
    (#"{"expires_at":"soon"}"#, "undated expires_at is 'soon'"),
    (#"{"expires_at":""}"#, "undated expires_at is ''"),
    (#"{"expires_at":"18:00"}"#, "undated expires_at is '18:00'"),
    (#"{"expires_at":"2025-02-30"}"#, "undated expires_at is '2025-02-30'"),
    (#"{"target_regions":"ON"}"#, "regions the text 'ON'"),
    (#"{"target_regions":{}}"#, "regions an object"),
    (#"{"target_regions":[1]}"#, "mistyped a region is a number"),
    (
      #"{"target_regions":[]}"#, "lacks id priority posted_at expires_at a region in target_regions"
    ),
    (#"{"target_region":["ON"]}"#, "listed ON"),
    (#"{"target_region":["QC"],"target_regions":["ON"]}"#, "listed ON"),
    (#"{"target_version":2}"#, "mistyped target_version is a number"),
    (#"{"body":false}"#, "mistyped body is a truth value"),
    (#"{"colour":1,"expiresAt":"x"}"#, "unknown colour expiresAt (meant for expires_at?)"),
  ])
  func `what is wrong with a message is told`(text: String, told: String) throws {
    let message = try #require(try read("[\(text)]").first)
    let words = [
      "lacks " + message.lacks.joined(separator: " "),
      "mistyped " + message.mistyped.joined(separator: " "),
      "undated " + message.undated.joined(separator: " "),
      "regions " + (message.regionsText ?? ""),
      "listed " + (message.regions ?? []).joined(separator: " "),
      "unknown " + message.unknownMembers.joined(separator: " "),
    ]
    #expect(words.contains { $0.hasSuffix(told) && $0.hasPrefix(told.prefix(5)) }, "\(words)")
  }

  @Test func `an id that stands twice is that of the first`() throws {
    let messages = try read(#"[{"id":"a"},{"id":"b"},{"id":"a"}]"#)
    #expect(messages.map(\.sameAs) == [nil, nil, 1])
  }

  @Test(arguments: [
    ("", 1, "is empty"), (" \n\n", 1, "is empty"),
    ("hello", 1, "is no JSON: expected a value, found 'h'"),
    ("{\"messages\":[]}", 1, "is an object, where a list of messages should stand"),
    ("\n\"a\"", 2, "is a text, where a list of messages should stand"),
    ("[\n{\"id\":\"a\"},\n]", 3, "is no JSON: expected a value, found ']'"),
    ("[{\"id\":\"a\",}]", 1, "is no JSON: expected a name in double quotes, found '}'"),
    ("[{'id':'a'}]", 1, "is no JSON: expected a name in double quotes, found '''"),
    ("[{\"id\":\"a\"} {}]", 1, "is no JSON: expected ',' or ']', found '{'"),
    ("[{\"id\" \"a\"}]", 1, "is no JSON: expected ':', found '\"'"),
    ("[{\"id\":\"a\"}] // all", 1, "is no JSON: more follows behind the end of the value"),
    ("[{\"id\":\"a\nb\"}]", 1, "is no JSON: a text ends on the line on which it begins"),
    ("[{\"id\":\"a", 1, "is no JSON: a text has no end"),
    ("[{\"id\":\"\\x\"}]", 1, "is no JSON: an escape that there is not"),
    ("[{\"priority\":01}]", 1, "is no JSON: a number is written as 1 or 1.5"),
    ("[{\"priority\":1.}]", 1, "is no JSON: a number is written as 1 or 1.5"),
    ("[{\"priority\":-}]", 1, "is no JSON: a number is written as 1 or 1.5"),
    ("[\n1]", 2, "element 1 is a number, where a message should stand"),
    ("[nul]", 1, "is no JSON: expected a value, found 'n'"),
    ("[", 1, "is no JSON: expected a value, found the end of the file"),
    (String(repeating: "[", count: 100_000), 1, "is no JSON: it is nested deeper than 64 levels"),
    (String(repeating: " ", count: 10 << 20), 1, "is larger than 4 MiB"),
  ])
  func `what is no feed is refused`(text: String, line: Int, message: String) {
    let error = #expect(throws: StateError.self) { try read(text) }
    #expect(error?.path == "feed.json")
    #expect(error?.line == line)
    #expect(error?.message == message)
    #expect(error?.advice.isEmpty == false)
  }

  @Test func `what is no text is refused at its line`() {
    let error = #expect(throws: StateError.self) {
      try FeedReader.feed(in: [0x5B, 0x0A, 0xFF, 0x5D], path: "feed.json")
    }
    #expect(error?.line == 2)
    #expect(error?.message == "is no UTF-8")
  }

  @Test func `escapes and marks are read`() throws {
    let text = #"[{"id":"\u0041\ud83d\ude00\/\n","title":"\ud83d"}]"#
    let messages = try FeedReader.feed(in: [0xEF, 0xBB, 0xBF] + Array(text.utf8), path: "f")
      .messages
    #expect(messages.first?.id == "A😀/\n")
    #expect(messages.first?.text == String(text.dropFirst().dropLast()))
  }

  @Test func `many members and long texts are told in short`() throws {
    let members = (0..<5_000).map { "\"x\($0)\":1" }.joined(separator: ",")
    let long = String(repeating: "y", count: 100_000)
    let message = try #require(
      try read("[{\"id\":\"\(long)\",\"expires_at\":\"\(long)\",\(members)}]").first)
    #expect(message.unknownMembers.count == 10)
    #expect(message.undated.allSatisfy { $0.count < 100 })
    #expect(message.name.count < 100)
    #expect(message.text.utf8.count <= 401)
  }

  /// No beginning of a feed, and none with one byte changed, ends the program.
  @Test func `broken feeds end in a sentence or a feed`() {
    let text = Array(
      #"[{"id":"m1","priority":-5.0e1,"posted_at":"2025-11-01T00:00:00.5+01:00","target_regions":["O\u00e9"],"x":[{},[],null,true]}]"#
        .utf8)
    for count in text.indices {
      _ = try? FeedReader.feed(in: Array(text[..<count]), path: "f")
      for byte: UInt8 in [0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
        var changed = text
        changed[count] = byte
        _ = try? FeedReader.feed(in: changed, path: "f")
        _ = try? ReceiptReader.receipts(in: changed, path: "f")
      }
    }
  }

  @Test(arguments: [
    ("2025-11-15", 1_763_164_800_000_000, FeedTime.Precision.day),
    ("2025-11-15T07:00:00Z", 1_763_190_000_000_000, .moment),
    ("2025-11-15 07:00Z", 1_763_190_000_000_000, .moment),
    ("2025-11-15T07:00:00.250+01:00", 1_763_186_400_250_000, .moment),
    ("2025-11-15T07:00:00-0500", 1_763_208_000_000_000, .moment),
    ("2025-11-15T07:00:00", 1_763_190_000_000_000, .localMoment),
  ])
  func `a date is read`(text: String, micros: Int64, precision: FeedTime.Precision) throws {
    let time = try #require(FeedTime(text))
    #expect(time.micros == micros)
    #expect(time.precision == precision)
  }

  @Test(arguments: [
    "", "2025", "2025-11", "15.11.2025", "2025-13-01", "2025-11-31", "2025-11-15T",
    "2025-11-15X07:00",
    "2025-11-15T24:00:00Z", "2025-11-15T07:00:00.Z", "2025-11-15T07:00:00+1",
    "2025-11-15T07:00:00Zz",
    "2025-11-15T07:00:00+99:00", "1763190000", "２025-11-15",
  ])
  func `what is no date`(text: String) { #expect(FeedTime(text) == nil) }
}
