internal import RuleLanguage

/// The Swift file that holds the tables.
///
/// The tables are UTF-8 as they are, and the compiler takes a long string literal in no time, where
/// an array literal of the same bytes takes it half a minute.
enum TableSource {
  static func source(
    of rules: LoadedRules, schemas: [(name: String, bytes: [UInt8])]
  ) throws(FlatError) -> String {
    let book = literal(try FlatTables.bytes(of: rules.book))
    let tests = literal(try FlatTables.bytes(of: rules.tests))
    let requirements = literal(try FlatTables.bytes(of: rules.requirements))
    let rows = schemas.map { "  (\(literal(Array($0.name.utf8))), \(literal($0.bytes))),\n" }
    return """
      // Written by compile-rules from the files in rules/, at every build that changes one.

      let ruleTable: StaticString = \(book)

      let testTable: StaticString = \(tests)

      let requirementTable: StaticString = \(requirements)

      let schemaTexts: [(name: String, text: String)] = [
      \(rows.joined())]

      """
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    quoted.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      switch byte {
      case 0: quoted += Array(#"\0"#.utf8)
      case UInt8(ascii: "\n"): quoted += Array(#"\n"#.utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
      case 1..<0x20, 0x7F: quoted += Array("\\u{\(String(byte, radix: 16))}".utf8)
      default: quoted.append(byte)
      }
    }
    quoted.append(UInt8(ascii: "\""))
    return String(decoding: quoted, as: UTF8.self)
  }
}
