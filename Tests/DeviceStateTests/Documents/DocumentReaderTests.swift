import Testing

@testable import DeviceState

/// Documents in JSON, told by what they hold.
struct DocumentReaderTests {
  private static func state(_ text: String, _ path: String = "file.json") throws -> DeviceState {
    let states = try StateSource.states(in: Array(text.utf8), path: path, apps: [])
    return try #require(states.first)
  }

  /// The members of each row, as `jwtId=text("01A")`.
  private static func rows(_ state: DeviceState) -> [String] {
    state.tables.flatMap(\.rows).map { row in
      ([row.event] + row.members.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
    }
  }

  // MARK: Responses

  @Test func `a response is a page with its records`() throws {
    let state = try Self.state(
      #"{"data": [{"jwtId": "01A", "amount": 2.5, "unit": "HUR", "more": {"a": 1}}], "hitLimit": true}"#
    )
    #expect(state.kind == .response)
    #expect(
      Self.rows(state) == [
        #"api_response endpoint=text("offers") dataKind=text("list") hitLimit=bool(true) records=int(1)"#,
        #"offer_record jwtId=text("01A") unit=text("HUR") amount=double(2.5)"#,
      ])
    #expect(state.tables.map(\.name) == ["file.json", "file.json:data"])
    #expect(state.lists.isEmpty)
  }

