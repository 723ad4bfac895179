import DeviceState
import LogReading
import RunReport
import Testing

@testable import RunAnalysis

/// Which message of a feed is shown, and why each other one is not.
struct FeedDecisionTests {
  private static func circumstances(
    region: String? = "ON", version: String? = "1.4.0", today: String? = "2025-11-15",
    receipts: String? = "[]"
  ) throws -> FeedCircumstances {
    var known = FeedCircumstances()
    known.region = region
    known.appVersion = version
    known.today = try today.map { try #require(FeedTime($0)) }
    known.receipts = try receipts.map {
      try ReceiptReader.receipts(in: Array($0.utf8), path: "receipts.json")
    }
    return known
  }

  private static func decide(
    _ members: [String], _ circumstances: FeedCircumstances
  ) throws -> FeedDecision {
    let elements = members.enumerated().map { place, members in
      "{\"id\":\"m\(place + 1)\"" + (members.isEmpty ? "" : "," + members) + "}"
    }
    let feed = try FeedReader.feed(
      in: Array("[\(elements.joined(separator: ","))]".utf8), path: "feed.json")
    return FeedDecision(feed.messages, circumstances)
  }

  @Test(arguments: [
    (#""expires_at":"2025-11-16""#, "2025-11-15", "shown"),
    (#""expires_at":"2025-11-15""#, "2025-11-15", "expired"),
    (#""expires_at":"2025-11-14""#, "2025-11-15", "expired"),
    (#""expires_at":"2025-11-15T18:00:00Z""#, "2025-11-15", "unknown"),
    (#""expires_at":"2025-11-15T18:00:00Z""#, "2025-11-15T17:59:59Z", "shown"),
    (#""expires_at":"2025-11-15T18:00:00Z""#, "2025-11-15T18:00:00Z", "expired"),
    (#""expires_at":"2025-11-15T18:00:00+01:00""#, "2025-11-15T17:00:00Z", "expired"),
    (#""expires_at":"2025-11-15""#, "2025-11-15T00:00:01Z", "expired"),
    (#""expires_at":"2025-11-15T18:00:00""#, "2025-11-15T17:00:00Z", "unknown"),
    (#""expires_at":"2025-11-20T18:00:00""#, "2025-11-15", "shown"),
    (#""expires_at":"2025-11-01T18:00:00""#, "2025-11-15", "expired"),
    (#""expires_at":null"#, "2025-11-15", "shown"), ("", "2025-11-15", "shown"),
    (#""posted_at":"2025-11-15""#, "2025-11-15", "shown"),
    (#""posted_at":"2025-11-16""#, "2025-11-15", "not_yet"),
    (#""posted_at":"2025-11-15T18:00:00Z""#, "2025-11-15T17:00:00Z", "not_yet"),
    (#""posted_at":"2025-11-15T18:00:00Z""#, "2025-11-15", "shown"),
    (#""target_regions":["ON","QC"]"#, "2025-11-15", "shown"),
    (#""target_regions":["CA"]"#, "2025-11-15", "shown"),
    (#""target_regions":["BC","CA"]"#, "2025-11-15", "shown"),
    (#""target_regions":["BC"]"#, "2025-11-15", "other_region"),
    (#""target_regions":["ONT"]"#, "2025-11-15", "other_region"),
    (#""target_regions":["on"]"#, "2025-11-15", "other_region"),
    (#""target_regions":[]"#, "2025-11-15", "faulty"),
    (#""target_regions":"ON""#, "2025-11-15", "faulty"),
    (#""target_version":">=1.3""#, "2025-11-15", "shown"),
    (#""target_version":"^1.3 || 3.x""#, "2025-11-15", "shown"),
    (#""target_version":">=2.0.0""#, "2025-11-15", "other_version"),
    (#""target_version":"newest""#, "2025-11-15", "faulty"),
    (#""target_version":null"#, "2025-11-15", "shown"),
    // What rules it out goes before a fault.
    (#""target_version":"newest","target_regions":["BC"]"#, "2025-11-15", "other_region"),
    (#""priority":"5""#, "2025-11-15", "faulty"),
  ])
  func `one message is decided over`(members: String, today: String, verdict: String) throws {
    let decision = try Self.decide([members], try Self.circumstances(today: today))
    #expect(decision.rows.map(\.verdict.rawValue) == [verdict], "\(decision.rows)")
    #expect(decision.rows[0].reason.hasSuffix("."))
  }

  @Test(arguments: [
    // The highest priority, and of equal ones the oldest.
    ([#""priority":1"#, #""priority":5"#], "waits shown"),
    ([#""priority":-1"#, ""], "waits shown"),
    (
      [
        #""priority":5,"posted_at":"2025-11-03""#, #""priority":5,"posted_at":"2025-11-01""#,
        #""priority":4,"posted_at":"2025-10-01""#,
      ], "waits shown waits"
    ),
    (
      [
        #""posted_at":"2025-11-01T10:00:00Z""#, #""posted_at":"2025-11-01T10:00:00+01:00""#,
      ], "waits shown"
    ),
    // Nothing tells which of equal ones comes first.
    ([#""posted_at":"2025-11-01""#, #""posted_at":"2025-11-01""#], "unknown unknown"),
    ([#""posted_at":"2025-11-01""#, #""posted_at":"2025-11-01T10:00:00Z""#], "unknown unknown"),
    (["", #""posted_at":"2025-11-01""#, #""posted_at":"2025-11-03""#], "unknown unknown waits"),
    (["", #""priority":1"#, ""], "waits shown waits"),
    // A faulty one is left out, and one that is not eligible does not count.
    ([#""priority":9,"target_regions":"ON""#, #""priority":1"#], "faulty shown"),
    ([#""priority":9,"target_regions":["BC"]"#, #""priority":1"#], "other_region shown"),
    ([String](), ""),
  ])
  func `one of several comes first`(members: [String], verdicts: String) throws {
    let decision = try Self.decide(members, try Self.circumstances())
    #expect(decision.rows.map(\.verdict.rawValue).joined(separator: " ") == verdicts)
  }

  @Test func `a receipt rules a message out`() throws {
    let known = try Self.circumstances(receipts: #"{"m1":"2025-11-10T08:00:00Z"}"#)
    let decision = try Self.decide([#""priority":5"#, #""priority":1"#], known)
    #expect(decision.rows.map(\.verdict) == [.alreadyShown, .shown])
    #expect(decision.rows[0].reason == "A receipt for it is stored, of 2025-11-10T08:00:00Z.")
  }

  @Test func `what is not known may come first`() throws {
    let known = try Self.circumstances(region: nil)
    let members = [
      #""priority":5,"target_regions":["BC"]"#, #""priority":3"#, #""priority":1"#,
      #""priority":0,"target_regions":["ON"]"#,
    ]
    let decision = try Self.decide(members, known)
    #expect(decision.rows.map(\.verdict) == [.unknown, .unknown, .waits, .unknown])
    #expect(decision.chosen == nil)
    #expect(decision.options == ["--region"])
    #expect(
      decision.rows[1].reason
        == "It is eligible, and message 1 ('m1') would come first, if that is eligible too: give"
        + " --region.")
    // What is behind it changes nothing.
    let sure = try Self.decide([#""priority":3"#, #""priority":0,"target_regions":["ON"]"#], known)
    #expect(sure.rows.map(\.verdict) == [.shown, .unknown])
    #expect(sure.chosen == 0)
  }

  @Test func `reasons hold the values`() throws {
    let decision = try Self.decide(
      [
        #""expires_at":"2025-11-12""#, #""target_regions":["BC","AB"]"#,
        #""target_version":">=2.0.0""#, #""priority":3,"posted_at":"2025-11-02""#,
        #""priority":3,"posted_at":"2025-11-01""#, #""priority":1"#,
      ], try Self.circumstances())
    #expect(
      decision.rows.map(\.reason) == [
        "Its expires_at, 2025-11-12, is not after today, 2025-11-15.",
        "It is for BC and AB, and the selected region is ON.",
        "Its version range '>=2.0.0' does not include 1.4.0.",
        "It is eligible, and message 5 ('m5') comes first: it was posted at 2025-11-01, and this one"
          + " at 2025-11-02.",
        "Of 2 eligible messages with priority 3 it was posted first, at 2025-11-01.",
        "It is eligible, and message 5 ('m5') comes first: its priority is 3, and this one's 1.",
      ])
  }

  // MARK: Beside a log

  /// What a log shows, one word for each ten seconds: `look`, `m1` for a display, `+m1` for a receipt,
  /// `end`, `crash`, and `later` for another line some minutes after; the day of a look behind `@`.
  private static func sights(
    _ log: String, of members: [String], receipts: String? = "[]", gaps: TimeGaps = []
  ) throws -> [FeedComparison.Sight] {
    var notes: [MessageNotes.Note] = []
    var time: Int64 = 1_763_186_400_000_000
    for (index, word) in log.split(separator: " ").enumerated() {
      time += word == "later" ? 300_000_000 : 10_000_000
      if word == "later" { continue }
      let parts = word.split(separator: "@").map(String.init)
      let kind: MessageNotes.Kind =
        switch parts[0] {
        case "look":
          .look(
            MessageNotes.Look(
              status: 200, isUnchanged: false, region: "ON", appVersion: "1.4.0",
              today: parts.count > 1 ? parts[1] : "2025-11-15"))
        case "same":
          .look(MessageNotes.Look(status: 304, isUnchanged: true))
        case "end": .end
        case "crash": .broken
        case let word where word.hasPrefix("+"): .receipt(String(word.dropFirst()))
        default: .shown(parts[0])
        }
      notes.append(
        MessageNotes.Note(
          kind: kind, file: 0, line: UInt64(index + 1), time: time, gaps: .zone, event: "", text: ""
        ))
    }
    let elements = members.enumerated().map { "{\"id\":\"m\($0 + 1)\",\($1)}" }
    let feed = try FeedReader.feed(
      in: Array("[\(elements.joined(separator: ","))]".utf8), path: "feed.json")
    let known = try circumstances(receipts: receipts)
    return FeedComparison(
      FeedQuestion(feed: feed, circumstances: known), notes, end: time, openGaps: gaps
    ).sights
  }

  private static let three = [
    #""priority":5"#, #""priority":1"#, #""priority":9,"target_regions":["BC"]"#,
  ]

  @Test(arguments: [
    // In order, and what follows at a later look.
    ("look m1 +m1 end", ""), ("look m1 +m1 end look m2 +m2 end", ""), ("look m1 end look m2", ""),
    ("look", ""), ("look m1 m2", ""),
    // The wrong one, or none.
    ("look m2 +m2 end", "passed m1"), ("look look m1", "passed m1"),
    ("look end later", "passed m1"), ("look end later crash", "passed m1"),
    // It may be shown yet, or something came in between.
    ("look end", ""), ("look later", ""), ("look end m1", ""), ("look end crash", ""),
    ("look crash", ""), ("same end", ""), ("end", ""),
    ("look m1 +m1 end look end later", "passed m2"),
    // Of another day the feed may have been another one, and another feed has other messages.
    ("look@2025-11-12 m2 end", ""), ("look m9 end", ""),
    // Not eligible, and shown again.
    ("look m3 end", "passed m1, ineligible m3"), ("m3", "ineligible m3"),
    ("look m1 +m1 end look m1 end", "again m1"),
  ])
  func `a log is held against the feed`(log: String, found: String) throws {
    let sights = try Self.sights(log, of: Self.three)
    let words =
      sights.indices.filter { sights[$0].passedOver != nil }.map { "passed m\($0 + 1)" }
      + sights.indices.filter { sights[$0].ineligible != nil }.map { "ineligible m\($0 + 1)" }
      + sights.indices.filter { sights[$0].again != nil }.map { "again m\($0 + 1)" }
    #expect(words.joined(separator: ", ") == found)
  }

  @Test(arguments: [
    (#"["m1"]"#, "look m1 end", true), (#"["m1"]"#, "look m1 +m1 end", false),
    ("[]", "look m1", false),
  ])
  func `a receipt of the file may be of the display itself`(
    receipts: String, log: String, isAgain: Bool
  ) throws {
    let sights = try Self.sights(log, of: Self.three, receipts: receipts)
    #expect((sights[0].again != nil) == isAgain)
    #expect(sights.allSatisfy { $0.passedOver == nil })
  }

  @Test func `a clock that is assumed tells no day`() throws {
    let members = [#""priority":1,"expires_at":"2025-11-10""#]
    let sights = try Self.sights("m1", of: members, gaps: [])
    #expect(sights[0].ineligible?.verdict == .expired)
    let stored = #"{"m1":"2025-11-15T05:00:00Z"}"#
    let again = try Self.sights("m1 +m1", of: Self.three, receipts: stored, gaps: .zone)
    #expect(again[0].again == nil)
  }

  @Test func `without receipts nobody knows which was to be shown`() throws {
    let sights = try Self.sights("look m2 end", of: Self.three, receipts: nil)
    #expect(sights.allSatisfy { $0.passedOver == nil })
  }

  @Test(arguments: ["2025-11-15", "2025-11-15T01:00:00Z"])
  func `on its last day a message may be shown or not`(expiry: String) throws {
    let sights = try Self.sights("look m1 end", of: [#""priority":1,"expires_at":"\#(expiry)""#])
    #expect(sights[0].ineligible == nil)
  }

  @Test func `a message was eligible when it was shown`() throws {
    let members = [#""priority":1,"expires_at":"2025-11-14""#]
    #expect(try Self.sights("look@2025-11-13 m1 end", of: members)[0].ineligible == nil)
    #expect(
      try Self.sights("look@2025-11-15 m1 end", of: members)[0].ineligible?.verdict == .expired)
  }
}
