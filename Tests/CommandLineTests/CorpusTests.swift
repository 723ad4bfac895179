import TestSupport
import Testing

/// The corpora that speed is measured on hold no fault: whoever is fast there has to be right too.
struct CorpusTests {
  private static let generator = Samples.root + "/benchmarks/corpus.py"

  @Test(arguments: [("dense", "600K"), ("json", "600K"), ("mixed", "2M"), ("noise", "600K")])
  func `a corpus passes without a finding`(kind: String, size: String) throws {
    let directory = try TemporaryDirectory()
    let made = try TestSupport.run(
      "/usr/bin/env",
      [
        "python3", Self.generator, "--kind", kind, "--size", size, "-o",
        "corpus.log",
      ], directory: directory.path)
    try #require(made.exitCode == 0, "\(made.errors)")
    let judged = try Dnplog.judge(["corpus.log"], in: directory)
    #expect(judged.status == 0)
    #expect(judged.verdict == "pass")
    #expect(judged.findings.filter { $0.contains(" violated ") } == [])
    // Each cycle of a corpus is scheduled, runs and uses what it fetched; only the last may be cut.
    let counters = judged.summary?["counters"] ?? .null
    func counter(_ name: String) -> JSONText { counters["dnp_prefetch_\(name)_total"]["derived"] }
    let executed = try #require(counter("executed").int)
    let succeeded = try #require(counter("success").int)
    let failed = try #require(counter("failure")["NETWORK"].int)
    #expect(0...1 ~= (try #require(counter("scheduled").int)) - executed)
    #expect(0...1 ~= executed - succeeded - failed)
    #expect(0...1 ~= succeeded - (try #require(counter("used_for_notification").int)))
    #expect(executed > (kind == "noise" ? 2 : 100))
  }
}
