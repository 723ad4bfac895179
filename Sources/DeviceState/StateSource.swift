/// Reads a file of a device's state, which is recognised by what it holds.
package enum StateSource {
  /// How many of its first bytes tell whether a file is a database.
  package static let headLength = 16

  /// Whether a file is a database, which is read by its path and not by its bytes.
  package static func isStore(_ head: [UInt8]) -> Bool { StoreReader.isStore(head) }

  /// The state that a database holds.
  package static func state(ofStore path: String) throws(StateError) -> DeviceState {
    try StoreReader.state(of: path)
  }

  /// The states that a text holds: a bug report has several.
  ///
  /// - Parameter apps: Packages of the plugin's app, as far as they are known.
  package static func states(
    in bytes: [UInt8], path: String, apps: Set<String>
  ) throws(StateError) -> [DeviceState] {
    let head = bytes.prefix(4096)
    if !head.contains(where: { $0 > UInt8(ascii: " ") }) {
      throw StateError(path, "is empty", advice: "take the state again: see docs/state.md")
    }
    if PropertyListReader.isPropertyList(bytes) {
      return [try PropertyListReader.state(in: bytes, path: path)]
    }
    if let payload = DocumentReader.payload(bytes, path: path) { return [payload] }
    let text = head.drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }
    if text.first == UInt8(ascii: "{") {
      return [try DocumentReader.state(in: bytes, path: path)]
    }
    if let what = other(head) {
      throw StateError(path, "is \(what.name), and no state of a device", advice: what.advice)
    }
    let states = try DumpReader.states(in: bytes, path: path, apps: apps)
    if states.isEmpty, !head.starts(with: [0xFF, 0xFE]), head.contains(where: { $0 < 0x09 }) {
      throw StateError(
        path, "is no text and no SQLite database, or an encrypted one",
        advice: "copy the database from a debug build, or export it without encryption")
    }
    if states.isEmpty {
      throw StateError(
        path, "is no database, no dump of Android, no snapshot and no document that is known",
        advice: "see docs/state.md for what is, and for the command that takes it")
    }
    return states
  }

  /// What a file is that can be told by its first bytes, and must be unpacked or converted first.
  private static func other(_ head: ArraySlice<UInt8>) -> (name: String, advice: String)? {
    if head.starts(with: [0x1F, 0x8B]) {
      return ("compressed by gzip", "unpack it first, as with gunzip")
    }
    if head.starts(with: "PK".utf8) {
      return ("a zip archive", "unpack it first; a bug report is read as a log too")
    }
    // The file beside a database has a magic number of its own, and its index the number of a version.
    if head.starts(with: [0x37, 0x7F, 0x06]) || head.starts(with: [0x18, 0xE2, 0x2D, 0x00]) {
      return (
        "the log of a database, as -wal and -shm are", "name the database, and keep both beside it"
      )
    }
    return nil
  }
}
