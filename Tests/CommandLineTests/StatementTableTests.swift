import TestSupport
import Testing

/// The table from each statement of the testing guide to its sample and its scenario.
struct StatementTableTests {
  /// The cells of each row, without backquotes.
  private static let rows: [[String]] = Samples.text("README.md")
    .split(separator: "## Statement, sample, scenario").dropFirst().joined()
    .split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      line.split(separator: "|").map { cell in
        cell.filter { $0 != "`" }.split(separator: " ").joined(separator: " ")
      }
    }

  @Test func `every sample is there`() {
    #expect(Self.rows.count > 40)
    #expect(Self.rows.filter { $0.count != 3 } == [])
    #expect(Self.rows.map { $0[1] }.filter { !Samples.logs.contains($0) } == [])
  }

  @Test func `every scenario is there and none of the device is left out`() throws {
    let directory = try TemporaryDirectory()
    let list = try Dnplog.run(["simulate", "--list"], in: directory).output
    var groups: [String: Set<String>] = [:]
    var group = ""
    for line in list.split(separator: "\n") {
      if line.hasPrefix("  ") {
        groups[group, default: []].insert(String(line.split(separator: " ")[0]))
      } else {
        group = String(line)
      }
    }
    let named = Set(Self.rows.map { $0[2] })
    #expect(named.subtracting(groups.values.reduce(into: []) { $0.formUnion($1) }) == [])
    for group in ["Failures that the plugin handles", "Environments and limits of the system"] {
      let scenarios = try #require(groups[group])
      #expect(scenarios.subtracting(named) == [], "\(group)")
    }
  }
}
