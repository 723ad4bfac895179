/// A table of the database, with what its columns mean.
package struct QueryTable: Sendable {
  package struct Column: Sendable {
    package let name: String
    let type: String
    let meaning: String
    /// How it is computed of others, when it is asked for; nil where it is stored.
    let expression: String?

    init(_ name: String, _ type: ColumnType, _ meaning: String, from expression: String? = nil) {
      self.name = name
      self.type = type.rawValue
      self.meaning = meaning
      self.expression = expression
    }
  }

  /// What SQLite prefers to store in a column.
  enum ColumnType: String, Sendable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
  }

  package let name: String
  let meaning: String
  package let columns: [Column]

  var stored: [Column] { columns.filter { $0.expression == nil } }

  /// The statement that makes it, with a comment for each column.
  var text: String {
    let width = columns.map(\.name.utf8.count).max() ?? 0
    var text = "-- \(meaning)\nCREATE TABLE \(name) (\n"
    for (number, column) in columns.enumerated() {
      let name = column.name + String(repeating: " ", count: width - column.name.utf8.count)
      let generated = column.expression.map { " AS (\($0))" } ?? ""
      let comma = number == columns.count - 1 ? "" : ","
      text += "  \(name) \(column.type)\(generated)\(comma) -- \(column.meaning)\n"
    }
    return text + ");\n"
  }

  /// The statement that adds a row, with a parameter for each stored column.
  var insertion: String {
    let names = stored.map(\.name).joined(separator: ", ")
    let marks = stored.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(names)) VALUES (\(marks))"
  }
}

/// The tables that a query finds.
package enum QuerySchema {
  package static let tables = [
    RunTables.runs, EventTables.events, RunTables.cycles, RunTables.steps, RunTables.findings,
    EventTables.lines,
  ]

  /// The statements that make all tables, for people to read and for SQLite to run.
  package static var text: String { tables.map(\.text).joined(separator: "\n") }
}
