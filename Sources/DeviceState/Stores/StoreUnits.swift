/// A count of the values of a column of instants by the unit that their magnitude tells.
struct StoreUnits {
  private var seconds = 0
  private var milliseconds = 0
  private var other = 0

  mutating func count(_ value: StateValue) {
    switch value {
    case .null: break
    // Ten digits of seconds, and thirteen of milliseconds, are years from 2001 to 2286.
    case .int(1_000_000_000..<10_000_000_000): seconds += 1
    case .int(1_000_000_000_000..<10_000_000_000_000): milliseconds += 1
    default: other += 1
    }
  }

  /// The event that tells of the column; nil where it holds no value.
  func row(table: String, column: String, line: Int) -> StateRow? {
    guard seconds + milliseconds + other > 0 else { return nil }
    var row = StateRow("column_units", line: line)
    row["table"] = .text(table)
    row["column"] = .text(column)
    row["secondsRows"] = .int(Int64(seconds))
    row["millisecondsRows"] = .int(Int64(milliseconds))
    row["otherRows"] = .int(Int64(other))
    return row
  }
}
