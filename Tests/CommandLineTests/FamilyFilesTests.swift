import Foundation
import TestSupport
import Testing

/// A folder for each family of lines: a log made by hand, and the events that are in it.
///
/// `DNPLOG_RECORD=1 swift test` writes the events anew and fails.
@Suite struct FamilyFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Families")

  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { !$0.hasPrefix(".") }.sorted() ?? []

  @Test(arguments: names)
  func `a family of lines gives the events beside it`(name: String) throws {
    let directory = try TemporaryDirectory()
    let log = try String(
      contentsOf: Self.folder.appending(path: "\(name)/device.log"), encoding: .utf8)
    try directory.add("device.log", log)
    let result = try Dnplog.run(["events", "device.log"], in: directory)
    #expect(result.errors == "")
    let expected = Self.folder.appending(path: "\(name)/events.ndjson")
    if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] != nil {
      try Data(result.output.utf8).write(to: expected)
      Issue.record("recorded \(name)")
    }
    #expect(try result.output == String(contentsOf: expected, encoding: .utf8))
  }

  @Test(arguments: [
    ("bracket", ["bracket": 11]), ("colon-tag", ["colon": 4]), ("class-name", ["class": 3]),
    ("event-code-tag", ["colon": 4]), ("android-tag", ["colon": 4]),
    ("pipe-code", ["class": 1, "code": 13]), ("other-codes", ["code": 8]),
    ("code-with-json", ["bracket": 3]), ("component", ["untagged": 1]),
    ("json-object", ["json": 2]),
  ])
  func `the report says which family lines are of`(name: String, families: [String: Int]) throws {
    let directory = try TemporaryDirectory()
    let log = Self.folder.appending(path: "\(name)/device.log").path
    let judged = try Dnplog.judge([log], in: directory)
    let found = judged.input["families"].members.map { ($0.key, $0.value.int ?? 0) }
    #expect(Dictionary(uniqueKeysWithValues: found) == families)
  }

  @Test(arguments: names)
  func `what a family does not tell is no fault of the plugin`(name: String) throws {
    let directory = try TemporaryDirectory()
    let log = Self.folder.appending(path: "\(name)/device.log").path
    let judged = try Dnplog.judge([log], in: directory)
    _ = try #require(judged.summary, "\(judged.result.errors)")
    #expect(judged.result.ending == .exited(judged.status))
    #expect(judged.findings.filter { $0.contains(" violated ") } == [])
  }
}
