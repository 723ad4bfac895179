/// The stored form of rules: what the build puts into the program.
package enum FlatTables {
  /// Goes up with every change of the form; the reader refuses any other.
  private static let version: UInt64 = 4

  /// The rule book as bytes.
  package static func bytes(of book: RuleBook) -> [UInt8] { encode("rules", book) }

  /// The tests as bytes.
  package static func bytes(of tests: [RuleTest]) -> [UInt8] { encode("tests", tests) }

  /// The table of requirements as bytes.
  package static func bytes(of requirements: [Requirement]) -> [UInt8] {
    encode("requirements", requirements)
  }

  /// The rule book that the bytes hold, with the rules of chosen packs alone: names, or nil for all.
  package static func book(
    from bytes: Span<UInt8>, choosing choose: (RuleBook) -> Set<String>? = { _ in nil }
  ) throws(FlatError) -> RuleBook {
    var reader = FlatReader(bytes)
    return try book(&reader, choose)
  }

  /// The same from a table of the program, whose words stay there until somebody reads them.
  package static func book(
    in table: StaticString, choosing choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) -> RuleBook {
    var reader = FlatReader(table: table)
    return try book(&reader, choose)
  }

  private static func book(
    _ reader: inout FlatReader, _ choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) -> RuleBook {
    try begin("rules", &reader)
    let book = try RuleBook(from: &reader, choosing: choose)
    try end(&reader)
    return book
  }

  /// The tests that the bytes hold.
  package static func tests(from bytes: Span<UInt8>) throws(FlatError) -> [RuleTest] {
    var reader = FlatReader(bytes)
    return try decode("tests", &reader)
  }

  /// The table of requirements that the bytes hold.
  package static func requirements(from bytes: Span<UInt8>) throws(FlatError) -> [Requirement] {
    var reader = FlatReader(bytes)
    return try decode("requirements", &reader)
  }

  /// The tests in a table of the program.
  package static func tests(in table: StaticString) throws(FlatError) -> [RuleTest] {
    var reader = FlatReader(table: table)
    return try decode("tests", &reader)
  }

  /// The table of requirements in a table of the program.
  package static func requirements(in table: StaticString) throws(FlatError) -> [Requirement] {
    var reader = FlatReader(table: table)
    return try decode("requirements", &reader)
  }

  private static func encode(_ name: String, _ value: some FlatCoded) -> [UInt8] {
    var writer = FlatWriter()
    writer.text(name)
    writer.number(version)
    writer.value(value)
    return writer.bytes
  }

  private static func decode<T: FlatCoded>(
    _ name: String, _ reader: inout FlatReader
  ) throws(FlatError) -> T {
    try begin(name, &reader)
    let value: T = try reader.value()
    try end(&reader)
    return value
  }

  private static func begin(_ name: String, _ reader: inout FlatReader) throws(FlatError) {
    guard try reader.text() == name, try reader.number() == version else {
      throw FlatError(expected: "\(name), version \(version)", offset: 0)
    }
  }

  private static func end(_ reader: inout FlatReader) throws(FlatError) {
    guard reader.isAtEnd else { throw FlatError(expected: "the end", offset: reader.offset) }
  }
}
