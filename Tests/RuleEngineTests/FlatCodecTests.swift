import RuleLanguage
import Testing

@Suite struct FlatCodecTests {
  @Test func `book is read back as it was`() throws {
    let rules = try LoadingSamples.loaded()
    let bytes = try FlatTables.bytes(of: rules.book)
    #expect(try FlatTables.book(from: bytes.span) == rules.book)
    #expect(try FlatTables.bytes(of: rules.book) == bytes)
  }

  @Test func `tests are read back as they were`() throws {
    let rules = try LoadingSamples.loaded()
    let bytes = try FlatTables.bytes(of: rules.tests)
    #expect(rules.tests.count == 2)
    #expect(try FlatTables.tests(from: bytes.span) == rules.tests)
  }

  @Test(arguments: [
    Value.int(.min), .int(.max), .int(-1), .int(0), .int(63), .int(64), .double(-0.1),
    .double(.greatestFiniteMagnitude), .string("zwölf \u{1F600} \0\"\\"), .bool(true),
    .bool(false), .instant(1_700_000_000_000_000), .duration(-5), .missing, .redacted,
    .malformed, .zoneless, .list([.int(1), .list([.string("x")])]), .list([]),
  ])
  func `value is read back as it was`(value: Value) throws {
    let book = RuleBook(parameters: [
      Parameter(pack: 0, name: "p", type: .list(.int), value: value, doc: "", source: ""),
      Parameter(
        pack: 0, name: "q", type: .int, value: .int(1),
        range: ParameterRange(most: value, text: "less"), doc: "", source: ""),
    ])
    let bytes = try FlatTables.bytes(of: book)
    #expect(try FlatTables.book(from: bytes.span) == book)
  }

  @Test func `rules of a pack that is not chosen are passed over`() throws {
    let book = try LoadingSamples.loaded().book
    let bytes = try FlatTables.bytes(of: book)
    let last = try #require(book.packs.last?.name)
    var wanted = book
    wanted.rules.removeAll { book.packs[Int($0.pack)].name != last }
    #expect(!wanted.rules.isEmpty)
    #expect(try FlatTables.book(from: bytes.span) { _ in [last] } == wanted)
    #expect(try FlatTables.book(from: bytes.span) { _ in [] }.rules.isEmpty)
    #expect(try FlatTables.book(from: bytes.span) { book in Set(book.packs.map(\.name)) } == book)
  }

  @Test func `tables are text`() throws {
    let bytes = try FlatTables.bytes(of: try LoadingSamples.loaded().book)
    #expect(String(validating: bytes, as: UTF8.self) != nil)
  }

  @Test func `every truncation is refused`() throws {
    let rules = try LoadingSamples.loaded()
    let book = try FlatTables.bytes(of: rules.book)
    #expect(book.indices.allSatisfy { isRefused(book, upTo: $0) })
    let tests = try FlatTables.bytes(of: rules.tests)
    for count in tests.indices {
      #expect(throws: FlatError.self) {
        try FlatTables.tests(from: tests.span.extracting(first: count))
      }
    }
  }

  private func isRefused(_ book: [UInt8], upTo count: Int) -> Bool {
    do {
      _ = try FlatTables.book(from: book.span.extracting(first: count))
      return false
    } catch {
      return true
    }
  }

  @Test func `trailing bytes are refused`() throws {
    let bytes = try FlatTables.bytes(of: RuleBook()) + [0]
    let error = #expect(throws: FlatError.self) { try FlatTables.book(from: bytes.span) }
    #expect(error == FlatError(expected: "the end", offset: bytes.count - 1))
  }

  @Test func `tables of another name are refused`() throws {
    let bytes = try FlatTables.bytes(of: RuleBook())
    let error = #expect(throws: FlatError.self) { try FlatTables.tests(from: bytes.span) }
    #expect(error == FlatError(expected: "tests, version 4", offset: 0))
  }

  /// Any other bytes are an error or another book, and never stop the program.
  @Test func `changed bytes never trap`() throws {
    let bytes = try FlatTables.bytes(of: try LoadingSamples.loaded().book)
    var random = SeededNumbers(state: 42)
    var refused = 0
    for _ in 0..<4_000 {
      var changed = bytes
      for _ in 0..<(1 + random.next(below: 3)) {
        changed[random.next(below: changed.count)] = UInt8(random.next(below: 256))
      }
      do { _ = try FlatTables.book(from: changed.span) } catch { refused += 1 }
    }
    #expect(refused > 1_000)
  }

  @Test func `nested lists end somewhere`() throws {
    var value = Value.int(1)
    for _ in 0..<40 { value = .list([value]) }
    let book = RuleBook(parameters: [
      Parameter(pack: 0, name: "p", type: .int, value: value, doc: "", source: "")
    ])
    let bytes = try FlatTables.bytes(of: book)
    let error = #expect(throws: FlatError.self) { try FlatTables.book(from: bytes.span) }
    #expect(error?.expected == "a flatter value")
  }
}

/// The same numbers on every run.
private struct SeededNumbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
