import RuleLanguage
import Testing

@testable import LogReading
@testable import RuleEngine

/// The interpreter, which asks for what is not the same for all events that are alike, finds a condition
/// true, false or an error where the program of the condition comes to that.
@Suite struct AskedExpressionTests {
  private static let names = Fixture.fields.map(\.name)
  private static let types: [FieldType] = [.string, .int, .double, .bool, .instant, .duration]

  /// A catalogue with one event that has the fields of the fixture, in its order.
  private static func book() throws -> RuleBook {
    let text = """
      catalog: Probe
      group: A
      events:
        - event: app_probe
          summary: Something came.
          tags: [DNP-PLUGIN]
          level: info
          origin: seed
          fields: {phase: string?, count: int?, ratio: double?, flag: bool?, at: instant?, ttl: duration?}
          text: ["Probe ({*})"]

      """
    var book = try RuleLoader.load(
      [RuleFile(path: "catalog/probe.yaml", bytes: Array(text.utf8))], over: LoadedRules()
    ).book
    let fields = try names.map { try #require(book.catalogue.field(named: $0)) }
    book.rules = [
      Rule(
        pack: 0, id: "r", title: "R", covers: [], severity: .error, bucket: .a, fault: .plugin,
        scope: .log, roles: [Role(name: "ok", fields: fields), Role(name: "start")], patterns: [],
        obligation: .check(trigger: [], checks: []))
    ]
    let number = Parameter(
      pack: 0, name: "n", type: .int, value: .int(3), doc: "", source: "")
    book.parameters = [Parameter](repeating: number, count: 10)
    book.parameters[7].type = .duration
    book.parameters[7].value = .duration(60_000_000)
    return book
  }

  /// An engine with an event at hand whose fields are those values.
  private static func engine(
    _ book: RuleBook, _ bindings: [String: Stood], lowPower: Bool?
  ) throws -> Engine {
    let plan = EnginePlan(
      book: book, active: [true], correlation: CorrelationPlan(book.catalogue))
    var engine = Engine(plan, clock: ClockResolver(), environment: EnvironmentState())
    if let lowPower { engine.facts.environment[.lowPower] = .bool(lowPower) }
    let kind = try #require(book.catalogue.kind(named: "app_probe"))
    var batch = EventBatch()
    var line: [UInt8] = []
    for (name, type) in zip(names, types) {
      guard let stood = bindings[name] else { continue }
      var field = Field(
        name: try #require(book.catalogue.field(named: name)), state: .value, type: type, value: 0,
        start: UInt32(line.count), length: 0)
      switch stood {
      case .missing: continue
      case .hidden: field.state = .redacted
      case .malformed: field.state = .malformed
      case .zoneless: field.state = type == .instant ? .zoneless : .malformed
      case .value(.bool(let it)): field.value = it ? 1 : 0
      case .value(.int(let it)), .value(.instant(let it)), .value(.duration(let it)):
        field.value = Int64(it)
      case .value(.double(let it)): field.value = Int64(bitPattern: it.bitPattern)
      case .value(.text(let it)):
        let text = Array(String(String.UnicodeScalarView(it)).utf8)
        field.length = UInt32(text.count)
        line += text
      case .value(.list): continue
      }
      batch.fields.append(field)
    }
    var event = Event(kind: kind, form: .text, container: .bare)
    event.line = 1
    event.fieldCount = UInt16(batch.fields.count)
    event.textLength = UInt32(line.count)
    batch.events.append(event)
    engine.facts.correlator.add(event, of: batch, chunk: line.span, file: 0)
    for item in engine.facts.correlator.output {
      if case .event(let event) = item { engine.facts.meet(event) }
    }
    return engine
  }

  /// 8,000 expressions, each of one event.
  @Test(arguments: 0..<4)
  func `what is asked comes to what the program comes to`(part: Int) throws {
    let book = try Self.book()
    var seen: [Truth: Int] = [:]
    var asked = 0
    for number in 0..<2_000 {
      var random = SeededGenerator(seed: 0x22 &* 0x9E37_79B9 ^ UInt64(part) << 32 ^ UInt64(number))
      let tree = RandomExpression.make(&random)
      let text = tree.text(&random)
      let compiled = try Fixture.compile(text)
      let lowPower: Bool? = [true, false, nil][Int.random(in: 0..<3, using: &random)]
      var engine = try Self.engine(
        book, RandomExpression.bindings(&random), lowPower: lowPower)
      let own = try Self.renumbered(compiled, in: book.catalogue)
      let moment = Moment(
        taken: 1, hasCandidate: number % 2 == 0, candidateRole: 0,
        scope: ScopeReference(kind: .log, slot: 0))
      engine.facts.moment = moment
      let expected = Truth(own.evaluate(engine.facts))
      let truth = engine.interpreter.truth(own, moment, nil, engine.facts)
      try #require(truth == expected, "part \(part), number \(number): \(text)")
      seen[truth, default: 0] += 1
      asked += engine.interpreter.draft.guards.count
    }
    for truth in [Truth.yes, .no, .error] { #expect(seen[truth, default: 0] > 50) }
    #expect(asked > 200)
  }

  /// The same over the fields of a catalogue.
  private static func renumbered(
    _ expression: Expression, in catalogue: Catalogue
  ) throws -> Expression {
    func own(_ field: FieldName) throws -> FieldName {
      try #require(catalogue.field(named: names[Int(field.rawValue)]))
    }
    func own(_ reference: Reference) throws -> Reference {
      switch reference {
      case .candidateField(let field): .candidateField(try own(field))
      case .candidateIsUTC(let field): .candidateIsUTC(try own(field))
      case .roleField(let role, let field): .roleField(role: role, field: try own(field))
      default: reference
      }
    }
    var expression = expression
    expression.code = try expression.code.map { instruction in
      switch instruction {
      case .load(let reference): .load(try own(reference))
      case .has(let reference): .has(try own(reference))
      case .lacks(let reference): .lacks(try own(reference))
      default: instruction
      }
    }
    return expression
  }
}
