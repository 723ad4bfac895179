internal import Database

/// The rows that a query finds, found as they are asked for.
package struct QueryRows: ~Copyable {
  private var statement: Statement
  private let watch: QueryWatch
  private let limits: QueryLimits
  package let columns: [String]

  init(_ statement: consuming Statement, _ watch: QueryWatch, _ limits: QueryLimits) {
    var names: [String] = []
    for column in 0..<statement.columnCount { names.append(statement.name(column)) }
    columns = names
    self.statement = statement
    self.watch = watch
    self.limits = limits
  }

  /// Goes to the next row; false behind the last one.
  package mutating func next() throws(QueryError) -> Bool {
    watch.begin()
    defer { watch.pause() }
    do throws(DatabaseError) {
      return try statement.next()
    } catch {
      throw failure(error)
    }
  }

  /// The value of a column of the row at hand, counted from zero.
  func value(_ column: Int) -> Statement.Value { statement.value(Int32(column)) }

  private func failure(_ error: DatabaseError) -> QueryError {
    switch error.kind {
    case .interrupted:
      guard watch.end == .time else {
        var ended = QueryError("interrupted", advice: "what was printed is not complete")
        ended.isInterruption = true
        return ended
      }
      return QueryError(
        "the query took more than \(limits.seconds == 1 ? "1 second" : "\(limits.seconds) seconds")",
        advice: "ask for less, join on columns that are equal, or give it more time with --timeout")
    case .noMemory:
      return QueryError(
        "the query needs more than \(QueryLimits.text(limits.memoryBytes)) of memory",
        advice: "sort, group or join fewer rows, or shorter columns")
    case .tooLarge:
      return QueryError(
        "a value is longer than \(QueryLimits.text(Int64(Database.longestValue)))",
        advice: "make it of fewer rows")
    default: return QueryError(error)
    }
  }
}
