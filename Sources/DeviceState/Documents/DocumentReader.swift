internal import YAMLReading

/// Tells the documents that are written in JSON apart, by their members.
enum DocumentReader {
  /// The state of a text that begins as an object does.
  static func state(in bytes: [UInt8], path: String) throws(StateError) -> DeviceState {
    if isOldPropertyList(bytes) {
      throw StateError(
        path, "is a property list in the old form, which 'defaults read' prints",
        advice: "write it as XML: defaults export com.example.app settings.plist")
    }
    let node: YAMLNode
    do throws(SourceError) {
      node = try YAMLReader.readJSON(bytes, path: path)
    } catch {
      throw StateError(path, line: error.location.line, error.message, advice: error.advice)
    }
    if node["now"] == nil {
      if SettingsReader.isSettings(node) { return try SettingsReader.state(of: node, path: path) }
      if ResponseReader.isResponse(node) { return ResponseReader.state(of: node, path: path) }
      if ConfigurationReader.isConfiguration(node) {
        return ConfigurationReader.state(of: node, path: path)
      }
      if CachedPayload.isPayload(node) { return payload(bytes, nil, path: path) }
    }
    return try SnapshotReader.state(of: node, path: path)
  }

  /// The state of a file that the key of a payload names, whatever it holds; nil for any other file.
  static func payload(_ bytes: [UInt8], path: String) -> DeviceState? {
    CachedPayload.scheduleId(in: FileName.last(of: path)).map { payload(bytes, $0, path: path) }
  }

  private static func payload(_ bytes: [UInt8], _ id: String?, path: String) -> DeviceState {
    var state = DeviceState(.payload, path: path)
    state.platform = "ios"
    let row = CachedPayload.row(of: bytes, scheduleId: id, line: 1)
    state.tables = [StateTable(FileName.last(of: path), rows: [row])]
    if id == nil {
      state.notes.append(
        "Nothing tells whose schedule it is: let the key DNP_CachedContent_ID be the name of the file"
      )
    }
    return state
  }

  /// Whether the first line that tells a member tells it as `key = value;`.
  private static func isOldPropertyList(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n"), maxSplits: 8)
    let member = lines.first { line in
      line.contains { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: "{") }
    }
    guard let member else { return false }
    let text = String(decoding: member, as: UTF8.self)
    guard let sign = text.firstRange(of: " = ") else { return false }
    // In JSON a colon stands before any value.
    return !text[..<sign.lowerBound].contains(":") && !text.contains("\":")
  }
}
