/// A state that grows by the tables of a database, one after the other.
struct StoreReading {
  private let file: StoreFile
  private(set) var state: DeviceState
  private var bounds = StoreRows.Bounds()
  private var units: [StateRow] = []
  /// The tables that cannot be read.
  private(set) var damaged: [String] = []

  init(_ file: StoreFile, _ schema: StoreSchema) {
    self.file = file
    state = DeviceState(schema.kind, path: file.path)
    state.platform = schema.platform
    state.notes = schema.notes
  }

  /// Adds the rows of a table; of one that cannot be read to its end none, since what is missing
  /// would seem not to be stored.
  mutating func read(
    _ table: StoreLayout, in connection: borrowing StoreConnection
  ) throws(StoreFailure) {
    var layout = table
    do throws(StoreFailure) {
      try layout.findColumns(in: connection)
      let rows = try StoreRows(of: layout, in: connection, bounds: &bounds)
      add(rows, of: layout)
    } catch {
      let name = StoreText.shown(layout.table)
      switch error {
      case .damaged: state.notes.append("The table \(name) is damaged and left out")
      case .tooLarge:
        state.notes.append("The table \(name) has a value of more than 16 MiB and is left out")
      case .endless:
        state.notes.append(
          "The table \(name) takes more steps than a sound table of its size and is left out")
      case .locked, .noDatabase, .noMemory, .unreadable: throw error
      }
      damaged.append(name)
    }
  }

  private mutating func add(_ rows: StoreRows, of layout: StoreLayout) {
    state.lists.insert(layout.form.list)
    state.tables.append(StateTable("\(file.name):\(layout.table)", rows: rows.rows))
    for (column, count) in zip(layout.columns, rows.units) where column.form.kind == .instant {
      let row = count.row(
        table: layout.table, column: column.form.field, line: units.count + 1)
      if let row { units.append(row) }
    }
    if let note = layout.note { state.notes.append(note) }
    if let note = rows.note { state.notes.append(note) }
  }

  /// Puts the units behind the tables that they tell of.
  consuming func finished() -> DeviceState {
    if !units.isEmpty { state.tables.append(StateTable("\(file.name):units", rows: units)) }
    return state
  }
}
