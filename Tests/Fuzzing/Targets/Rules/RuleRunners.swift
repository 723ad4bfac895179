internal import BuiltinRules
internal import FuzzBasics
internal import RuleLanguage
internal import YAMLReading

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
