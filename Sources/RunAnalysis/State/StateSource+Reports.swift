internal import DeviceState
internal import LogReading

extension StateSource {
  /// The states that a part of a bug report holds, at the lines where they stand there.
  static func states(
    in section: DumpSection, path: String, apps: Set<String>
  ) throws(StateError) -> [DeviceState] {
    var states = try states(in: section.bytes, path: path, apps: apps)
    let before = Int(clamping: section.firstLine) - 1
    for state in states.indices {
      for table in states[state].tables.indices {
        for row in states[state].tables[table].rows.indices {
          states[state].tables[table].rows[row].line += before
        }
      }
    }
    return states
  }
}
