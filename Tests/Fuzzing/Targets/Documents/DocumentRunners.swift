internal import DeviceState
internal import FuzzBasics
internal import JSONReading
internal import YAMLReading

/// Reads a JSON document.
struct JSONRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    _ = try? JSONDocument.read(bytes)
    return nil
  }
}

/// Reads a feed of messages, and the receipts of it.
struct FeedRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    _ = try? FeedReader.feed(in: bytes, path: "index.json")
    _ = try? ReceiptReader.receipts(in: bytes, path: "receipts.json")
    return nil
  }
}

/// Reads YAML, and JSON as a part of it.
struct YAMLRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    _ = try? YAMLReader.read(bytes, path: "file.yaml")
    _ = try? YAMLReader.readJSON(bytes, path: "file.json")
    return nil
  }
}

/// Reads a text or a property list as the state of a device.
struct StatesRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    let apps: Set<String> = ["com.example.daily"]
    guard let states = try? StateSource.states(in: bytes, path: "state.txt", apps: apps) else {
      return nil
    }
    for table in states.flatMap(\.tables) { _ = StateLines.bytes(of: table) }
    return nil
  }
}

/// Reads a database of a device.
struct StoresRunner: FuzzRunner {
  private let file = ScratchFile()

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard StateSource.isStore(Array(bytes.prefix(StateSource.headLength))), file.hold(bytes) else {
      return nil
    }
    _ = try? StateSource.state(ofStore: file.path)
    return nil
  }
}
