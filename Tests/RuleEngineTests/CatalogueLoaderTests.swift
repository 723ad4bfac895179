import RuleLanguage
import Testing
import YAMLReading

/// An event with two fields, and more lines of its own.
private func catalog(_ lines: String) -> String {
  """
  catalog: test
  group: B
  events:
    - event: lead
      summary: A lead.
      tags: [DNP-FETCH]
      level: info
      origin: seed
      fields:
        seconds: {type: duration, unit: ms}
        word: {type: string, choices: [red, green], optional: true}
        count: int?
        isFine: bool
        at: instant?
  \(lines)
  """
}

private func complaint(_ text: String) -> String? {
  do {
    _ = try CatalogueFiles.load(text)
    return nil
  } catch {
    return (error as? SourceError)?.rendered
  }
}

@Suite struct CatalogueLoaderTests {
  @Test func `reads what an event does`() throws {
    let text = "    role: {part: submit, platform: ios, opens: process, counts: submitted}"
    let role = try CatalogueFiles.load(catalog(text)).role(of: EventKind(rawValue: 0))
    #expect(
      role
        == EventRole(
          stage: .schedule, part: .submit, marks: [.ios, .opensProcess], counts: .submitted))
    let wide = "    role: {reaches: every_scope, showing: true}"
    #expect(
      try CatalogueFiles.load(catalog(wide)).role(of: EventKind(rawValue: 0)).marks
        == [.everyScope, .showing])
  }

  @Test func `reads fields shapes and settings`() throws {
    let catalogue = try CatalogueFiles.load(
      catalog(
        """
            aliases: {task.identifier: word}
            text:
              - "Lead {seconds}s ({*})"
              - {shape: "Leading lines", set: {word: red, count: -2, isFine: true}, anywhere: true}
              - {shape: "Led by samples {samples}", untagged: true, ambiguous: true}
            json: [led]
            json_sets: {word: green}
            json_times: text
        """))
    #expect(catalogue.fieldNames == ["seconds", "word", "count", "isFine", "at"])
    #expect(catalogue.fieldTypes == [.duration, .string, .int, .bool, .instant])
    #expect(catalogue.tags == ["", "?", "DNP-FETCH"])
    let kind = EventKind(rawValue: 0)
    let fields = catalogue.fieldNames.indices.map { FieldName(rawValue: UInt16($0)) }
    let event = catalogue[kind]
    #expect(event.name == "lead" && event.group == "B" && event.origin == .seed)
    #expect(event.jsonTimesAreTexts)
    #expect(event.tags == [2] && event.level == .info && event.summary == "A lead.")
    #expect(
      event.fields == [
        FieldEntry(name: fields[0], type: .duration, unit: .milliseconds, isOptional: false),
        FieldEntry(name: fields[1], type: .string, form: .word, choices: ["red", "green"]),
        FieldEntry(name: fields[2], type: .int),
        FieldEntry(name: fields[3], type: .bool, isOptional: false),
        FieldEntry(name: fields[4], type: .instant),
      ])
    #expect(event.aliases == [EventEntry.Alias(key: "task.identifier", field: fields[1])])
    #expect(event.jsonNames == ["led"])
    #expect(event.jsonSets == [FieldSetting(name: fields[1], type: .string, text: "green")])
    #expect(
      catalogue.shapes == [
        TextShape(
          kind: kind,
          parts: [.literal("Lead "), .field(0), .literal("s ("), .fields, .literal(")")]),
        TextShape(
          kind: kind, parts: [.literal("Leading lines")], isFragment: true,
          sets: [
            FieldSetting(name: fields[1], type: .string, text: "red"),
            FieldSetting(name: fields[2], type: .int, value: -2),
            FieldSetting(name: fields[3], type: .bool, value: 1),
          ]),
        TextShape(
          kind: kind, parts: [.literal("Led by samples "), .samples], isUntagged: true,
          isAmbiguous: true),
      ])
  }

  @Test(arguments: [
    (
      "    text: [\"Lead of {secnds}s\"]",
      """
      a.yaml:15:22: error: unknown field 'secnds'
            text: ["Lead of {secnds}s"]
                             ^ did you mean 'seconds'?
      """
    ),
    (
      "    text: [\"Lead of {seconds minutes\"]",
      """
      a.yaml:15:21: error: the hole is not closed
            text: ["Lead of {seconds minutes"]
                            ^ end it with '}'
      """
    ),
    (
      "    role: {stage: exection}",
      """
      a.yaml:15:19: error: unknown value 'exection'
            role: {stage: exection}
                          ^ did you mean 'execution'?
      """
    ),
    (
      "    role: {stage: execution, part: submit}",
      """
      a.yaml:15:19: error: the part does not belong to this stage
            role: {stage: execution, part: submit}
                          ^ write 'stage: schedule', or leave it out
      """
    ),
    (
      "    role: {stage: launch, part: reboot}",
      """
      a.yaml:15:19: error: the part does not belong to this stage
            role: {stage: launch, part: reboot}
                          ^ it belongs to none: leave 'stage' out
      """
    ),
    (
      "    text: [\"Lead {seconds}{count}\"]",
      """
      a.yaml:15:27: error: two holes without text between them
            text: ["Lead {seconds}{count}"]
                                  ^ '{count}' has no beginning
      """
    ),
    (
      "    text: [\"Lead {count} of {count}\"]",
      """
      a.yaml:15:30: error: the shape has '{count}' twice
            text: ["Lead {count} of {count}"]
                                     ^
      """
    ),
    (
      "    text: [\"{count} leads\"]",
      """
      a.yaml:15:13: error: a shape cannot begin with a hole
            text: ["{count} leads"]
                    ^ put text before it
      """
    ),
    (
      "    text: [\" \"]",
      """
      a.yaml:15:12: error: the shape is empty
            text: [" "]
                   ^
      """
    ),
    (
      "    text: [{shape: \"Lead\", anywhere: true}]",
      """
      a.yaml:15:20: error: 'Lead' is too short to be looked for in any line
            text: [{shape: "Lead", anywhere: true}]
                           ^ begin with at least 5 bytes of text
      """
    ),
    (
      "    text: [{shape: \"Lead{count}\", untagged: true}]",
      """
      a.yaml:15:20: error: 'Lead' is too short to be looked for in any line
            text: [{shape: "Lead{count}", untagged: true}]
                           ^ begin with at least 5 bytes of text
      """
    ),
    (
      "    text: [\"Lead {count}\", \"Lead {seconds}\"]",
      """
      a.yaml:15:28: error: shape 'Lead {}' is already at a.yaml:15
            text: ["Lead {count}", "Lead {seconds}"]
                                   ^
      """
    ),
    (
      "    text: [{shape: \"Lead on\", set: {word: gren}}]",
      """
      a.yaml:15:43: error: unknown value 'gren'
            text: [{shape: "Lead on", set: {word: gren}}]
                                                  ^ did you mean 'green'?
      """
    ),
    (
      "    text: [{shape: \"Lead on\", set: {wrd: red}}]",
      """
      a.yaml:15:37: error: unknown field 'wrd'
            text: [{shape: "Lead on", set: {wrd: red}}]
                                            ^ did you mean 'word'?
      """
    ),
    (
      "    text: [{shape: \"Lead on\", set: {at: 2025-11-14T05:53:00Z}}]",
      """
      a.yaml:15:41: error: an instant cannot be fixed
            text: [{shape: "Lead on", set: {at: 2025-11-14T05:53:00Z}}]
                                                ^
      """
    ),
    (
      "    aliases: {word: count}",
      """
      a.yaml:15:15: error: 'word' is a field itself, so it cannot be an alias
            aliases: {word: count}
                      ^
      """
    ),
    (
      "    aliases: {id: cuont}",
      """
      a.yaml:15:19: error: unknown field 'cuont'
            aliases: {id: cuont}
                          ^ did you mean 'count'?
      """
    ),
    (
      "    json: [lead]",
      """
      a.yaml:15:12: error: JSON event 'lead' is already at a.yaml:4
            json: [lead]
                   ^
      """
    ),
    (
      "    json_sets: {word: red}",
      """
      a.yaml:15:16: error: 'json_sets' without 'json' or 'json_keys'
            json_sets: {word: red}
                       ^ it holds for what is listed there only
      """
    ),
    (
      "    json_times: text",
      """
      a.yaml:15:17: error: 'json_times' without 'json' or 'json_keys'
            json_times: text
                        ^ it holds for what is listed there only
      """
    ),
    (
      "    txt: []",
      """
      a.yaml:15:5: error: unknown key 'txt'
            txt: []
            ^ did you mean 'text'?
      """
    ),
    (
      "  - event: lead",
      """
      a.yaml:15:12: error: event 'lead' is already at a.yaml:4
          - event: lead
                   ^
      """
    ),
    (
      "  - event: Lead",
      """
      a.yaml:15:12: error: 'Lead' cannot name an event
          - event: Lead
                   ^ use small letters, digits and '_'
      """
    ),
  ])
  func `says what is wrong with an event`(lines: String, rendered: String) {
    #expect(complaint(catalog(lines)) == rendered)
  }

  @Test(arguments: [
    (
      "seconds: durations",
      "a.yaml:10:16: error: unknown type 'durations'",
      "did you mean 'duration'?"
    ),
    (
      "seconds: {type: duration, unit: hours}",
      "a.yaml:10:39: error: unknown value 'hours'",
      "known: s, ms, minutes"
    ),
    ("seconds: {type: int, unit: ms}", "a.yaml:10:34: error: only a duration has a unit", ""),
    ("seconds: {type: int, choices: [1]}", "a.yaml:10:37: error: only a string has choices", ""),
    ("seconds: {type: string, choices: []}", "a.yaml:10:40: error: no choice is left", ""),
    (
      "lead_time: int", "a.yaml:10:7: error: 'lead_time' cannot name a field",
      "use letters and digits"
    ),
    (
      "seconds: {type: int, unite: ms}", "a.yaml:10:28: error: unknown key 'unite'",
      "did you mean 'unit'?"
    ),
  ])
  func `says what is wrong with a field`(field: String, message: String, advice: String) throws {
    let text = """
      catalog: test
      group: B
      events:
        - event: lead
          summary: A lead.
          tags: [any]
          level: info
          origin: seed
          fields:
            \(field)
      """
    let lines = try #require(complaint(text)).split(separator: "\n")
    #expect(lines.first.map(String.init) == message)
    #expect(lines.last?.drop { $0 == " " } == (advice.isEmpty ? "^" : "^ \(advice)"))
  }

  @Test func `a name has one type in all files`() throws {
    var loader = CatalogueLoader()
    let first = catalog("")
    try loader.add(YAMLReader.read(Array(first.utf8), path: "a.yaml"))
    let second = """
      catalog: second
      group: C
      events:
        - event: other
          summary: Another.
          tags: [any]
          level: info
          origin: seed
          fields: {word: string, seconds: int}
      """
    let node = try YAMLReader.read(Array(second.utf8), path: "b.yaml")
    let error = #expect(throws: SourceError.self) { try loader.add(node) }
    #expect(
      error?.rendered == """
        b.yaml:9:28: error: field 'seconds' is a duration at a.yaml:10 and an int here
              fields: {word: string, seconds: int}
                                     ^ use another name, and an alias for the word of the log
        """)
  }

  @Test(arguments: [
    (
      "group: B\nevents: []",
      "a.yaml:1:1: error: key 'catalog' is missing\n  group: B\n  ^"
    ),
    (
      "catalog: a\ngroup: BB\nevents: []",
      "a.yaml:2:8: error: a group is one capital letter\n  group: BB\n         ^ A to Z"
    ),
    ("catalog: a\ngroup: B\nevents: []", "a.yaml:1:1: error: the catalogue has no events"),
    (
      "catalog: a\ngroup: B\nevents:\n- {event: a, summary: s, origin: sed}",
      """
      a.yaml:4:34: error: unknown value 'sed'
        - {event: a, summary: s, origin: sed}
                                         ^ did you mean 'seed'?
      """
    ),
    (
      "catalog: a\ngroup: B\nevents:\n- {event: a, summary: s, origin: seed, tags: [any, DNP-X]}",
      """
      a.yaml:4:47: error: 'any' is not a tag
        - {event: a, summary: s, origin: seed, tags: [any, DNP-X]}
                                                      ^ a tag is DNP- and capital letters, \
      or 'any' alone
      """
    ),
    (
      "catalog: a\ngroup: B\nevents:\n- {event: a, summary: s, origin: seed, tags: [], level: warn}",
      """
      a.yaml:4:57: error: unknown value 'warn'
        - {event: a, summary: s, origin: seed, tags: [], level: warn}
                                                                ^ known: debug, info, notice, \
      warning, error, fault, unknown
      """
    ),
  ])
  func `says what is wrong with a file`(text: String, rendered: String) {
    #expect(complaint(text) == rendered)
  }
}
