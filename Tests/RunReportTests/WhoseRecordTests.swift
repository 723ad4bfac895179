import RuleLanguage
import RunReport
import Testing

/// Of records, counters and secrets without a mark of the plugin, those of its app count.
@Suite struct WhoseRecordTests {
  /// The samples in which the heads of tagged lines show a process.
  static let headed = WhoseLineTests.samples.filter { sample in
    let head = /(\[\d+(:[0-9a-f]+)?\]|\( *\d+\)|^\d\d-\d\d [0-9:.]+ +\d+ +\d+ ).*DNP-/
    return (try? WhoseLineTests.lines(sample))?.contains { $0.contains(head) } ?? false
  }

  @Test(arguments: headed)
  func `records of other processes change no verdict and no finding`(sample: String) throws {
    let lines = try WhoseLineTests.lines(sample)
    let alone = WhoseLineTests.judged(try WhoseLineTests.judge(lines))
    for (name, head) in OtherApps.heads {
      let others = OtherApps.records.map { head + $0 }
      let beside = WhoseLineTests.judged(
        try WhoseLineTests.judge(WhoseLineTests.inserting(others, into: lines)))
      #expect(beside == alone, "\(sample) with \(name)")
    }
    let named = WhoseLineTests.inserting(OtherApps.namedRecords, into: lines)
    #expect(
      WhoseLineTests.judged(try WhoseLineTests.judge(named)) == alone,
      "\(sample) with names in records")
  }

  @Test func `samples with processes are many`() { #expect(Self.headed.count > 15) }

  @Test
  func `a record before the first line of the plugin is another app's all the same`() throws {
    let lines = try WhoseLineTests.lines(WhoseLineTests.device)
    let alone = WhoseLineTests.judged(try WhoseLineTests.judge(lines))
    let head = "Nov 14 04:59:00.000000 Other(Lib)[9911] <Notice>: "
    let others = OtherApps.records.map { head + $0 }
    #expect(WhoseLineTests.judged(try WhoseLineTests.judge(others + lines)) == alone)
  }

  @Test(arguments: [
    "Nov 14 05:54:00.000000 App(Lib)[201] <Notice>: ",
    "Nov 14 05:54:00.000000 App(Lib)[333] <Notice>: ", "",
  ])
  func `a record of the app itself counts, and so does one that nothing speaks against`(
    head: String
  ) throws {
    let lines = try WhoseLineTests.lines(WhoseLineTests.device)
    let summary = try WhoseLineTests.judge(lines + [head + "dnp_prefetch_executed_total 77"])
    #expect(summary.inputs.map(\.events) == [lines.count + 1])
    #expect(summary.verdict == .fail)
  }

  @Test(arguments: [2, 80])
  func `a log of records alone is the plugin's, whatever its heads`(count: Int) throws {
    let head = "Nov 14 05:54:00.000000 App(Lib)[201] <Notice>: "
    let lines = (1...count).map { head + #"{"event":"fetch_start","id":"n\#($0)"}"# }
    #expect(try WhoseLineTests.judge(lines).inputs.map(\.events) == [count])
  }

  @Test(arguments: [
    "token=eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.c2lnbmF0dXJl",
    "Authorization: Bearer a81f00c97b2e", "x-api-key: 83ac0019",
  ])
  func `a secret in a line without a tag is the app's if its process is`(words: String) throws {
    let rule = "secrets/no-secret-in-the-log"
    let lines = try WhoseLineTests.lines(WhoseLineTests.device)
    for (head, isOwn) in [
      ("Nov 14 05:20:00.000000 App(Lib)[201] <Notice>: ", true),
      ("Nov 14 05:20:00.000000 Other(Lib)[9911] <Notice>: ", false), ("", false),
    ] {
      for place in [0, 6] {
        var lines = lines
        lines.insert(head + words, at: place)
        let summary = try WhoseLineTests.judge(lines)
        let isTold = summary.findings.contains { $0.rule == rule && $0.outcome == .violated }
        #expect(isTold == isOwn, "\(head)at \(place)")
      }
    }
    let own = "11-15 06:10:01.000  4211  4230 I App: " + words
    let summary = try WhoseLineTests.judge(
      WhoseLineTests.android + [own], profile: "android-recovery")
    #expect(summary.findings.contains { $0.rule == rule && $0.outcome == .violated })
  }
}
