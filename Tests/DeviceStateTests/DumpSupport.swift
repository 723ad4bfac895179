import Foundation

@testable import DeviceState

/// A dump of the tests.
func dump(_ name: String) throws -> [UInt8] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Dumps")
  return try Array(Data(contentsOf: folder.appending(path: name)))
}

/// The states of a dump of the tests.
func states(of name: String, apps: Set<String> = []) throws -> [DeviceState] {
  try DumpReader.states(in: dump(name), path: "dumps/\(name)", apps: apps)
}

/// The states of a text.
func states(in text: String, apps: Set<String> = []) throws -> [DeviceState] {
  try DumpReader.states(in: Array(text.utf8), path: "a.txt", apps: apps)
}

/// The mistake that a text is refused for; nil where it is read.
func refusal(of bytes: [UInt8]) -> StateError? {
  do {
    _ = try DumpReader.states(in: bytes, path: "a.txt", apps: [])
    return nil
  } catch {
    return error
  }
}

extension DeviceState {
  /// The rows as text: `line event name=value …`.
  var shownRows: [String] {
    tables.flatMap(\.rows).map { row in
      "\(row.line) \(row.event)"
        + row.members.map { " \($0.name)=\($0.value.shown)" }.joined()
    }
  }
}

extension StateValue {
  var shown: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .text(let value): value
    case .instant(let value): "@\(value)"
    case .blob(let count): "\(count) bytes"
    }
  }
}
