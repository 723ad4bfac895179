import LogReading
import RuleEngine
import Testing

@Suite struct ExpressionScopeTests {
  @Test("A pattern of several events has the fields of all, each once")
  func fieldsOfKinds() {
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

  @Test("Every key of the groups resolves to its type")
  func groups() throws {
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

  @Test("A candidate's field hides a role of the same name, but not the role's fields")
  func shadowing() throws {
    var scope = Fixture.pattern
    scope.roles.append(NameScope.Role(name: "phase", number: 4, fields: Fixture.fields))
    #expect(
      try Fixture.compile("phase == phase.phase", in: scope).references == [
        Fixture.field("phase"), .roleField(role: 4, field: Fixture.fields[0].number),
      ])
  }
}
