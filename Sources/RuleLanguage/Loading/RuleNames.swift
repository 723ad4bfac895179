internal import YAMLReading

/// A compiler of a rule's expressions, each with the names known at its place.
struct RuleNames {
  /// A role while its rule is compiled.
  struct Role {
    var name: String
    /// The events that may take it.
    var kinds: [EventKind]
  }

  private let compiler: ExpressionCompiler

  init(
    surroundings: RuleSurroundings, candidate: EventKind?, roles: [(number: Int, role: Role)]
  ) {
    let catalogue = surroundings.catalogue
    var scope = NameScope()
    scope.candidate = candidate.map { NameScope.fields(of: [$0], in: catalogue) }
    scope.candidateName = candidate.map { catalogue.name(of: $0) } ?? ""
    var seen: Set<Int> = []
    for (number, role) in roles where seen.insert(number).inserted {
      scope.roles.append(
        NameScope.Role(
          name: role.name, number: UInt8(truncatingIfNeeded: number),
          fields: NameScope.fields(of: role.kinds, in: catalogue)))
    }
    for (index, parameter) in surroundings.parameters.enumerated()
    where parameter.pack == surroundings.pack {
      scope.parameters.append(
        NameScope.Parameter(
          name: parameter.name, number: UInt16(truncatingIfNeeded: index), type: parameter.type))
    }
    compiler = ExpressionCompiler(scope: scope)
  }

  /// Compiles the expression in a scalar.
  func expression(_ node: YAMLNode, of type: ValueType) throws(SourceError) -> Expression {
    let text = try node.string()
    do throws(ExpressionError) {
      return try compiler.compile(text, expecting: type, at: node.location)
    } catch {
      throw node.error(error.message, advice: error.advice, atOffset: error.offset)
    }
  }
}
