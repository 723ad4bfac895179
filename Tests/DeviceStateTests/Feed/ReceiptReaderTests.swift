import TestSupport
import Testing

@testable import DeviceState

/// The receipts of an app, in each form in which they may come.
struct ReceiptReaderTests {
  private func read(_ text: String, path: String = "receipts.json") throws -> Receipts {
    try ReceiptReader.receipts(in: Array(text.utf8), path: path)
  }

  @Test(arguments: [
    #"["m1"]"#, #"[{"messageId":"m1"}]"#, #"[{"id":"m1"}]"#, #"{"m1":true}"#,
    #"{"m1":"2025-11-10"}"#,
    #"{"receipts":["m1"]}"#, #"{"receipts":{"m1":1}}"#,
    #"{"now":1,"receipts":[{"messageId":"m1"}]}"#,
    #"{"@app/receipts/m1":"1"}"#, #"{"receipt:m1":"true"}"#, #"{"readReceipts":"[\"m1\"]"}"#,
    #"{"read_receipts":"{\"m1\":true}"}"#, #"{"@App:READ-Receipts:m1":"1"}"#,
  ])
  func `a receipt is found by the id of its message`(text: String) throws {
    let receipts = try read(text)
    #expect(receipts.receipt(of: "m1") != nil)
    #expect(receipts.receipt(of: "1") == nil)
    #expect(receipts.receipt(of: "m2") == nil)
  }

  @Test(arguments: [
    "[]", "{}", #"{"m1":false}"#, #"{"m1":null}"#, #"{"other:m1":"1"}"#, #"{"receiptsm1":"1"}"#,
  ])
  func `what is no receipt is none`(text: String) throws {
    #expect(try read(text).receipt(of: "m1") == nil)
  }

  @Test func `the manifest of iOS keeps long values in other files`() throws {
    let receipts = try read(#"{"m1":null,"m2":"1"}"#, path: "RCTAsyncLocalStorage_V1/manifest.json")
    #expect(receipts.receipt(of: "m1") != nil)
    #expect(receipts.receipt(of: "m2") != nil)
  }

  @Test(arguments: [
    #"{"m1":"2025-11-15T07:00:00Z"}"#, #"{"m1":1763190000000}"#, #"{"m1":"1763190000"}"#,
    #"{"m1":{"readAt":"2025-11-15T07:00:00Z"}}"#, #"{"m1":"{\"shownAt\":1763190000000}"}"#,
    #"[{"messageId":"m1","storedAt":1763190000000}]"#,
  ])
  func `a receipt tells its time`(text: String) throws {
    #expect(try read(text).receipt(of: "m1")?.storedAt == 1_763_190_000_000_000)
  }

  @Test(arguments: [
    ("", "is empty"), ("5", "is a number, where receipts should stand"),
    ("[5]", "a number is no receipt in a list"), ("[{}]", "an object is no receipt in a list"),
    ("hello", "is no JSON: expected a value, found 'h'"),
  ])
  func `what holds no receipts is refused`(text: String, message: String) {
    let error = #expect(throws: StateError.self) { try read(text) }
    #expect(error?.message == message)
    #expect(error?.line == 1)
  }

  @Test func `Android keeps them in a database`() throws {
    let directory = try TemporaryDirectory()
    let path = try MadeStore.write(
      directory.path + "/RKStorage",
      """
      CREATE TABLE catalystLocalStorage (key TEXT PRIMARY KEY, value TEXT NOT NULL);
      INSERT INTO catalystLocalStorage VALUES ('m1', '"2025-11-15T07:00:00Z"');
      INSERT INTO catalystLocalStorage VALUES ('m2', '2025-11-15T07:00:00Z');
      INSERT INTO catalystLocalStorage VALUES ('@receipts', '["m3"]');
      """)
    let receipts = try ReceiptReader.receipts(ofStore: path)
    #expect(receipts.receipt(of: "m1") != nil)
    #expect(receipts.receipt(of: "m2")?.storedAt == 1_763_190_000_000_000)
    #expect(receipts.receipt(of: "m3") != nil)
    #expect(receipts.receipt(of: "m4") == nil)
  }

  @Test func `another database is refused with its table`() throws {
    let directory = try TemporaryDirectory()
    let path = try MadeStore.write(directory.path + "/app.db", "CREATE TABLE other (a);")
    let error = #expect(throws: StateError.self) { try ReceiptReader.receipts(ofStore: path) }
    #expect(error?.message == "is an SQLite database without the table catalystLocalStorage")
  }
}
