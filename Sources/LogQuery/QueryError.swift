internal import Database
internal import TextWriting

/// What is wrong with a query or with its database, and what to do.
package struct QueryError: Error, Sendable, Equatable {
  package var message: String
  package var advice: String
  /// The line and the column in the SQL, from one, where SQLite tells.
  package var place: (line: Int, column: Int)?
  /// The user ended the query.
  package var isInterruption = false

  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }

  package static func == (left: QueryError, right: QueryError) -> Bool {
    left.message == right.message && left.advice == right.advice
      && left.place?.line == right.place?.line && left.place?.column == right.place?.column
  }

  /// Where nothing can be done but to look at the tables.
  private static let schemaAdvice = "'dnplog query -e .schema' shows the tables and their columns"

  /// Makes the mistake in a query.
  init(_ mistake: QueryMistake, in sql: String, refusal: String?) {
    self.init(mistake.error, refusal: refusal)
    if let offset = mistake.offset { place = Self.place(of: offset, in: sql) }
  }

  /// Makes an error of the database that no limit explains.
  init(_ error: DatabaseError, refusal: String? = nil) {
    if let refusal {
      self.init("\(refusal) is not allowed", advice: "write a SELECT: a query only reads")
    } else if error.kind == .denied || error.kind == .readOnly {
      self.init("the statement writes", advice: "write a SELECT: a query only reads")
    } else {
      self.init(error.message, advice: Self.advice(for: error.message))
    }
  }

  private static func place(of offset: Int, in sql: String) -> (line: Int, column: Int) {
    let before = Array(sql.utf8.prefix(offset))
    let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
    return (max(1, lines.count), column)
  }

  private static func advice(for message: String) -> String {
    let tables = QuerySchema.tables.map(\.name)
    if let name = message.rest(behind: "no such table: ") {
      let near = Spelling.question(for: name, among: tables)
      return near ?? "the tables are \(Spelling.list(tables, "and"))"
    }
    if let name = message.rest(behind: "no such column: ") {
      let column = name.split(separator: ".").last.map(String.init) ?? name
      let columns = QuerySchema.tables.flatMap { $0.columns.map(\.name) }
      if let near = Spelling.slip(of: column, among: columns) {
        return "did you mean '\(near)'? \(schemaAdvice)"
      }
      return schemaAdvice
    }
    if message.hasPrefix("ambiguous column name: ") {
      return "put the name of a table and a dot before it"
    }
    if message.hasPrefix("incomplete input") { return "write the rest of the statement" }
    if message == QueryMistake.empty { return "write a SELECT, e.g. SELECT * FROM runs" }
    if message == QueryMistake.rowless { return "write a SELECT: a query only reads" }
    if message == QueryMistake.second { return "give each statement an -e of its own" }
    if message == QueryMistake.open {
      return "write the value itself; a shell leaves $ alone between single quotes"
    }
    return limits.first { message.hasPrefix($0.message) }?.advice ?? schemaAdvice
  }

  /// What SQLite says of statements and values that are too much for it: to look at the tables would not help.
  private static let limits: [(message: String, advice: String)] = [
    ("LIKE or GLOB pattern too complex", "write a pattern of at most 200 bytes, or use instr()"),
    ("parser stack overflow", "nest fewer parentheses and selects in each other"),
    ("Expression tree is too large", "nest fewer expressions in each other"),
    ("too many terms in compound SELECT", "join fewer selects with UNION"),
    ("too many columns in", "name fewer columns"),
    ("too many arguments on function", "give it fewer arguments"),
    ("at most", "join fewer tables"),
    (
      "malformed JSON",
      "not every value is JSON; leave others out with WHERE json_valid(COLUMN), or use CASE"
    ),
    ("string or blob too big", "select a shorter value, e.g. with substr()"),
    ("integer overflow", "add up real numbers, e.g. sum(1.0 * COLUMN)"),
  ]
}

extension String {
  fileprivate func rest(behind prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
