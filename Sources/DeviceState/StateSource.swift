/// Reads a file of a device's state, which is recognised by what it holds.
package enum StateSource {
  /// How many of its first bytes tell what a file is.
  package static let headLength = 4096

  /// The states that a file holds: a bug report has several.
  ///
  /// - Parameters:
  ///   - apps: Packages of the plugin's app, as far as they are known.
  ///   - bytes: Reads the whole file; a database is read by its path instead.
  package static func states(
    of path: String, head: [UInt8], apps: Set<String>, bytes: () throws(StateError) -> [UInt8]
  ) throws(StateError) -> [DeviceState] {
    if head.isEmpty {
      throw StateError(path, "is empty", advice: "take the state again: see docs/state.md")
    }
    if StoreReader.isStore(head) { return [try StoreReader.state(of: path)] }
    let text = head.drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }
    if text.first == UInt8(ascii: "{") {
      return [try SnapshotReader.state(in: try bytes(), path: path)]
    }
    if let what = other(head) {
      throw StateError(path, "is \(what.name), and no state of a device", advice: what.advice)
    }
    let states = try DumpReader.states(in: try bytes(), path: path, apps: apps)
    if states.isEmpty {
      throw StateError(
        path, "is no database, no dump of Android and no state snapshot that is known",
        advice: "see docs/state.md for what is, and for the command that takes it")
    }
    return states
  }

  /// What a file is that can be told by its first bytes, and must be unpacked or converted first.
  private static func other(_ head: [UInt8]) -> (name: String, advice: String)? {
    if head.starts(with: [0x1F, 0x8B]) {
      return ("compressed by gzip", "unpack it first, as with gunzip")
    }
    if head.starts(with: "PK".utf8) {
      return ("a zip archive", "unpack it first; a bug report is read as a log too")
    }
    if head.starts(with: "bplist".utf8) {
      return ("a binary property list", "convert it with plutil -convert xml1")
    }
    return nil
  }
}