  @Test(arguments: [
    ("page.json", #"{"planHandleId": "p"}"#, "plan_record"),
    ("page.json", #"{"amount": 1}"#, "offer_record"),
    ("plans-2.json", #"{"amount": 1}"#, "plan_record"),
    ("offersToPlansOwnedByMe.json", #"{"amount": 1}"#, "plan_record"),
    ("Offers.json", #"{}"#, "offer_record"),
    ("page.json", #"{"jwtId": "01A"}"#, ""),
  ])
  func `whether records are offers or plans is told by the file or by themselves`(
    path: String, record: String, event: String
  ) throws {
    let state = try Self.state(#"{"data": [\#(record)], "hitLimit": false}"#, path)
    #expect(state.tables.flatMap(\.rows).dropFirst().map(\.event).joined() == event)
    #expect(state.notes.isEmpty == !event.isEmpty)
  }

  @Test(arguments: [
    (#"{"data": {}, "hitLimit": "no"}"#, #"dataKind=text("object") hitLimit=text("no")"#),
    (#"{"hitLimit": [1]}"#, #"hitLimit=text("a list")"#),
    (#"{"data": []}"#, #"dataKind=text("list") records=int(0)"#),
    (#"{"data": null, "hitLimit": null}"#, #"dataKind=text("null") hitLimit=null"#),
  ])
  func `a response of another form is a row that rules can judge`(
    text: String, members: String
  ) throws {
    #expect(try Self.rows(Self.state(text)) == ["api_response " + members])
  }

  @Test func `a record that is no object has no members`() throws {
    let state = try Self.state(#"{"data": [1, [2], null], "hitLimit": false}"#, "offers.json")
    #expect(Self.rows(state).dropFirst().allSatisfy { $0 == "offer_record" })
  }

  // MARK: Configurations

  @Test func `a configuration keeps the members that are known`() throws {
    let state = try Self.state(
      #"{"apiServer": "https://a.example", "retryAttempts": "3", "userDid": {"a": 1}, "more": 1}"#)
    #expect(state.kind == .configuration)
    #expect(
      Self.rows(state) == [
        #"stored_config apiServer=text("https://a.example") retryAttempts=text("3") userDid=text("a object")"#
      ])
  }

  // MARK: Payloads

  private static let payload =
    #"{"id":"n","title":"t","body":"b","ttl":60,"scheduled_for":"2025-11-15T05:53:00Z"}"#

  @Test func `a payload is told by the name of its file, whatever it holds`() throws {
    let state = try Self.state("no JSON at all", "/tmp/DNP_CachedContent_day 1.json")
    let row = try #require(state.tables.first?.rows.first)
    #expect(state.kind == .payload)
    #expect(row["scheduleId"] == .text("day 1"))
    #expect(row["parses"] == .bool(false))
  }

  @Test func `a payload without a key is of no schedule`() throws {
    let state = try Self.state(Self.payload)
    let row = try #require(state.tables.first?.rows.first)
    #expect(row["scheduleId"] == nil)
    #expect(row["parses"] == .bool(true))
    #expect(row["ttl"] == .int(60))
    #expect(state.notes.count == 1)
  }

  @Test func `digests are those that other programs make`() {
    let bytes = Array("abc".utf8)
    #expect(ContentDigests.md5(bytes) == "900150983cd24fb0d6963f7d28e17f72")
    #expect(ContentDigests.sha1(bytes) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      ContentDigests.sha256(bytes)
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: [
    payload + "\n", "  " + payload, payload.replacing(",", with: ", "),
    #"{"DNP_CachedContent_a": \#(payload)}"#,
    #"{"DNP_CachedContent_a": "\#(payload.replacing("\"", with: "\\\""))"}"#,
  ])
  func `a payload has the digest of the bytes that were stored, however it was exported`(
    text: String
  ) throws {
    let path = text.hasPrefix(#"{"DNP"#) ? "settings.json" : "DNP_CachedContent_a"
    let rows = try Self.state(text, path).tables.flatMap(\.rows)
    let row = try #require(rows.first { $0.event == "cached_payload" })
    #expect(row["scheduleId"] == .text("a"))
    guard case .text(let digests)? = row["digests"] else {
      Issue.record("no digests")
      return
    }
    #expect(digests.contains(ContentDigests.md5(Array(Self.payload.utf8))))
    #expect(digests.contains(ContentDigests.sha256(Array(Self.payload.utf8))))
  }

  @Test func `a payload is known by its sorted members, and by slashes that were escaped`() throws {
    let rows = try Self.state(
      #"{"title":"a/b","body":"c"}"#, "DNP_CachedContent_a"
    ).tables.flatMap(\.rows)
    let stored = Array(#"{"body":"c","title":"a\/b"}"#.utf8)
    guard case .text(let digests)? = rows.first?["digests"] else {
      Issue.record("no digests")
      return
    }
    #expect(digests.contains(ContentDigests.md5(stored)))
  }

  // MARK: Settings and mistakes

  @Test func `an equals sign in a value makes no property list`() throws {
    let state = try Self.state(
      #"{ "apiServer" : "https://a.example/?a = b", "retryAttempts" : 1 }"#)
    #expect(state.kind == .configuration)
  }

  @Test func `an export tells its settings without their values`() throws {
    let state = try Self.state(
      #"{"DNP_LastFetchTime": 17, "DNP_Settings": {"secret": "x"}, "com.timesafari.bgTask": true, "AppleLocale": "en"}"#
    )
    #expect(
      Self.rows(state) == [
        "settings_held settingKeys=int(1) fetchKeys=int(1) taskKeys=int(1)",
        #"stored_setting key=text("DNP_LastFetchTime") valueKind=text("number") purpose=text("last fetch")"#,
        #"stored_setting key=text("DNP_Settings") valueKind=text("object") purpose=text("settings")"#,
        #"stored_setting key=text("com.timesafari.bgTask") valueKind=text("truth value") purpose=text("tasks")"#,
      ])
    #expect(state.notes == ["1 setting of another part of the app is left out"])
  }

  @Test(arguments: [
    ("{\n  a = 1;\n}", "old form", 0), (#"{"data": [}"#, "not valid JSON", 1),
    (#"{"apiServer": "x"}"#, "holds no list of a state snapshot", 1),
    (#"{"data": [1]"# + String(repeating: " ", count: 5 << 20), "larger than 4 MiB", 1),
    (#"{"data": "# + String(repeating: "[", count: 100_000), "nested deeper", 1),
  ])
  func `what cannot be read is told with its place and what to do`(
    text: String, message: String, line: Int
  ) {
    let error = #expect(throws: StateError.self) { _ = try Self.state(text) }
    #expect(error?.message.contains(message) == true)
    #expect(error?.line == line)
    #expect(
      error?.advice.isEmpty == false || error?.message.contains("JSON") == true
        || message == "nested deeper")
  }
}
