package import Database

/// The events of a run on their way into the history: kept in a temporary file, since a long log has more
/// than memory holds, and nobody shall wait for the history as long as the reading takes.
package final class EventSpool {
  private let database: Database
  private var failure: DatabaseError?
  private var count: Int64 = 0

  package init() throws(DatabaseError) {
    database = try Database("", .temporary)
    try database.run("CREATE TABLE events(number INTEGER PRIMARY KEY, event TEXT NOT NULL) STRICT")
    // One transaction: it ends with the file.
    try database.run("BEGIN")
  }

  /// Adds an event, the line of JSON that `dnplog events` prints; an error is told at the end.
  package func add(_ line: [UInt8]) {
    if failure != nil { return }
    count += 1
    var text = String(decoding: line, as: UTF8.self)
    if text.hasSuffix("\n") { text.removeLast() }
    do throws(DatabaseError) {
      try database.change("INSERT INTO events VALUES(?, ?)", .int(count), .text(text))
    } catch {
      failure = error
    }
  }

  /// Hands on each event, in the order of the log.
  func each(_ take: (Int64, String) throws(DatabaseError) -> Void) throws(DatabaseError) {
    if let failure { throw failure }
    try database.each("SELECT number, event FROM events ORDER BY number") {
      (row) throws(DatabaseError) in
      try take(row.int(0), row.text(1))
    }
  }
}
