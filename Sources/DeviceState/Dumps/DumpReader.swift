/// Reads the texts that Android's `dumpsys` and `appops` print.
enum DumpReader {
  /// Returns the states that the sections of a text hold, in their order; empty where it holds none.
  ///
  /// - Parameter apps: Packages of the plugin's app that are known already; may be empty.
  static func states(
    in bytes: [UInt8], path: String, apps: Set<String>
  ) throws(StateError) -> [DeviceState] {
    try refuseUTF16(bytes, path: path)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let dump = DumpSections(bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...])
    if dump.sections.isEmpty, let line = dump.looseAlarm {
      throw StateError(
        path, line: line,
        "these are lines of `dumpsys alarm`, without the one of its clock, nowRTC=",
        advice: "save the whole dump: adb shell dumpsys alarm > alarms.txt")
    }
    return try DumpStates(dump, path: path, apps: apps).states
  }

  /// Refuses a dump in UTF-16, which PowerShell writes; other such files are not for this reader.
  private static func refuseUTF16(_ bytes: [UInt8], path: String) throws(StateError) {
    let start = Array(bytes.prefix(4))
    guard start.count == 4 else { return }
    let isMarked = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
    let isWide = start[0] == 0 && start[2] == 0 || start[1] == 0 && start[3] == 0
    guard isMarked || isWide else { return }
    let narrow = bytes.filter { $0 != 0 && $0 < 0x80 }
    let dump = DumpSections(narrow[...])
    guard !dump.sections.isEmpty || dump.looseAlarm != nil else { return }
    throw StateError(
      path, "this dump is in UTF-16, which the > of PowerShell writes",
      advice: "save it as UTF-8: adb shell dumpsys alarm | Out-File -Encoding utf8 alarms.txt")
  }
}
