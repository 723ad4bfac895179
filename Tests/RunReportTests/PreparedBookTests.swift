import Foundation
import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// Many runs begin from one book.
@Suite struct PreparedBookTests {
  private static func json(
    _ prepared: PreparedBook, _ text: [UInt8], _ change: (inout RunOptions) -> Void
  ) throws -> String {
    var options = RunOptions()
    change(&options)
    let analyser = try LogAnalyser(prepared, options: options)
    analyser.read(text: text, named: "log")
    var bytes: [UInt8] = []
    JSONRenderer.render(analyser.finish(), ReportStyle(), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func log(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: SampleLogs.directory.appending(path: name)))
  }

  @Test
  func `a run comes to the same whatever began from its book before`() throws {
    let book = try Judge.book.get()
    let shared = PreparedBook(book)
    let text = try Self.log("prefetch/summary-lies.log")
    let whole = try Self.json(PreparedBook(book), text) { _ in }
    #expect(try Self.json(shared, text) { _ in } == whole)
    // More choices than are kept, and some of them once more.
    for rule in Array(book.rules.indices.prefix(20)) + [0, 19] {
      let alone = try Self.json(PreparedBook(book), text) { $0.onlyRule = rule }
      #expect(try Self.json(shared, text) { $0.onlyRule = rule } == alone, "\(rule)")
    }
    let explained = try Self.json(shared, text) { $0.explainedRule = 0 }
    #expect(explained == (try Self.json(PreparedBook(book), text) { $0.explainedRule = 0 }))
    let stated = try Self.json(shared, text) { $0.container = .nslog }
    #expect(stated == (try Self.json(PreparedBook(book), text) { $0.container = .nslog }))
    #expect(try Self.json(shared, text) { _ in } == whole)
  }

  @Test
  func `a choice that the book cannot follow is refused each time`() throws {
    let shared = PreparedBook(try Judge.book.get())
    for _ in 1...2 {
      #expect(throws: RunOptionError.self) {
        _ = try Self.json(shared, []) { $0.profile = "none-such" }
      }
    }
  }
}
