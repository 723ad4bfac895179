/// Reads property lists, XML and binary: the settings of an app, or its Info.plist.
enum PropertyListReader {
  /// The size of a file, the depth of its values and their number with each time that they are used: no
  /// list of an app comes near them, and what reads the list knows no bounds of its own.
  enum Bounds {
    static let bytes = 16 << 20
    static let depth = 64
    static let values = 500_000
    static let contentBytes = 64 << 20
  }

  /// Whether a text begins as a property list does.
  static func isPropertyList(_ bytes: [UInt8]) -> Bool {
    if isBinary(bytes) { return true }
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
    return head.contains("<plist") || head.contains("<!DOCTYPE plist")
  }

  static func state(in bytes: [UInt8], path: String) throws(StateError) -> DeviceState {
    let list = try value(in: bytes, path: path)
    guard case .dictionary(let members) = list else {
      throw StateError(
        path, "is a property list of another kind: it holds a \(list.kind) and no dictionary",
        advice: "name the export of the app's UserDefaults, or its Info.plist")
    }
    if AppDeclaration.isDeclaration(list) { return AppDeclaration.state(of: list, path: path) }
    let settings = members.map { member in
      var setting = SettingsReader.Setting(key: member.key, kind: member.value.kind)
      switch member.value {
      case .data(let bytes): setting.payload = .bytes(bytes)
      case .text(let text): setting.payload = .bytes(Array(text.utf8))
      default: break
      }
      return setting
    }
    return try SettingsReader.state(of: settings, path: path)
  }

  /// The value of a list, once its bounds are known to hold.
  static func value(in bytes: [UInt8], path: String) throws(StateError) -> PropertyValue {
    guard bytes.count <= Bounds.bytes else {
      throw StateError(
        path, "is a property list of more than 16 MiB",
        advice: "export the settings of the app alone")
    }
    if isBinary(bytes) {
      var check = BinaryListCheck(bytes)
      if let mistake = check.mistake() { throw refusal(path, mistake) }
      guard let value = PropertyListLibrary.value(ofBinary: bytes) else {
        throw refusal(path, BinaryListCheck.Mistake.damaged)
      }
      return value
    }
    if let mistake = XMLListCheck.mistake(in: bytes) {
      throw StateError(
        path, line: mistake.line, "is a property list that cannot be read: \(mistake.message)",
        advice: "export it again, or check it with plutil -lint")
    }
    guard let value = PropertyListLibrary.value(ofXML: bytes) else {
      throw StateError(
        path, "is a property list in XML that cannot be read",
        advice: "export it again, or check it with plutil -lint")
    }
    return value
  }

  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "bplist".utf8) }

  private static func refusal(_ path: String, _ mistake: BinaryListCheck.Mistake) -> StateError {
    switch mistake {
    case .damaged:
      StateError(
        path, "is a binary property list that is damaged or cut off",
        advice: "copy it from the device again")
    case .tooDeep:
      StateError(
        path,
        "is a binary property list whose values are nested deeper than 64 levels, or in a circle",
        advice: "copy it from the device again")
    case .tooLarge:
      StateError(
        path, "is a binary property list whose values come to more than can be held",
        advice: "export the settings of the app alone")
    }
  }
}
