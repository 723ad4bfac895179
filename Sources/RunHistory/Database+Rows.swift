internal import Database

extension Database {
  /// The number in the first column of the first row; 0 where there is none.
  func number(_ text: String, _ values: Statement.Value...) throws(DatabaseError) -> Int64 {
    var statement = try Statement(self, text)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    return try statement.next() ? statement.int(0) : 0
  }

  /// Hands on each row of a query.
  func each(
    _ text: String, _ values: [Statement.Value] = [],
    _ take: (borrowing Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    var statement = try Statement(self, text)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    while try statement.next() { try take(statement) }
  }

  /// Runs one statement with its values.
  func change(_ text: String, _ values: Statement.Value...) throws(DatabaseError) {
    var statement = try Statement(self, text)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 1)) }
    while try statement.next() {}
  }
}

extension Statement {
  /// The text in a column; nil for null.
  func optionalText(_ column: Int32) -> String? {
    value(column) == .null ? nil : text(column)
  }

  /// The number in a column; nil for null.
  func optionalInt(_ column: Int32) -> Int64? {
    if case .int(let value) = value(column) { return value }
    return nil
  }

  /// The decimal number in a column; nil for null.
  func optionalDouble(_ column: Int32) -> Double? {
    switch value(column) {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }
}

extension Statement.Value {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int64?) { self = number.map { .int($0) } ?? .null }
  init(_ number: Double?) {
    // SQLite has no NaN.
    self = number.flatMap { $0.isFinite ? .double($0) : nil } ?? .null
  }
  init(_ truth: Bool) { self = .int(truth ? 1 : 0) }
}
