/// A unit in which an instant is stored, as its magnitude tells: those of one century do not overlap.
enum InstantUnit {
  /// Seconds since 2001, as Core Data stores dates.
  case sinceReference
  case seconds
  case milliseconds

  /// The unit of a number; nil for one that is no instant of this century.
  ///
  /// - Parameter isDate: Whether the column is one of dates of Core Data.
  init?(_ number: Double, isDate: Bool = false) {
    switch number {
    // The years 2010 to 2035.
    case 300_000_000..<1_100_000_000 where isDate: self = .sinceReference
    // Ten digits of seconds, and thirteen of milliseconds, are years from 2001 to 2286.
    case 1_000_000_000..<10_000_000_000: self = .seconds
    case 1_000_000_000_000..<10_000_000_000_000: self = .milliseconds
    default: return nil
    }
  }

  /// The microseconds since 1970 of a number in this unit; nil beyond all dates.
  func micros(_ number: Double) -> Int64? {
    let year2001 = 978_307_200.0
    let micros =
      switch self {
      case .sinceReference: (number + year2001) * 1_000_000
      case .seconds: number * 1_000_000
      case .milliseconds: number * 1_000
      }
    return Int64(exactly: micros.rounded())
  }
}

/// A count of the values of a column of instants by their unit.
struct InstantUnits {
  private var sinceReference = 0
  private var seconds = 0
  private var milliseconds = 0
  private var other = 0

  /// - Parameter isDate: Whether the column is one of dates of Core Data.
  mutating func count(_ value: StateValue, isDate: Bool = false) {
    let number: Double
    switch value {
    case .int(let whole): number = Double(whole)
    case .double(let real): number = real
    // A text tells its unit itself.
    case .null, .text, .instant: return
    case .bool, .blob:
      other += 1
      return
    }
    // What never happened has no time yet.
    if number == 0 { return }
    switch InstantUnit(number, isDate: isDate) {
    case .sinceReference: sinceReference += 1
    case .seconds: seconds += 1
    case .milliseconds: milliseconds += 1
    case nil: other += 1
    }
  }

  /// The event that tells of the column; nil where it holds no number.
  func row(table: String, column: String, line: Int) -> StateRow? {
    guard sinceReference + seconds + milliseconds + other > 0 else { return nil }
    var row = StateRow("column_units", line: line)
    row["table"] = .text(table)
    row["column"] = .text(column)
    row["secondsRows"] = .int(Int64(seconds))
    row["millisecondsRows"] = .int(Int64(milliseconds))
    if sinceReference > 0 { row["referenceRows"] = .int(Int64(sinceReference)) }
    row["otherRows"] = .int(Int64(other))
    return row
  }
}
