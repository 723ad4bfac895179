internal import Database
package import RunReport

extension History {
  /// What all runs that were ever recorded come to, the pruned ones too.
  package func totals() throws(HistoryError) -> RunTotals {
    try attempt { () throws(DatabaseError) in
      var reader = CountReader()
      try database.each("SELECT name, labels, value FROM totals") { (row) throws(DatabaseError) in
        reader.add(row.text(0), row.text(1), row.int(2))
      }
      return reader.result
    }
  }

  /// What each run that is not pruned comes to, or only one of them, by its number.
  func totalsOfRuns(only run: Int64? = nil) throws(DatabaseError) -> [Int64: RunTotals] {
    let runs = run.map { "run = \($0)" } ?? "run IN (SELECT id FROM runs WHERE pruned = 0)"
    var readers: [Int64: CountReader] = [:]
    try database.each("SELECT run, name, labels, value FROM counts WHERE \(runs)") {
      (row) throws(DatabaseError) in
      readers[row.int(0), default: CountReader()].add(row.text(1), row.text(2), row.int(3))
    }
    try database.each("SELECT run, measure, least, most FROM extremes WHERE \(runs)") {
      (row) throws(DatabaseError) in
      readers[row.int(0), default: CountReader()]
        .add(extremesOf: row.text(1), row.int(2), row.int(3))
    }
    return readers.mapValues(\.result)
  }
}
