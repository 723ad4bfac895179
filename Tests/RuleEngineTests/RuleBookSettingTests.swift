import RuleLanguage
import Testing

@Suite struct RuleBookSettingTests {
  private static let second = """
    pack: second
    title: Second
    params: {fetch_limit: {default: 10s}, ratio: {default: 0.5}, on: {default: true}}
    """

  private func book() throws -> RuleBook {
    try RuleLoader.load(
      [LoadingSamples.file("s.yaml", Self.second)], over: LoadingSamples.loaded()
    ).book
  }

  @Test func bareNameSetsTheParameterOfEveryPack() throws {
    let values = try book().setting(["fetch_limit": "2m"]).parameters.map(\.value)
    #expect(values[0] == .duration(120_000_000))
    #expect(values[3] == .duration(120_000_000))
  }

  @Test func nameWithAPackGoesBeforeABareOne() throws {
    let values = try book().setting(["second.fetch_limit": "250ms", "fetch_limit": "1h30m"])
      .parameters.map(\.value)
    #expect(values[0] == .duration(5_400_000_000))
    #expect(values[3] == .duration(250_000))
  }

  @Test func valuesAreReadAsTheParametersType() throws {
    let parameters = try book().setting([
      "phases": "a, b", "retries": "5", "ratio": "1", "on": "false",
    ]).parameters
    #expect(parameters[1].value == .list([.string("a"), .string("b")]))
    #expect(parameters[2].value == .int(5))
    #expect(parameters[4].value == .double(1))
    #expect(parameters[5].value == .bool(false))
  }

  @Test(arguments: [
    ("fetch_limt", "3s", "unknown parameter 'fetch_limt'", "did you mean 'fetch_limit'?"),
    ("secnd.ratio", "1", "unknown parameter 'secnd.ratio'", "did you mean 'second.ratio'?"),
    ("fetch_limit", "30", "30 has no unit", "write 30s, 5m or 250ms"),
    ("fetch_limit", "soon", "'soon' is not a duration", "write 30s, 5m or 250ms"),
    ("retries", "many", "'many' is not an int", ""),
    ("on", "yes", "'yes' is not a bool", ""),
  ])
  func mistakeIsRefused(name: String, text: String, message: String, advice: String) throws {
    let book = try book()
    let error = #expect(throws: ParameterError.self) { try book.setting([name: text]) }
    #expect(error == ParameterError(name: name, message: message, advice: advice))
  }
}
