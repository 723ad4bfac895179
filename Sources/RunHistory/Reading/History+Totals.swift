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

  /// What one run comes to.
  func totals(of run: Int64) throws(DatabaseError) -> RunTotals {
    var reader = CountReader()
    try database.each("SELECT name, labels, value FROM counts WHERE run = ?", [.int(run)]) {
      (row) throws(DatabaseError) in reader.add(row.text(0), row.text(1), row.int(2))
    }
    try database.each("SELECT measure, least, most FROM extremes WHERE run = ?", [.int(run)]) {
      (row) throws(DatabaseError) in reader.add(extremesOf: row.text(0), row.int(1), row.int(2))
    }
    return reader.result
  }
}
