internal import BuiltinRules
internal import DeviceState
internal import JSONReading
internal import RuleLanguage
internal import RunReport
internal import YAMLReading

/// Reads a JSON document.
struct JSONRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    _ = try? JSONDocument.read(bytes)
    return nil
  }
}

/// Reads a JSON summary, which must be the same when it was written and read again.
struct SummaryRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let summary = try? SummaryReader.read(bytes) else { return nil }
    let written = Self.json(summary)
    guard let again = try? SummaryReader.read(written) else {
      return "a summary that was written cannot be read"
    }
    return Self.json(again) == written ? nil : "a summary that was read again is another"
  }

  private static func json(_ summary: RunSummary) -> [UInt8] {
    var json: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &json)
    return json
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

/// Loads a pack, a catalogue or a profile over the built-in catalogue, and writes it as tables.
struct RulesRunner: FuzzRunner {
  private let base: LoadedRules = {
    var book = RuleBook()
    if let builtin = try? BuiltinRules.book(choosing: { _ in [] }) {
      book.catalogue = builtin.catalogue
    }
    return LoadedRules(book: book)
  }()

  mutating func run(_ bytes: [UInt8]) -> String? {
    let file = RuleFile(path: "rules/file.yaml", bytes: bytes)
    guard let loaded = try? RuleLoader.load([file], over: base) else { return nil }
    guard let tables = try? FlatTables.bytes(of: loaded.book) else {
      return "rules that were loaded cannot be written as tables"
    }
    return tables.isEmpty ? "the tables are empty" : nil
  }
}

/// Compiles a condition, in a scope with a field of each type.
struct ExpressionRunner: FuzzRunner {
  private let compiler: ExpressionCompiler = {
    let types: [(String, ValueType)] = [
      ("phase", .string), ("count", .int), ("ratio", .double), ("flag", .bool), ("at", .instant),
      ("ttl", .duration),
    ]
    let fields = types.enumerated().map { number, field in
      NameScope.Field(
        name: field.0, number: FieldName(rawValue: UInt16(number)), type: field.1)
    }
    return ExpressionCompiler(
      scope: NameScope(
        candidate: fields, roles: [NameScope.Role(name: "ok", number: 0, fields: fields)],
        parameters: [NameScope.Parameter(name: "limit", number: 7, type: .duration)]))
  }()

  mutating func run(_ bytes: [UInt8]) -> String? {
    let place = SourceLocation(path: "rules/file.yaml", line: 1, column: 1)
    let text = String(decoding: bytes, as: UTF8.self)
    guard let compiled = try? compiler.compile(text, expecting: nil, at: place) else { return nil }
    return compiled.code.isEmpty ? "a condition compiles to nothing" : nil
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
