import JSONReading
import RuleLanguage
import RunReport
import Testing

/// Summaries that are read again: what `dnplog merge` adds up is what was written.
@Suite struct SummaryReadingTests {
  private static func bytes(_ summary: RunSummary, isOneLine: Bool = true) -> [UInt8] {
    var style = ReportStyle()
    style.isOneLine = isOneLine
    return JSONRenderer.report(of: summary, style)
  }

  private static func read(_ bytes: [UInt8]) throws -> RunSummary {
    try SummaryReader.read(try #require(try JSONDocument.read(bytes)))
  }

  @Test func `a summary that is read is the one that was written`() throws {
    for seed in 1...500 as ClosedRange<UInt64> {
      var maker = SummaryMaker(seed: seed)
      let summary = maker.next()
      #expect(try Self.read(Self.bytes(summary)) == summary, "seed \(seed)")
      #expect(try Self.read(Self.bytes(summary, isOneLine: false)) == summary, "seed \(seed)")
    }
    let whole = failedRun()
    #expect(try Self.read(Self.bytes(whole)) == whole)
  }

  @Test func `what is merged in files is what is merged in memory, to the byte`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var maker = SummaryMaker(seed: seed)
      let runs = [maker.nextRun(), maker.nextRun(), maker.nextRun(), maker.nextRun()]
      var inMemory = RunSummary()
      for run in runs { inMemory.merge(run, maxDetails: 4) }
      // In two steps, each of which is written and read.
      var halves: [RunSummary] = []
      for half in [runs[2...], runs[..<2]] {
        var sum = RunSummary()
        for run in half { sum.merge(try Self.read(Self.bytes(run)), maxDetails: 4) }
        halves.append(try Self.read(Self.bytes(sum)))
      }
      halves[0].merge(halves[1], maxDetails: 4)
      let (left, right) = (Self.bytes(halves[0]), Self.bytes(inMemory))
      let place = zip(left, right).prefix { $0 == $1 }.count
      #expect(
        left == right, "seed \(seed): \(text(left, at: place)), not \(text(right, at: place))")
    }
  }

  private func text(_ bytes: [UInt8], at place: Int) -> String {
    String(decoding: bytes.dropFirst(max(0, place - 60)).prefix(120), as: UTF8.self)
  }

  @Test func `a sum of a million years is not rounded`() throws {
    var summary = RunSummary()
    for _ in 0..<3 { summary.distributions[.lead].add(99_999_999_999_999.125) }
    summary.distributions[.lead].add(0.000001)
    #expect(try Self.read(Self.bytes(summary)) == summary)
  }

  @Test(arguments: [
    ("\"dnplog.run/1\"", "\"dnplog.run/2\"", "'dnplog.run/2' and not 'dnplog.run/1'"),
    ("\"verdict\":\"fail\"", "\"verdict\":\"perhaps\"", "is 'perhaps', which is unknown"),
    ("\"exitStatus\":1", "\"exitStatus\":1.5", "no whole number where 'exitStatus'"),
    ("\"strict\":false,", "", "has no member 'strict'"),
    ("\"edges\":[1,5", "\"edges\":[2,5", "'edges' that another release wrote"),
    ("\"cycles\":[{", "\"cycles\":[7,{", "is no object, but a number"),
    ("\"interrupted\":false", "\"interrupted\":null", "true or false"),
    ("2025-11-14T05:48:00Z", "2025-11-14", "is a time"),
    ("\"tells\":\"scenario\"", "\"tells\":\"tales\"", "is 'tales', which is unknown"),
  ])
  func `what is no summary is refused with what is wrong`(
    old: String, new: String, message: String
  ) throws {
    var summary = failedRun()
    summary.scenarios = [ScenarioSummary(.swipe, .fail, observed: "o")]
    summary.scenarios[0].lines = [.init(file: "a.log", line: 1, question: nil)]
    let text = String(decoding: Self.bytes(summary), as: UTF8.self)
    #expect(text.contains(old))
    let changed = text.replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: JSONError.self) { try Self.read(Array(changed.utf8)) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  /// A summary may come from anywhere: whatever its numbers are, every report of it is written.
  @Test func `no number in a summary ends the program`() throws {
    let text = Self.bytes(failedRun())
    var state: UInt64 = 7
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let digits = text.indices.filter { 0x30...0x39 ~= text[$0] }
    let numbers = ["9223372036854775807", "-9223372036854775808", "0", "-1", "99999999999", "1e9"]
    var read = 0
    for _ in 0..<600 {
      var changed = text
      let place = digits[below(digits.count)]
      let end = text[place...].firstIndex { !(0x30...0x39 ~= $0) } ?? text.count
      changed.replaceSubrange(place..<end, with: numbers[below(numbers.count)].utf8)
      guard let summary = try? Self.read(changed) else { continue }
      read += 1
      var sum = summary
      sum.merge(failedRun())
      for one in [summary, sum] {
        for renderer in renderers { _ = renderer.report(of: one, ReportStyle()) }
      }
    }
    #expect(read > 200)
  }

  private let renderers: [any ReportRenderer.Type] = [
    TextRenderer.self, JSONRenderer.self, NDJSONRenderer.self, JUnitRenderer.self,
    GitHubRenderer.self, SARIFRenderer.self, MarkdownRenderer.self, HTMLRenderer.self,
    TraceRenderer.self, TestRunArtifact.self, RunTemplate.self,
  ]

  @Test func `a stream is cut into its documents, however it comes`() throws {
    let text = "{\"a\":\"}{\\\"\"}\n\n[1,\n{}]  {\n}\n"
    let expected = ["1 {\"a\":\"}{\\\"\"}", "3 [1,\n{}]", "4 {\n}"]
    for size in [1, 2, 3, 7, 100] {
      var stream = JSONStream()
      var found: [String] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.add(Array(bytes[start..<min(start + size, bytes.count)])) { document in
          let text = String(decoding: document.bytes, as: UTF8.self)
          found.append("\(document.line) \(text)")
        }
      }
      #expect(found == expected, "\(size)")
      #expect(stream.rest() == nil)
    }
    var cut = JSONStream()
    cut.add(Array("{} {\"a".utf8)) { _ in }
    #expect(cut.rest()?.bytes == Array("{\"a".utf8))
  }
}
