import RunReport
import Testing

/// Which cycles of two runs are partners.
struct CycleMatchingTests {
  private static let day: Int64 = 86_400_000_000

  /// Cycles of days, with ids that are made of a prefix and the number of the day.
  private func run(_ days: [Int], from start: Int64 = 0, id: String? = nil) -> RunSummary {
    var summary = RunSummary()
    summary.verdict = .pass
    summary.cycles = days.map { day in
      var cycle = CycleSummary()
      cycle.outcome = .usedPrefetch
      cycle.notificationTime = start + Int64(day) * Self.day
      cycle.scheduleId = id.map { "\($0)\(day)" }
      return cycle
    }
    return summary
  }

  /// The days of partners, `-` for none.
  private func pairs(_ golden: RunSummary, _ candidate: RunSummary, start: Int64 = 0) -> [String] {
    RunComparison(golden, candidate, named: ("a", "b")).cycles.map { pair in
      let mine = pair.golden?.notificationTime.map { "\($0 / Self.day)" } ?? "-"
      let theirs = pair.candidate?.notificationTime.map { "\(($0 - start) / Self.day)" } ?? "-"
      return mine + theirs
    }
  }

  @Test func `other ids and dates do not keep cycles apart`() {
    let later = 400 * Self.day + 3_600_000_000
    let result = pairs(
      run([0, 1, 2], id: "a"), run([0, 1, 2], from: later, id: "b"), start: later)
    #expect(result == ["00", "11", "22"])
  }

  @Test func `a cycle that is missing in the middle has no partner, and the others keep theirs`() {
    let later = 40 * Self.day
    let (whole, lacking) = ([0, 1, 2, 3, 4], [0, 1, 3, 4])
    #expect(
      pairs(run(whole, id: "a"), run(lacking, from: later, id: "b"), start: later)
        == ["00", "11", "2-", "33", "44"])
    #expect(
      pairs(run(lacking, id: "a"), run(whole, from: later, id: "b"), start: later)
        == ["00", "11", "-2", "33", "44"])
  }

  @Test func `equal schedule ids are partners whatever their times`() {
    #expect(
      pairs(run([0, 1, 2, 3], id: "n"), run([1, 2, 3], from: 7_200_000_000, id: "n"))
        == ["0-", "11", "22", "33"])
  }

  @Test func `runs of overlapping days, whose ids are dates, are matched by their distance`() {
    // Days 0 to 4 beside days 1 to 5: four ids are equal, and yet the first day is the first.
    let result = pairs(run([0, 1, 2, 3, 4], id: "n"), run([1, 2, 3, 4, 5], id: "n"))
    #expect(result == ["01", "12", "23", "34", "45"])
  }

  @Test func `of doubled cycles one has a partner`() {
    let result = pairs(run([0, 1], id: "a"), run([0, 0, 1, 1], id: "b"))
    #expect(result.count == 4)
    #expect(result.filter { $0.hasPrefix("-") }.count == 2)
    #expect(result.contains("00") && result.contains("11"))
  }

  @Test func `cycles without times and ids are matched in their order`() {
    var golden = run([0, 1])
    for place in golden.cycles.indices { golden.cycles[place].notificationTime = nil }
    #expect(pairs(golden, golden) == ["--", "--"])
    let changed = RunComparison(golden, golden, named: ("a", "b")).cycles.filter { !$0.isSame }
    #expect(changed.isEmpty)
  }

  @Test func `a run without cycles leaves all of the other without partners`() {
    #expect(pairs(run([0, 1]), run([])) == ["0-", "1-"])
    #expect(pairs(run([]), run([0, 1])) == ["-0", "-1"])
    #expect(pairs(run([]), run([])).isEmpty)
  }
}
