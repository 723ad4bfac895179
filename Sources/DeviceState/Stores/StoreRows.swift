/// The rows of one table, and the units of its instants.
struct StoreRows {
  /// Bounds on what is kept of one table and of one file, for which any real one leaves room.
  struct Bounds {
    var rows = 1_000_000
    var textBytes = 256 << 20
  }

  private(set) var rows: [StateRow] = []
  private(set) var units: [StoreUnits]
  /// A sentence where the table holds more than is kept.
  private(set) var note: String?

  init(
    of layout: StoreLayout, in connection: borrowing StoreConnection, bounds: inout Bounds
  ) throws(StoreFailure) {
    let columns = layout.columns
    units = columns.map { _ in StoreUnits() }
    var question = try StoreStatement(connection, layout.question)
    while try question.next() {
      guard rows.count < bounds.rows, bounds.textBytes > 0 else {
        note =
          "Of the table \(StoreText.shown(layout.table)) only the first \(rows.count) rows are read"
        break
      }
      var row = StateRow(layout.form.event, line: rows.count + 1)
      row.members.reserveCapacity(columns.count)
      for (index, column) in columns.enumerated() {
        let value = try question.value(Int32(index))
        if case .text(let text) = value { bounds.textBytes -= text.utf8.count }
        let isDate = column.isDate || layout.isCoreData && value.isDouble
        if column.form.kind == .instant, !isDate { units[index].count(value) }
        row.members.append(
          StateRow.Member(
            name: column.form.field, value: value.asStored(in: column.form.kind, isDate: isDate)))
      }
      rows.append(row)
    }
  }
}

extension StateValue {
  fileprivate var isDouble: Bool {
    if case .double = self { true } else { false }
  }

  /// The value in the words of events: flags and dates are values of their own there.
  fileprivate func asStored(in kind: StoreForm.Column.Kind, isDate: Bool) -> StateValue {
    switch (kind, self) {
    case (.flag, .int(0)): .bool(false)
    case (.flag, .int(1)): .bool(true)
    case (.instant, .int(let seconds)) where isDate:
      Self.instant(since2001: Double(seconds)) ?? self
    case (.instant, .double(let seconds)) where isDate: Self.instant(since2001: seconds) ?? self
    default: self
    }
  }

  /// The instant of a date of Core Data; nil for one that no calendar has.
  private static func instant(since2001 seconds: Double) -> StateValue? {
    let year2001 = 978_307_200.0
    let micros = ((seconds + year2001) * 1_000_000).rounded()
    return Int64(exactly: micros).map { .instant($0) }
  }
}
