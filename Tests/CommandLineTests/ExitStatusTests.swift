import Testing

@testable import dnplog

struct ExitStatusTests {
  @Test func `the graver status prevails in any order`() {
    let byPrecedence: [dnplog.ExitStatus] = [.pass, .fail, .usage, .badRules, .interrupted]
    for (rank, graver) in byPrecedence.enumerated() {
      for lesser in byPrecedence[...rank] {
        var first = lesser
        first.worsen(to: graver)
        var second = graver
        second.worsen(to: lesser)
        #expect(first == graver)
        #expect(second == graver)
      }
    }
  }
}
