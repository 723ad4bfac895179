/// The tables of a database, as far as they matter.
struct StoreSchema {
  /// The most entries that are looked at; no store of the plugin comes near it.
  private static let mostEntries = 10_000

  /// The names of the tables that the file's owner made.
  private(set) var tables: [String] = []
  private(set) var layouts: [StoreLayout] = []
  private(set) var notes: [String] = []
  private var hasRoomMark = false
  private var hasCoreDataMark = false

  init(of connection: borrowing StoreConnection) throws(StoreFailure) {
    var question = try StoreStatement(
      connection, "SELECT name, sql FROM main.sqlite_master WHERE type = 'table'")
    var entries = 0
    while entries < Self.mostEntries, try question.next() {
      entries += 1
      let name = try question.text(0)
      // SQLite writes these words itself. A virtual table would let the file choose what reads it.
      guard try question.text(1).hasPrefix("CREATE TABLE ") else { continue }
      add(name)
    }
  }

  private mutating func add(_ name: String) {
    let key = StoreForm.key(name)
    switch key {
    case "androidmetadata", "roommastertable": hasRoomMark = true
    case "zmetadata": hasCoreDataMark = true
    default: break
    }
    if !key.hasPrefix("sqlite") { tables.append(StoreText.shown(name)) }
    if let form = StoreForm.of(name) {
      add(StoreLayout(name, form, isCoreData: false))
    } else if let form = StoreForm.ofCoreData(name) {
      add(StoreLayout(name, form, isCoreData: true))
    }
  }

  private mutating func add(_ layout: StoreLayout) {
    let key = StoreForm.key(layout.table)
    if let first = layouts.first(where: { StoreForm.key($0.table) == key }) {
      notes.append(
        "The table \(StoreText.shown(layout.table)) is left out, since only underscores tell its name"
          + " from that of \(StoreText.shown(first.table))")
    } else {
      layouts.append(layout)
    }
  }

  /// Whether a table is there that only stores of iOS have.
  private var isOfIOS: Bool {
    hasCoreDataMark || layouts.contains { $0.isCoreData || $0.form.isOfIOS }
  }

  var kind: DeviceState.Kind { platform == "ios" ? .coreDataStore : .roomDatabase }
  var platform: String? { hasRoomMark ? "android" : isOfIOS ? "ios" : nil }
}
