import RunHistory
import Testing

struct SparklineTests {
  @Test func `a share is as high as its block, and an unknown one is a dot`() {
    #expect(Sparkline.text([0, 0.5, 1, nil]) == "▁▅█·")
    #expect(Sparkline.text([]) == "")
    #expect(Sparkline.text([.nan]) == "·")
  }

  @Test func `of many the latest are shown`() {
    let shares = [Double?](repeating: 0, count: 30) + [1]
    #expect(Sparkline.text(shares) == String(repeating: "▁", count: 19) + "█")
  }
}
