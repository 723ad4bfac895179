import DeviceState
import RuleLanguage
import RunReport
import Testing

@testable import RunAnalysis

/// What documents come to beside each other and beside a log.
struct DocumentComparisonTests {
  private struct File {
    var path: String
    var text: String
  }

  /// `rule outcome` of each finding.
  private static func findings(
    _ files: [File], _ log: [String] = [], phase: Int = 1
  ) throws -> [String] {
    let states = try files.flatMap {
      try StateSource.states(in: Array($0.text.utf8), path: $0.path, apps: [])
    }
    let analyser = try Judge.analyser { options in
      options.states = states
      options.profile = "stored-state"
      options.environment = [("phase", "\(phase)")]
    }
    if !log.isEmpty {
      analyser.read(text: Array(log.map { $0 + "\n" }.joined().utf8), named: "a.log")
    }
    // What the log itself lacks is not asked here.
    return analyser.finish().findings.filter { $0.rule != "stored-state/notification_delivered" }
      .map { "\($0.rule) \($0.outcome.name)" }.sorted()
  }

  // MARK: Pages

  private static func page(_ ids: [String]) -> File {
    let records = ids.map {
      #"{"jwtId":"\#($0)","handleId":"h","issuedAt":"2025-11-14T05:00:00Z","offeredByDid":"did:x:1","#
        + #""recipientDid":"did:x:2","unit":"HUR","amount":1}"#
    }
    return File(
      path: "offers.json",
      text: #"{"data":[\#(records.joined(separator: ","))],"hitLimit":false}"#)
  }

  @Test(arguments: [
    ([["1", "2"], ["3"], ["4", "5"]], []), ([["5", "4"], ["3"], ["2", "1"]], []),
    ([["2", "1"], ["4", "3"]], []), ([["1"], [], ["2"]], []), ([["1"]], []),
    ([["1"], ["3"], ["2"]], ["pages-go-one-way"]), ([["1", "4"], ["3"]], ["pages-go-one-way"]),
    ([["1", "2"], ["2", "3"]], ["offer-is-on-one-page"]),
    ([["1", "2", "1"]], ["offer-comes-once"]),
    // Ids of several lengths have no order that is known.
    ([["9"], ["10"], ["8"]], []),
  ])
  func `pages go one way, and no record comes twice`(
    pages: [[String]], expected: [String]
  ) throws {
    let found = try Self.findings(pages.map(Self.page))
    #expect(found == expected.map { "documents/\($0) violated" })
  }

  @Test func `an offer may be among the plans too`() throws {
    let plans = File(
      path: "plans.json", text: #"{"data":[{"jwtId":"1"}],"hitLimit":false}"#)
    #expect(try Self.findings([Self.page(["1"]), plans]) == [])
  }

  // MARK: Hashes

  private static let stored =
    #"{"id":"n","title":"t","body":"b","ttl":60,"scheduled_for":"2025-11-14T05:53:00Z"}"#

  private static func fetch(_ schedule: String, _ hash: String, at minute: Int) -> [String] {
    let time = "2025-11-14 05:\(minute):1"
    return [
      "\(time)0.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.x.fetch)",
      "\(time)1.000000+0000 App[201:1] [DNP-FETCH] Starting fetch"
        + " (notificationTime=2025-11-14T05:\(minute + 5):00Z, scheduleId=\(schedule))",
      "\(time)2.000000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=83, ttl=60)",
      "\(time)2.100000+0000 App[201:1] [DNP-FETCH] Cached content for scheduleId=\(schedule)",
      "\(time)2.200000+0000 App[201:1] [DNP-FETCH] Cached content MD5: \(hash)",
      "\(time)3.000000+0000 App[201:1] [DNP-FETCH] Task completed (success=true)",
    ]
  }

  /// The digest of what is stored, taken from the row that holds it.
  private static func digest() throws -> String {
    let state = try StateSource.states(
      in: Array(stored.utf8), path: "DNP_CachedContent_a", apps: [])
    guard case .text(let digest)? = state.first?.tables.first?.rows.first?["md5"] else { return "" }
    return digest
  }

  @Test func `the last hash of its schedule is one of the payload`() throws {
    let file = File(path: "DNP_CachedContent_a", text: Self.stored)
    let own = try Self.digest()
    let other = String(repeating: "0", count: 32)
    let open = ["documents/payload-has-its-hash inconclusive"]
    #expect(try Self.findings([file], Self.fetch("a", own, at: 20)) == [])
    #expect(try Self.findings([file], Self.fetch("a", own.uppercased(), at: 20)) == [])
    #expect(try Self.findings([file], Self.fetch("a", String(own.prefix(8)), at: 20)) == [])
    #expect(try Self.findings([file], Self.fetch("a", other, at: 20)) == open)
    // An older one of its own, and one of another schedule, say nothing.
    let renewed = Self.fetch("a", other, at: 20) + Self.fetch("a", own, at: 40)
    #expect(try Self.findings([file], renewed) == [])
    let mixed = Self.fetch("a", own, at: 20) + Self.fetch("b", other, at: 40)
    #expect(try Self.findings([file], mixed) == [])
    #expect(try Self.findings([file], Self.fetch("b", other, at: 20)) == [])
  }

  // MARK: Tasks

  private static func info(_ identifier: String, _ mode: String) -> File {
    File(
      path: "Info.plist",
      text:
        "<plist><dict><key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(identifier)"
        + "</string></array><key>UIBackgroundModes</key><array><string>\(mode)</string></array>"
        + "</dict></plist>")
  }

  @Test(arguments: [
    ("com.x.fetch", "fetch", []), ("$(PRODUCT_BUNDLE_IDENTIFIER).fetch", "fetch", []),
    ("com.x.Fetch", "fetch", ["task-is-declared"]),
    ("$(PRODUCT_BUNDLE_IDENTIFIER).sync", "fetch", ["task-is-declared"]),
    ("com.x.fetch", "processing", ["mode-of-task-is-declared"]),
  ])
  func `a task of the log is declared, letter by letter, with its mode`(
    identifier: String, mode: String, expected: [String]
  ) throws {
    let log = [
      "2025-11-14 05:40:00.000000+0000 App[201:1] [DNP-FETCH] Registering BGTaskScheduler task (id=com.x.fetch)",
      "2025-11-14 05:40:01.000000+0000 App[201:1] [DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=2025-11-14T05:48:00Z)",
    ]
    let found = try Self.findings([Self.info(identifier, mode)], log)
    #expect(found == expected.map { "documents/\($0) violated" })
  }

  @Test func `a log without an Info.plist asks for none`() throws {
    let log = [
      "2025-11-14 05:40:00.000000+0000 App[201:1] [DNP-FETCH] Registering BGTaskScheduler task (id=com.x.fetch)"
    ]
    #expect(try Self.findings([Self.page(["1"])], log) == [])
  }

  // MARK: Days

  @Test(arguments: [
    ([1, 2, 3], []), ([1, 3], ["window-has-no-gap"]), ([1], []), ([3, 1, 2, 2], []),
    ([1, 2, 9], ["window-has-no-gap"]),
  ])
  func `of several days ahead none is left out`(days: [Int], expected: [String]) throws {
    let now = 1_763_185_980
    let rows = days.map { day in
      let due = now + day * 86_400
      return #"{"id":"\#(day)","scheduledTime":\#(due),"deliveryStatus":"pending"}"#
    }
    let file = File(
      path: "s.json",
      text:
        #"{"now":\#(now),"platform":"ios","notifications":[\#(rows.joined(separator: ","))]}"#)
    let ofWindow = { (finding: String) in finding.contains("window") }
    #expect(
      try Self.findings([file], phase: 2).filter(ofWindow)
        == expected.map { "stored-state/\($0) violated" })
    #expect(try Self.findings([file], phase: 1).filter(ofWindow) == [])
  }
}
