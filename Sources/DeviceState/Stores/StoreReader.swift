enum StoreReader {
  static func isStore(_ head: [UInt8]) -> Bool { head.starts(with: "SQLite format 3\0".utf8) }
  static func state(of path: String) throws(StateError) -> DeviceState {
    throw StateError(path, "is a database", advice: "wait")
  }
}
