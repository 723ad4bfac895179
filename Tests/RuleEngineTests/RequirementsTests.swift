import BuiltinRules
import Foundation
import RuleLanguage
import Testing

/// `rules/requirements.csv` against the rules and the tests that it names.
///
/// `DNPLOG_RECORD=1 swift test` writes the names of the rules that cover a row anew and fails.
@Suite struct RequirementsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The areas of the matrix in their order, with the number of their rows.
  private static let areas = [
    ("LOG", 51), ("SEQ", 26), ("HNT", 51), ("TIM", 31), ("ENV", 36), ("INJ", 28), ("OSL", 22),
    ("BKT", 21), ("TEL", 22), ("SCH", 26), ("INT", 15), ("CLI", 15), ("TST", 20), ("REC", 100),
    ("PER", 16), ("PUL", 26), ("BGT", 30), ("API", 26), ("AUT", 23), ("CAC", 21), ("RES", 11),
    ("CFG", 18),
  ]

  /// The rules that cover a row, in the order of the book.
  private static func covering() throws -> [String: [String]] {
    let book = try BuiltinRules.book()
    var covering: [String: [String]] = [:]
    for rule in book.rules {
      for id in rule.covers {
        covering[id, default: []].append("\(book.packs[Int(rule.pack)].name)/\(rule.id)")
      }
    }
    return covering
  }

  @Test func `rows are those of the matrix in their order`() throws {
    let ids = Self.areas.flatMap { area in
      (1...area.1).map { "\(area.0)-\($0 < 10 ? "0" : "")\($0)" }
    }
    #expect(ids.count == 635)
    #expect(try BuiltinRules.requirements().map(\.id) == ids)
  }

  @Test func `every row says where it stands and what`() throws {
    for row in try BuiltinRules.requirements() {
      #expect(["S0", "S1", "S2", "S3", "S4"].contains(row.seed), "\(row.id)")
      #expect(row.place.allSatisfy { $0.isNumber || $0 == "-" || $0 == "," }, "\(row.id)")
      #expect(row.statement.hasSuffix("."), "\(row.id)")
    }
  }

  @Test func `rows name just the rules that cover them`() throws {
    let covering = try Self.covering()
    let rows = try BuiltinRules.requirements()
    if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] != nil {
      try Self.record(rows, covering)
      Issue.record("recorded requirements.csv")
    }
    for row in rows {
      #expect(Set(row.ruleNames) == Set(covering[row.id] ?? []), "\(row.id)")
      #expect(row.ruleNames.count == Set(row.ruleNames).count, "\(row.id)")
    }
  }

  @Test func `every rule covers rows of the table or a release of the plugin`() throws {
    let ids = Set(try BuiltinRules.requirements().map(\.id))
    for rule in try BuiltinRules.book().rules {
      #expect(!rule.covers.isEmpty, "\(rule.id)")
      #expect(
        rule.covers.allSatisfy { ids.contains($0) || Requirement.isRelease($0) }, "\(rule.id)")
    }
  }

  @Test func `what is built in names a test`() throws {
    let sources = try Self.testSources()
    for row in try BuiltinRules.requirements() where row.status == .builtIn {
      let parts = row.evidence.components(separatedBy: "; test ")
      let names = (parts.last ?? "").split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, names.count == 2 else {
        Issue.record("\(row.id) names no test: \(row.evidence)")
        continue
      }
      let source = sources[names[0]] ?? ""
      #expect(
        source.contains("func \(names[1])(") || source.contains("func `\(names[1])`("),
        "\(row.id): there is no test \(parts[1])")
    }
  }

  /// The text of each file of tests, by the name of its suite.
  private static func testSources() throws -> [String: String] {
    let folder = root.appending(path: "Tests")
    var sources: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix("Tests.swift") {
      let file = folder.appending(path: name)
      let suite = file.deletingPathExtension().lastPathComponent
      sources[suite] = try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }

  private static func record(_ rows: [Requirement], _ covering: [String: [String]]) throws {
    var text = "id,seed,place,statement,status,rules\n"
    for row in rows {
      let rules = covering[row.id] ?? []
      let fields = [
        row.id, row.seed, row.place, row.statement,
        rules.isEmpty ? row.status.rawValue : Requirement.Status.rule.rawValue,
        rules.isEmpty ? row.evidence : rules.joined(separator: " "),
      ]
      text += fields.map(quoted).joined(separator: ",") + "\n"
    }
    let file = root.appending(path: "rules/requirements.csv")
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private static func quoted(_ field: String) -> String {
    field.contains(where: { ",\"\n".contains($0) })
      ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
  }
}
