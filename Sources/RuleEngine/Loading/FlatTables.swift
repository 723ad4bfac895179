/// The stored form of rules: what the build puts into the program.
package enum FlatTables {
  /// Goes up with every change of the form; the reader refuses any other.
  private static let version: UInt64 = 1

  /// The rule book as bytes.
  package static func bytes(of book: RuleBook) -> [UInt8] { encode("rules", book) }

  /// The tests as bytes.
  package static func bytes(of tests: [RuleTest]) -> [UInt8] { encode("tests", tests) }

  /// The table of requirements as bytes.
  package static func bytes(of requirements: [Requirement]) -> [UInt8] {
    encode("requirements", requirements)
  }

  /// The rule book that the bytes hold.
  package static func book(from bytes: Span<UInt8>) throws(FlatError) -> RuleBook {
    try decode("rules", bytes)
  }

  /// The tests that the bytes hold.
  package static func tests(from bytes: Span<UInt8>) throws(FlatError) -> [RuleTest] {
    try decode("tests", bytes)
  }

  /// The table of requirements that the bytes hold.
  package static func requirements(from bytes: Span<UInt8>) throws(FlatError) -> [Requirement] {
    try decode("requirements", bytes)
  }

  private static func encode(_ name: String, _ value: some FlatCoded) -> [UInt8] {
    var writer = FlatWriter()
    writer.text(name)
    writer.number(version)
    writer.value(value)
    return writer.bytes
  }

  private static func decode<T: FlatCoded>(
    _ name: String, _ bytes: Span<UInt8>
  ) throws(FlatError) -> T {
    var reader = FlatReader(bytes)
    guard try reader.text() == name, try reader.number() == version else {
      throw FlatError(expected: "\(name), version \(version)", offset: 0)
    }
    let value: T = try reader.value()
    guard reader.isAtEnd else { throw FlatError(expected: "the end", offset: reader.offset) }
    return value
  }
}
