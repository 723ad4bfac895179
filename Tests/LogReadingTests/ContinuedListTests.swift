import LogReading
import Testing

/// Values that hold line breaks, as Apple's loggers write them.
@Suite struct ContinuedListTests {
  private static let nslog = "2025-11-14 05:53:00.500000+0000 App[12:34] "
  private static let logShow =
    "2025-11-14 05:53:00.500000+0000 0x3a6f     Default     0x0                  12     0    App: "
  private static let deviceLog = "Nov 14 05:53:00.500000 App(Plugin)[12] <Notice>: "
  private static let built = "[DNP-SCHEDULER] Notification built "
  private static let next = nslog + "[DNP-FETCH] App launch finished"
  private static let heads = ["", nslog, logShow, deviceLog]

  private static func fields(_ title: String, _ body: String) -> String {
    "notification_built[DNP-SCHEDULER] title='\(title)' body='\(body)' notificationId='n1'"
  }

  @Test(
    arguments: heads,
    ["One\nTwo", "One\n\nThree", "One (a)\nTwo", "One\r\nTwo", "One\n1. Two (b)\n- Three"])
  func `a list goes on over lines without a head`(head: String, body: String) {
    let scan = Scan("\(head)\(Self.built)(title=Day, body=\(body), id=n1)\n\(Self.next)\n")
    #expect(scan.lines == [Self.fields("Day", body), "app_launch_finished[DNP-FETCH]"])
    #expect(scan.batch.events.map(\.isCut) == [false, false])
    #expect(scan.tally.lines == Int64(body.count { $0.isNewline } + 2))
  }

  @Test func `what is printed below a message of several lines is its metadata`() {
    let scan = Scan(
      "\(Self.built)(title=Day, body=One\nTwo, id=n1)\nType: Notice | Timestamp:"
        + " 2025-11-14 00:53:00.500000-05:00 | Process: App | TID: 0x1\n")
    #expect(scan.lines == [Self.fields("Day", "One\nTwo")])
    #expect(scan.batch.events.map(\.container) == [.xcode])
  }

  @Test func `a list goes on in the message of a record`() {
    let scan = Scan(
      #"{"eventType":"logEvent","timestamp":"2025-11-14 05:53:00.5+0000","eventMessage":""#
        + #"\#(Self.built)(title=Day, body=One\nTwo, id=n1)"}"# + "\n")
    #expect(scan.lines == [Self.fields("Day", "One\nTwo")])
  }

  @Test(arguments: [
    next, "[DNP-FETCH] App launch finished", #"{"event":"app_launch_finished"}"#,
    "DN|WORK_START id=n1)", "Type: Notice | Timestamp: 2025-11-14 00:53:00.5-05:00 | Foo: )",
    String(repeating: "text\n", count: 16) + "text, id=n1)",
    String(repeating: "x", count: 5000) + ", id=n1)",
  ])
  func `a list that nothing closes lacks the end of its line`(below: String) {
    let scan = Scan("\(Self.nslog)\(Self.built)(title=Day, body=One\n\(below)\n")
    #expect(
      scan.lines.first == "notification_built[DNP-SCHEDULER] title='Day' body='One'")
    #expect(scan.batch.events.first?.isCut == true)
  }

  @Test(arguments: [
    "\(nslog)\(built)(title=Day, body=:-(, id=n1)", "\(built)(title=Day :-(, id=n1)",
  ])
  func `a bracket at the end of a line closes its list`(line: String) {
    for below in ["", Self.next, "text", "text (of another program)"] {
      let scan = Scan("\(line)\n\(below)\n")
      #expect(scan.lines.first?.hasSuffix("notificationId='n1'") == true)
      #expect(scan.batch.events.first?.isCut == false)
    }
  }

  @Test func `a list is the same however the log is cut into chunks`() {
    let text = "\(Self.next)\n\(Self.nslog)\(Self.built)(title=Day, body=One\n\nThree, id=n1)\n"
    let bytes = Array(text.utf8)
    let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    for cut in ends {
      var scanner = EventScanner(catalogue: SmallCatalogue.whole)
      var (batch, tally) = (EventBatch(), ScanTally())
      let used = scanner.scan(
        bytes[..<cut].span, firstLine: 1, isWhole: false, into: &batch, tally: &tally)
      let rest = Array(bytes[used...])
      let known = batch.events.count
      var others = EventBatch()
      scanner.scan(
        rest.span, firstLine: 1 + UInt64(tally.lines), into: &others, tally: &tally)
      let lines = others.events.map {
        Scan.describe($0, in: others, of: rest, SmallCatalogue.whole)
      }
      #expect(known + lines.count == 2)
      #expect(lines.last == Self.fields("Day", "One\n\nThree") || known == 2)
      #expect(tally.lines == 4)
    }
  }
}
