import Foundation
import RuleEngine
import RuleLanguage
import Testing
import YAMLReading

/// docs/expressions.md is what the program does, line by line: its examples and its tables.
struct ExpressionPageTests {
  private let names = ExpressionPage.names

  @Test func `an example comes to what stands behind it`() {
    #expect(ExpressionPage.examples.count > 150)
    for example in ExpressionPage.examples {
      let outcome = names.outcome(example.text)
      #expect(
        matches(outcome, example.outcome), "line \(example.line): \(example.text) is \(outcome)")
    }
  }

  /// Whether an outcome is that of the page: a value, `error: WORD`, or `refused: MESSAGE`, of which
  /// the beginning is enough.
  private func matches(_ outcome: ExpressionPage.Outcome, _ expected: String) -> Bool {
    if expected.hasPrefix("refused: ") {
      guard case .refused(let message) = outcome else { return false }
      return message.hasPrefix(expected.dropFirst("refused: ".count))
    }
    guard case .evaluated(let result) = outcome else { return false }
    switch result {
    case .error(let error): return expected == "error: " + ExpressionPage.word(error)
    case .value: return outcome == names.outcome(expected)
    }
  }

  @Test func `the tests know every table`() {
    let known = [
      ["name", "is"], ["written", "means"], ["`env`", "type", ""], ["`cycle`", "type", ""],
      ["`derived`", "type", ""], ["binds", "operators"],
      ["operator", "left", "right", "comes to"], ["literal", "is"],
      ["function", "takes", "comes to", ""], ["written", "comes to"], ["written", "said"],
    ]
    #expect(ExpressionPage.tables.map(\.header) == known)
    #expect(ExpressionPage.tables.allSatisfy { !$0.rows.isEmpty })
  }

  @Test func `every name of the first table is read by some example`() {
    for row in ExpressionPage.table("name", "is")?.rows ?? [] {
      let name = row.code(0).first ?? ""
      #expect(ExpressionPage.examples.contains { $0.text.contains(name) }, "\(name)")
    }
  }

  @Test
  func `a key of the device, of a cycle or of the counters stands in its table with its type`() {
    let groups: [(String, [(name: String, type: ValueType)])] = [
      ("env", EnvironmentKey.allCases.map { ($0.name, $0.type) }),
      ("cycle", CycleValue.allCases.map { ($0.name, $0.type) }),
      ("derived", CounterKey.allCases.map { ($0.name, .int) }),
    ]
    for (group, keys) in groups {
      let rows = ExpressionPage.table("`\(group)`", "type", "")?.rows ?? []
      #expect(rows.compactMap { $0.code(0).first } == keys.map(\.name))
      #expect(rows.map { ExpressionPage.types[$0.cells[1]] } == keys.map(\.type))
    }
  }

  @Test func `what nothing states is missing, except the keys that are named`() {
    let line = ExpressionPage.lines.joined(separator: " ")
    let sentence =
      line.components(separatedBy: "What nothing states is missing").last?
      .components(separatedBy: "which is 1.").first ?? ""
    let named = sentence.matches(of: /`(?:env\.)?(\w+)`/).map { String($0.output.1) }
    let state = EnvironmentState()
    for key in EnvironmentKey.allCases {
      let usual: Value = key == .phase ? .int(1) : .bool(false)
      #expect(state[key] == (named.contains(key.name) ? usual : .missing), "\(key.name)")
    }
  }

  @Test func `a literal has the type of its row`() throws {
    for row in ExpressionPage.table("literal", "is")?.rows ?? [] {
      let word = String(row.cells[1].prefix { $0.isLetter })
      for text in row.code(0) {
        let type = try names.compile(text).type
        #expect(
          word == "list" ? type == .list(.int) : type == ExpressionPage.types[word], "\(text)")
      }
    }
  }

  @Test func `every escape and every unit of the page is one`() throws {
    let rows = ExpressionPage.table("literal", "is")?.rows ?? []
    let spans = rows.flatMap { $0.code(1) }
    let escapes = try #require(spans.first { $0.hasPrefix("\\a") }).split(separator: " ")
    let hexadecimal: [Substring: String] = [
      "\\xHH": "\\x41", "\\uHHHH": "\\u0041", "\\UHHHHHHHH": "\\U00000041", "\\OOO": "\\101",
    ]
    for escape in escapes {
      #expect(try names.compile("'\(hexadecimal[escape] ?? String(escape))'").type == .string)
    }
    #expect(escapes.count == 15)
    let units = try #require(spans.first { $0.hasPrefix("h ") }).split(separator: " ")
    for unit in units { #expect(try names.compile("1\(unit)").type == .duration) }
    for unit in ["d", "ns", "min"] {
      #expect(throws: ExpressionError.self) { try names.compile("1\(unit)") }
    }
  }

  @Test func `errors and decisions join as the table says`() {
    for row in ExpressionPage.table("written", "comes to")?.rows ?? [] {
      for form in row.code(0) {
        // The error binds as a comparison, so that only a negation needs the parenthesis.
        let text = form.replacing("!ERROR", with: "!(1 / 0 == 1)")
          .replacing("ERROR", with: "1 / 0 == 1")
        let outcome = names.outcome(text)
        if let value = row.code(1).first {
          #expect(outcome == names.outcome(value), "line \(row.line): \(text)")
        } else {
          #expect(row.cells[1] == "error")
          #expect(outcome == .evaluated(.error(.divisionByZero)), "line \(row.line): \(text)")
        }
      }
    }
  }

  @Test func `a mistake is said as the table says`() {
    for row in ExpressionPage.table("written", "said")?.rows ?? [] {
      for text in row.code(0) {
        #expect(names.outcome(text) == .refused(row.cells[1]), "line \(row.line)")
      }
    }
  }

  @Test func `the mistake with a caret is shown as it is`() throws {
    let text = "ok.tll > 0"
    let shown = ExpressionPage.lines.drop { !$0.hasPrefix("rules/prefetch.yaml") }.prefix(3)
    let error = try #require(throws: ExpressionError.self) { try names.compile(text) }
    var source = error.sourceError
    source.sourceLine = "    check: [\"\(text)\"]"
    #expect(source.rendered == shown.joined(separator: "\n"))
  }

  @Test func `the limits are those of the page`() throws {
    let bytes = try #require(ExpressionPage.number(before: "bytes of text"))
    #expect(names.outcome("1" + String(repeating: " ", count: bytes - 1)) != names.outcome("("))
    #expect(
      names.outcome("1" + String(repeating: " ", count: bytes))
        == .refused("the expression is longer than \(bytes) bytes"))
    let levels = try #require(ExpressionPage.number(before: "levels of nesting"))
    // The expression itself is one level.
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "1" + String(repeating: ")", count: count)
    }
    #expect(names.outcome(nested(levels - 1)) == names.outcome("1"))
    #expect(names.outcome(nested(levels)) != names.outcome("1"))
    let held = try #require(ExpressionPage.number(before: "values at hand"))
    func sum(_ count: Int) -> String {
      String(repeating: "1+(", count: count) + "1" + String(repeating: ")", count: count)
    }
    #expect(names.outcome(sum(held - 1)) == names.outcome("\(held)"))
    #expect(names.outcome(sum(held)) != names.outcome("\(held + 1)"))
  }

  @Test func `an expression takes no more steps than its text has bytes`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<1_000 {
      let text = RandomExpression.make(&random).text(&random)
      #expect(try Fixture.compile(text).code.count <= text.utf8.count, "\(text)")
    }
  }
}
