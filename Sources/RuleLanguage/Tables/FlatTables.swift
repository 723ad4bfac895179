/// The stored form of rules, which the build puts into the program.
package enum FlatTables {
  /// The version, raised with every change of the form; the reader refuses any other.
  private static let version: UInt64 = 4

  /// The rule book as bytes.
  package static func bytes(of book: RuleBook) throws(FlatError) -> [UInt8] {
    try encode("rules", book)
  }

  /// The tests as bytes.
  package static func bytes(of tests: [RuleTest]) throws(FlatError) -> [UInt8] {
    try encode("tests", tests)
  }

  /// The table of requirements as bytes.
  package static func bytes(of requirements: [Requirement]) throws(FlatError) -> [UInt8] {
    try encode("requirements", requirements)
  }

  /// Reads the rule book from bytes, with the rules of chosen packs alone: names, or nil for all.
  package static func book(
    from bytes: Span<UInt8>, choosing choose: (RuleBook) -> Set<String>? = { _ in nil }
  ) throws(FlatError) -> RuleBook {
    var coder = FlatCoder(bytes)
    return try book(&coder, choose)
  }

  /// Reads it from a table of the program, where words stay until they are used.
  package static func book(
    in table: StaticString, choosing choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) -> RuleBook {
    var coder = FlatCoder(table: table)
    return try book(&coder, choose)
  }

  private static func book(
    _ coder: inout FlatCoder, _ choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) -> RuleBook {
    try begin("rules", &coder)
    let book = try RuleBook.code(nil, with: &coder, choosing: choose)
    try end(&coder)
    return book
  }

  /// Reads the tests from bytes.
  package static func tests(from bytes: Span<UInt8>) throws(FlatError) -> [RuleTest] {
    var coder = FlatCoder(bytes)
    return try decode("tests", &coder)
  }

  /// Reads the table of requirements from bytes.
  package static func requirements(from bytes: Span<UInt8>) throws(FlatError) -> [Requirement] {
    var coder = FlatCoder(bytes)
    return try decode("requirements", &coder)
  }

  /// Reads the tests from a table of the program.
  package static func tests(in table: StaticString) throws(FlatError) -> [RuleTest] {
    var coder = FlatCoder(table: table)
    return try decode("tests", &coder)
  }

  /// Reads the table of requirements from a table of the program.
  package static func requirements(in table: StaticString) throws(FlatError) -> [Requirement] {
    var coder = FlatCoder(table: table)
    return try decode("requirements", &coder)
  }

  private static func encode(
    _ name: String, _ value: some FlatCoded
  ) throws(FlatError) -> [UInt8] {
    var coder = FlatCoder()
    try coder.write(name)
    coder.write(number: version)
    try coder.write(value)
    return coder.output
  }

  private static func decode<T: FlatCoded>(
    _ name: String, _ coder: inout FlatCoder
  ) throws(FlatError) -> T {
    try begin(name, &coder)
    let value: T = try coder.read()
    try end(&coder)
    return value
  }

  private static func begin(_ name: String, _ coder: inout FlatCoder) throws(FlatError) {
    guard try coder.text(nil) == name, try coder.number() == version else {
      throw FlatError(expected: "\(name), version \(version)", offset: 0)
    }
  }

  private static func end(_ coder: inout FlatCoder) throws(FlatError) {
    guard coder.isAtEnd else { throw FlatError(expected: "the end", offset: coder.offset) }
  }
}
