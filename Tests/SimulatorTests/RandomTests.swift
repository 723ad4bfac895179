import Simulator
import Testing

@Suite struct RandomTests {
  @Test
  func `a seed gives the same numbers everywhere`() {
    var random = Random(seed: 7)
    #expect(
      (0..<3).map { _ in random.next() } == [
        7_191_089_600_892_374_487, 309_689_372_594_955_804, 16_616_101_746_815_609_346,
      ])
  }

  @Test
  func `parts of one seed are streams of their own`() {
    var first = Random(seed: 7, part: 1)
    var second = Random(seed: 7, part: 2)
    #expect(first.next() != second.next())
  }
}
