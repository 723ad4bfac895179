import LogReading
import Simulator
import Testing

@Suite struct LogStyleTests {
  @Test
  func `every container is parsed by its name, with all its modifiers`() throws {
    for style in LogStyle.all {
      #expect(try LogStyle(parsing: style.name) == style)
      for modifier in LogStyle.modifierNames(of: style.kind) {
        let name = "\(style.name)+\(modifier)"
        #expect(try LogStyle(parsing: name).name == name)
      }
    }
    #expect(try LogStyle(parsing: "time+zone+year").name == "time+year+zone")
  }

  @Test
  func `every container that is read can be written under the same name`() {
    let written = Set(LogStyle.all.map(\.name))
    // One record a line is a form of the messages; Capacitor differs by platform; times in other forms
    // are those of other tools.
    let others: Set<String> = ["jsonl", "capacitor", "bare-time"]
    #expect(Set(Container.allCases.map(\.name)).subtracting(others).isSubset(of: written))
  }

  @Test(arguments: [
    ("threadtim", LogStyleError.unknownContainer("threadtim")),
    ("", .unknownContainer("")),
    ("threadtime+", .unknownModifier("")),
    ("threadtime+yaer", .unknownModifier("yaer")),
    ("brief+year", .inapplicable(modifier: "year", container: "brief")),
    ("loki-query+ci", .inapplicable(modifier: "ci", container: "loki-query")),
    ("time+epoch+zone", .contradictory("epoch", "zone")),
  ])
  func `a name that cannot be followed is refused with what is known`(
    text: String, error: LogStyleError
  ) {
    #expect(throws: error) { try LogStyle(parsing: text) }
  }

  @Test
  func `a refusal says what is wrong, and what could be meant`() {
    let unknown = LogStyleError.unknownContainer("threadtim")
    #expect(unknown.message == "there is no log format 'threadtim'")
    #expect(unknown.candidates?.among.contains("threadtime") == true)
    let place = LogStyleError.inapplicable(modifier: "year", container: "brief")
    #expect(place.message == "'brief' has no place for 'year'")
    #expect(place.advice == "it takes uid, ci")
    #expect(
      LogStyleError.inapplicable(modifier: "year", container: "docker").advice
        == "it takes no modifiers")
  }

  @Test(
    arguments: [
      ("bare", [.text], false, false),
      ("brief", [.text, .processes], false, false),
      ("tag", [.text], false, false),
      ("threadtime", [.text, .times, .fractions, .processes], false, false),
      ("threadtime+year", [.text, .times, .fractions, .processes], true, false),
      ("time+epoch", [.text, .times, .fractions, .processes, .zones], true, true),
      ("rfc3164", [.text, .times, .processes], false, false),
      ("nslog", [.text, .times, .fractions, .processes, .zones], true, true),
      ("nslog-old", [.text, .times, .fractions, .processes], true, false),
      ("docker", [.text, .times, .fractions, .zones], true, true),
    ] as [(String, Injected.Needs, Bool, Bool)])
  func `a container tells what its lines show`(
    name: String, shows: Injected.Needs, hasYear: Bool, hasZone: Bool
  ) throws {
    let style = try LogStyle(parsing: name)
    #expect(style.shows == shows)
    #expect(style.hasYear == hasYear)
    #expect(style.hasZone == hasZone)
  }
}
