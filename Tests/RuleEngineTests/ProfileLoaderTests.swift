import RuleLanguage
import Testing
import YAMLReading

@Suite struct ProfileLoaderTests {
  @Test func `profile keeps what its file says`() throws {
    let book = try LoadingSamples.loaded().book
    func kind(_ name: String) throws -> EventKind {
      try #require(book.catalogue.kind(named: name))
    }
    #expect(
      book.profiles == [
        Profile(
          name: "plain", title: "The plain way", packs: ["sample"],
          required: ["sample/fetch-has-outcome"],
          steps: [
            ProfileStep(stage: .execution, events: [try kind("fetch_start")], need: .required),
            ProfileStep(
              stage: .delivery, events: [try kind("cache_hit"), try kind("cache_miss")],
              need: .optional),
          ],
          armedGroups: ["C"], parameters: ["fetch_limit": "5m"])
      ])
  }

  @Test(arguments: [
    ("packs: [smaple]", "unknown pack 'smaple'", "did you mean 'sample'?"),
    (
      "required: [sample/same-hsh]", "unknown rule 'sample/same-hsh'",
      "did you mean 'sample/same-hash'?"
    ),
    ("arms: [Z]", "unknown group 'Z'", "known: C"),
    (
      "steps: [{stage: lunch, event: cache_hit}]", "unknown value 'lunch'",
      "did you mean 'launch'?"
    ),
    (
      "steps: [{stage: launch, event: cache_hit, need: mandatory}]", "unknown value 'mandatory'",
      "known: required, expected, optional"
    ),
    (
      "steps: [{stage: launch, event: cache_hit, platform: iOS}]", "unknown value 'iOS'",
      "did you mean 'ios'?"
    ),
    (
      "params: {fetch_limt: 3s}", "unknown parameter 'fetch_limt'",
      "did you mean 'fetch_limit'?"
    ),
    ("params: {fetch_limit: 3}", "3 has no unit", "write 30s, 5m or 250ms"),
    ("require: [x]", "unknown key 'require'", "did you mean 'required'?"),
  ])
  func `mistake is refused`(line: String, message: String, advice: String) throws {
    let text = "profile: mine\ntitle: Mine\n\(line)\n"
    let base = try LoadingSamples.loaded()
    let failure = #expect(throws: LoadFailure.self) {
      try RuleLoader.load([LoadingSamples.file("f.yaml", text)], over: base)
    }
    #expect(failure?.errors.map(\.message) == [message])
    #expect(failure?.errors.map(\.advice) == [advice])
    #expect(failure?.errors.map(\.location.line) == [3])
  }
}
