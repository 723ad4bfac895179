internal import TextWriting

/// A table of the plugin in a database, and where its columns are.
struct StoreLayout {
  /// A column of the event that the table has.
  struct Column {
    var form: StoreForm.Column
    /// The column's own name.
    var name: String
    /// Whether it holds dates of Core Data, which are seconds since 2001.
    var isDate: Bool
  }

  /// The table's own name.
  var table: String
  var form: StoreForm
  var isCoreData: Bool
  var columns: [Column] = []
  /// The names of the columns that the plugin's documents tell of, and the table lacks.
  var missing: [String] = []

  init(_ table: String, _ form: StoreForm, isCoreData: Bool) {
    self.table = table
    self.form = form
    self.isCoreData = isCoreData
  }

  /// Asks a database which of the columns its table has.
  mutating func findColumns(in connection: borrowing StoreConnection) throws(StoreFailure) {
    var found: [String: (name: String, type: String)] = [:]
    var question = try StoreStatement(connection, "PRAGMA main.table_xinfo(\(Self.quoted(table)))")
    while try question.next() {
      // A column that is computed would let the file choose what is computed.
      guard try question.value(6) == .int(0) else { continue }
      let name = try question.text(1)
      let key = StoreForm.key(name)
      // Core Data sets a Z before each name.
      let ownKey = isCoreData && key.hasPrefix("z") ? String(key.dropFirst()) : key
      if found[ownKey] == nil { found[ownKey] = (name, try question.text(2)) }
    }
    for column in form.columns {
      if let match = column.names.lazy.compactMap({ found[StoreForm.key($0)] }).first {
        columns.append(
          Column(
            form: column, name: match.name,
            isDate: isCoreData && column.kind == .instant && Self.holdsDates(match.type)))
      } else if column.isExpected {
        missing.append(column.names.first ?? column.field)
      }
    }
  }

  /// The question for all rows in the order of the table itself.
  ///
  /// An index may be in another order, and hold other rows where it is damaged.
  var question: String {
    var names = columns.map { "t." + Self.quoted($0.name) }.joined(separator: ", ")
    // Rows of a table without any known column are still rows.
    if names.isEmpty { names = "NULL" }
    return "SELECT \(names) FROM main.\(Self.quoted(table)) AS t NOT INDEXED"
  }

  /// What the table lacks, as a sentence.
  var note: String? {
    if missing.isEmpty { return nil }
    let noun = missing.count == 1 ? "column" : "columns"
    return "The table \(StoreText.shown(table)) has no \(noun) \(Spelling.list(missing, "and"))"
  }

  /// Whether a type that a column was declared with is one of dates.
  ///
  /// Core Data declares TIMESTAMP. SQLite stores a whole number of seconds there as an integer, so
  /// the value alone does not tell.
  private static func holdsDates(_ type: String) -> Bool {
    let type = type.uppercased()
    return ["TIMESTAMP", "DATE", "REAL", "FLOA", "DOUB"].contains { type.contains($0) }
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}
