import RunReport
import Testing

@testable import RunHistory

struct TrendTests {
  private static func run(
    _ id: Int64, build: String?, verdict: String = "pass", used: Int = 1, refused: Int = 0,
    delays: [Double] = []
  ) -> RunEntry {
    var entry = RunEntry(
      id: id, begun: id * 86_400, recorded: 0, times: 1, tool: "", name: "", verdict: verdict,
      logic: verdict, timing: verdict, profile: "")
    entry.build = build
    entry.totals.cycleCounts.usedPrefetch = used
    entry.totals.cycleCounts.refused = refused
    for delay in delays { entry.totals.distributions[.executionDelay].add(delay) }
    return entry
  }

  @Test func `groups stand in the order of their numbers, unknown ones last`() {
    let builds = ["1.10.0", nil, "1.4.1", "1.4.0", "1.4.0-rc2", "1.4.0-rc10", "2"]
    let runs = builds.enumerated().map { Self.run(Int64($0.offset + 1), build: $0.element) }
    #expect(
      TrendReport(runs, by: .build).groups.map(\.value)
        == ["1.4.0", "1.4.0-rc2", "1.4.0-rc10", "1.4.1", "1.10.0", "2", ""])
  }

  @Test(arguments: [
    ("1.9", "1.10"), ("a", "b"), ("pixel7", "pixel10"), ("1", "1.0"), ("01", "1"), ("1", "01x"),
    ("2025-11-14", "2025-11-15"), ("99999999999999999999", "100000000000000000000"),
  ])
  func `numbers in names are compared as numbers`(first: String, second: String) {
    #expect(NaturalOrder.isBefore(first, second))
    #expect(!NaturalOrder.isBefore(second, first))
    #expect(!NaturalOrder.isBefore(first, first))
  }

  @Test func `a refused cycle is over, and used no prefetch`() {
    let report = TrendReport([Self.run(1, build: "1", used: 45, refused: 18)], by: .build)
    #expect(report.groups[0].closedCycles == 63)
    #expect(report.groups[0].successRatio == 45.0 / 63)
  }

  @Test(arguments: [
    (2.0 / 3, "66 %"), (0.29, "29 %"), (0.999, "99 %"), (1.0, "100 %"), (0.0, "0 %"),
  ])
  func `a share is rounded in one way`(share: Double, words: String) {
    #expect(TrendReport.percent(share) == words)
  }

  @Test
  func `the page has a plot of each figure, over the groups and for each of them, on one scale`() {
    let runs = [
      Self.run(1, build: "1.4.0", delays: [3, 700]),
      Self.run(2, build: "1.4.0", verdict: "fail", used: 2, refused: 1, delays: [40]),
      Self.run(3, build: "1.10.0", delays: [2]),
    ]
    let page = String(
      decoding: TrendPage.page(of: TrendReport(runs, by: .build, pruned: 2)), as: UTF8.self)
    let titles = page.split(separator: "<figcaption>").dropFirst().map {
      String($0.prefix { $0 != "<" })
    }
    let plots = ["Passed", "Used prefetches", "Execution delay", "Delivery drift"]
    #expect(
      titles == plots + ["Findings a run"] + plots + ["Violations"] + plots + ["Violations"])
    // The scale of both groups goes as far as that of the slower one.
    #expect(page.split(separator: ">11 min 40 s</text>").count == 4)
    #expect(
      page.contains(">run 1, 1970-01-02</text>") && page.contains(">run 2, 1970-01-03</text>"))
    #expect(page.contains(">1.4.0</text>") && page.contains(">1.10.0</text>"))
    #expect(page.contains("run 2, 1970-01-03: p90 40 s"))
    #expect(page.contains("<title>1.4.0: 50 %</title>"))
    #expect(page.contains("2 pruned runs take no part."))
    for label in page.split(separator: "text-anchor=\"end\" dominant-baseline=\"middle\">")
      .dropFirst()
    {
      // At 11 px a letter is 6.5 at most, and there is room for 83.
      #expect(label.prefix { $0 != "<" }.count <= 12)
    }
  }
}
