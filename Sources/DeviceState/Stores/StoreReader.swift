/// A reader of the databases of the plugin: Room's on Android, Core Data's and plain ones on iOS.
package enum StoreReader {
  /// Whether a file begins as SQLite's do.
  package static func isStore(_ head: [UInt8]) -> Bool {
    head.starts(with: StoreHeader.databaseMark)
  }

  /// Reads the plugin's tables of a database, which stays as it is, and what lies beside it too.
  package static func state(of path: String) throws(StateError) -> DeviceState {
    let file = try StoreFile(path)
    guard file.needsCopy else { return try state(of: file, at: file.location, .immutable) }
    let copy = try StoreCopy.make(of: file)
    let access: StoreConnection.Access =
      file.journalSize > 0 ? .mendedCopy : file.logSize > 0 ? .copy : .immutable
    var state = try state(of: file, at: copy.location, access)
    if file.journalSize > 0 {
      state.notes.append("A transaction that did not end is undone, as the -journal file tells")
    }
    if file.isCutOff {
      state.notes.append("The file is shorter than its header says, so its end is missing")
    }
    return state
  }

  private static func state(
    of file: StoreFile, at location: String, _ access: StoreConnection.Access
  ) throws(StateError) -> DeviceState {
    let schema: StoreSchema
    let reading: StoreReading
    do throws(StoreFailure) {
      let connection = try StoreConnection.open(location, access, pages: file.pages)
      schema = try StoreSchema(of: connection)
      var rows = StoreReading(file, schema)
      for layout in schema.layouts { try rows.read(layout, in: connection) }
      reading = rows
    } catch {
      throw StoreRefusal.of(error, file.path)
    }
    guard !schema.layouts.isEmpty else {
      throw StoreRefusal.foreign(file.path, tables: schema.tables)
    }
    guard reading.damaged.count < schema.layouts.count else {
      throw StoreRefusal.damaged(file.path, tables: reading.damaged)
    }
    return reading.finished()
  }
}
