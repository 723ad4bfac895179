/// The rows of one table, and the units of its instants.
struct StoreRows {
  /// Bounds on what is kept of one table and of one file, for which any real one leaves room.
  struct Bounds {
    var rows = 1_000_000
    var textBytes = 256 << 20
  }

  private(set) var rows: [StateRow] = []
  private(set) var units: [InstantUnits]
  /// A sentence where the table holds more than is kept.
  private(set) var note: String?

  init(
    of layout: StoreLayout, in connection: borrowing StoreConnection, bounds: inout Bounds
  ) throws(StoreFailure) {
    let columns = layout.columns
    units = columns.map { _ in InstantUnits() }
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
        if column.form.kind == .instant { units[index].count(value, isDate: isDate) }
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
    case (.instant, .int(0)), (.instant, .double(0)): .null
    // An app may store milliseconds in a column of dates: the magnitude tells.
    case (.instant, .int(let number)) where isDate: Self.instant(Double(number)) ?? self
    case (.instant, .double(let number)) where isDate: Self.instant(number) ?? self
    default: self
    }
  }

  private static func instant(_ number: Double) -> StateValue? {
    InstantUnit(number, isDate: true)?.micros(number).map { .instant($0) }
  }
}
