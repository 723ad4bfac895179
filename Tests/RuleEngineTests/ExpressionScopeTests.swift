import RuleEngine
import RuleLanguage
import Testing

@Suite struct ExpressionScopeTests {
  @Test
  func `a pattern of several events has the fields of all, each once`() {
    let catalogue = Catalogue(
      fieldNames: ["id", "ttl", "at"], fieldTypes: [.string, .duration, .instant],
      events: [
        EventEntry(
          name: "a", group: "A", origin: .seed,
          fields: [
            FieldEntry(name: FieldName(rawValue: 0), type: .string),
            FieldEntry(name: FieldName(rawValue: 1), type: .duration),
          ]),
        EventEntry(
          name: "b", group: "A", origin: .seed,
          fields: [
            FieldEntry(name: FieldName(rawValue: 0), type: .string),
            FieldEntry(name: FieldName(rawValue: 2), type: .instant),
          ]),
      ])
    let fields = NameScope.fields(
      of: [EventKind(rawValue: 0), EventKind(rawValue: 1)], in: catalogue)
    #expect(fields.map(\.name) == ["id", "ttl", "at"])
    #expect(fields.map(\.type) == [.string, .duration, .instant])
  }

  @Test
  func `every key of the groups resolves to its type`() throws {
    for key in EnvironmentKey.allCases {
      #expect(try Fixture.compile("env.\(key.name)").type == key.type)
    }
    for key in CycleValue.allCases {
      #expect(try Fixture.compile("cycle.\(key.name)").type == key.type)
    }
    for key in CounterKey.allCases {
      #expect(try Fixture.compile("derived.\(key.name)").type == .int)
    }
  }

  @Test
  func `a candidate's field hides a role of the same name, but not the role's fields`() throws {
    var scope = Fixture.pattern
    scope.roles.append(NameScope.Role(name: "phase", number: 4, fields: Fixture.fields))
    #expect(
      try Fixture.compile("phase == phase.phase", in: scope).references == [
        Fixture.field("phase"), .roleField(role: 4, field: Fixture.fields[0].number),
      ])
  }

  @Test
  func `only an instant of the event that is tried can be asked for its zone`() throws {
    let compiled = try Fixture.compile("isUTC(at)")
    #expect(compiled.type == .bool)
    #expect(compiled.references == [.candidateIsUTC(Fixture.fields[4].number)])
    let message = "'isUTC' takes an instant of the event that is tried"
    for text in ["isUTC(count)", "isUTC(ok.at)", "isUTC(ok.time)", "isUTC(ok)"] {
      #expect(Fixture.error(text)?.message == message, "\(text)")
    }
    #expect(Fixture.error("isUTC(att)")?.message == "unknown field 'att'")
    #expect(Fixture.error("isUTC(at, at)")?.message == "'isUTC' takes one field, found ','")
  }

  @Test(
    arguments: [
      (.missing, true), (.redacted, false), (.malformed, false), (.zoneless, false),
      (.int(0), false),
    ] as [(Value, Bool)])
  func `a value is absent if nothing stands in its place`(value: Value, isAbsent: Bool) throws {
    #expect(
      try Fixture.evaluate("absent(count)", Values(["count": value])) == .value(.bool(isAbsent)))
    #expect(Fixture.error("absent(ok)")?.message == "'absent' takes a field, not a role")
    #expect(Fixture.error("absent(cuont)")?.message == "unknown field 'cuont'")
  }
}
