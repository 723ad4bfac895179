import Foundation
import TestSupport
import Testing

/// States whose verdicts were written down from the plugin's documents before anything judged them.
struct IndependentStateTests {
  struct Example: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let options: [String]
    let state: String
    let log: String
    let items: [String]
    let verdict: String
    /// What the documents say that makes it so.
    let source: String

    var testDescription: String { "\(name): \(source)" }
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "States/independent.jsonl")

  static let examples: [Example] = {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Example.self, from: Data($0.utf8))
    }
  }()

  @Test func `there are examples of each verdict`() {
    #expect(Self.examples.count >= 80)
    #expect(Set(Self.examples.map(\.verdict)) == ["pass", "fail", "inconclusive"])
  }

  @Test(arguments: examples)
  func `a state comes to what the documents say`(example: Example) throws {
    let directory = try TemporaryDirectory()
    try directory.add("state.json", example.state)
    if !example.log.isEmpty { try directory.add("device.log", example.log) }
    let result = try Dnplog.run(
      ["reconcile", "--format", "json"] + example.options, in: directory)
    let summary = try JSONText(result.output)
    #expect(summary["verdict"].string == example.verdict)
    let items = summary["items"].elements.map { item in
      [item["item"].string, item["id"].string, item["verdict"].string].compactMap(\.self)
        .joined(separator: " ")
    }
    #expect(Set(example.items).isSubset(of: items))
  }
}
