internal import CSQLite
internal import TextWriting

/// A database of the plugin as Room leaves it, made in memory.
enum StoreBytes {

  /// Returns the bytes of a database with these tables; nil where there is no memory for it.
  ///
  /// - Parameter isSnake: Whether names are written as `next_run_at`.
  static func database(
    of tables: [StoredTable], isSnake: Bool = false, version: Int = 2
  ) -> [UInt8]? {
    var script = """
      PRAGMA page_size=4096; BEGIN;
      CREATE TABLE android_metadata (locale TEXT);
      INSERT INTO android_metadata VALUES('en_US');
      CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
      INSERT INTO room_master_table VALUES(42,'7a1e0d5c6b2f4839a0e1d2c3b4a59687');

      """
    for table in tables { script += statements(of: table, isSnake: isSnake) }
    return bytes(of: script + "PRAGMA user_version=\(version); COMMIT;")
  }

  private static func statements(of table: StoredTable, isSnake: Bool) -> String {
    var columns = table.columns.map { column in
      let name = isSnake ? snake(column.name) : column.name
      let mark = column.isRequired && table.hasConstraints ? " NOT NULL" : ""
      return "`\(name)` \(column.type)\(mark)"
    }
    if table.hasConstraints, let key = table.columns.first {
      columns.append("PRIMARY KEY(`\(key.name)`)")
    }
    var text = "CREATE TABLE `\(table.name)` (\(columns.joined(separator: ", ")));\n"
    for row in table.rows {
      text += "INSERT INTO `\(table.name)` VALUES(\(row.map(literal).joined(separator: ",")));\n"
    }
    return text
  }

  private static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: return "NULL"
    case .int(let number): return "\(number)"
    case .flag(let flag): return flag ? "1" : "0"
    case .instant(let time): return "\(time / .millisecond)"
    case .text(let text): return "'" + text.replacing("'", with: "''") + "'"
    case .bytes(let bytes):
      var hex: [UInt8] = []
      for byte in bytes { hex.append(hex: UInt64(byte), width: 2) }
      return "X'" + String(decoding: hex, as: UTF8.self) + "'"
    }
  }

  private static func snake(_ name: String) -> String {
    var text = ""
    for letter in name {
      if letter.isUppercase { text += "_" }
      text += letter.lowercased()
    }
    return text
  }

  private static func bytes(of script: String) -> [UInt8]? {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open(":memory:", &opened)
    guard let handle = unsafe opened else { return nil }
    defer { _ = unsafe sqlite3_close(handle) }
    // SAFETY: the connection is open, and SQLite reads the text during the call.
    guard code == SQLITE_OK, unsafe sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK
    else { return nil }
    var size: sqlite3_int64 = 0
    // SAFETY: SQLite hands over a copy of so many bytes, which is freed below.
    guard let copy = unsafe sqlite3_serialize(handle, "main", &size, 0) else { return nil }
    defer { unsafe sqlite3_free(copy) }
    var bytes = unsafe Array(UnsafeBufferPointer(start: copy, count: Int(size)))
    guard bytes.count > 100 else { return nil }
    // Room keeps a log beside the file, which is empty once it is closed: both formats are 2.
    bytes[18] = 2
    bytes[19] = 2
    // The release of SQLite that wrote the file last: that of Android 14, whatever this machine has.
    for (place, byte) in [0x00, 0x2E, 0x5F, 0x1A].enumerated() { bytes[96 + place] = UInt8(byte) }
    return bytes
  }
}
