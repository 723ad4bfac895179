import Testing
import TextWriting

struct SpellingTests {
  private static let words = ["format", "export", "strict", "skip", "tz"]

  @Test(arguments: [
    ("format", "format"), ("fromat", "format"), ("formt", "format"), ("foramtt", "format"),
    ("exprot", "export"), ("skp", "skip"), ("stri", "strict"), ("fo", "format"), ("zt", "tz"),
    ("t", "tz"),
  ])
  func `a slip finds its word`(typed: String, meant: String) {
    #expect(Spelling.nearest(to: typed, among: Self.words) == meant)
  }

  @Test(arguments: [
    "", "x", "bench", "ab", "formatting-all", String(repeating: "f", count: 10_000),
  ])
  func `what is far from every word finds none`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: Self.words) == nil)
  }

  @Test func `the nearer of two words wins`() {
    #expect(Spelling.nearest(to: "show", among: ["shoe", "shows", "show"]) == "show")
  }

  @Test(arguments: [
    ("fetch_strat", "fetch_start"), ("fetch_sucess", "fetch_success"), ("cachehit", "cache_hit"),
    ("tll", "ttl"), ("ttl", "ttl"), ("ab", nil), ("x", nil), ("", nil), ("delivered", nil),
    ("fetch", nil), ("i", nil),
  ])
  func `a slip is no beginning`(typed: String, meant: String?) {
    let names = ["fetch_start", "fetch_success", "cache_hit", "ttl", "id"]
    #expect(Spelling.slip(of: typed, among: names) == meant)
  }

  @Test func `the first of equally near words wins`() {
    #expect(Spelling.slip(of: "tag", among: ["tab", "tap"]) == "tab")
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
  ])
  func `a list reads as prose`(words: [String], expected: String) {
    #expect(Spelling.list(words, "or") == expected)
  }
}
