enum DumpReader {
  static func states(in bytes: [UInt8], path: String, apps: Set<String>) throws(StateError)
    -> [DeviceState]
  { [] }
}
