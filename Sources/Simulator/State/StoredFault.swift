/// Something that is wrong with rows of the plugin's stores.
package struct StoredFault: Sendable, Equatable {
  enum Change: Sendable, Equatable {
    /// An instant is stored in seconds.
    case seconds
    /// A value is not there.
    case emptied
    /// An instant is another by so many microseconds.
    case moved(Int64)
    /// The whole row is there twice.
    case doubled
  }

  /// The table and the column as Room names them.
  let table: String
  let column: String
  /// The id of the row; nil for all rows of the table.
  var row: String?
  let change: Change

  init(_ table: String, _ column: String, row: String? = nil, _ change: Change) {
    self.table = table
    self.column = column
    self.row = row
    self.change = change
  }
}

extension StoredTable {
  /// Puts into the rows what is wrong with them; a table that allows it has no constraints.
  mutating func apply(_ fault: StoredFault) {
    guard fault.table == name, let column = columns.firstIndex(where: { $0.name == fault.column })
    else { return }
    hasConstraints = false
    for index in rows.indices.reversed() {
      if let row = fault.row, rows[index].first != .text(row) { continue }
      switch (fault.change, rows[index][column]) {
      case (.seconds, .instant(let time)): rows[index][column] = .int(time / .second)
      case (.moved(let span), .instant(let time)): rows[index][column] = .instant(time + span)
      case (.emptied, _): rows[index][column] = .null
      case (.doubled, _): rows.insert(rows[index], at: index + 1)
      case (.seconds, _), (.moved, _): break
      }
    }
  }
}
