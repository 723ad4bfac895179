import RuleLanguage
import Testing

@Suite struct RuleBookSettingTests {
  private static let second = """
    pack: second
    title: Second
    params:
      fetch_limit: {default: 10s}
      ratio: {default: 0.5, most: 1}
      on: {default: true}
      drift: {default: 0s, least: -1m, most: 1m}
      wait: {default: 1s, least: 100ms}
      shift: {default: -3, most: 0}
      change: {default: -3}
    """

  private func book() throws -> RuleBook {
    try RuleLoader.load(
      [LoadingSamples.file("s.yaml", Self.second)], over: LoadingSamples.loaded()
    ).book
  }

  @Test func `bare name sets the parameter of every pack`() throws {
    let values = try book().setting(["fetch_limit": "2m"]).parameters.map(\.value)
    #expect(values[0] == .duration(120_000_000))
    #expect(values[3] == .duration(120_000_000))
  }

  @Test func `name with a pack goes before a bare one`() throws {
    let values = try book().setting(["second.fetch_limit": "250ms", "fetch_limit": "1h30m"])
      .parameters.map(\.value)
    #expect(values[0] == .duration(5_400_000_000))
    #expect(values[3] == .duration(250_000))
  }

  @Test func `values are read as the parameters type`() throws {
    let parameters = try book().setting([
      "phases": "a, b", "retries": "5", "ratio": "1", "on": "false",
    ]).parameters
    #expect(parameters[1].value == .list([.string("a"), .string("b")]))
    #expect(parameters[2].value == .int(5))
    #expect(parameters[4].value == .double(1))
    #expect(parameters[5].value == .bool(false))
  }

  @Test(
    arguments: [
      ("drift", "-1m", .duration(-60_000_000)), ("drift", "1m", .duration(60_000_000)),
      ("wait", "100ms", .duration(100_000)), ("second.fetch_limit", "0s", .duration(0)),
      ("ratio", "0", .double(0)), ("ratio", "1", .double(1)), ("retries", "0", .int(0)),
      ("shift", "0", .int(0)), ("shift", "-9", .int(-9)), ("change", "9", .int(9)),
    ] as [(String, String, Value)])
  func `both ends of a range can be set`(name: String, text: String, value: Value) throws {
    let word = name.split(separator: ".").last.map(String.init)
    let parameter = try book().setting([name: text]).parameters.last { $0.name == word }
    #expect(parameter?.value == value)
  }

  @Test(arguments: [
    ("a: {default: 2, most: 1}", 3, 23, "the default is out of range", "give 0 to 1"),
    ("a: {default: 2s, most: 1}", 3, 33, "'1' is not a duration", "write 30s, 5m or 250ms"),
    ("a: {default: word, most: 1}", 3, 29, "a string has no 'most'", "leave it out"),
  ])
  func `a range that cannot be is refused`(
    parameter: String, line: Int, column: Int, message: String, advice: String
  ) {
    let text = "pack: p\ntitle: P\nparams: {\(parameter)}\n"
    let caret = String(repeating: " ", count: column - 1) + "^"
    #expect(
      LoadingSamples.mistakes(LoadingSamples.file("p.yaml", text)) == [
        "p.yaml:\(line):\(column): error: \(message)\n"
          + "  params: {\(parameter)}\n  \(caret) \(advice)"
      ])
  }

  @Test(arguments: [
    ("fetch_limt", "3s", "unknown parameter 'fetch_limt'", "did you mean 'fetch_limit'?"),
    ("secnd.ratio", "1", "unknown parameter 'secnd.ratio'", "did you mean 'second.ratio'?"),
    ("fetch_limit", "30", "30 has no unit", "write 30s, 5m or 250ms"),
    ("fetch_limit", "soon", "'soon' is not a duration", "write 30s, 5m or 250ms"),
    ("retries", "many", "'many' is not an int", ""),
    ("on", "yes", "'yes' is not a bool", ""),
    ("fetch_limit", "-1s", "'-1s' is out of range", "give 0s or more"),
    ("retries", "-1", "'-1' is out of range", "give 0 or more"),
    ("ratio", "1.5", "'1.5' is out of range", "give 0 to 1"),
    ("ratio", "-0.1", "'-0.1' is out of range", "give 0 to 1"),
    ("drift", "2m", "'2m' is out of range", "give -1m to 1m"),
    ("wait", "99ms", "'99ms' is out of range", "give 100ms or more"),
    ("shift", "1", "'1' is out of range", "give 0 or less"),
  ])
  func `mistake is refused`(name: String, text: String, message: String, advice: String) throws {
    let book = try book()
    let error = #expect(throws: ParameterError.self) { try book.setting([name: text]) }
    #expect(error == ParameterError(name: name, message: message, advice: advice))
  }
}
