import Foundation
import RuleLanguage
import Testing

/// The tables of operators and functions in docs/expressions.md are all that there is.
struct ExpressionPageTypeTests {
  private let names = ExpressionPage.names

  /// An operand of each type; an empty list is a list of any.
  private static let operands: [(name: String, text: String)] = [
    ("bool", "flag"), ("int", "count"), ("double", "ratio"), ("string", "phase"),
    ("instant", "at"), ("duration", "ttl"), ("list", "[count]"), ("list", "[]"),
  ]

  private static let rows =
    ExpressionPage.table("operator", "left", "right", "comes to")?.rows ?? []

  private func words(_ cell: String) -> [String] {
    cell.components(separatedBy: ", ")
  }

  /// What an operator comes to between two types by the table; nil where it does not take them.
  private func result(_ symbol: String, _ left: String, _ right: String) -> String? {
    let row = Self.rows.first { row in
      guard row.code(0).contains(symbol) else { return false }
      let isLeft = row.cells[1] == "any" || words(row.cells[1]).contains(left)
      return isLeft && (row.cells[2] == "the same" ? left == right : row.cells[2] == right)
    }
    return row?.cells[3]
  }

  private func name(_ type: ValueType) -> String {
    switch type {
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .string: "string"
    case .instant: "instant"
    case .duration: "duration"
    case .list, .emptyList: "list"
    }
  }

  private func type(_ text: String) -> String? {
    (try? names.compile(text)).map { name($0.type) }
  }

