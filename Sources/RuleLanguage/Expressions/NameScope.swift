internal import TextWriting

/// The names that an expression may use at its place.
package struct NameScope: Sendable {
  /// A field and its type.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var number: FieldName
    package var type: ValueType
    package init(name: String, number: FieldName, type: ValueType) {
      self.name = name
      self.number = number
      self.type = type
    }
  }

  /// A role, its number in the rule, and its readable fields.
  package struct Role: Sendable, Equatable {
    package var name: String
    package var number: UInt8
    package var fields: [Field]
    package init(name: String, number: UInt8, fields: [Field]) {
      self.name = name
      self.number = number
      self.fields = fields
    }
  }

  /// A parameter, its number in the rule book, and its type.
  package struct Parameter: Sendable, Equatable {
    /// The name without the `$`.
    package var name: String
    package var number: UInt16
    package var type: ValueType
    package init(name: String, number: UInt16, type: ValueType) {
      self.name = name
      self.number = number
      self.type = type
    }
  }

  /// The fields of the event that a pattern is tried on; nil where there is no such event.
  package var candidate: [Field]?
  /// The name of the event in messages, if it has one.
  package var candidateName = ""
  /// The roles that earlier events may have taken.
  package var roles: [Role]
  package var parameters: [Parameter]

  package init(
    candidate: [Field]? = nil, roles: [Role] = [], parameters: [Parameter] = []
  ) {
    self.candidate = candidate
    self.roles = roles
    self.parameters = parameters
  }

  /// The fields of an event of one of those kinds, each once.
  package static func fields(of kinds: [EventKind], in catalogue: Catalogue) -> [Field] {
    var fields: [Field] = []
    for entry in kinds.flatMap({ catalogue[$0].fields })
    where !fields.contains(where: { $0.number == entry.name }) {
      fields.append(
        Field(
          name: catalogue.name(of: entry.name), number: entry.name, type: ValueType(entry.type)))
    }
    return fields
  }
}

/// The meaning of a name.
enum NameResolution: Equatable {
  case reference(Reference, ValueType)
  /// The role itself, which has no value: an expression can only ask whether it was taken.
  case role(UInt8)
  /// An unknown name; `part` is the index of the wrong part of the path.
  case unknown(message: String, advice: String, part: Int)
}

extension NameScope {
  /// Finds the meaning of a path such as `ok.ttl`.
  func resolve(_ path: [String]) -> NameResolution {
    let first = path.first ?? ""
    if first.hasPrefix("$") { return parameter(path) }
    guard path.count > 1 else { return bareName(first) }
    if path.count > 2 {
      return .unknown(
        message: "'\(path[0]).\(path[1])' has no fields", advice: "write NAME.FIELD", part: 2)
    }
    let key = path[1]
    switch first {
    case "env":
      return member(key, of: "env", among: EnvironmentKey.allCases, name: \.name) {
        .reference(.environment($0), $0.type)
      }
    case "cycle":
      return member(key, of: "cycle", among: CycleValue.allCases, name: \.name) {
        .reference(.cycle($0), $0.type)
      }
    case "derived":
      return member(key, of: "derived", among: CounterKey.allCases, name: \.name) {
        .reference(.derived($0), .int)
      }
    default: return roleField(key, of: first)
    }
  }

  private func bareName(_ name: String) -> NameResolution {
    if let candidate {
      if name == "time" { return .reference(.candidateTime, .instant) }
      if let field = candidate.first(where: { $0.name == name }) {
        return .reference(.candidateField(field.number), field.type)
      }
    }
    if let role = roles.first(where: { $0.name == name }) { return .role(role.number) }
    if ["env", "cycle", "derived"].contains(name) {
      return .unknown(
        message: "'\(name)' is a group of names", advice: "write \(name).KEY", part: 0)
    }
    if let role = roles.first(where: { role in
      name == "time" || role.fields.contains { $0.name == name }
    }) {
      return .unknown(
        message: "unknown name '\(name)'", advice: "did you mean '\(role.name).\(name)'?", part: 0)
    }
    if parameters.contains(where: { $0.name == name }) {
      return .unknown(
        message: "unknown name '\(name)'", advice: "did you mean '$\(name)'?", part: 0)
    }
    let known = (candidate ?? []).map(\.name) + roles.map(\.name)
    let owner = candidateName.isEmpty ? "" : " of \(candidateName)"
    return .unknown(
      message: candidate == nil ? "unknown name '\(name)'" : "unknown field '\(name)'\(owner)",
      advice: Spelling.suggestion(for: name, among: known), part: 0)
  }

  private func parameter(_ path: [String]) -> NameResolution {
    let name = String(path.joined(separator: ".").dropFirst())
    if let parameter = parameters.first(where: { $0.name == name }) {
      return .reference(.parameter(parameter.number), parameter.type)
    }
    return .unknown(
      message: "unknown parameter '$\(name)'",
      advice: Spelling.suggestion(for: "$\(name)", among: parameters.map { "$" + $0.name }), part: 0
    )
  }

  private func roleField(_ name: String, of roleName: String) -> NameResolution {
    guard let role = roles.first(where: { $0.name == roleName }) else {
      let known = roles.map(\.name) + ["env", "cycle", "derived"]
      return .unknown(
        message: "unknown role '\(roleName)'",
        advice: Spelling.suggestion(for: roleName, among: known),
        part: 0)
    }
    if name == "time" { return .reference(.roleTime(role: role.number), .instant) }
    if let field = role.fields.first(where: { $0.name == name }) {
      return .reference(.roleField(role: role.number, field: field.number), field.type)
    }
    return .unknown(
      message: "'\(roleName)' has no field '\(name)'",
      advice: Spelling.suggestion(for: name, among: role.fields.map(\.name) + ["time"]), part: 1)
  }

  private func member<Key>(
    _ name: String, of group: String, among keys: [Key], name spelling: (Key) -> String,
    resolution: (Key) -> NameResolution
  ) -> NameResolution {
    if let key = keys.first(where: { spelling($0) == name }) { return resolution(key) }
    return .unknown(
      message: "'\(group)' has no '\(name)'",
      advice: Spelling.suggestion(for: name, among: keys.map(spelling)),
      part: 1)
  }
}