  @Test func `an operator takes the types of its rows and no others`() {
    let symbols = Self.rows.flatMap { $0.code(0) }.filter { !$0.hasSuffix("x") && $0 != "in" }
    #expect(Set(symbols).count == 13)
    for symbol in Set(symbols) {
      for left in Self.operands {
        for right in Self.operands {
          #expect(
            type("\(left.text) \(symbol) \(right.text)") == result(symbol, left.name, right.name),
            "\(left.name) \(symbol) \(right.name)")
        }
      }
    }
  }

  @Test func `in takes a list of what it asks for`() {
    #expect(Self.rows.first { $0.code(0) == ["in"] }?.cells[2] == "list of it")
    for left in Self.operands {
      #expect(type("\(left.text) in []") == "bool")
      for right in Self.operands {
        let isOfIt = left.name == right.name
        #expect(type("\(left.text) in [\(right.text)]") == (isOfIt ? "bool" : nil))
        if right.name != "list" { #expect(type("\(left.text) in \(right.text)") == nil) }
      }
    }
  }

  @Test(arguments: ["-", "!"])
  func `a sign takes the types of its rows and no others`(symbol: String) {
    let rows = Self.rows.filter { $0.code(0) == [symbol + "x"] }
    for operand in Self.operands {
      let expected = rows.first { $0.cells[2] == operand.name }?.cells[3]
      #expect(type(symbol + operand.text) == expected, "\(symbol)\(operand.name)")
    }
  }

  @Test func `a choice takes a bool and two values of one type`() {
    for condition in Self.operands {
      #expect(type("\(condition.text) ? 1 : 2") == (condition.name == "bool" ? "int" : nil))
    }
    for left in Self.operands {
      for right in Self.operands {
        let expected = left.name == right.name ? left.name : nil
        #expect(type("flag ? \(left.text) : \(right.text)") == expected)
      }
    }
  }

  @Test func `a function takes the types of its row and no others`() {
    for row in ExpressionPage.table("function", "takes", "comes to", "")?.rows ?? [] {
      for form in row.code(0) where form.contains("x") && !form.hasPrefix("has") {
        for operand in Self.operands where !form.hasPrefix("absent") {
          let text =
            form.hasPrefix("x.")
            ? operand.text + form.dropFirst()
            : form.replacing("(x)", with: "(\(operand.text))")
          let takes = words(row.cells[1]).contains(operand.name)
          let comes = row.cells[2] == "the same" ? operand.name : row.cells[2]
          #expect(type(text) == (takes ? comes : nil), "\(text)")
        }
      }
    }
  }

  @Test func `a question takes what its row says, and its text argument is a string`() {
    for row in ExpressionPage.table("function", "takes", "comes to", "")?.rows ?? [] {
      for form in row.code(0) {
        let text =
          form.hasPrefix("x.") ? "phase" + form.dropFirst() : form.replacing("(x)", with: "(3)")
        let isNumber = text.hasPrefix("size(")
        #expect(type(isNumber ? "size('')" : text) != nil, "line \(row.line): \(text)")
        if form.contains("'t'") { #expect(type(text.replacing("'t'", with: "3")) == nil) }
      }
    }
    for wrong in ["has(1)", "absent(ok)", "absent(1)", "isUTC(count)", "isUTC(ok.at)", "isUTC(ok)"]
    {
      #expect(type(wrong) == nil, "\(wrong)")
    }
  }

  // MARK: Precedence

  private static let levels =
    ExpressionPage.table("binds", "operators")?.rows.map { $0.code(1) } ?? []

  /// Operands for each place, so that another grouping comes to another value.
  private static let places = [
    ["7", "true", "false", "[2]", "[true]"], ["2", "true", "false", "[3]", "[true]"],
    ["3", "true", "false", "[3]", "[true]"],
  ]

  @Test func `operators bind as the table says, and those of one row from left to right`() throws {
    try #require(Self.levels.count == 7)
    #expect(Self.levels.first == ["-x", "!x"])
    #expect(Self.levels.last == ["c ? a : b"])
    let binary = Self.levels.dropFirst().dropLast()
    #expect(
      Set(binary.joined()) == Set(Self.rows.flatMap { $0.code(0) }.filter { !$0.hasSuffix("x") }))
    for (row, symbols) in binary.enumerated() {
      for (other, others) in binary.enumerated() {
        var told = false
        for first in symbols {
          for second in others where check(first, second, leftFirst: row <= other) { told = true }
        }
        if abs(row - other) == 1 { #expect(told, "\(symbols) and \(others)") }
      }
    }
  }

  /// Compares an expression of two operators with the grouping that the table asks for; whether
  /// some operands tell it from the other one.
  private func check(_ first: String, _ second: String, leftFirst: Bool) -> Bool {
    var isTold = false
    for a in Self.places[0] {
      for b in Self.places[1] {
        for c in Self.places[2] {
          let flat = names.outcome("\(a) \(first) \(b) \(second) \(c)")
          let groups = [
            "(\(a) \(first) \(b)) \(second) \(c)", "\(a) \(first) (\(b) \(second) \(c))",
          ]
          .map { names.outcome($0) }
          guard case .evaluated = groups[leftFirst ? 0 : 1] else {
            if case .evaluated = flat { Issue.record("\(a) \(first) \(b) \(second) \(c) compiles") }
            continue
          }
          #expect(flat == groups[leftFirst ? 0 : 1], "\(a) \(first) \(b) \(second) \(c)")
          if groups[0] != groups[1] { isTold = true }
        }
      }
    }
    return isTold
  }

  @Test func `a sign binds tighter than any operator, and a choice less than any`() {
    for symbol in Self.levels.dropFirst().dropLast().joined() {
      for a in Self.places[0] {
        for b in Self.places[1] {
          for sign in ["-", "!"] {
            let grouped = names.outcome("(\(sign)\(a)) \(symbol) \(b)")
            guard case .evaluated = grouped else { continue }
            #expect(names.outcome("\(sign)\(a) \(symbol) \(b)") == grouped)
          }
          let chosen = names.outcome("(\(a) \(symbol) \(b)) ? 1 : 2")
          guard case .evaluated = chosen else { continue }
          #expect(names.outcome("\(a) \(symbol) \(b) ? 1 : 2") == chosen)
        }
      }
    }
  }
}
